/// Tensors from sizes and scalars.
#include "spec/ops/families.hpp"
#include "spec/ops/parts.hpp"

namespace kina::ops {
namespace {

Rule iota_rule(const Instance& instance) {
  Rule rule;
  rule.name = "iota";
  take_shape_as_result(rule, instance.shape_rank);
  rule.result.element = ElementType::i64;
  rule.element = index_variable(instance.axis);
  return rule;
}

Rule full_rule(const Instance& instance) {
  Rule rule;
  rule.name = "full";
  rule.operands = {make_operand(instance, 0, "value")};
  take_shape_as_result(rule, instance.shape_rank);
  rule.result.element = instance.element_type;
  rule.element = read("value", {});
  return rule;
}

}  // namespace

std::vector<Operation> creation() {
  Operation iota;
  iota.name = "iota";
  iota.summary = "The index along one axis, as i64.";
  iota.parameters = {shape_parameter(), axis_parameter("shape", "The axis that is counted.")};
  iota.rule = iota_rule;

  Operation full;
  full.name = "full";
  full.summary = "One value everywhere.";
  Parameter value = tensor_parameter("value", "The scalar; a literal takes the element type `dtype`.");
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
