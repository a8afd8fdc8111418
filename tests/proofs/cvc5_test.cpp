/// The second solver as a process. Where it is not installed these tests are skipped, by name.
#include "proofs/cvc5.hpp"

#include "tests/proofs/cvc5_installed.hpp"

#include <boost/test/unit_test.hpp>

BOOST_AUTO_TEST_SUITE(cvc5_test)

namespace {

using namespace kina;

constexpr unsigned enough_milliseconds = 10'000;
const Term n = variable("n");
const Term m = variable("m");

SmtQuestion contradiction() { return smt_question({less(n, integer(0)), less(integer(0), n)}, Products::opaque); }
SmtQuestion possibility() { return smt_question({less(read("t", {n}), read("t", {m}))}, Products::opaque); }
/// n^3 = 1 + 2 m^3 with n > 1: no solver of today decides it.
SmtQuestion riddle() {
  return smt_question({equal(n * n * n, integer(1) + integer(2) * m * m * m), less(integer(1), n)},
                      Products::nonlinear);
}

}  // namespace

BOOST_AUTO_TEST_CASE(it_names_itself, *boost::unit_test::precondition(testing::cvc5_is_installed)) {
  BOOST_TEST(cvc5_version().value().starts_with("cvc5 1."), cvc5_version().value());
}

BOOST_AUTO_TEST_CASE(answers_come_in_the_order_of_the_questions,
                     *boost::unit_test::precondition(testing::cvc5_is_installed)) {
  const auto answers =
      ask_cvc5({contradiction(), possibility(), riddle(), contradiction()}, enough_milliseconds / 20).value();
  BOOST_TEST_REQUIRE(answers.size() == 4U);
  BOOST_TEST((answers[0] == Satisfiability::unsatisfiable));
  BOOST_TEST((answers[1] == Satisfiability::satisfiable));
  BOOST_TEST((answers[2] == Satisfiability::unknown));
  BOOST_TEST((answers[3] == Satisfiability::unsatisfiable));
  BOOST_TEST(ask_cvc5({}, enough_milliseconds).value().empty());
}

BOOST_AUTO_TEST_CASE(a_question_that_it_does_not_understand_is_an_error,
                     *boost::unit_test::precondition(testing::cvc5_is_installed)) {
  SmtQuestion broken = contradiction();
  broken.text += "(assert (= |nobody| 1))\n";
  BOOST_TEST(!ask_cvc5({broken}, enough_milliseconds).has_value());
}

BOOST_AUTO_TEST_CASE(a_script_is_a_file_of_its_own) {
  const SmtQuestion question = smt_question({less(integer(0), n)}, Products::opaque);
  BOOST_TEST(smtlib_script(question, Satisfiability::satisfiable) ==
             "(set-info :smt-lib-version 2.6)\n(set-logic QF_LIA)\n(set-info :status sat)\n"
             "(declare-fun |n| () Int)\n(assert (< (* (- 1) |n|) 0))\n(check-sat)\n(exit)\n");
}

BOOST_AUTO_TEST_SUITE_END()
