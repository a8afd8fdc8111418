#include "proofs/float_range.hpp"

#include <algorithm>
#include <cmath>
#include <initializer_list>

namespace kina {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// Rounding to nearest is monotone, so a bound that both precisions represent survives it. Another one is moved outward
/// by a step of single precision. An end stays open only at 0, and only where nothing can underflow to it.
double outward(double bound, double direction) {
  const auto narrow = static_cast<float>(bound);
  if (std::isnan(bound)) return direction;
  if (static_cast<double>(narrow) == bound) return bound;
  return static_cast<double>(std::nextafter(narrow, static_cast<float>(direction)));
}

FloatRange rounded(FloatRange range) {
  range.low = outward(range.low, -infinity);
  range.high = outward(range.high, infinity);
  range.low_open = range.low_open && range.low == 0;
  range.high_open = range.high_open && range.high == 0;
  return range;
}

bool is_unbounded(const FloatRange& range) { return std::isinf(range.low) || std::isinf(range.high); }

FloatRange exactly(double value) { return {value, value, false, false, std::isnan(value)}; }

FloatRange negated(const FloatRange& x) { return {-x.high, -x.low, x.high_open, x.low_open, x.may_be_nan}; }

FloatRange sum(const FloatRange& x, const FloatRange& y) {
  FloatRange result{x.low + y.low, x.high + y.high, x.low_open || y.low_open, x.high_open || y.high_open, false};
  result.may_be_nan = x.may_be_nan || y.may_be_nan || (is_unbounded(x) && is_unbounded(y));
  return rounded(result);
}

FloatRange joined(const FloatRange& x, const FloatRange& y) {
  FloatRange result;
  result.low = std::min(x.low, y.low);
  result.high = std::max(x.high, y.high);
  result.low_open = (x.low > result.low || x.low_open) && (y.low > result.low || y.low_open);
  result.high_open = (x.high < result.high || x.high_open) && (y.high < result.high || y.high_open);
  result.may_be_nan = x.may_be_nan || y.may_be_nan;
  return result;
}

/// The hull of values at the corners; a NaN corner (0 times infinity) makes the result unknown.
FloatRange hull(std::initializer_list<double> corners) {
  FloatRange result{infinity, -infinity, false, false, false};
  for (const double corner : corners) {
    if (std::isnan(corner)) return {};
    result.low = std::min(result.low, corner);
    result.high = std::max(result.high, corner);
  }
  return rounded(result);
}

FloatRange multiplied(const FloatRange& x, const FloatRange& y) {
  const bool both_nonnegative = x.low >= 0 && y.low >= 0;
  FloatRange result = both_nonnegative ? FloatRange{x.low * y.low, infinity, false, false, false}
                                       : hull({x.low * y.low, x.low * y.high, x.high * y.low, x.high * y.high});
  if (both_nonnegative) result.low = std::isnan(result.low) ? 0 : std::max(0.0, outward(result.low, -infinity));
  if (both_nonnegative && !std::isnan(x.high * y.high)) result.high = outward(x.high * y.high, infinity);
  // Positive factors can underflow to 0, unless one of them is at least 1.
  const bool positive = !x.contains(0) && !y.contains(0);
  result.low_open = both_nonnegative && positive && result.low == 0 && (x.low >= 1 || y.low >= 1);
  result.may_be_nan = x.may_be_nan || y.may_be_nan || is_unbounded(x) || is_unbounded(y);
  return result;
}

FloatRange divided(const FloatRange& x, const FloatRange& y) {
  FloatRange result;
  if (y.low > 0 || (y.low == 0 && y.low_open)) {
    const double least = x.low >= 0 ? (std::isinf(y.high) ? 0 : x.low / y.high) : -infinity;
    const double most = y.low > 0 && x.low >= 0 ? x.high / y.low : infinity;
    result = rounded({least, most, false, false, true});
  }
  result.may_be_nan = x.may_be_nan || y.may_be_nan || y.contains(0) || (is_unbounded(x) && is_unbounded(y));
  return result;
}

FloatRange magnitude(const FloatRange& x) {
  if (x.low >= 0) return x;
  if (x.high <= 0) return negated(x);
  return {0, std::max(-x.low, x.high), !x.contains(0), false, x.may_be_nan};
}

/// A monotone function that is exact or correctly rounded at its bounds.
FloatRange monotone(const FloatRange& x, double (*function)(double)) {
  return rounded({function(x.low), function(x.high), false, false, x.may_be_nan});
}

bool is_parameter(const Term& side, const Term& parameter) {
  return side.is(Operator::read) && side.name() == parameter.name();
}

double literal_value(const Term& term) {
  return term.is(Operator::integer) ? static_cast<double>(term.integer_value()) : term.number_value();
}

FloatRange range_of_parameter(const Term& parameter, const std::vector<Term>& facts) {
  FloatRange range;
  for (const Term& fact : facts) {
    const Term& left = fact.arguments()[0];
    const Term& right = fact.arguments()[1];
    const bool strict = fact.is(Operator::less);
    const bool equals = fact.is(Operator::equal);
    if (!strict && !equals && !fact.is(Operator::less_equal)) continue;
    const bool bounds_below = is_parameter(right, parameter);
    const bool bounds_above = is_parameter(left, parameter);
    if (!bounds_below && !bounds_above) continue;
    const double bound = literal_value(bounds_below ? left : right);
    if ((bounds_below || equals) && (bound > range.low || (bound == range.low && strict))) {
      range.low = bound;
      range.low_open = strict;
    }
    if ((bounds_above || equals) && (bound < range.high || (bound == range.high && strict))) {
      range.high = bound;
      range.high_open = strict;
    }
    range.may_be_nan = false;
  }
  return range;
}

}  // namespace

