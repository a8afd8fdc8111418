/// The same elements in another shape: reshape, transpose, broadcast.
#include "spec/ops/families.hpp"
#include "spec/ops/parts.hpp"

namespace kina::ops {
namespace {

Rule reshape_rule(const Instance& instance) {
  Rule rule;
  rule.name = "reshape";
  rule.operands = {make_operand(instance, 0, "x")};
  const Type& x = rule.operands[0].type;
  rule.result.element = x.element;
  take_shape_as_result(rule, instance.shape_rank);
  rule.premises.push_back(typing("size", std::nullopt, equal(product(x.extents), product(rule.result.extents)),
                                 "The number of elements stays the same.", "the number of elements changes"));

  // Row-major order: the position in the flat tensor, taken apart along the operand's axes from the innermost out.
  Term flat = integer(0);
  for (std::size_t axis = 0; axis < instance.shape_rank; ++axis)
    flat = axis == 0 ? index_variable(0) : flat * rule.result.extents[axis] + index_variable(axis);
  std::vector<Term> position(x.rank());
  for (std::size_t axis = x.rank(); axis-- > 0;) {
    position[axis] = axis == 0 ? flat : flat % x.extents[axis];
    if (axis > 0) flat = flat / x.extents[axis];
  }
  rule.element = read("x", position);
  return rule;
}

Rule transpose_rule(const Instance& instance) {
  Rule rule;
  rule.name = "transpose";
  rule.operands = {make_operand(instance, 0, "x")};
  const Type& x = rule.operands[0].type;
  rule.result.element = x.element;
  std::vector<Term> position(x.rank());
  for (std::size_t axis = 0; axis < x.rank(); ++axis) {
    const std::size_t source = instance.permutation.at(axis);
    rule.result.extents.push_back(x.extents[source]);
    position[source] = index_variable(axis);
  }
  rule.element = read("x", position);
  return rule;
}

Rule broadcast_rule(const Instance& instance) {
  Rule rule;
  rule.name = "broadcast";
  rule.operands = {make_operand(instance, 0, "x")};
  const Type& x = rule.operands[0].type;
  rule.result.element = x.element;
  take_shape_as_result(rule, instance.shape_rank);
  // Right-aligned: operand axis k is result axis k + added.
  const std::size_t added = instance.shape_rank - x.rank();
  std::vector<Term> position;
  for (std::size_t axis = 0; axis < x.rank(); ++axis) {
    const std::size_t target = axis + added;
    if (instance.stretched.at(axis)) {
      rule.premises.push_back(typing("one", target, equal(x.extents[axis], integer(1)),
                                     "A stretched axis has extent exactly 1.",
                                     on_axis("what is stretched is not 1 on", target)));
      position.push_back(integer(0));
    } else {
      rule.premises.push_back(typing("agree", target, equal(x.extents[axis], rule.result.extents[target]),
                                     "Right-aligned, every axis that is not stretched keeps its extent.",
                                     on_axis("the tensor does not fit the shape on", target)));
      position.push_back(index_variable(target));
    }
  }
  rule.element = read("x", position);
  return rule;
}

}  // namespace

std::vector<Operation> layout() {
  Operation reshape;
  reshape.name = "reshape";
  reshape.summary = "The same elements, in row-major order, in another shape.";
  reshape.parameters = {tensor_parameter("x", "The tensor."), shape_parameter()};
  reshape.rule = reshape_rule;

  Operation transpose;
  transpose.name = "transpose";
  transpose.summary = "The axes in another order: axis k of the result is axis perm[k] of the tensor.";
  Parameter permutation;
  permutation.name = "perm";
  permutation.kind = ParameterKind::permutation;
  permutation.says = "Every axis of the tensor, once.";
  permutation.of = "x";
  transpose.parameters = {tensor_parameter("x", "The tensor."), permutation};
  transpose.rule = transpose_rule;

  Operation broadcast;
  broadcast.name = "broadcast";
  broadcast.summary = "The tensor repeated along new leading axes and along axes of extent 1. Beside another operand "
                      "the shape may be left out: it is that operand's.";
  broadcast.parameters = {tensor_parameter("x", "The tensor."), shape_parameter(ParameterKind::stretched_shape)};
  broadcast.parameters[1].of = "x";
  broadcast.rule = broadcast_rule;
  return {reshape, transpose, broadcast};
}

}  // namespace kina::ops
