/// Comparisons, logic and the choice between two tensors.
#include "spec/ops/elementwise.hpp"
#include "spec/ops/families.hpp"

namespace kina::ops {
namespace {

Elementwise compared(std::string name, std::string spelling, Operator operation, TypePattern types,
                     std::string summary) {
  Elementwise definition;
  definition.name = std::move(name);
  definition.notation = Notation::infix;
  definition.spelling = std::move(spelling);
  definition.summary = std::move(summary);
  definition.operands = {{"x", types}, {"y", types}};
  definition.element = [operation](const std::vector<Term>& elements) { return apply(operation, elements); };
  definition.decides = true;
  return definition;
}

}  // namespace

std::vector<Operation> comparison() {
  std::vector<Elementwise> definitions;
  const TypePattern any = TypePattern::any;
  const TypePattern number = TypePattern::number;
  const TypePattern boolean = TypePattern::boolean;
  definitions.push_back(compared("equal", "==", Operator::equal, any, "Whether the elements are equal (IEEE 754)."));
  definitions.push_back(compared("not_equal", "!=", Operator::not_equal, any, "Whether the elements differ."));
  definitions.push_back(compared("less", "<", Operator::less, number, "Whether the first is below the second."));
  definitions.push_back(
      compared("less_equal", "<=", Operator::less_equal, number, "Whether the first is at most the second."));
  definitions.push_back(compared("greater", ">", Operator::greater, number, "Whether the first is above the second."));
  definitions.push_back(
      compared("greater_equal", ">=", Operator::greater_equal, number, "Whether the first is at least the second."));
  definitions.push_back(compared("and", "and", Operator::logical_and, boolean, "Whether both hold."));
  definitions.push_back(compared("or", "or", Operator::logical_or, boolean, "Whether either holds."));

  Elementwise negation;
  negation.name = "not";
  negation.notation = Notation::prefix;
  negation.spelling = "not";
  negation.summary = "Whether it does not hold.";
  negation.operands = {{"x", boolean}};
  negation.element = [](const std::vector<Term>& elements) { return logical_not(elements[0]); };
  definitions.push_back(std::move(negation));

  Elementwise choice;
  choice.name = "select";
  choice.summary = "The second operand's element where the condition holds, the third's elsewhere.";
  choice.operands = {{"condition", boolean, "C"}, {"x", any}, {"y", any}};
  choice.element = [](const std::vector<Term>& elements) { return select(elements[0], elements[1], elements[2]); };
  choice.typed_by = 1;
  definitions.push_back(std::move(choice));

  std::vector<Operation> operations;
  for (Elementwise& definition : definitions)
    operations.push_back(elementwise(std::move(definition)));
  return operations;
}

}  // namespace kina::ops
