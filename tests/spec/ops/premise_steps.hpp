/// \file
/// A premise moved by one step to either side: what the next stricter and the next weaker condition would be.
///
/// They measure which boundaries a test's cases visit. A case at which every premise holds, and a stricter one would
/// not, is tight. A case at which one premise fails alone, and a weaker one would hold, is just outside.
#pragma once

#include "spec/rule.hpp"

#include <string>
#include <vector>

namespace kina::testing {

/// One change of a premise's condition.
struct PremiseStep {
  /// `gather/index 2 weaker`: the second comparison of the premise, moved outwards.
  std::string name;
  bool weaker = false;
  Premise premise;
};

/// For each comparison of the premise: `a <= b` moves to `a < b` and to `a <= b + 1`, a float bound to its neighbours;
/// `a == b` is weakened to either inequality and to what stretching an extent of 1 would allow.
[[nodiscard]] std::vector<PremiseStep> steps_of(const Rule& rule, const Premise& premise);

}  // namespace kina::testing
