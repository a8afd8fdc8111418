/// \file
/// What the makers of cases share.
#pragma once

#include "tests/spec/ops/operation_cases.hpp"

namespace kina::testing {

/// No operand and no result of a case has as many elements.
inline constexpr std::size_t least_refused_size = 600;

/// The covered instance with each element type replaced by either type of its class.
[[nodiscard]] Instance any_types(Instance covered, const Operation& operation, CaseGenerator& generator);

/// Makes the sizes equal of which a premise says that they are, or that one is a number.
void make_equal(const Rule& rule, Assignment& sizes);

/// The operand with random elements.
[[nodiscard]] Tensor random_tensor(const Type& type, const Assignment& sizes, CaseGenerator& generator);

/// Whether the premise is about sizes alone, and about no elements.
[[nodiscard]] bool is_about_sizes(const Premise& premise);

/// Whether every operand and the result are small. Extents of the result that have no value are passed over.
[[nodiscard]] bool is_small(const Rule& rule, const Assignment& sizes);

/// Whether the premise of the rule holds at every index.
[[nodiscard]] bool holds(const Rule& rule, const Premise& premise, const OperationCase& example);

}  // namespace kina::testing
