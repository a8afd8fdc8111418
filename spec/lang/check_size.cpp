/// Size terms: the integer expressions of shapes, slices and size arguments.
#include "spec/lang/check_internal.hpp"

#include "spec/evaluate_integer.hpp"
#include "spec/lang/parser.hpp"
#include "spec/render.hpp"

#include <fmt/format.h>

namespace kina::checking {

void ItemChecker::require_divisor(const Dim& given, Place place) {
  // An integer scalar of a fact goes by its name where it is proved.
  const Dim divisor = rewrite_reads(given, [](const std::string& name, const std::vector<Term>& indices) {
    return indices.empty() ? variable(name) : read(name, indices);
  });
  if (divisor.is(Operator::integer) && divisor.integer_value() >= 1) return;
  Requirement requirement;
  requirement.code = "size/divisor";
  requirement.kind = ObligationKind::range;
  requirement.condition = less_equal(integer(1), divisor);
  requirement.place = place;
  requirement.violation = "a size is divided by what may be below 1";
  requirement.requirement = "A size is divided only by what is at least 1.";
  require(std::move(requirement));
}

std::optional<Term> ItemChecker::combined_sizes(syntax::BinaryOperator operation, const Term& left, const Term& right,
                                                Place divisor_place) {
  const auto combined = [&](Operator head) -> Term {
    // Two literals are computed, so that a shape reads as its author would write it.
    if (left.is(Operator::integer) && right.is(Operator::integer))
      if (const auto value = checked(head, left.integer_value(), right.integer_value())) return integer(*value);
    return apply(head, {left, right});
  };
  switch (operation) {
  case syntax::BinaryOperator::add: return combined(Operator::add);
  case syntax::BinaryOperator::subtract: return combined(Operator::subtract);
  case syntax::BinaryOperator::multiply: return combined(Operator::multiply);
  case syntax::BinaryOperator::divide: require_divisor(right, divisor_place); return combined(Operator::divide);
  case syntax::BinaryOperator::remainder: require_divisor(right, divisor_place); return combined(Operator::remainder);
  default: return std::nullopt;
  }
}

std::optional<Dim> ItemChecker::size_term(const syntax::Expression& expression) {
  if (const auto* literal = std::get_if<syntax::Integer>(&expression.node)) return integer(literal->value);
  if (const auto* name = std::get_if<syntax::Name>(&expression.node)) {
    if (sizes_.contains(name->text)) return variable(name->text);
    if (failed_.contains(name->text)) return std::nullopt;
    if (names_.contains(name->text)) {
      Diagnostic& diagnostic =
          report("size/name", expression.place,
                 fmt::format("'{}' is a value of the run, and a size is expected", name->text), "not a size");
      diagnostic.notes.push_back("sizes are the names in [...] after the item's name");
      diagnostic.helps.push_back("to cut at a run-time position: dynamic_slice(x, at, size=..., axis=...)");
      return std::nullopt;
    }
    std::vector<std::string> candidates;
    for (const auto& [size, position] : sizes_)
      candidates.push_back(size);
    Diagnostic& diagnostic =
        report("size/unknown", expression.place, fmt::format("no size is named '{}'", name->text), "unknown size");
    const std::string nearest = nearest_name(name->text, candidates);
    diagnostic.helps.push_back(nearest.empty() ? fmt::format("declare it: {}[..., {}]", source_.name.text, name->text)
                                               : fmt::format("did you mean '{}'?", nearest));
    return std::nullopt;
  }
  if (const auto* unary = std::get_if<syntax::Unary>(&expression.node);
      unary != nullptr && unary->operation == syntax::UnaryOperator::negate) {
    const auto operand = size_term(*unary->operand);
    if (!operand) return std::nullopt;
    if (operand->is(Operator::integer))
      if (const auto value = checked(Operator::subtract, 0, operand->integer_value())) return integer(*value);
    return -*operand;
  }
  if (const auto* binary = std::get_if<syntax::Binary>(&expression.node)) {
    const auto left = size_term(*binary->left);
    const auto right = size_term(*binary->right);
    if (!left || !right) return std::nullopt;
    if (auto combined = combined_sizes(binary->operation, *left, *right, binary->right->place)) return combined;
    report("size/operator", binary->operator_place,
           fmt::format("'{}' has no meaning between sizes", spelling(binary->operation)), "not a size operator")
        .helps.push_back("sizes are built from + - * / %, min and max");
    return std::nullopt;
  }
  if (const auto* call = std::get_if<syntax::Call>(&expression.node);
      call != nullptr && (call->callee.text == "min" || call->callee.text == "max") && call->arguments.size() == 2 &&
      call->sizes.empty() && !call->arguments[0].name && !call->arguments[1].name) {
    const auto left = size_term(*call->arguments[0].value);
    const auto right = size_term(*call->arguments[1].value);
    if (!left || !right) return std::nullopt;
    return apply(call->callee.text == "min" ? Operator::minimum : Operator::maximum, {*left, *right});
  }
  report("size/expected", expression.place, "a size is expected here", "not a size")
      .helps.push_back("sizes are integers and declared names under + - * / %, min and max");
  return std::nullopt;
}

std::optional<std::vector<Dim>> ItemChecker::shape_terms(const syntax::Expression& expression,
                                                         const std::string& operation) {
  const auto* list = std::get_if<syntax::List>(&expression.node);
  if (list == nullptr) {
    report(operation + "/argument", expression.place, "a shape is written [B, 1, D]", "not a shape");
    return std::nullopt;
  }
  std::vector<Dim> shape;
  bool complete = true;
  for (const auto& item : list->items) {
    if (auto extent = size_term(*item)) {
      shape.push_back(std::move(*extent));
    } else {
      complete = false;
    }
  }
  if (!complete) return std::nullopt;
  return shape;
}

}  // namespace kina::checking
