#include "proofs/float_range.hpp"

#include "spec/evaluate.hpp"
#include "spec/render.hpp"

#include <boost/test/unit_test.hpp>
#include <rapidcheck/boost_test.h>

#include <cmath>
#include <limits>
#include <type_traits>

BOOST_AUTO_TEST_SUITE(float_range_test)

namespace {

using namespace kina;

constexpr double infinity = std::numeric_limits<double>::infinity();

IntegerRange nothing_known(const Term&) { return {}; }
FloatRange range(const Term& term, const std::vector<Term>& facts = {}) { return range_of(term, facts, nothing_known); }

const Term u = read("u", {});
const Term v = read("v", {});

Term applied(Operator head, const Term& x) { return apply(head, {x}); }
Term square_root(const Term& x) { return applied(Operator::square_root, x); }
Term exponential(const Term& x) { return applied(Operator::exponential, x); }
Term magnitude(const Term& x) { return applied(Operator::absolute, x); }

/// Values that floats break on, and ordinary ones.
double random_number() {
  const double special = *rc::gen::element(0.0, -0.0, 1.0, -1.0, 2.0, 0.1, 0.5, 1e-45, -1e-45, 1e-30, 1e30, -1e30, 3e38,
                                           -3e38, 1.0 + 0x1p-23, 1.0 - 0x1p-24, 0x1p-126, 0x1p-149);
  return *rc::gen::arbitrary<bool>() ? special : *rc::gen::inRange(-4000, 4000) / 512.0;
}

/// Facts about `u` and `v`: a range of each, open or closed, or none.
std::vector<Term> random_facts() {
  std::vector<Term> facts;
  for (const Term& parameter : {u, v}) {
    const double one = random_number();
    const double other = random_number();
    const auto compared = [](const Term& low, const Term& high) {
      return *rc::gen::arbitrary<bool>() ? less(low, high) : less_equal(low, high);
    };
    if (*rc::gen::inRange(0, 4) > 0) facts.push_back(compared(number(std::min(one, other)), parameter));
    if (*rc::gen::inRange(0, 4) > 0) facts.push_back(compared(parameter, number(std::max(one, other))));
  }
  return facts;
}

Term random_term(int depth) {
  if (depth == 0) {
    const int leaf = *rc::gen::inRange(0, 5);
    return leaf < 2 ? u : (leaf < 4 ? v : number(static_cast<double>(static_cast<float>(random_number()))));
  }
  const auto part = [&] { return random_term(depth - 1); };
  switch (*rc::gen::inRange(0, 11)) {
  case 0: return part() + part();
  case 1: return part() - part();
  case 2: return part() * part();
  case 3: return part() / part();
  case 4: return square_root(part());
  case 5: return exponential(part());
  case 6: return magnitude(part());
  case 7: return apply(Operator::minimum, {part(), part()});
  case 8: return apply(Operator::maximum, {part(), part()});
  case 9: return -part();
  default: return select(less(u, v), part(), part());
  }
}

template <typename Float> Float extremum(Float x, Float y, bool greatest) {
  if (std::isnan(x) || std::isnan(y)) return std::numeric_limits<Float>::quiet_NaN();
  return greatest ? std::max(x, y) : std::min(x, y);
}

/// The term in one precision, every operation rounded to it.
template <typename Float> Float value(const Term& term, Float of_u, Float of_v) {
  const auto at = [&](std::size_t k) { return value(term.arguments()[k], of_u, of_v); };
  switch (term.operation()) {
  case Operator::number: return static_cast<Float>(term.number_value());
  case Operator::read: return term.name() == "u" ? of_u : of_v;
  case Operator::add: return at(0) + at(1);
  case Operator::subtract: return at(0) - at(1);
  case Operator::multiply: return at(0) * at(1);
  case Operator::divide: return at(0) / at(1);
  case Operator::negate: return -at(0);
  case Operator::square_root: return std::sqrt(at(0));
  case Operator::exponential: return std::exp(at(0));
  case Operator::absolute: return std::fabs(at(0));
  case Operator::minimum: return extremum(at(0), at(1), false);
  case Operator::maximum: return extremum(at(0), at(1), true);
  case Operator::less: return at(0) < at(1) ? Float{1} : Float{0};
  default: return at(0) != 0 ? at(1) : at(2);
  }
}

bool meets(const std::vector<Term>& facts, const Term& parameter, double candidate) {
  return std::all_of(facts.begin(), facts.end(), [&](const Term& fact) {
    const auto side = [&](const Term& term) { return term == parameter ? candidate : term.number_value(); };
    const bool about = fact.arguments()[0] == parameter || fact.arguments()[1] == parameter;
    const double left = side(fact.arguments()[0]);
    const double right = side(fact.arguments()[1]);
    return !about || (fact.is(Operator::less) ? left < right : left <= right);
  });
}

/// Values of a parameter that its facts allow: its bounds, their neighbours, and others.
template <typename Float> std::vector<Float> allowed(const std::vector<Term>& facts, const Term& parameter) {
  std::vector<Float> candidates{0,
                                1,
                                static_cast<Float>(random_number()),
                                static_cast<Float>(random_number()),
                                std::numeric_limits<Float>::quiet_NaN(),
                                std::numeric_limits<Float>::infinity(),
                                -std::numeric_limits<Float>::infinity(),
                                std::numeric_limits<Float>::denorm_min()};
  for (const Term& fact : facts) {
    for (const Term& side : fact.arguments()) {
      if (!side.is(Operator::number)) continue;
      const auto bound = static_cast<Float>(side.number_value());
      candidates.insert(candidates.end(), {bound, std::nextafter(bound, static_cast<Float>(infinity)),
                                           std::nextafter(bound, static_cast<Float>(-infinity))});
    }
  }
  std::erase_if(candidates, [&](Float candidate) { return !meets(facts, parameter, static_cast<double>(candidate)); });
  return candidates;
}

template <typename Float> void check_precision(const Term& term, const std::vector<Term>& facts) {
  const FloatRange known = range(term, facts);
  for (const Float of_u : allowed<Float>(facts, u)) {
    for (const Float of_v : allowed<Float>(facts, v)) {
      const auto result = static_cast<double>(value<Float>(term, of_u, of_v));
      RC_LOG() << to_text(term) << " is " << result << " at u = " << of_u << ", v = " << of_v << ", range " << known.low
               << " to " << known.high << '\n';
      RC_ASSERT((std::isnan(result) ? known.may_be_nan : known.contains(result)));
    }
  }
}

}  // namespace

