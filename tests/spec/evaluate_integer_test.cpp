#include "spec/evaluate_integer.hpp"

#include "tests/spec/random_terms.hpp"

#include <boost/test/unit_test.hpp>
#include <rapidcheck/boost_test.h>

#include <limits>

BOOST_AUTO_TEST_SUITE(evaluate_integer_test)

namespace {

using namespace kina;
using namespace kina::tests;

constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t greatest = std::numeric_limits<std::int64_t>::max();

bool fits(const Wide& value) { return value >= least && value <= greatest; }

/// Any i64, and often one near an end or near 0.
std::int64_t random_i64() {
  const std::int64_t near = *rc::gen::inRange<std::int64_t>(0, 4);
  switch (*rc::gen::inRange(0, 4)) {
  case 0: return least + near;
  case 1: return greatest - near;
  case 2: return near - 2;
  default: return *rc::gen::arbitrary<std::int64_t>();
  }
}

Wide exact(Operator operation, std::int64_t left, std::int64_t right) {
  switch (operation) {
  case Operator::add: return Wide(left) + right;
  case Operator::subtract: return Wide(left) - right;
  case Operator::multiply: return Wide(left) * right;
  case Operator::divide: return floor_quotient(left, right);
  case Operator::remainder: return left - floor_quotient(left, right) * right;
  case Operator::minimum: return std::min(left, right);
  default: return std::max(left, right);
  }
}

}  // namespace

// ---- arithmetic ----

RC_BOOST_PROP(i64_arithmetic_is_exact_or_an_error, ()) {
  const std::int64_t left = random_i64();
  const std::int64_t right = random_i64();
  for (const Operator operation : {Operator::add, Operator::subtract, Operator::multiply, Operator::divide,
                                   Operator::remainder, Operator::minimum, Operator::maximum}) {
    const bool divides = operation == Operator::divide || operation == Operator::remainder;
    const auto result = checked(operation, left, right);
    if (divides && right == 0) {
      RC_ASSERT(result.error() == ArithmeticError::division_by_zero);
      continue;
    }
    const Wide expected = exact(operation, left, right);
    RC_ASSERT(result.has_value() == fits(expected));
    if (result) RC_ASSERT(Wide(*result) == expected);
    if (!result) RC_ASSERT(result.error() == ArithmeticError::overflow);
  }
}

RC_BOOST_PROP(a_quotient_floors_and_its_remainder_has_the_divisors_sign, ()) {
  const std::int64_t dividend = *rc::gen::inRange<std::int64_t>(-50, 50);
  const std::int64_t divisor = *rc::gen::inRange<std::int64_t>(-9, 10);
  RC_PRE(divisor != 0);
  const std::int64_t quotient = checked(Operator::divide, dividend, divisor).value();
  const std::int64_t rest = checked(Operator::remainder, dividend, divisor).value();
  RC_ASSERT(quotient * divisor + rest == dividend);
  RC_ASSERT((divisor > 0 ? rest >= 0 && rest < divisor : rest <= 0 && rest > divisor));
}

// ---- terms ----

RC_BOOST_PROP(a_term_has_its_exact_value, ()) {
  Vocabulary vocabulary;
  vocabulary.names = {"m", "n"};
  const Term term = random_integer(vocabulary, 3);
  const Term condition = random_condition(vocabulary, 2);
  const WideValues wide = random_values(vocabulary, 1, 9);
  Assignment values;
  for (const auto& [name, value] : wide)
    values[name] = value.convert_to<std::int64_t>();
  RC_ASSERT(Wide(evaluate_integer(term, values).value()) == Meaning(wide).integer(term));
  RC_ASSERT(evaluate_condition(condition, values).value() == Meaning(wide).holds(condition));
}

BOOST_AUTO_TEST_CASE(what_overflows_on_the_way_has_no_value) {
  const Term n = variable("n");
  BOOST_TEST((evaluate_integer((n + integer(1)) - integer(1), Assignment{{"n", greatest}}).error() ==
              ArithmeticError::overflow));
  BOOST_TEST((evaluate_integer(-n, Assignment{{"n", least}}).error() == ArithmeticError::overflow));
  BOOST_TEST((evaluate_integer(apply(Operator::absolute, {n}), Assignment{{"n", least}}).error() ==
              ArithmeticError::overflow));
  BOOST_TEST((evaluate_integer(n / integer(-1), Assignment{{"n", least}}).error() == ArithmeticError::overflow));
  BOOST_TEST((evaluate_integer(n % integer(-1), Assignment{{"n", least}}).value() == 0));
}

BOOST_AUTO_TEST_CASE(a_name_without_a_value_is_named_as_such) {
  BOOST_TEST((evaluate_integer(variable("n"), Assignment{}).error() == ArithmeticError::unbound));
  BOOST_TEST((evaluate_condition(less(variable("n"), integer(1)), Assignment{}).error() == ArithmeticError::unbound));
  BOOST_TEST(!describe(ArithmeticError::unbound).empty());
  BOOST_TEST(describe(ArithmeticError::overflow) != describe(ArithmeticError::division_by_zero));
}

BOOST_AUTO_TEST_CASE(a_choice_looks_at_the_chosen_branch_alone) {
  const Term broken = integer(1) / integer(0);
  BOOST_TEST(evaluate_integer(select(boolean(true), integer(7), broken), Assignment{}).value() == 7);
  BOOST_TEST(!evaluate_integer(select(boolean(false), integer(7), broken), Assignment{}).has_value());
}

BOOST_AUTO_TEST_CASE(logic_stops_at_the_first_operand_that_decides) {
  const Term broken = equal(integer(1) / integer(0), integer(1));
  const auto value = [](const Term& condition) { return evaluate_condition(condition, Assignment{}); };
  BOOST_TEST(!value(all_of({boolean(false), broken})).value());
  BOOST_TEST(value(any_of({boolean(true), broken})).value());
  BOOST_TEST((value(all_of({broken, boolean(false)})).error() == ArithmeticError::division_by_zero));
  BOOST_TEST((value(any_of({broken, boolean(true)})).error() == ArithmeticError::division_by_zero));
  BOOST_TEST((value(logical_not(broken)).error() == ArithmeticError::division_by_zero));
}

BOOST_AUTO_TEST_CASE(reads_and_folds_take_their_values_from_the_caller) {
  const Term element = read("x", {variable("i")});
  const Term greatest_element = fold(Operator::fold_maximum, "j", integer(3), read("x", {variable("j")}));
  const AtomValue values = [&](const Term& atom) -> std::optional<std::int64_t> {
    if (atom == element) return 5;
    if (atom == greatest_element) return 8;
    return std::nullopt;
  };
  BOOST_TEST(evaluate_integer(element * integer(2) + greatest_element, values).value() == 18);
  BOOST_TEST(evaluate_condition(less(element, greatest_element), values).value());
}

BOOST_AUTO_TEST_SUITE_END()
