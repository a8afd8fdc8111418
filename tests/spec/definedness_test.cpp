#include "spec/definedness.hpp"

#include "spec/evaluate_integer.hpp"
#include "spec/render.hpp"
#include "spec/type.hpp"
#include "tests/spec/evaluate_examples.hpp"
#include "tests/spec/random_terms.hpp"

#include <boost/test/unit_test.hpp>
#include <rapidcheck/boost_test.h>

#include <cmath>
#include <limits>

BOOST_AUTO_TEST_SUITE(definedness_test)

namespace {

using namespace kina;
using namespace kina::tests;

std::optional<ElementType> operand_type(const std::string& name) {
  const std::map<std::string, ElementType> types{
      {"f", ElementType::f32}, {"i", ElementType::i64}, {"n", ElementType::i32}, {"b", ElementType::boolean}};
  const auto found = types.find(name);
  return found == types.end() ? std::nullopt : std::optional{found->second};
}
std::optional<ElementType> type_of(const Term& term) { return element_type_of(term, operand_type); }
std::string condition_of(const Term& term) { return to_text(defined_when(term, type_of)); }

const Term f = read("f", {});
const Term i = read("i", {});
const Term b = read("b", {});

/// A range of reals as IEEE 754 compares: NaN is in none.
bool meets(double value, const Term& condition) {
  if (condition.is(Operator::boolean)) return condition.integer_value() != 0;
  const auto side = [&](const Term& term) { return term.is(Operator::number) ? term.number_value() : value; };
  return std::all_of(condition.arguments().begin(), condition.arguments().end(), [&](const Term& part) {
    const double left = side(part.arguments()[0]);
    const double right = side(part.arguments()[1]);
    return part.is(Operator::less) ? left < right : left <= right;
  });
}

}  // namespace

// ---- conversions ----

BOOST_AUTO_TEST_CASE(a_float_is_representable_where_its_whole_part_is) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double infinity = std::numeric_limits<double>::infinity();
  for (const ElementType to : {ElementType::i32, ElementType::i64}) {
    const double end = to == ElementType::i32 ? 0x1p31 : 0x1p63;
    const Term condition = representable(ElementType::f64, to, f);
    for (const double value : {0.0, -0.0, 0.5, -0.5, 1.0, -end, std::nextafter(end, 0.0)})
      BOOST_TEST(meets(value, condition), value);
    for (const double value : {nan, infinity, -infinity, end, std::nextafter(-end, -infinity)})
      BOOST_TEST(!meets(value, condition), value);
  }
}

/// The premise of a cast is the condition under which the evaluator has a value for it.
RC_BOOST_PROP(the_evaluator_casts_exactly_what_is_representable, ()) {
  const double scale = std::ldexp(1.0, *rc::gen::inRange(-2, 70));
  const double value = scale * *rc::gen::inRange(-1000, 1000) / 512.0;
  for (const ElementType to : {ElementType::i32, ElementType::i64}) {
    Instance instance;
    instance.element_type = to;
    // Between the bound and the first whole number beyond it, the fraction that is cut off would still fit; the
    // premise is allowed to be the simpler one.
    RC_ASSERT(!meets(value, representable(ElementType::f64, to, f)) ||
              run("cast", {vector_of({value})}, instance).has_value());
    RC_ASSERT(meets(value, representable(ElementType::f64, to, f)) ==
              run("cast", {vector_of({value})}, instance).has_value());
  }
}

BOOST_AUTO_TEST_CASE(widening_rounding_and_booleans_are_total) {
  for (const ElementType from : all_element_types()) {
    for (const ElementType to : {ElementType::f32, ElementType::f64})
      BOOST_TEST((representable(from, to, i) == boolean(true)));
    BOOST_TEST((representable(from, ElementType::boolean, i) == boolean(from == ElementType::boolean)));
  }
  BOOST_TEST((representable(ElementType::i32, ElementType::i64, i) == boolean(true)));
  BOOST_TEST((representable(ElementType::boolean, ElementType::i32, b) == boolean(true)));
}

BOOST_AUTO_TEST_CASE(an_i64_narrows_within_the_range_of_i32) {
  const Term condition = representable(ElementType::i64, ElementType::i32, variable("v"));
  for (const std::int64_t value : {INT64_MIN, -2147483649L, -2147483648L, 0L, 2147483647L, 2147483648L, INT64_MAX})
    BOOST_TEST(evaluate_condition(condition, Assignment{{"v", value}}).value() ==
               (value >= INT32_MIN && value <= INT32_MAX));
}

// ---- parts of an element ----

BOOST_AUTO_TEST_CASE(integer_division_needs_a_divisor_that_is_not_zero) {
  BOOST_TEST(condition_of(i / variable("k")) == "k != 0");
  BOOST_TEST(condition_of(i % integer(2)) == "2 != 0");
  BOOST_TEST(condition_of(f / f) == "true");
  BOOST_TEST(condition_of(integer(1) / f) == "true");
}

BOOST_AUTO_TEST_CASE(a_fold_without_an_identity_needs_an_element) {
  const auto over = [](Operator head, const Term& body) { return fold(head, "j", variable("n"), body); };
  BOOST_TEST(condition_of(over(Operator::fold_sum, i)) == "true");
  BOOST_TEST(condition_of(over(Operator::fold_maximum, f)) == "true");
  BOOST_TEST(condition_of(over(Operator::fold_maximum, i)) == "1 <= n");
  BOOST_TEST(condition_of(over(Operator::fold_minimum, i)) == "1 <= n");
  BOOST_TEST(condition_of(over(Operator::fold_argmax, f)) == "1 <= n");
}

/// With every divisor non-zero, an integer term has a value; with one that is zero, it has none.
RC_BOOST_PROP(an_integer_term_has_a_value_where_its_parts_are_defined, ()) {
  Vocabulary vocabulary;
  vocabulary.names = {"a", "n"};
  vocabulary.choices = false;
  const Term term = random_integer(vocabulary, 3);
  Assignment values;
  for (const std::string& name : vocabulary.names)
    values[name] = *rc::gen::inRange<std::int64_t>(-1, 3);
  bool defined = true;
  visit_terms(term, [&](const Term& part) {
    const auto condition = evaluate_condition(defined_when(part, type_of), values);
    defined = defined && condition.value_or(false);
    return true;
  });
  RC_ASSERT(evaluate_integer(term, values).has_value() == defined);
}

BOOST_AUTO_TEST_CASE(a_term_has_the_type_of_its_operands) {
  const auto name = [](const Term& term) {
    const auto type = type_of(term);
    return type ? std::string(name_of(*type)) : "none";
  };
  BOOST_TEST(name(integer(1)) == "none");
  BOOST_TEST(name(number(1)) == "none");
  BOOST_TEST(name(variable("n")) == "i64");
  BOOST_TEST(name(f + integer(1)) == "f32");
  BOOST_TEST(name(integer(1) / f) == "f32");
  BOOST_TEST(name(less(f, f)) == "bool");
  BOOST_TEST(name(logical_not(b)) == "bool");
  BOOST_TEST(name(select(b, integer(0), f)) == "f32");
  BOOST_TEST(name(cast(ElementType::i32, f)) == "i32");
  BOOST_TEST(name(fold(Operator::fold_sum, "j", integer(3), f)) == "f32");
  BOOST_TEST(name(fold(Operator::fold_argmax, "j", integer(3), f)) == "i64");
}

BOOST_AUTO_TEST_SUITE_END()
