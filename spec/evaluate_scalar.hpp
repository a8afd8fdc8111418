/// \file
/// Arithmetic on single elements as the language defines it (design section 4): floats follow IEEE 754 in their own
/// precision, integers trap.
#pragma once

#include "spec/type.hpp"

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>
#include <utility>

namespace kina {

/// The first failure of an evaluation. What follows it still runs, on placeholder values, until the next fold step or
/// element looks; so arithmetic needs no branch for it.
class Failure {
public:
  [[nodiscard]] bool happened() const { return happened_; }
  [[nodiscard]] const std::string& message() const { return message_; }
  void report(std::string message) {
    if (happened_) return;
    happened_ = true;
    message_ = std::move(message);
  }

private:
  bool happened_ = false;
  std::string message_;
};

/// The element type whose values are held as `Value`: float, double, int32_t, int64_t or bool.
template <typename Value> constexpr ElementType element_type_of() {
  if constexpr (std::is_same_v<Value, float>)
    return ElementType::f32;
  else if constexpr (std::is_same_v<Value, double>)
    return ElementType::f64;
  else if constexpr (std::is_same_v<Value, std::int32_t>)
    return ElementType::i32;
  else if constexpr (std::is_same_v<Value, std::int64_t>)
    return ElementType::i64;
  else
    return ElementType::boolean;
}

namespace scalar {

/// Reports that `what` does not fit the element type; the placeholder 0.
template <typename Value> Value overflow(Failure& failure, const std::string& what) {
  failure.report("overflow: " + what + " does not fit " + std::string(name_of(element_type_of<Value>())));
  return 0;
}
template <typename Value> Value overflow(Failure& failure, Value left, const char* sign, Value right) {
  return overflow<Value>(failure, std::to_string(left) + ' ' + sign + ' ' + std::to_string(right));
}

template <typename Value> Value add(Value left, Value right, Failure& failure) {
  if constexpr (std::is_floating_point_v<Value>) {
    return left + right;
  } else {
    Value result = 0;
    return __builtin_add_overflow(left, right, &result) ? overflow(failure, left, "+", right) : result;
  }
}
template <typename Value> Value subtract(Value left, Value right, Failure& failure) {
  if constexpr (std::is_floating_point_v<Value>) {
    return left - right;
  } else {
    Value result = 0;
    return __builtin_sub_overflow(left, right, &result) ? overflow(failure, left, "-", right) : result;
  }
}
template <typename Value> Value multiply(Value left, Value right, Failure& failure) {
  if constexpr (std::is_floating_point_v<Value>) {
    return left * right;
  } else {
    Value result = 0;
    return __builtin_mul_overflow(left, right, &result) ? overflow(failure, left, "*", right) : result;
  }
}

/// Reports a divisor of 0.
template <typename Value> bool divides(Value left, Value right, const char* sign, Failure& failure) {
  if (right == 0) failure.report("division by zero: " + std::to_string(left) + ' ' + sign + " 0");
  return right != 0;
}
template <typename Value> Value divide(Value left, Value right, Failure& failure) {
  if constexpr (std::is_floating_point_v<Value>) {
    return left / right;
  } else {
    if (!divides(left, right, "/", failure)) return 0;
    // The least integer has no counterpart, and the processor traps on this quotient.
    if (right == -1) return left == std::numeric_limits<Value>::min() ? overflow(failure, left, "/", right) : -left;
    const Value quotient = left / right;
    return left % right != 0 && (left < 0) != (right < 0) ? quotient - 1 : quotient;
  }
}
/// The remainder of the floored quotient, of integers.
template <typename Value> Value remainder(Value left, Value right, Failure& failure) {
  if (!divides(left, right, "%", failure) || right == -1) return 0;
  const Value rest = left % right;
  return rest != 0 && (rest < 0) != (right < 0) ? rest + right : rest;
}

/// NaN if either is NaN; -0 is below +0.
template <typename Value> Value maximum(Value left, Value right, Failure&) {
  if constexpr (std::is_floating_point_v<Value>) {
    if (std::isnan(left)) return left;
    if (std::isnan(right)) return right;
    if (left == right) return std::signbit(left) ? right : left;
  }
  return left < right ? right : left;
}
template <typename Value> Value minimum(Value left, Value right, Failure&) {
  if constexpr (std::is_floating_point_v<Value>) {
    if (std::isnan(left)) return left;
    if (std::isnan(right)) return right;
    if (left == right) return std::signbit(left) ? left : right;
  }
  return right < left ? right : left;
}

template <typename Value> Value power(Value base, Value exponent, Failure&) { return std::pow(base, exponent); }

template <typename Value> Value negate(Value value, Failure& failure) {
  if constexpr (std::is_floating_point_v<Value>) {
    return -value;
  } else {
    if (value == std::numeric_limits<Value>::min()) return overflow<Value>(failure, "-(" + std::to_string(value) + ")");
    return -value;
  }
}
template <typename Value> Value absolute(Value value, Failure& failure) {
  if constexpr (std::is_floating_point_v<Value>)
    return std::fabs(value);
  else
    return value < 0 ? negate(value, failure) : value;
}
template <typename Value> Value exponential(Value value, Failure&) { return std::exp(value); }
template <typename Value> Value logarithm(Value value, Failure&) { return std::log(value); }
template <typename Value> Value square_root(Value value, Failure&) { return std::sqrt(value); }
template <typename Value> Value sine(Value value, Failure&) { return std::sin(value); }
template <typename Value> Value cosine(Value value, Failure&) { return std::cos(value); }
template <typename Value> Value hyperbolic_tangent(Value value, Failure&) { return std::tanh(value); }

template <typename Value> bool equal(Value left, Value right, Failure&) { return left == right; }
template <typename Value> bool not_equal(Value left, Value right, Failure&) { return left != right; }
template <typename Value> bool less(Value left, Value right, Failure&) { return left < right; }
template <typename Value> bool less_equal(Value left, Value right, Failure&) { return left <= right; }
template <typename Value> bool greater(Value left, Value right, Failure&) { return left > right; }
template <typename Value> bool greater_equal(Value left, Value right, Failure&) { return left >= right; }

/// To a float rounded to nearest, to an integer with the fraction cut off. What `cast/range` excludes has no value:
/// NaN, and whatever is outside the integers' range.
template <typename To, typename From> To cast(From value, Failure& failure) {
  if constexpr (std::is_same_v<To, From>) {
    return value;
  } else if constexpr (std::is_same_v<To, bool>) {
    failure.report("a number is not cast to bool");
    return false;
  } else if constexpr (std::is_integral_v<To> && std::is_floating_point_v<From>) {
    // Both bounds are powers of 2, so exact in either float type; the upper one is the first value that is too great.
    const From low = static_cast<From>(std::numeric_limits<To>::min());
    return value >= low && value < -low ? static_cast<To>(value) : overflow<To>(failure, std::to_string(value));
  } else if constexpr (std::is_same_v<To, std::int32_t> && std::is_same_v<From, std::int64_t>) {
    const bool fits = value >= std::numeric_limits<To>::min() && value <= std::numeric_limits<To>::max();
    return fits ? static_cast<To>(value) : overflow<To>(failure, std::to_string(value));
  } else {
    return static_cast<To>(value);
  }
}

}  // namespace scalar
}  // namespace kina
