/// The same elements in another shape: reshape, transpose, broadcast.
#include "spec/ops/families.hpp"

namespace kina::ops {
namespace {

Parameter tensor() {
  Parameter parameter;
  parameter.name = "x";
  parameter.says = "The tensor.";
  return parameter;
}

Parameter shape() {
  Parameter parameter;
  parameter.name = "shape";
  parameter.kind = ParameterKind::shape;
  parameter.says = "The result's extents.";
  return parameter;
}

Rule reshape_rule(const Instance& instance) {
  Rule rule;
  rule.name = "reshape";
  rule.operands = {make_operand(instance, 0, "x")};
  const Type& x = rule.operands[0].type;
  rule.result.element = x.element;
  for (std::size_t axis = 0; axis < instance.shape_rank; ++axis) {
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
  Premise premise;
  premise.name = "size";
  premise.condition = equal(product(x.extents), product(rule.result.extents));
  premise.requirement = "The number of elements stays the same.";
  premise.violation = "the number of elements changes";
  rule.premises.push_back(std::move(premise));

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
  for (std::size_t axis = 0; axis < instance.shape_rank; ++axis) {
    const Term extent = extent_of("shape", axis);
    rule.sizes.push_back(extent.name());
    rule.result.extents.push_back(extent);
    Premise nonnegative;
    nonnegative.name = "extent";
    nonnegative.axis = axis;
    nonnegative.condition = less_equal(integer(0), extent);
    nonnegative.requirement = "Every extent is at least 0.";
    nonnegative.violation = "the extent of axis " + std::to_string(axis) + " may be negative";
    rule.premises.push_back(std::move(nonnegative));
  }
  // Right-aligned: operand axis k is result axis k + added.
  const std::size_t added = instance.shape_rank - x.rank();
  std::vector<Term> position;
  for (std::size_t axis = 0; axis < x.rank(); ++axis) {
    Premise premise;
    premise.axis = axis + added;
    if (instance.stretched.at(axis)) {
      premise.name = "one";
      premise.condition = equal(x.extents[axis], integer(1));
      premise.requirement = "A stretched axis has extent exactly 1.";
      premise.violation = "axis " + std::to_string(axis + added) + " is stretched, and its extent is not 1";
      position.push_back(integer(0));
    } else {
      premise.name = "agree";
      premise.condition = equal(x.extents[axis], rule.result.extents[axis + added]);
      premise.requirement = "Right-aligned, every axis that is not stretched keeps its extent.";
      premise.violation = "the tensor does not fit the shape on axis " + std::to_string(axis + added);
      position.push_back(index_variable(axis + added));
    }
    rule.premises.push_back(std::move(premise));
  }
  rule.element = read("x", position);
  return rule;
}

}  // namespace

std::vector<Operation> layout() {
  Operation reshape;
  reshape.name = "reshape";
  reshape.summary = "The same elements, in row-major order, in another shape.";
  reshape.parameters = {tensor(), shape()};
  reshape.rule = reshape_rule;

  Operation transpose;
  transpose.name = "transpose";
  transpose.summary = "The axes in another order: axis k of the result is axis perm[k] of the tensor.";
  Parameter permutation;
  permutation.name = "perm";
  permutation.kind = ParameterKind::permutation;
  permutation.says = "Every axis of the tensor, once.";
  permutation.of = "x";
  transpose.parameters = {tensor(), permutation};
  transpose.rule = transpose_rule;

  Operation broadcast;
  broadcast.name = "broadcast";
  broadcast.summary = "The tensor repeated along new leading axes and along axes of extent 1. Beside another operand "
                      "the shape may be left out: it is that operand's.";
  broadcast.parameters = {tensor(), shape()};
  broadcast.parameters[1].kind = ParameterKind::stretched_shape;
  broadcast.parameters[1].of = "x";
  broadcast.rule = broadcast_rule;
  return {reshape, transpose, broadcast};
}

}  // namespace kina::ops
