/// Arithmetic: the operators `+ - * / %`, unary minus, and the elementwise functions of design section 4.
#include "spec/ops/elementwise.hpp"
#include "spec/ops/families.hpp"

namespace kina::ops {
namespace {

Pointwise applied(Operator operation) {
  return [operation](const std::vector<Term>& elements) { return apply(operation, elements); };
}

Elementwise binary(std::string name, std::string spelling, Operator operation, std::string summary) {
  Elementwise definition;
  definition.name = std::move(name);
  definition.notation = spelling.empty() ? Notation::call : Notation::infix;
  definition.spelling = std::move(spelling);
  definition.summary = std::move(summary);
  definition.operands = {{"x"}, {"y"}};
  definition.element = applied(operation);
  return definition;
}

Elementwise quotient(std::string name, std::string spelling, Operator operation, std::string summary) {
  Elementwise definition = binary(std::move(name), std::move(spelling), operation, std::move(summary));
  definition.divides = true;
  return definition;
}

Elementwise unary(std::string name, TypePattern types, Pointwise element, std::string summary) {
  Elementwise definition;
  definition.name = std::move(name);
  definition.summary = std::move(summary);
  definition.operands = {{"x", types}};
  definition.element = std::move(element);
  return definition;
}

}  // namespace

std::vector<Operation> arithmetic() {
  using enum Operator;
  std::vector<Elementwise> definitions;
  definitions.push_back(binary("add", "+", add, "The sum, element by element."));
  definitions.push_back(binary("subtract", "-", subtract, "The difference, element by element."));
  definitions.push_back(binary("multiply", "*", multiply, "The product, element by element."));
  definitions.push_back(
      quotient("divide", "/", divide, "The quotient, element by element; on integers its floor, in every engine."));
  definitions.push_back(
      quotient("remainder", "%", remainder, "The remainder of the floored quotient: it has the divisor's sign."));
  definitions.back().operands = {{"x", TypePattern::integer}, {"y", TypePattern::integer}};

  definitions.push_back(unary("negate", TypePattern::number, applied(negate), "The negation."));
  definitions.back().notation = Notation::prefix;
  definitions.back().spelling = "-";

  definitions.push_back(binary("minimum", "", minimum,
                               "The lesser element. NaN if either is NaN; −0 is below +0 (IEEE 754-2019 `minimum`)."));
  definitions.push_back(binary("maximum", "", maximum,
                               "The greater element. NaN if either is NaN; −0 is below +0 (IEEE 754-2019 `maximum`)."));
  definitions.push_back(binary("pow", "", power, "The first operand to the power of the second."));
  definitions.back().operands = {{"x", TypePattern::floating}, {"y", TypePattern::floating}};

  definitions.push_back(unary("abs", TypePattern::number, applied(absolute), "The magnitude."));
  definitions.push_back(unary("exp", TypePattern::floating, applied(exponential), "The exponential."));
  definitions.push_back(unary("log", TypePattern::floating, applied(logarithm), "The natural logarithm."));
  definitions.push_back(unary("sqrt", TypePattern::floating, applied(square_root), "The square root."));
  definitions.push_back(unary(
      "rsqrt", TypePattern::floating,
      [](const std::vector<Term>& x) { return kina::integer(1) / apply(Operator::square_root, x); },
      "The reciprocal of the square root: two roundings, as its formula says."));
  definitions.push_back(unary("sin", TypePattern::floating, applied(sine), "The sine of an angle in radians."));
  definitions.push_back(unary("cos", TypePattern::floating, applied(cosine), "The cosine of an angle in radians."));
  definitions.push_back(unary("tanh", TypePattern::floating, applied(hyperbolic_tangent), "The hyperbolic tangent."));
  definitions.push_back(unary(
      "sigmoid", TypePattern::floating,
      [](const std::vector<Term>& x) {
        return kina::integer(1) / (kina::integer(1) + apply(Operator::exponential, {-x[0]}));
      },
      "The logistic function."));

  std::vector<Operation> operations;
  for (Elementwise& definition : definitions)
    operations.push_back(elementwise(std::move(definition)));
  return operations;
}

}  // namespace kina::ops
