/// \file
/// Questions to Z3. The solver is seen by no other file (design section 3).
#pragma once

#include "spec/smtlib.hpp"
#include "spec/term.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace kina {

enum class Satisfiability { satisfiable, unsatisfiable, unknown };

struct SolverAnswer {
  Satisfiability satisfiability = Satisfiability::unknown;
  /// With `satisfiable`, a value for every atom: variables, reads, folds.
  std::map<Term, std::int64_t> model;
};

/// A question with the answer that was relied on.
struct AskedQuestion {
  SmtQuestion question;
  Satisfiability answer = Satisfiability::unknown;
};

/// What may stand between a question and Z3.
struct SolverHooks {
  /// Whether the question's conditions are known not to hold together.
  std::function<bool(const SmtQuestion&)> is_known_unsatisfiable;
  /// Told when they were found not to hold together.
  std::function<void(const SmtQuestion&)> found_unsatisfiable;
  /// Another solver that is asked in place of Z3, within milliseconds.
  std::function<Satisfiability(const SmtQuestion&, unsigned)> ask_instead;
};

/// A solver with its own context. It is not shared between threads.
class Solver {
public:
  explicit Solver(SolverHooks hooks = {});
  ~Solver();
  Solver(const Solver&) = delete;
  Solver& operator=(const Solver&) = delete;

  /// Whether the conditions can hold together. Every question is quantifier-free.
  [[nodiscard]] SolverAnswer check(const std::vector<Term>& conditions, Products products, unsigned milliseconds);

  /// The answer to a question that is text already.
  [[nodiscard]] SolverAnswer check(const SmtQuestion& question, unsigned milliseconds);

  /// From now on what is answered is recorded, until this is called with null.
  void record_into(std::vector<AskedQuestion>* record) { record_ = record; }
  /// Records an answer that was found without the solver.
  void note(const std::vector<Term>& conditions, Products products, Satisfiability answer);

private:
  [[nodiscard]] SolverAnswer ask(const SmtQuestion& question, unsigned milliseconds);

  SolverHooks hooks_;
  std::vector<AskedQuestion>* record_ = nullptr;
  struct State;
  std::unique_ptr<State> state_;
};

/// The solver's name and version, for reports.
[[nodiscard]] std::string solver_version();

}  // namespace kina
