/// \file
/// Deciding a condition over sizes and integers: proved for all of them, refuted by the smallest, or unknown.
#pragma once

#include "spec/smt.hpp"
#include "spec/term.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <vector>

namespace kina {

/// `disagreement` is between two solvers. Anything but `proved` fails.
enum class Verdict { proved, refuted, unknown, disagreement };
[[nodiscard]] std::string_view name_of(Verdict verdict);

/// Values of atoms: variables, reads, folds.
using AtomAssignment = std::map<Term, std::int64_t>;

/// Whether `goal` follows from `facts`.
struct Question {
  std::vector<Term> facts;
  Term goal;
  /// The atoms that a counterexample is about, in the order of their declaration.
  std::vector<Term> declared;
};

struct DecisionLimits {
  unsigned milliseconds = 10'000;      ///< of one solver query
  std::size_t search_steps = 300'000;  ///< of the search for the smallest sizes
};

struct Decision {
  Verdict verdict = Verdict::unknown;
  /// With `refuted`: values at which every fact holds and the goal does not, replayed in exact arithmetic.
  AtomAssignment counterexample;
  /// Whether the counterexample was shown to be the smallest.
  bool smallest = true;
};

[[nodiscard]] Decision decide(Solver& solver, const Question& question, const DecisionLimits& limits = {});

/// Whether the conditions can hold together, with values at which they do.
struct Satisfied {
  Satisfiability satisfiability = Satisfiability::unknown;
  AtomAssignment values;
  bool smallest = true;
};
[[nodiscard]] Satisfied satisfy(Solver& solver, const std::vector<Term>& conditions, const std::vector<Term>& declared,
                                const DecisionLimits& limits = {});

}  // namespace kina
