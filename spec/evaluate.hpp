/// \file
/// The reference evaluator: what a rule means, in numbers.
///
/// Every element of the result is the value of the rule's element term at its index, taken literally: one rounding an
/// operation, in the operands' element type, without contraction; folds run in index order. Faster engines are tested
/// against it.
#pragma once

#include "spec/evaluate_integer.hpp"
#include "spec/rule.hpp"
#include "spec/tensor.hpp"

#include <tl/expected.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace kina {

/// Why a rule has no value at these operands.
struct EvaluationError {
  /// The rule's name.
  std::string operation;
  /// What went wrong, with the numbers: "operand table is read at index 9 of axis 0, whose extent is 4".
  std::string message;
  /// The index of the result's element that has no value; nothing if the result's extents have none.
  std::optional<std::vector<std::int64_t>> element = std::nullopt;
};

/// `gather: operand table is read at ..., for element [0, 1] of the result`.
[[nodiscard]] std::string describe(const EvaluationError& error);

/// The result of a rule. The operands' extents are bound from their shapes, the rule's size attributes from `sizes`.
///
/// An operand of another element type or rank than the rule's, or a missing size, is a mistake of the caller and throws
/// `std::logic_error`. What depends on values is an error value: extents that overflow, are negative or too many; reads
/// out of range (of the branch that `select` chooses; the other is not looked at); integer overflow and division by
/// zero; a cast of what the type does not hold; the maximum of no integers.
[[nodiscard]] tl::expected<Tensor, EvaluationError> evaluate(const Rule& rule, const Assignment& sizes,
                                                             const std::vector<const Tensor*>& operands);

}  // namespace kina
