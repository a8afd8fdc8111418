#include "proofs/advice.hpp"

#include "tests/proofs/proving.hpp"

#include <boost/test/unit_test.hpp>

BOOST_AUTO_TEST_SUITE(advice_test)

namespace {

using namespace kina;

const Term heads = variable("H");
const Term length = variable("S");
const Term other = variable("T");

std::string advice(const Term& goal, std::vector<Term> facts = {}) {
  Obligation obligation;
  facts.push_back(less_equal(integer(1), heads));
  facts.push_back(less_equal(integer(0), length));
  facts.push_back(less_equal(integer(1), other));
  obligation.question = {facts, goal, {heads, length, other}};
  obligation.shown = goal;
  Solver solver;
  const auto simpler = simpler_equivalent(solver, obligation, {});
  return simpler ? simpler->text : "";
}

}  // namespace

/// "Printed only when proved equivalent" (design section 4).
BOOST_AUTO_TEST_CASE(a_condition_reduces_to_an_equivalent_in_few_words) {
  BOOST_TEST(advice(equal(length, integer(1))) == "S = 1");
  BOOST_TEST(advice(equal(length + integer(1), other + integer(1))) == "S = T");
  BOOST_TEST(advice(equal(heads * other, other)) == "H = 1");
  BOOST_TEST(advice(equal(length + other, other)) == "S = 0");
}

BOOST_AUTO_TEST_CASE(nothing_is_said_where_nothing_is_equivalent) {
  // It holds for H = 2 alone among candidates of one literal, and for H = 3 too.
  BOOST_TEST(advice(equal((heads - integer(2)) * (heads - integer(3)), integer(0))).empty());
  // The smallest sizes at which it holds all have H = 2, and it holds at a greater one.
  BOOST_TEST(advice(any_of({equal(heads, integer(2)), equal(heads, integer(9))})).empty());
  // It never holds: there is no size at which it would have passed.
  BOOST_TEST(advice(less(length, integer(0))).empty());
  // It is about an element, which has no short form.
  BOOST_TEST(advice(less(read("token_ids", {integer(0)}), heads)).empty());
}

BOOST_AUTO_TEST_CASE(the_facts_are_used) {
  BOOST_TEST(advice(equal(length * length, length), {less_equal(integer(1), length)}) == "S = 1");
}

BOOST_AUTO_TEST_CASE(a_float_or_a_decided_failure_has_no_advice) {
  Obligation obligation;
  obligation.question = {{}, equal(length, integer(1)), {length}};
  obligation.float_element = number(0);
  Solver solver;
  BOOST_TEST(!simpler_equivalent(solver, obligation, {}).has_value());
}

BOOST_AUTO_TEST_SUITE_END()
