/// Tensors from sizes and scalars.
#include "spec/ops/families.hpp"

namespace kina::ops {
namespace {

Parameter shape_parameter() {
  Parameter shape;
  shape.name = "shape";
  shape.kind = ParameterKind::shape;
  shape.says = "The result's extents.";
  return shape;
}

/// The result's extents are the shape attribute; each has to be non-negative.
void shape_as_result(Rule& rule, std::size_t rank) {
  for (std::size_t axis = 0; axis < rank; ++axis) {
    const Term extent = extent_of("shape", axis);
    rule.sizes.push_back(extent.name());
    rule.result.extents.push_back(extent);
    Premise premise;
    premise.name = "extent";
    premise.axis = axis;
    premise.condition = less_equal(integer(0), extent);
    premise.requirement = "Every extent is at least 0.";
    premise.violation = "the extent of axis " + std::to_string(axis) + " may be negative";
    rule.premises.push_back(std::move(premise));
  }
}

Rule iota_rule(const Instance& instance) {
  Rule rule;
  rule.name = "iota";
  shape_as_result(rule, instance.shape_rank);
  rule.result.element = ElementType::i64;
  rule.element = index_variable(instance.axis);
  return rule;
}

Rule full_rule(const Instance& instance) {
  Rule rule;
  rule.name = "full";
  rule.operands = {make_operand(instance, 0, "value")};
  shape_as_result(rule, instance.shape_rank);
  rule.result.element = instance.element_type;
  rule.element = read("value", {});
  return rule;
}

}  // namespace

std::vector<Operation> creation() {
  Operation iota;
  iota.name = "iota";
  iota.summary = "The index along one axis, as i64.";
  Parameter axis;
  axis.name = "axis";
  axis.kind = ParameterKind::axis;
  axis.says = "The axis that is counted.";
  axis.by_name = true;
  axis.of = "shape";
  iota.parameters = {shape_parameter(), axis};
  iota.rule = iota_rule;

  Operation full;
  full.name = "full";
  full.summary = "One value everywhere.";
  Parameter value;
  value.name = "value";
  value.says = "The scalar; a literal takes the element type `dtype`.";
  value.greatest_rank = 0;
  value.type_variable = "dtype";
  Parameter dtype;
  dtype.name = "dtype";
  dtype.kind = ParameterKind::element_type;
  dtype.says = "The element type.";
  dtype.type_variable = "dtype";
  dtype.by_name = true;
  dtype.default_text = "f32";
  full.parameters = {shape_parameter(), value, dtype};
  full.rule = full_rule;
  return {iota, full};
}

}  // namespace kina::ops
