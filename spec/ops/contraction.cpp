/// The matrix product.
#include "spec/ops/families.hpp"
#include "spec/ops/parts.hpp"

namespace kina::ops {
namespace {

Rule matmul_rule(const Instance& instance) {
  Rule rule;
  rule.name = "matmul";
  rule.operands = {make_operand(instance, 0, "x"), make_operand(instance, 1, "y")};
  const Type& x = rule.operands[0].type;
  const Type& y = rule.operands[1].type;
  const std::size_t rank = x.rank();
  const std::size_t row = rank - 2;
  const std::size_t column = rank - 1;
  for (std::size_t axis = 0; axis < row; ++axis) {
    rule.premises.push_back(typing("batch", axis, equal(x.extents[axis], y.extents[axis]),
                                   "The leading axes are equal.", on_axis("operands differ on leading", axis)));
    rule.premises.back().stretches = true;
  }
  rule.premises.push_back(typing("inner", column, equal(x.extents[column], y.extents[row]),
                                 "The left operand's columns are as many as the right operand's rows.",
                                 "the left operand's last axis and the right operand's last but one differ"));

  rule.result = x;
  rule.result.extents[column] = y.extents[column];
  std::vector<Term> left = index_variables(rank);
  std::vector<Term> right = left;
  left[column] = variable("j");
  right[row] = variable("j");
  rule.element = fold(Operator::fold_sum, "j", x.extents[column], read("x", left) * read("y", right));
  return rule;
}

}  // namespace

std::vector<Operation> contraction() {
  Operation operation;
  operation.name = "matmul";
  operation.notation = Notation::infix;
  operation.spelling = "@";
  operation.summary = "The matrix product over the last two axes, for every index of the equal leading axes; the sum "
                      "runs in index order from +0.";
  Parameter x = tensor_parameter("x", "The left matrices.");
  x.types = TypePattern::number;
  x.least_rank = 2;
  x.rank_variable = "r";
  Parameter y = x;
  y.name = "y";
  y.says = "The right matrices.";
  operation.parameters = {x, y};
  operation.rule = matmul_rule;
  return {operation};
}

}  // namespace kina::ops
