/// \file
/// The one list of operations.
#pragma once

#include "spec/rule.hpp"

#include <string_view>
#include <vector>

namespace kina {

/// Every operation and operator of the language, by family.
[[nodiscard]] const std::vector<Operation>& catalogue();

/// The operation of this name, or null.
[[nodiscard]] const Operation* find_operation(std::string_view name);

/// Every instance of an operation whose operand ranks are at most `greatest_rank`: all axes, permutations, flags,
/// slices and classes of element types (one float, one integer, bool). It is a fold over the operation's parameters.
[[nodiscard]] std::vector<Instance> covered_instances(const Operation& operation, std::size_t greatest_rank);

/// The greatest rank up to which the gate proves each rule once for all its uses; above it each use is proved.
inline constexpr std::size_t covered_rank = 4;

}  // namespace kina
