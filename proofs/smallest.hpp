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

/// Tries assignments by their sum of magnitudes, and within a sum in the order of `declared`, until the conditions hold
/// or the steps are used up. Names that equalities define (`D == H * Dh`) are computed, not tried.
[[nodiscard]] Smallest find_smallest(const std::vector<Term>& conditions, const std::vector<Term>& declared,
                                     std::size_t steps);

/// Whether every condition holds at these values, in exact arithmetic.
[[nodiscard]] bool holds_at(const std::vector<Term>& conditions, const AtomAssignment& values);

/// The atoms of conditions: variables, reads and folds, each once.
[[nodiscard]] std::vector<Term> atoms_of(const std::vector<Term>& conditions);

}  // namespace kina
