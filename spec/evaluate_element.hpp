/// \file
/// Compiles a rule's element term, for one set of operands and sizes, to typed nodes.
#pragma once

#include "spec/evaluate_integer.hpp"
#include "spec/evaluate_nodes.hpp"
#include "spec/rule.hpp"
#include "spec/tensor.hpp"

#include <cstddef>
#include <cstdint>
#include <variant>
#include <vector>

namespace kina {

/// The element at the index that the first slots of a frame hold, one slot an axis of the result.
struct ElementProgram {
  std::variant<NodePointer<float>, NodePointer<double>, NodePointer<std::int32_t>, NodePointer<std::int64_t>,
               NodePointer<bool>>
      element;
  /// How many variables a frame needs.
  std::size_t slots = 0;
};

/// The rule's element for a result of this shape. The operands have the rule's types and ranks, and outlive the
/// program; `constants` are the values of all extents and sizes.
///
/// Terms carry no types, so they are typed here: a read has its operand's type; variables, sizes and the results of
/// `argmax` are i64; a literal takes the type of what it stands beside; an i32 beside an i64, or as an index, is
/// widened. A term that can't be typed is a mistake in the rule and throws `std::logic_error`.
///
/// A fold that does not depend on every variable around it, such as the two of softmax, is computed once for each value
/// of the variables that it does depend on.
[[nodiscard]] ElementProgram compile_element(const Rule& rule, const Assignment& constants,
                                             const std::vector<std::int64_t>& shape,
                                             const std::vector<const Tensor*>& operands);

}  // namespace kina
