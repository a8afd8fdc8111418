#include "spec/ops/elementwise.hpp"

#include "spec/ops/parts.hpp"

#include <utility>

namespace kina::ops {
namespace {

void add_agreement(Rule& rule, std::size_t rank) {
  const RuleOperand& first = rule.operands.front();
  for (std::size_t k = 1; k < rule.operands.size(); ++k) {
    for (std::size_t axis = 0; axis < rank; ++axis) {
      rule.premises.push_back(typing("agree", axis,
                                     equal(first.type.extents[axis], rule.operands[k].type.extents[axis]),
                                     "The operands have one shape.", on_axis("operands differ on", axis)));
      rule.premises.back().stretches = true;
    }
  }
}

/// Design section 4: an integer or scalar divisor has to be provably non-zero. A float tensor's divisor follows IEEE
/// 754.
void add_divisor(Rule& rule, const Instance& instance) {
  const RuleOperand& divisor = rule.operands.at(1);
  if (!is_integer(divisor.type.element) && !instance.scalar_divisor) return;
  rule.premises.push_back(range_of_every_element(
      "divisor", divisor.type, not_equal(read(divisor.name, index_variables(divisor.type.rank())), integer(0)),
      "An integer divisor, and a scalar divisor, is never zero.", "the divisor may be 0"));
}

}  // namespace

Operation elementwise(Elementwise definition) {
  Operation operation;
  operation.name = definition.name;
  operation.notation = definition.notation;
  operation.spelling = definition.spelling;
  operation.summary = definition.summary;
  operation.elementwise = true;
  for (const Elementwise::Operand& operand : definition.operands) {
    Parameter parameter;
    parameter.name = operand.name;
    parameter.says = "An operand of the common shape.";
    parameter.types = operand.types;
    parameter.type_variable = operand.type_variable;
    parameter.rank_variable = "r";
    operation.parameters.push_back(std::move(parameter));
  }
  operation.rule = [definition = std::move(definition)](const Instance& instance) {
    Rule rule;
    rule.name = definition.name;
    std::vector<Term> elements;
    const std::size_t rank = instance.ranks.at(0);
    for (std::size_t k = 0; k < definition.operands.size(); ++k) {
      rule.operands.push_back(make_operand(instance, k, definition.operands[k].name));
      elements.push_back(read(definition.operands[k].name, index_variables(rank)));
    }
    add_agreement(rule, rank);
    if (definition.divides) add_divisor(rule, instance);
    rule.result = rule.operands.at(definition.typed_by).type;
    rule.result.extents = rule.operands.front().type.extents;
    if (definition.decides) rule.result.element = ElementType::boolean;
    rule.element = definition.element(elements);
    return rule;
  };
  return operation;
}

}  // namespace kina::ops
