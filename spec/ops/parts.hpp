/// \file
/// What the definitions of operations are put together from: parameters and premises in one line each.
#pragma once

#include "spec/rule.hpp"

#include <optional>
#include <string>

namespace kina::ops {

/// A tensor operand, of any element type and rank until said otherwise.
[[nodiscard]] Parameter tensor_parameter(std::string name, std::string says);

/// A scalar integer operand, such as a position.
[[nodiscard]] Parameter position_parameter(std::string name, std::string says);

/// A static axis of an operand, or of the `shape`; given by name.
[[nodiscard]] Parameter axis_parameter(std::string of, std::string says, std::string default_text = {});

/// A size term.
[[nodiscard]] Parameter size_parameter(std::string name, std::string says, bool by_name);

/// A list of size terms, which is the result's shape.
[[nodiscard]] Parameter shape_parameter(ParameterKind kind = ParameterKind::shape);

/// A premise about extents and sizes; `axis` is the operand's axis that it is about.
[[nodiscard]] Premise typing(std::string name, std::optional<std::size_t> axis, Term condition, std::string requirement,
                             std::string violation);

/// A premise that keeps reads in bounds.
[[nodiscard]] Premise bounds(std::string name, std::optional<std::size_t> axis, Term condition, std::string requirement,
                             std::string violation);

/// A premise about the range of every element of an operand: its condition reads the operand at `i0`, `i1`, ...
[[nodiscard]] Premise range_of_every_element(std::string name, const Type& operand, Term condition,
                                             std::string requirement, std::string violation);

/// `text axis 3`: violations name the axis last.
[[nodiscard]] std::string on_axis(std::string text, std::size_t axis);

/// Makes the shape attribute the result's extents; each has to be at least 0 (`extent`).
void take_shape_as_result(Rule& rule, std::size_t rank);

}  // namespace kina::ops
