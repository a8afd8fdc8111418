#include "spec/evaluate_integer.hpp"

#include <algorithm>
#include <limits>

namespace kina {
namespace {

using Integer = tl::expected<std::int64_t, ArithmeticError>;
using Condition = tl::expected<bool, ArithmeticError>;

AtomValue looked_up(const Assignment& values) {
  return [&values](const Term& atom) -> std::optional<std::int64_t> {
    if (!atom.is(Operator::variable)) return std::nullopt;
    const auto found = values.find(atom.name());
    return found == values.end() ? std::nullopt : std::optional{found->second};
  };
}

Condition compared(Operator operation, std::int64_t left, std::int64_t right) {
  switch (operation) {
  case Operator::equal: return left == right;
  case Operator::not_equal: return left != right;
  case Operator::less: return left < right;
  case Operator::less_equal: return left <= right;
  case Operator::greater: return left > right;
  default: return left >= right;
  }
}

}  // namespace

std::string_view describe(ArithmeticError error) {
  switch (error) {
  case ArithmeticError::overflow: return "the value does not fit 64 bits";
  case ArithmeticError::division_by_zero: return "division by zero";
  case ArithmeticError::unbound: return "a name has no value";
  }
  return "";
}

Integer checked(Operator operation, std::int64_t left, std::int64_t right) {
  std::int64_t result = 0;
  switch (operation) {
  case Operator::add:
    if (__builtin_add_overflow(left, right, &result)) return tl::unexpected(ArithmeticError::overflow);
    return result;
  case Operator::subtract:
    if (__builtin_sub_overflow(left, right, &result)) return tl::unexpected(ArithmeticError::overflow);
    return result;
  case Operator::multiply:
    if (__builtin_mul_overflow(left, right, &result)) return tl::unexpected(ArithmeticError::overflow);
    return result;
  case Operator::divide:
  case Operator::remainder: {
    if (right == 0) return tl::unexpected(ArithmeticError::division_by_zero);
    if (right == -1) {
      if (operation == Operator::remainder) return 0;
      return checked(Operator::subtract, 0, left);
    }
    const std::int64_t rest = left % right;
    const bool floors = rest != 0 && (rest < 0) != (right < 0);
    if (operation == Operator::remainder) return floors ? rest + right : rest;
    return left / right - (floors ? 1 : 0);
  }
  case Operator::minimum: return std::min(left, right);
  case Operator::maximum: return std::max(left, right);
  default: return tl::unexpected(ArithmeticError::unbound);
  }
}

Integer evaluate_integer(const Term& term, const AtomValue& values) {
  const auto& arguments = term.arguments();
  switch (term.operation()) {
  case Operator::integer: return term.integer_value();
  case Operator::add:
  case Operator::subtract:
  case Operator::multiply:
  case Operator::divide:
  case Operator::remainder:
  case Operator::minimum:
  case Operator::maximum: {
    const Integer left = evaluate_integer(arguments[0], values);
    if (!left) return left;
    const Integer right = evaluate_integer(arguments[1], values);
    if (!right) return right;
    return checked(term.operation(), *left, *right);
  }
  case Operator::negate: {
    const Integer value = evaluate_integer(arguments[0], values);
    return value ? checked(Operator::subtract, 0, *value) : value;
  }
  case Operator::absolute: {
    const Integer value = evaluate_integer(arguments[0], values);
    return value && *value < 0 ? checked(Operator::subtract, 0, *value) : value;
  }
  case Operator::select: {
    const Condition condition = evaluate_condition(arguments[0], values);
    if (!condition) return tl::unexpected(condition.error());
    return evaluate_integer(arguments[*condition ? 1 : 2], values);
  }
  case Operator::cast:
    if (term.cast_type() == ElementType::i64 || term.cast_type() == ElementType::i32) {
      if (const Integer value = evaluate_integer(arguments[0], values)) return value;
    }
    [[fallthrough]];
  default: {
    const std::optional<std::int64_t> value = values(term);
    return value ? Integer(*value) : tl::unexpected(ArithmeticError::unbound);
  }
  }
}

Condition evaluate_condition(const Term& term, const AtomValue& values) {
  const auto& arguments = term.arguments();
  switch (term.operation()) {
  case Operator::boolean: return term.integer_value() != 0;
  case Operator::logical_and:
  case Operator::logical_or: {
    const bool decides = term.is(Operator::logical_or);
    for (const Term& argument : arguments) {
      const Condition value = evaluate_condition(argument, values);
      if (!value || *value == decides) return value;
    }
    return !decides;
  }
  case Operator::logical_not: {
    const Condition value = evaluate_condition(arguments[0], values);
    return value ? Condition(!*value) : value;
  }
  case Operator::equal:
  case Operator::not_equal:
  case Operator::less:
  case Operator::less_equal:
  case Operator::greater:
  case Operator::greater_equal: {
    const Integer left = evaluate_integer(arguments[0], values);
    if (!left) return tl::unexpected(left.error());
    const Integer right = evaluate_integer(arguments[1], values);
    if (!right) return tl::unexpected(right.error());
    return compared(term.operation(), *left, *right);
  }
  default: {
    const std::optional<std::int64_t> value = values(term);
    return value ? Condition(*value != 0) : tl::unexpected(ArithmeticError::unbound);
  }
  }
}

Integer evaluate_integer(const Term& term, const Assignment& values) {
  return evaluate_integer(term, looked_up(values));
}
Condition evaluate_condition(const Term& term, const Assignment& values) {
  return evaluate_condition(term, looked_up(values));
}

}  // namespace kina
