#include "spec/definedness.hpp"

#include "spec/type.hpp"

namespace kina {

Term representable(ElementType from, ElementType to, const Term& value) {
  if (to == ElementType::boolean) return boolean(from == ElementType::boolean);
  if (!is_integer(to) || from == ElementType::boolean) return boolean(true);
  if (is_floating(from)) {
    // Both bounds are exact in every float type: −2^31 and 2^31, −2^63 and 2^63. The fraction is cut off.
    const double low = to == ElementType::i32 ? -0x1p31 : -0x1p63;
    return in_range(number(low), value, number(-low));
  }
  if (from == ElementType::i64 && to == ElementType::i32)
    return all_of({less_equal(integer(least_value(to)), value), less_equal(value, integer(greatest_value(to)))});
  return boolean(true);
}

Term defined_when(const Term& term, const ElementTypeOf& type_of) {
  const auto is_of_integers = [&](const Term& part) {
    const std::optional<ElementType> type = type_of(part);
    return !type || is_integer(*type);
  };
  switch (term.operation()) {
  case Operator::divide:
  case Operator::remainder:
    if (!is_of_integers(term.arguments()[0]) || !is_of_integers(term.arguments()[1])) return boolean(true);
    return not_equal(term.arguments()[1], integer(0));
  case Operator::cast: {
    const std::optional<ElementType> from = type_of(term.arguments()[0]);
    return from ? representable(*from, term.cast_type(), term.arguments()[0]) : boolean(true);
  }
  case Operator::fold_maximum:
  case Operator::fold_minimum:
    if (!is_of_integers(term.arguments()[1])) return boolean(true);
    return less_equal(integer(1), term.arguments()[0]);
  case Operator::fold_argmax: return less_equal(integer(1), term.arguments()[0]);
  default: return boolean(true);
  }
}

std::optional<ElementType>
element_type_of(const Term& term, const std::function<std::optional<ElementType>(const std::string&)>& operand_type) {
  switch (term.operation()) {
  case Operator::read: return operand_type(term.name());
  case Operator::variable: return ElementType::i64;
  case Operator::integer:
  case Operator::number: return std::nullopt;
  case Operator::boolean:
  case Operator::logical_and:
  case Operator::logical_or:
  case Operator::logical_not: return ElementType::boolean;
  case Operator::cast: return term.cast_type();
  case Operator::fold_argmax: return ElementType::i64;
  case Operator::select: {
    const auto first = element_type_of(term.arguments()[1], operand_type);
    return first ? first : element_type_of(term.arguments()[2], operand_type);
  }
  default: break;
  }
  if (is_comparison(term.operation())) return ElementType::boolean;
  if (is_fold(term.operation())) return element_type_of(term.arguments()[1], operand_type);
  for (const Term& argument : term.arguments())
    if (const auto type = element_type_of(argument, operand_type)) return type;
  return std::nullopt;
}

}  // namespace kina