// ---- soundness ----

RC_BOOST_PROP(a_value_in_single_precision_lies_in_the_range, ()) {
  const std::vector<Term> facts = random_facts();
  check_precision<float>(random_term(*rc::gen::inRange(1, 4)), facts);
}

RC_BOOST_PROP(a_value_in_double_precision_lies_in_the_range, ()) {
  const std::vector<Term> facts = random_facts();
  check_precision<double>(random_term(*rc::gen::inRange(1, 4)), facts);
}

/// The product of the least factors, rounded down: the bound of a product is rounded too.
BOOST_AUTO_TEST_CASE(the_bound_of_a_product_holds_after_rounding) {
  const double least = 1.0 + 0x1p-23;
  const std::vector<Term> facts{less_equal(number(least), u), less_equal(number(least), v)};
  const float product = static_cast<float>(least) * static_cast<float>(least);
  BOOST_TEST(range(u * v, facts).contains(static_cast<double>(product)));
}

/// A sum that single precision rounds down, and one that it rounds up.
BOOST_AUTO_TEST_CASE(the_bounds_of_a_sum_hold_after_rounding) {
  const float half_a_step = 0x1p-24F;
  const std::vector<Term> least{less_equal(number(1), u), less_equal(number(0x1p-24), v)};
  BOOST_TEST(range(u + v, least).contains(static_cast<double>(1.0F + half_a_step)));
  const std::vector<Term> greatest{less_equal(u, number(1)), less_equal(v, number(0x1.8p-24))};
  BOOST_TEST(range(u + v, greatest).contains(static_cast<double>(1.0F + 1.5F * half_a_step)));
}

// ---- precision: what a divisor needs ----

BOOST_AUTO_TEST_CASE(facts_make_a_parameter_positive) {
  const std::vector<Term> positive{less(number(0), u)};
  BOOST_TEST(!range(u, positive).contains(0));
  BOOST_TEST(!range(u, positive).may_be_nan);
  BOOST_TEST(range(u, {less_equal(number(0), u)}).contains(0));
  BOOST_TEST(range(u).contains(0));
  BOOST_TEST(range(u).may_be_nan);
  BOOST_TEST(!range(u, {less(u, integer(0))}).contains(0));
  BOOST_TEST(!range(u, {less(number(0), u), less_equal(number(0), u)}).contains(0));
}

BOOST_AUTO_TEST_CASE(ranges_flow_through_arithmetic) {
  const std::vector<Term> facts{less(number(0), u), less_equal(u, number(4)), less_equal(number(1), v)};
  BOOST_TEST(!range(u + v, facts).contains(0));
  BOOST_TEST(!range(v * v, facts).contains(0));
  BOOST_TEST(!range(u * v, facts).contains(0));
  BOOST_TEST(!range(square_root(u), facts).contains(0));
  BOOST_TEST(!range(magnitude(-u), facts).contains(0));
  BOOST_TEST(!range(exponential(-u) + number(1), facts).contains(0));
  BOOST_TEST(!range(square_root(u + number(1e-5)), facts).contains(0));
  BOOST_TEST(range(square_root(u), facts).high == 2);
  BOOST_TEST(!range(apply(Operator::maximum, {u - v, number(0.5)}), facts).contains(0));
}

BOOST_AUTO_TEST_CASE(what_can_underflow_may_be_zero) {
  const std::vector<Term> facts{less(number(0), u), less(number(0), v)};
  BOOST_TEST(range(u * v, facts).contains(0));
  BOOST_TEST(range(u / v, facts).contains(0));
  BOOST_TEST(range(exponential(-u), facts).contains(0));
}

BOOST_AUTO_TEST_CASE(a_cast_integer_has_the_range_of_the_integer) {
  const Term count = cast(ElementType::f32, variable("n"));
  const IntegerRangeOf positive = [](const Term&) { return IntegerRange{1, infinity}; };
  BOOST_TEST(!range_of(count, {}, positive).contains(0));
  BOOST_TEST(!range_of(square_root(count), {}, positive).contains(0));
  BOOST_TEST(!range_of(count, {}, positive).may_be_nan);
  BOOST_TEST(range(count).contains(0));
}

BOOST_AUTO_TEST_CASE(an_end_is_open_or_closed) {
  const FloatRange half_open{0, 1, true, false, false};
  BOOST_TEST(!half_open.contains(0));
  BOOST_TEST(half_open.contains(1));
  BOOST_TEST(half_open.contains(0.5));
  BOOST_TEST(!half_open.contains(1.5));
  BOOST_TEST(!half_open.contains(std::numeric_limits<double>::quiet_NaN()));
}

BOOST_AUTO_TEST_SUITE_END()
