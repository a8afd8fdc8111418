/// Expressions: names, literals, operators and the choice between operations and functions.
#include "spec/lang/check_internal.hpp"

#include "spec/evaluate_integer.hpp"
#include "spec/lang/parser.hpp"
#include "spec/render.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace kina::checking {

const Operation& operation_of(syntax::BinaryOperator operation) {
  const std::string_view symbol = spelling(operation);
  const auto& operations = catalogue();
  return *std::find_if(operations.begin(), operations.end(), [&](const Operation& candidate) {
    return candidate.notation == Notation::infix && candidate.spelling == symbol;
  });
}

std::optional<std::int64_t> literal_integer(const syntax::Expression& expression) {
  if (const auto* literal = std::get_if<syntax::Integer>(&expression.node)) return literal->value;
  if (const auto* unary = std::get_if<syntax::Unary>(&expression.node);
      unary != nullptr && unary->operation == syntax::UnaryOperator::negate) {
    if (const auto value = literal_integer(*unary->operand); value && *value > 0) return -*value;
  }
  return std::nullopt;
}

bool literal_fits(const Term& literal, ElementType type) {
  switch (literal.operation()) {
  case Operator::integer:
    return is_floating(type) || (is_integer(type) && literal.integer_value() >= least_value(type) &&
                                 literal.integer_value() <= greatest_value(type));
  case Operator::number: return is_floating(type);
  default: return type == ElementType::boolean;
  }
}

namespace {

/// The value that a literal has in a float type: what is proved of it is what is computed with it.
Term rounded_literal(const Term& literal, ElementType type) {
  const double value =
      literal.is(Operator::integer) ? static_cast<double>(literal.integer_value()) : literal.number_value();
  return number(type == ElementType::f32 ? static_cast<double>(static_cast<float>(value)) : value);
}

ElementType type_alone(const Term& literal) {
  return literal.is(Operator::integer)  ? ElementType::i64
         : literal.is(Operator::number) ? ElementType::f32
                                        : ElementType::boolean;
}

}  // namespace

MaybeOperand ItemChecker::expression(const syntax::Expression& expression) {
  const Place place = expression.place;
  const auto literal = [&](Term term) { return Operand{Operand::Kind::literal, 0, std::move(term), place}; };
  if (const auto* name = std::get_if<syntax::Name>(&expression.node)) return name_expression(*name, place);
  if (const auto* integer = std::get_if<syntax::Integer>(&expression.node))
    return literal(kina::integer(integer->value));
  if (const auto* decimal = std::get_if<syntax::Decimal>(&expression.node)) return literal(number(decimal->value));
  if (const auto* truth = std::get_if<syntax::Boolean>(&expression.node)) return literal(boolean(truth->value));
  if (const auto* unary = std::get_if<syntax::Unary>(&expression.node)) return unary_expression(*unary, place);
  if (const auto* binary = std::get_if<syntax::Binary>(&expression.node)) return binary_expression(*binary, place);
  if (const auto* call = std::get_if<syntax::Call>(&expression.node)) return call_expression(*call, place);
  if (const auto* part = std::get_if<syntax::Subscript>(&expression.node)) return subscript(*part, place);
  report("syntax/list", place, "a list stands only where a shape or a permutation is expected", "a list");
  return std::nullopt;
}

MaybeOperand ItemChecker::name_expression(const syntax::Name& name, Place place) {
  if (const auto found = names_.find(name.text); found != names_.end())
    return Operand{Operand::Kind::value, found->second, {}, place};
  if (sizes_.contains(name.text)) return Operand{Operand::Kind::size, 0, variable(name.text), place};
  if (failed_.contains(name.text)) return std::nullopt;
  Diagnostic& diagnostic =
      report("name/unknown", place, fmt::format("nothing is named '{}' here", name.text), "unknown name");
  if (const std::string nearest = nearest_name(name.text, visible_names()); !nearest.empty())
    diagnostic.helps.push_back(fmt::format("did you mean '{}'?", nearest));
  return std::nullopt;
}

MaybeOperand ItemChecker::unary_expression(const syntax::Unary& unary, Place place) {
  MaybeOperand operand = expression(*unary.operand);
  if (!operand) return std::nullopt;
  const bool negates = unary.operation == syntax::UnaryOperator::negate;
  if (negates && operand->kind == Operand::Kind::literal && !operand->term.is(Operator::boolean)) {
    if (!operand->term.is(Operator::integer)) {
      operand->term = number(-operand->term.number_value());
    } else if (const auto value = checked(Operator::subtract, 0, operand->term.integer_value())) {
      operand->term = integer(*value);
    } else {
      report("negate/type", place, "the literal's negation does not fit 64 bits", "too large");
      return std::nullopt;
    }
    operand->place = place;
    return operand;
  }
  if (negates && operand->kind == Operand::Kind::size) return Operand{Operand::Kind::size, 0, -operand->term, place};
  const auto result = elementwise(*find_operation(negates ? "negate" : "not"), {*operand}, unary.operator_place, place);
  if (!result) return std::nullopt;
  return Operand{Operand::Kind::value, *result, {}, place};
}

