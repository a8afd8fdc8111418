/// \file
/// A rule with one thing in it wrong: how the suite attacks its own definitions.
///
/// Mutation is one more reading of a rule: whatever operation is added, its premises, extents, indices and bounds are
/// changed one at a time, without a line written for it.
#pragma once

#include "spec/rule.hpp"

#include <string>
#include <vector>

namespace kina {

/// A rule that differs from another in one place.
struct Mutant {
  /// What was changed: `premise agree`, `extent`, `read`, `fold bound`, `guard`.
  std::string part;
  /// How, in words: `x1.0 <= x0.0 for x0.0 == x1.0`.
  std::string change;
  Rule rule;
};

/// Every rule that is one change away from this one:
///
/// - a premise is dropped, or one of its comparisons is weakened, tightened, shifted by one, turned around, or asks
///   about the neighbouring axis; a premise about every element leaves out the last;
/// - an extent of the result is one more, one less, or that of the neighbouring axis;
/// - an index of a read is one more, one less, or the one beside it;
/// - the bound of a fold is one more or one less;
/// - a comparison that chooses between two reads is shifted by one or turned around.
[[nodiscard]] std::vector<Mutant> mutants_of(const Rule& rule);

}  // namespace kina
