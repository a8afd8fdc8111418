/// \file
/// Where the value of an expression may lie in an engine that rounds as it likes: a centre and a radius.
///
/// This is the running error analysis of Higham, Accuracy and Stability of Numerical Algorithms (2nd edition), chapter
/// 3, for the standard model of IEEE 754 arithmetic with gradual underflow (sections 2.2 and 2.3):
///
///     fl(x op y) = (x op y)(1 + d) + e,   |d| <= u,   |e| <= least / 2,   d e = 0,
///
/// where u is the unit roundoff, 2^-24 for f32 and 2^-53 for f64, and `least` the least subnormal number. The centre is
/// the value in extended precision, with u = 2^-64. Its own rounding is at most 2^-11 of an engine's at every step, so
/// a unit that is a thousandth larger covers it. The radius grows with every operation:
///
///     x + y, x - y:  r(x) + r(y)                         each then rounded, which adds u (|centre| + radius) + least
///     x y:           |x| r(y) + |y| r(x) + r(x) r(y)
///     x / y:         (r(x) + |x / y| r(y)) / (|y| - r(y))
///     exp x:         exp(x) (exp(r(x)) - 1)              by the mean value theorem, as for log, sqrt, sin, cos, tanh
///
/// and a sum of n terms, in any order, by gamma(n - 1) times the sum of their magnitudes, gamma(n) = n u / (1 - n u)
/// (section 3.1 and equation 4.4). A dot product is a sum of rounded products, which gives its gamma(n) |x||y|
/// (equation 3.5), with or without fused multiply-adds.
///
/// A radius of 0 is a value that every engine has, bit for bit; an infinite one is a value that is not known (a
/// comparison of what may be equal, what may or may not overflow), and nothing is claimed of it.
#pragma once

#include "spec/evaluate_scalar.hpp"
#include "spec/type.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

namespace kina::tests {

static_assert(std::numeric_limits<long double>::digits >= 64, "centres need a wider type than f64");

struct Enclosure {
  long double centre = 0;
  long double radius = 0;

