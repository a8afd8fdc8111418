/// \file
/// Questions to Z3. The solver is seen by no other file (design section 3).
#pragma once

#include "spec/smtlib.hpp"
#include "spec/term.hpp"

#include <cstdint>
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

/// A solver with its own context. It is not shared between threads.
class Solver {
public:
  Solver();
  ~Solver();
  Solver(const Solver&) = delete;
  Solver& operator=(const Solver&) = delete;

  /// Whether the conditions can hold together. Every question is quantifier-free.
  [[nodiscard]] SolverAnswer check(const std::vector<Term>& conditions, Products products, unsigned milliseconds);

  /// The answer to a question that is text already.
  [[nodiscard]] SolverAnswer check(const SmtQuestion& question, unsigned milliseconds);

private:
  struct State;
  std::unique_ptr<State> state_;
};

/// The solver's name and version, for reports.
[[nodiscard]] std::string solver_version();

}  // namespace kina
