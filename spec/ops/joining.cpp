/// Longer tensors from shorter ones: concat, pad, repeat, tile.
#include "spec/ops/families.hpp"
#include "spec/ops/parts.hpp"

namespace kina::ops {
namespace {

Parameter tensor(std::string name, std::string says) {
  Parameter parameter = tensor_parameter(std::move(name), std::move(says));
  parameter.least_rank = 1;
  return parameter;
}

Rule concat_rule(const Instance& instance) {
  Rule rule;
  rule.name = "concat";
  for (std::size_t k = 0; k < instance.ranks.size(); ++k)
    rule.operands.push_back(make_operand(instance, k, "x" + std::to_string(k)));
  const Type first = rule.operands.front().type;
  for (std::size_t k = 1; k < rule.operands.size(); ++k) {
    for (std::size_t axis = 0; axis < first.rank(); ++axis) {
      if (axis == instance.axis) continue;
      rule.premises.push_back(typing("agree", axis, equal(first.extents[axis], rule.operands[k].type.extents[axis]),
                                     "The operands have one extent on every axis but the concatenated one.",
                                     on_axis("operands differ on", axis) + ", which is not concatenated"));
    }
  }
  rule.result = first;
  const std::vector<Term> indices = index_variables(first.rank());
  const Term& along = indices[instance.axis];
  // From the last operand back: where the index is below the end of operand k, it reads operand k.
  std::vector<Term> begins{integer(0)};
  for (const RuleOperand& operand : rule.operands)
    begins.push_back(begins.back().is_integer(0) ? operand.type.extents[instance.axis]
                                                 : begins.back() + operand.type.extents[instance.axis]);
  rule.result.extents[instance.axis] = begins.back();
  for (std::size_t k = rule.operands.size(); k-- > 0;) {
    std::vector<Term> position = indices;
    if (k > 0) position[instance.axis] = along - begins[k];
    const Term element = read(rule.operands[k].name, position);
    rule.element = k + 1 == rule.operands.size() ? element : select(less(along, begins[k + 1]), element, rule.element);
  }
  return rule;
}

Rule pad_rule(const Instance& instance) {
  Rule rule;
  rule.name = "pad";
  rule.operands = {make_operand(instance, 0, "x"), make_operand(instance, 1, "value")};
  rule.sizes = {"low", "high"};
  const Type& x = rule.operands[0].type;
  const Term low = variable("low");
  const Term high = variable("high");
  rule.premises.push_back(typing("low", std::nullopt, less_equal(integer(0), low), "The padding before is at least 0.",
                                 "the padding before may be negative"));
  rule.premises.push_back(typing("high", std::nullopt, less_equal(integer(0), high), "The padding after is at least 0.",
                                 "the padding after may be negative"));
  rule.result = x;
  rule.result.extents[instance.axis] = low + x.extents[instance.axis] + high;
  const std::vector<Term> indices = index_variables(x.rank());
  std::vector<Term> inside = indices;
  inside[instance.axis] = indices[instance.axis] - low;
  rule.element = select(in_range(low, indices[instance.axis], low + x.extents[instance.axis]), read("x", inside),
                        read("value", {}));
  return rule;
}

/// `repeat` and `tile` differ in how the index finds its source.
Rule repetition_rule(const Instance& instance, std::string name, bool adjacent) {
  Rule rule;
  rule.name = std::move(name);
  rule.operands = {make_operand(instance, 0, "x")};
  rule.sizes = {"n"};
  const Type& x = rule.operands[0].type;
  const Term count = variable("n");
  const Term extent = x.extents[instance.axis];
  rule.premises.push_back(typing("count", std::nullopt, less_equal(integer(1), count), "The count is at least 1.",
                                 "the count may be below 1"));
  rule.result = x;
  rule.result.extents[instance.axis] = extent * count;
  std::vector<Term> position = index_variables(x.rank());
  position[instance.axis] = adjacent ? position[instance.axis] / count : position[instance.axis] % extent;
  rule.element = read("x", position);
  return rule;
}

Operation repetition(const std::string& name, bool adjacent, std::string summary) {
  Operation operation;
  operation.name = name;
  operation.summary = std::move(summary);
  operation.parameters = {tensor("x", "The tensor."), size_parameter("n", "How often.", false),
                          axis_parameter("x", "The repeated axis.")};
  operation.rule = [name, adjacent](const Instance& instance) { return repetition_rule(instance, name, adjacent); };
  return operation;
}

}  // namespace

std::vector<Operation> joining() {
  Operation concat;
  concat.name = "concat";
  concat.summary = "The operands one after the other along an axis.";
  Parameter operands = tensor("x", "Two or more tensors.");
  operands.kind = ParameterKind::tensors;
  operands.rank_variable = "r";
  concat.parameters = {operands, axis_parameter("x", "The concatenated axis.")};
  concat.rule = concat_rule;

  Operation pad;
  pad.name = "pad";
  pad.summary = "The tensor with a value before and after it along an axis.";
  Parameter value = tensor_parameter("value", "The scalar that fills; a literal takes the tensor's element type.");
  value.greatest_rank = 0;
  value.by_name = true;
  pad.parameters = {tensor("x", "The tensor."), axis_parameter("x", "The padded axis."),
                    size_parameter("low", "How much before.", true), size_parameter("high", "How much after.", true),
                    value};
  pad.rule = pad_rule;

  return {concat, pad, repetition("repeat", true, "Each slice of an axis n times in a row: 0, 0, 1, 1."),
          repetition("tile", false, "The whole axis n times in a row: 0, 1, 0, 1.")};
}

}  // namespace kina::ops