bool FloatRange::contains(double value) const {
  return (value > low || (value == low && !low_open)) && (value < high || (value == high && !high_open));
}

FloatRange range_of(const Term& term, const std::vector<Term>& facts, const IntegerRangeOf& integers) {
  const auto argument = [&](std::size_t k) { return range_of(term.arguments()[k], facts, integers); };
  switch (term.operation()) {
  case Operator::integer:
  case Operator::number: return exactly(literal_value(term));
  case Operator::read: return range_of_parameter(term, facts);
  case Operator::cast: {
    const IntegerRange range = integers(term.arguments()[0]);
    return rounded({range.low, range.high, false, false, false});
  }
  case Operator::negate: return negated(argument(0));
  case Operator::add: return sum(argument(0), argument(1));
  case Operator::subtract: return sum(argument(0), negated(argument(1)));
  case Operator::multiply: return multiplied(argument(0), argument(1));
  case Operator::divide: return divided(argument(0), argument(1));
  case Operator::absolute: return magnitude(argument(0));
  case Operator::square_root: {
    const FloatRange x = argument(0);
    FloatRange result = monotone({std::max(x.low, 0.0), std::max(x.high, 0.0), false, false, x.may_be_nan},
                                 [](double value) { return std::sqrt(value); });
    // The square root of the least positive float is positive.
    result.low_open = x.low == 0 && x.low_open;
    result.may_be_nan = x.may_be_nan || x.low < 0;
    return result;
  }
  case Operator::exponential: {
    // A library's exponential is not correctly rounded, so only 1 = exp(0) is taken as a bound; it underflows to 0.
    const FloatRange x = argument(0);
    return {x.low >= 0 ? 1.0 : 0.0, x.high <= 0 ? 1.0 : infinity, false, false, x.may_be_nan};
  }
  case Operator::sine:
  case Operator::cosine:
  case Operator::hyperbolic_tangent: {
    const FloatRange x = argument(0);
    const bool total = term.is(Operator::hyperbolic_tangent);
    return {-1, 1, false, false, x.may_be_nan || (!total && is_unbounded(x))};
  }
  case Operator::minimum:
    return negated(range_of(apply(Operator::maximum, {-term.arguments()[0], -term.arguments()[1]}), facts, integers));
  case Operator::maximum: {
    const FloatRange x = argument(0);
    const FloatRange y = argument(1);
    const FloatRange& higher = x.low > y.low || (x.low == y.low && x.low_open) ? x : y;
    return {higher.low, std::max(x.high, y.high), higher.low_open, false, x.may_be_nan || y.may_be_nan};
  }
  case Operator::select: return joined(argument(1), argument(2));
  default: return {};
  }
}

}  // namespace kina