  [[nodiscard]] bool is_certain() const { return radius == 0; }
  [[nodiscard]] bool is_known() const { return radius < std::numeric_limits<long double>::infinity(); }
  [[nodiscard]] bool is_finite() const { return std::isfinite(centre); }
  [[nodiscard]] long double low() const { return centre - radius; }
  [[nodiscard]] long double high() const { return centre + radius; }
  [[nodiscard]] long double magnitude() const { return std::fabs(centre) + radius; }
  [[nodiscard]] bool may_be_zero() const { return std::fabs(centre) <= radius; }
};

inline Enclosure certain(long double value) { return {value, 0}; }
inline Enclosure unknown() { return {0, std::numeric_limits<long double>::infinity()}; }

/// What is known of a float element type's rounding.
struct Rounding {
  long double unit = 0;
  long double least = 0;     ///< the least subnormal number
  long double greatest = 0;  ///< the greatest finite number
};

template <typename Float> Rounding rounding_of() {
  using Limits = std::numeric_limits<Float>;
  return {static_cast<long double>(Limits::epsilon()) / 2 * 1.001L, static_cast<long double>(Limits::denorm_min()),
          static_cast<long double>(Limits::max())};
}
inline const Rounding& rounding_of(ElementType type) {
  static const Rounding single = rounding_of<float>();
  static const Rounding twice = rounding_of<double>();
  return type == ElementType::f64 ? twice : single;
}

/// An elementary function is within this many units of its value: 2 units in the last place, where the C library and
/// Eigen's vectorised exponential state 1 or less.
inline constexpr long double function_units = 4;

/// The value once it is rounded to the element type, or where it overflows.
inline Enclosure rounded(ElementType type, Enclosure x) {
  const Rounding& rounding = rounding_of(type);
  if (!x.is_known() || std::isnan(x.radius)) return unknown();
  if (!x.is_finite()) return certain(x.centre);
  const long double top = x.magnitude();
  if (top * (1 + rounding.unit) > rounding.greatest) {
    const bool overflows = std::fabs(x.centre) - x.radius > rounding.greatest * (1 + 2 * rounding.unit);
    return overflows ? certain(std::copysign(std::numeric_limits<long double>::infinity(), x.centre)) : unknown();
  }
  return {x.centre, x.radius + rounding.unit * top + rounding.least};
}

/// Calls `function` with a value of the type's C++ type.
template <typename Function> auto in_type(ElementType type, Function&& function) {
  return type == ElementType::f64 ? function(double{}) : function(float{});
}

/// What every engine computes, from operands that every engine has.
template <typename Function> Enclosure computed(ElementType type, const Enclosure& x, Function&& function) {
  return in_type(type, [&]<typename Float>(Float) {
    return certain(static_cast<long double>(function(static_cast<Float>(x.centre))));
  });
}
template <typename Function>
Enclosure computed(ElementType type, const Enclosure& x, const Enclosure& y, Function&& function) {
  return in_type(type, [&]<typename Float>(Float) {
    return certain(static_cast<long double>(function(static_cast<Float>(x.centre), static_cast<Float>(y.centre))));
  });
}

// ---- arithmetic ----

inline Enclosure add(ElementType type, const Enclosure& x, const Enclosure& y) {
  if (!x.is_known() || !y.is_known()) return unknown();
  if (x.is_certain() && y.is_certain()) return computed(type, x, y, [](auto a, auto b) { return a + b; });
  return rounded(type, {x.centre + y.centre, x.radius + y.radius});
}

inline Enclosure negate(const Enclosure& x) { return {-x.centre, x.radius}; }
inline Enclosure subtract(ElementType type, const Enclosure& x, const Enclosure& y) { return add(type, x, negate(y)); }

/// The product. A `fused` one is a term of a sum, and may not be rounded on its own.
inline Enclosure multiply(ElementType type, const Enclosure& x, const Enclosure& y, bool fused) {
  if (!x.is_known() || !y.is_known()) return unknown();
  if (!x.is_finite() || !y.is_finite()) {
    // Infinity times what may be of either sign.
    const bool either = (!x.is_certain() && x.may_be_zero()) || (!y.is_certain() && y.may_be_zero());
    const bool is_nan = std::isnan(x.centre) || std::isnan(y.centre);
    return either && !is_nan ? unknown() : certain(x.centre * y.centre);
  }
  const long double product = x.centre * y.centre;
  if (x.is_certain() && y.is_certain()) {
    const Enclosure alone = computed(type, x, y, [](auto a, auto b) { return a * b; });
    // Where both are f32 the extended product is exact; of f64, one of few digits is.
    const bool is_exact = std::fma(x.centre, y.centre, -product) == 0 && alone.centre == product;
    if (!fused || is_exact) return alone;
    return alone.is_finite() ? rounded(type, {product, 0}) : unknown();
  }
  return rounded(type,
                 {product, std::fabs(x.centre) * y.radius + std::fabs(y.centre) * x.radius + x.radius * y.radius});
}

inline Enclosure divide(ElementType type, const Enclosure& x, const Enclosure& y) {
  if (!x.is_known() || !y.is_known()) return unknown();
  if (x.is_certain() && y.is_certain()) return computed(type, x, y, [](auto a, auto b) { return a / b; });
  if (std::isnan(x.centre) || std::isnan(y.centre)) return certain(std::numeric_limits<long double>::quiet_NaN());
  if (y.may_be_zero() || (!x.is_finite() && !y.is_finite())) return unknown();
  const long double quotient = x.centre / y.centre;
  if (!x.is_finite() || (x.is_certain() && x.centre == 0)) return certain(quotient);
  if (!y.is_finite()) return x.may_be_zero() ? unknown() : certain(quotient);
  return rounded(type, {quotient, (x.radius + std::fabs(quotient) * y.radius) / (std::fabs(y.centre) - y.radius)});
}

inline Enclosure absolute(const Enclosure& x) { return {std::fabs(x.centre), x.radius}; }

/// `sign` is 1 for the maximum and -1 for the minimum.
inline Enclosure extreme(ElementType type, const Enclosure& x, const Enclosure& y, int sign) {
  if (!x.is_known() || !y.is_known()) return unknown();
  if (x.is_certain() && y.is_certain()) {
    return computed(type, x, y, [&](auto a, auto b) {
      Failure never;
      return sign > 0 ? scalar::maximum(a, b, never) : scalar::minimum(a, b, never);
    });
  }
  if (std::isnan(x.centre) || std::isnan(y.centre)) return certain(std::numeric_limits<long double>::quiet_NaN());
  if (sign > 0 ? x.low() > y.high() : x.high() < y.low()) return x;
  if (sign > 0 ? y.low() > x.high() : y.high() < x.low()) return y;
  return {sign > 0 ? std::max(x.centre, y.centre) : std::min(x.centre, y.centre), std::max(x.radius, y.radius)};
}

// ---- functions ----

/// The value of an elementary function: its centre, and how far its argument's radius moves it.
inline Enclosure function_value(ElementType type, long double centre, long double moved) {
  return rounded(type, {centre, moved + (std::fabs(centre) + moved) * function_units * rounding_of(type).unit});
}

inline Enclosure exponential(ElementType type, const Enclosure& x) {
  if (!x.is_known()) return unknown();
  if (!x.is_finite()) return certain(std::exp(x.centre));
  // Far beyond the greatest number, where the centre may itself be infinite.
  if (x.low() > std::log(rounding_of(type).greatest) + 1) return certain(std::numeric_limits<long double>::infinity());
  if (x.high() > 11000) return unknown();
  const long double value = std::exp(x.centre);
  return function_value(type, value, value * std::expm1(x.radius));
}

inline Enclosure logarithm(ElementType type, const Enclosure& x) {
  if (!x.is_known()) return unknown();
  if (x.is_certain() && !(x.centre > 0 && x.is_finite())) return certain(std::log(x.centre));
  if (x.low() <= 0) return unknown();
  return function_value(type, std::log(x.centre), -std::log1p(-x.radius / x.centre));
}

inline Enclosure square_root(ElementType type, const Enclosure& x) {
  if (!x.is_known()) return unknown();
  if (x.is_certain()) return computed(type, x, [](auto a) { return std::sqrt(a); });
  if (x.low() <= 0) return unknown();
  const long double root = std::sqrt(x.centre);
  return rounded(type, {root, x.radius / (root + std::sqrt(x.low()))});
}

/// sin, cos and tanh: their slope is at most 1.
template <typename Function> Enclosure gentle(ElementType type, const Enclosure& x, Function&& function) {
  if (!x.is_known()) return unknown();
  const long double value = function(x.centre);
  if (std::isnan(value)) return certain(value);
  if (x.is_certain() && (x.centre == 0 || !x.is_finite())) return certain(value);
  return function_value(type, value, std::min(x.radius, 2.0L));
}

inline Enclosure power(ElementType type, const Enclosure& x, const Enclosure& y) {
  if (!x.is_known() || !y.is_known()) return unknown();
  if (x.is_certain() && y.is_certain()) {
    const Enclosure alone = computed(type, x, y, [](auto a, auto b) { return std::pow(a, b); });
    if (x.centre == 0 || !x.is_finite() || !y.is_finite() || std::isnan(alone.centre)) return alone;
    return function_value(type, std::pow(x.centre, y.centre), 0);
  }
  if (!x.is_finite() || !y.is_finite() || x.low() <= 0) return unknown();
  const long double logarithm_radius = -std::log1p(-x.radius / x.centre);
  const long double moved =
      std::fabs(y.centre) * logarithm_radius + y.radius * (std::fabs(std::log(x.centre)) + logarithm_radius);
  const long double value = std::pow(x.centre, y.centre);
  return function_value(type, value, value * std::expm1(moved));
}

}  // namespace kina::tests
