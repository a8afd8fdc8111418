/// Folds along an axis. Every fold runs in index order from its identity, so that a proof about it holds bit for bit.
#include "spec/ops/families.hpp"
#include "spec/ops/parts.hpp"

namespace kina::ops {
namespace {

Parameter tensor(TypePattern types) {
  Parameter parameter = tensor_parameter("x", "The tensor.");
  parameter.types = types;
  parameter.least_rank = 1;
  return parameter;
}

/// Where the identity is no value of the element type, the axis has to have an element.
Premise nonempty(const Rule& rule, std::size_t axis) {
  return typing("nonempty", axis, less_equal(integer(1), rule.operands[0].type.extents[axis]),
                "The axis has at least one element.", on_axis("there may be no element on", axis));
}

/// The fold of `x` along the axis, the other indices being those of the operand's axes in `indices`.
Term folded(const Rule& rule, Operator operation, std::size_t axis, std::vector<Term> indices, const char* name) {
  indices[axis] = variable(name);
  return fold(operation, name, rule.operands[0].type.extents[axis], read("x", std::move(indices)));
}

/// Operand indices for a result that keeps the axis or drops it.
std::vector<Term> operand_indices(std::size_t rank, std::size_t axis, bool keeps) {
  std::vector<Term> indices;
  std::size_t next = 0;
  for (std::size_t k = 0; k < rank; ++k) {
    if (k == axis && !keeps) {
      indices.emplace_back();
    } else {
      indices.push_back(index_variable(next++));
    }
  }
  return indices;
}

Operation reduction(const std::string& name, Operator operation, std::string summary) {
  Operation result;
  result.name = name;
  result.summary = std::move(summary);
  Parameter keepdims;
  keepdims.name = "keepdims";
  keepdims.kind = ParameterKind::flag;
  keepdims.says = "Whether the axis stays, with extent 1.";
  keepdims.by_name = true;
  keepdims.default_text = "false";
  result.parameters = {tensor(TypePattern::number), axis_parameter("x", "The axis."), keepdims};
  result.rule = [name, operation](const Instance& instance) {
    Rule rule;
    rule.name = name;
    rule.operands = {make_operand(instance, 0, "x")};
    const Type& x = rule.operands[0].type;
    rule.result = x;
    if (instance.flag) {
      rule.result.extents[instance.axis] = integer(1);
    } else {
      rule.result.extents.erase(rule.result.extents.begin() + static_cast<std::ptrdiff_t>(instance.axis));
    }
    if (operation != Operator::fold_sum && is_integer(x.element))
      rule.premises.push_back(nonempty(rule, instance.axis));
    rule.element = folded(rule, operation, instance.axis, operand_indices(x.rank(), instance.axis, instance.flag), "j");
    return rule;
  };
  return result;
}

Rule argmax_rule(const Instance& instance) {
  Rule rule;
  rule.name = "argmax";
  rule.operands = {make_operand(instance, 0, "x")};
  const Type& x = rule.operands[0].type;
  rule.result = {ElementType::i64, x.extents};
  rule.result.extents.erase(rule.result.extents.begin() + static_cast<std::ptrdiff_t>(instance.axis));
  rule.premises.push_back(nonempty(rule, instance.axis));
  rule.element =
      folded(rule, Operator::fold_argmax, instance.axis, operand_indices(x.rank(), instance.axis, false), "j");
  return rule;
}

Rule cumsum_rule(const Instance& instance) {
  Rule rule;
  rule.name = "cumsum";
  rule.operands = {make_operand(instance, 0, "x")};
  rule.result = rule.operands[0].type;
  std::vector<Term> indices = index_variables(rule.result.rank());
  const Term last = indices[instance.axis];
  indices[instance.axis] = variable("j");
  rule.element = fold(Operator::fold_sum, "j", last + integer(1), read("x", indices));
  return rule;
}

Rule softmax_rule(const Instance& instance) {
  Rule rule;
  rule.name = "softmax";
  rule.operands = {make_operand(instance, 0, "x")};
  rule.result = rule.operands[0].type;
  const std::vector<Term> indices = index_variables(rule.result.rank());
  std::vector<Term> other = indices;
  other[instance.axis] = variable("k");
  const Term greatest = folded(rule, Operator::fold_maximum, instance.axis, indices, "j");
  const auto weight = [&](const std::vector<Term>& at) {
    return apply(Operator::exponential, {read("x", at) - greatest});
  };
  rule.element = weight(indices) / fold(Operator::fold_sum, "k", rule.result.extents[instance.axis], weight(other));
  return rule;
}

}  // namespace

std::vector<Operation> reduction() {
  Operation argmax;
  argmax.name = "argmax";
  argmax.summary = "The lowest index of the greatest element along the axis, as i64; NaN ranks highest.";
  argmax.parameters = {tensor(TypePattern::number), axis_parameter("x", "The axis.")};
  argmax.rule = argmax_rule;

  Operation cumsum;
  cumsum.name = "cumsum";
  cumsum.summary = "The running sum along the axis: each element is the sum up to and with its index.";
  cumsum.parameters = {tensor(TypePattern::number), axis_parameter("x", "The axis.")};
  cumsum.rule = cumsum_rule;

  Operation softmax;
  softmax.name = "softmax";
  softmax.summary = "Exponentials that sum to 1 along the axis, with the greatest element subtracted first.";
  softmax.parameters = {tensor(TypePattern::floating), axis_parameter("x", "The axis.")};
  softmax.rule = softmax_rule;

  return {reduction("sum", Operator::fold_sum, "The sum along the axis, in index order from +0."),
          reduction("max", Operator::fold_maximum,
                    "The greatest element along the axis. NaN if any is NaN; over an empty float axis −∞."),
          reduction("min", Operator::fold_minimum,
                    "The least element along the axis. NaN if any is NaN; over an empty float axis +∞."),
          argmax,
          cumsum,
          softmax};
}

}  // namespace kina::ops
