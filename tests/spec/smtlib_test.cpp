#include "spec/smtlib.hpp"

#include <boost/test/unit_test.hpp>

BOOST_AUTO_TEST_SUITE(smtlib_test)

namespace {

using namespace kina;

std::string logic_of(const Term& condition, Products products = Products::nonlinear) {
  return smt_question({condition}, products).logic;
}

const Term n = variable("n");
const Term s = variable("S");

}  // namespace

BOOST_AUTO_TEST_CASE(a_question_is_declarations_and_then_assertions) {
  BOOST_TEST(smt_question({less_equal(integer(1), n), not_equal(n + integer(2), s)}, Products::opaque).text ==
             "(declare-fun |n| () Int)\n"
             "(declare-fun |S| () Int)\n"
             "(assert (<= (+ 1 (* (- 1) |n|)) 0))\n"
             "(assert (not (= (+ 2 (* (- 1) |S|) |n|) 0)))\n");
}

BOOST_AUTO_TEST_CASE(equal_reads_are_one_value_of_a_function) {
  const SmtQuestion question = smt_question(
      {less(read("t", {n}), integer(5)), less(read("t", {n + integer(0)}), read("t", {s}))}, Products::opaque);
  BOOST_TEST(question.atoms.size() == 4U);
  BOOST_TEST(question.text.find("(declare-fun |read:t| (Int) Int)\n") != std::string::npos);
  BOOST_TEST(question.text.find("(assert (= |value:0| (|read:t| |n|)))\n") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(an_opaque_product_is_one_unknown_wherever_it_stands) {
  const std::string text = smt_question({less(n * s, integer(3)), less(integer(1), s * n + n)}, Products::opaque).text;
  BOOST_TEST(text.find("|product:1|") == std::string::npos, text);
  BOOST_TEST(text.find("|product:0|") != std::string::npos, text);
}

BOOST_AUTO_TEST_CASE(the_logic_is_the_least_that_has_what_is_used) {
  BOOST_TEST(logic_of(less(n, s)) == "QF_LIA");
  BOOST_TEST(logic_of(less(n * s, s)) == "QF_NIA");
  BOOST_TEST(logic_of(less(n * s, s), Products::opaque) == "QF_LIA");
  BOOST_TEST(logic_of(less(n / integer(2), s)) == "QF_LIA");
  BOOST_TEST(logic_of(less(n / s, s)) == "QF_NIA");
  BOOST_TEST(logic_of(less(read("t", {n}), s)) == "QF_UFLIA");
  BOOST_TEST(logic_of(less(read("t", {n}) * s, s)) == "QF_UFNIA");
}

BOOST_AUTO_TEST_CASE(no_conditions_are_no_assertions) {
  BOOST_TEST(smt_question({}, Products::opaque).text == "");
  BOOST_TEST(smt_question({all_of({})}, Products::opaque).text == "(assert true)\n");
  BOOST_TEST(smt_question({any_of({})}, Products::opaque).text == "(assert false)\n");
}

BOOST_AUTO_TEST_SUITE_END()
