#include "spec/ops/parts.hpp"

#include <utility>

namespace kina::ops {
namespace {

Premise premise(ObligationKind kind, std::string name, std::optional<std::size_t> axis, Term condition,
                std::string requirement, std::string violation) {
  Premise result;
  result.name = std::move(name);
  result.kind = kind;
  result.axis = axis;
  result.condition = std::move(condition);
  result.requirement = std::move(requirement);
  result.violation = std::move(violation);
  return result;
}

Parameter parameter(ParameterKind kind, std::string name, std::string says) {
  Parameter result;
  result.kind = kind;
  result.name = std::move(name);
  result.says = std::move(says);
  return result;
}

}  // namespace

Parameter tensor_parameter(std::string name, std::string says) {
  return parameter(ParameterKind::tensor, std::move(name), std::move(says));
}

Parameter position_parameter(std::string name, std::string says) {
  Parameter result = tensor_parameter(std::move(name), std::move(says));
  result.types = TypePattern::integer;
  result.type_variable = "I";
  result.greatest_rank = 0;
  return result;
}

Parameter axis_parameter(std::string of, std::string says, std::string default_text) {
  Parameter result = parameter(ParameterKind::axis, "axis", std::move(says));
  result.by_name = true;
  result.of = std::move(of);
  result.default_text = std::move(default_text);
  return result;
}

Parameter size_parameter(std::string name, std::string says, bool by_name) {
  Parameter result = parameter(ParameterKind::size, std::move(name), std::move(says));
  result.by_name = by_name;
  return result;
}

Parameter shape_parameter(ParameterKind kind) { return parameter(kind, "shape", "The result's extents."); }

Premise typing(std::string name, std::optional<std::size_t> axis, Term condition, std::string requirement,
               std::string violation) {
  return premise(ObligationKind::typing, std::move(name), axis, std::move(condition), std::move(requirement),
                 std::move(violation));
}

Premise bounds(std::string name, std::optional<std::size_t> axis, Term condition, std::string requirement,
               std::string violation) {
  return premise(ObligationKind::bounds, std::move(name), axis, std::move(condition), std::move(requirement),
                 std::move(violation));
}

Premise range_of_every_element(std::string name, const Type& operand, Term condition, std::string requirement,
                               std::string violation) {
  Premise result = premise(ObligationKind::range, std::move(name), std::nullopt, std::move(condition),
                           std::move(requirement), std::move(violation));
  for (std::size_t axis = 0; axis < operand.rank(); ++axis)
    result.indices.push_back({index_variable(axis).name(), operand.extents[axis]});
  return result;
}

std::string on_axis(std::string text, std::size_t axis) { return std::move(text) + " axis " + std::to_string(axis); }

void take_shape_as_result(Rule& rule, std::size_t rank) {
  for (std::size_t axis = 0; axis < rank; ++axis) {
    const Term extent = extent_of("shape", axis);
    rule.sizes.push_back(extent.name());
    rule.result.extents.push_back(extent);
    rule.premises.push_back(typing("extent", axis, less_equal(integer(0), extent), "Every extent is at least 0.",
                                   on_axis("the extent of", axis) + " may be negative"));
  }
}

}  // namespace kina::ops
