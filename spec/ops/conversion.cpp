/// Conversion between element types.
#include "spec/definedness.hpp"
#include "spec/ops/families.hpp"
#include "spec/ops/parts.hpp"

namespace kina::ops {
namespace {

Rule cast_rule(const Instance& instance) {
  Rule rule;
  rule.name = "cast";
  rule.operands = {make_operand(instance, 0, "x")};
  const Type& type = rule.operands[0].type;
  const Term element = read("x", index_variables(type.rank()));
  rule.result = {instance.element_type, type.extents};
  rule.element = cast(instance.element_type, element);

  const Term condition = representable(type.element, instance.element_type, element);
  if (!condition.is(Operator::boolean)) {
    rule.premises.push_back(
        range_of_every_element("range", type, condition,
                               "Every element has a value of the new type: a float is not NaN and in the integer's "
                               "range, an i64 is in the range "
                               "of i32.",
                               "an element may have no value of type " + std::string(name_of(instance.element_type))));
  }
  if (instance.element_type == ElementType::boolean && type.element != ElementType::boolean) {
    rule.premises.push_back(typing("boolean", std::nullopt, boolean(false),
                                   "Only bool is cast to bool; a number is compared instead.",
                                   "a number is not cast to bool: compare it, as in `x != 0`"));
  }
  return rule;
}

}  // namespace

std::vector<Operation> conversion() {
  Operation operation;
  operation.name = "cast";
  operation.summary = "The same value in another element type: to a float rounded to nearest, to an integer with its "
                      "fraction cut off, bool as 0 and 1.";
  Parameter x = tensor_parameter("x", "The tensor.");
  Parameter dtype;
  dtype.name = "dtype";
  dtype.kind = ParameterKind::element_type;
  dtype.says = "The new element type.";
  dtype.type_variable = "";
  operation.parameters = {x, dtype};
  operation.rule = cast_rule;
  return {operation};
}

}  // namespace kina::ops
