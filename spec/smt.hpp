/// \file
/// Terms to Z3. The solver is seen by no other file (design section 3).
#pragma once

#include "spec/term.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace kina {

enum class Satisfiability { satisfiable, unsatisfiable, unknown };

/// How a product of two unknowns is read.
enum class Products {
  opaque,     ///< as an unknown of its own: linear arithmetic, decided quickly; a model may be spurious
  nonlinear,  ///< as a product: a model is real, but the solver may give up
};

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

  /// The question as SMT-LIB 2, self-contained.
  [[nodiscard]] std::string smtlib(const std::vector<Term>& conditions, Products products);

private:
  struct State;
  std::unique_ptr<State> state_;
};

/// The solver's name and version, for reports.
[[nodiscard]] std::string solver_version();

}  // namespace kina
