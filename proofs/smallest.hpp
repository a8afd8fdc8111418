/// \file
/// The smallest values at which conditions hold together, by enumeration in exact arithmetic.
#pragma once

#include "proofs/decide.hpp"

namespace kina {

struct Smallest {
  std::optional<AtomAssignment> values;
  /// Whether every smaller assignment was tried.
  bool complete = false;
};

/// The first assignment at which the conditions hold: least by the sum of the magnitudes of all sizes and integers in
/// the conditions, then by the magnitudes in the order of `declared`, a value before its negative.
///
/// Names that equalities define (`D == H * Dh`) are computed, not tried, but they count like the others. Where the
/// steps are used up, what was found so far is not shown to be the smallest.
[[nodiscard]] Smallest find_smallest(const std::vector<Term>& conditions, const std::vector<Term>& declared,
                                     std::size_t steps);

/// Whether every condition holds at these values, in exact arithmetic.
[[nodiscard]] bool holds_at(const std::vector<Term>& conditions, const AtomAssignment& values);

/// The atoms of conditions: variables, reads and folds, each once.
[[nodiscard]] std::vector<Term> atoms_of(const std::vector<Term>& conditions);

}  // namespace kina