MaybeOperand ItemChecker::binary_expression(const syntax::Binary& binary, Place place) {
  // A chain such as a + b + c + ... is a left-deep tree; it is walked without recursion, so its length is free.
  std::vector<const syntax::Binary*> chain{&binary};
  std::vector<Place> places{place};
  while (const auto* inner = std::get_if<syntax::Binary>(&chain.back()->left->node)) {
    places.push_back(chain.back()->left->place);
    chain.push_back(inner);
  }
  MaybeOperand left = expression(*chain.back()->left);
  for (std::size_t k = chain.size(); k-- > 0;) {
    const syntax::Binary& link = *chain[k];
    const MaybeOperand right = expression(*link.right);
    if (!left || !right) {
      left = std::nullopt;
      continue;
    }
    const auto is_integer_literal = [](const Operand& operand) {
      return operand.kind == Operand::Kind::literal && operand.term.is(Operator::integer);
    };
    const auto is_size = [&](const Operand& operand) {
      return operand.kind == Operand::Kind::size || is_integer_literal(operand);
    };
    if (is_size(*left) && is_size(*right)) {
      const bool literal = is_integer_literal(*left) && is_integer_literal(*right);
      if (auto combined = combined_sizes(link.operation, left->term, right->term, right->place)) {
        const bool folded = literal && combined->is(Operator::integer);
        left = Operand{folded ? Operand::Kind::literal : Operand::Kind::size, 0, std::move(*combined), places[k]};
        continue;
      }
    }
    const auto result =
        link.operation == syntax::BinaryOperator::matmul
            ? matmul(*left, *right, link.operator_place, places[k])
            : elementwise(operation_of(link.operation), {*left, *right}, link.operator_place, places[k]);
    left = result ? MaybeOperand(Operand{Operand::Kind::value, *result, {}, places[k]}) : std::nullopt;
  }
  return left;
}

MaybeOperand ItemChecker::extremum_of_sizes(const syntax::Call& call, Place place, bool& handled) {
  handled = false;
  if ((call.callee.text != "min" && call.callee.text != "max") || call.arguments.size() != 2 ||
      call.arguments[0].name || call.arguments[1].name)
    return std::nullopt;
  handled = true;
  const MaybeOperand left = expression(*call.arguments[0].value);
  const MaybeOperand right = expression(*call.arguments[1].value);
  if (!left || !right) return std::nullopt;
  const auto is_size = [](const Operand& operand) {
    return operand.kind == Operand::Kind::size ||
           (operand.kind == Operand::Kind::literal && operand.term.is(Operator::integer));
  };
  if (is_size(*left) && is_size(*right)) {
    const Operator head = call.callee.text == "min" ? Operator::minimum : Operator::maximum;
    return Operand{Operand::Kind::size, 0, apply(head, {left->term, right->term}), place};
  }
  const std::string full = call.callee.text == "min" ? "minimum" : "maximum";
  report(call.callee.text + "/argument", call.callee.place,
         fmt::format("'{}' of two operands is for sizes; of one tensor it folds along an axis", call.callee.text),
         "of two tensors")
      .helps.push_back(fmt::format("element by element: {}({}, {})", full, shown(*left), shown(*right)));
  return std::nullopt;
}

MaybeOperand ItemChecker::call_expression(const syntax::Call& call, Place place) {
  bool handled = false;
  const MaybeOperand extremum = extremum_of_sizes(call, place, handled);
  if (handled) return extremum;
  if (const Operation* operation = find_operation(call.callee.text);
      operation != nullptr && operation->notation == Notation::call)
    return operation_call(*operation, call, place);
  const auto results = function_call(call, place);
  if (!results) return std::nullopt;
  if (results->size() != 1) {
    report("call/results", call.callee.place,
           fmt::format("'{}' has {} results, and one is expected here", call.callee.text, results->size()),
           "several results")
        .helps.push_back("bind them first: (a, b) = " + call.callee.text + "(...)");
    return std::nullopt;
  }
  return Operand{Operand::Kind::value, results->front(), {}, place};
}

std::optional<ValueId> ItemChecker::materialised(const Operand& operand, std::optional<ElementType> wanted,
                                                 const std::string& operation) {
  switch (operand.kind) {
  case Operand::Kind::value: return operand.value;
  case Operand::Kind::size: {
    SizeStep step;
    step.size = operand.term;
    step.result = new_value({ElementType::i64, {}}, operand.place);
    add_step({step});
    return step.result;
  }
  case Operand::Kind::literal: {
    const ElementType type = wanted.value_or(type_alone(operand.term));
    if (!literal_fits(operand.term, type)) {
      report(operation + "/type", operand.place,
             fmt::format("the literal {} is no value of type {}", to_text(operand.term), name_of(type)),
             fmt::format("{} is expected", name_of(type)));
      return std::nullopt;
    }
    LiteralStep step;
    step.literal = is_floating(type) ? rounded_literal(operand.term, type) : operand.term;
    if (std::isinf(step.literal.number_value()) && !std::isinf(operand.term.number_value())) {
      report(operation + "/type", operand.place,
             fmt::format("the literal {} is too large for {}", to_text(operand.term), name_of(type)), "overflows");
      return std::nullopt;
    }
    step.result = new_value({type, {}}, operand.place);
    add_step({step});
    return step.result;
  }
  case Operand::Kind::stretched:
    report("broadcast/shape", operand.place, "broadcast needs a shape where no other operand gives one",
           "to what shape?")
        .helps.push_back("write the shape: broadcast(e, [B, 4])");
    return std::nullopt;
  }
  return std::nullopt;
}

std::optional<ValueId> ItemChecker::value_expression(const syntax::Expression& source,
                                                     std::optional<ElementType> wanted, const std::string& operation) {
  const MaybeOperand operand = expression(source);
  return operand ? materialised(*operand, wanted, operation) : std::nullopt;
}

}  // namespace kina::checking
