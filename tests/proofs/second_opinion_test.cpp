/// Verdicts beside a second solver's answers. Where it is not installed these tests are skipped, by name.
#include "proofs/second_opinion.hpp"

#include "proofs/cvc5.hpp"
#include "tests/proofs/cvc5_installed.hpp"
#include "tests/proofs/proving.hpp"

#include <boost/test/unit_test.hpp>

BOOST_AUTO_TEST_SUITE(second_opinion_test)

namespace {

using namespace kina;

constexpr unsigned enough_milliseconds = 10'000;

std::vector<ProofResult> recorded(const std::string& text) {
  ProveOptions options;
  options.records_questions = true;
  return prove(check_text("test.kina", text), options);
}

const std::string append = "fn append[S, D](past: f32[S, D], new: f32[1, D]) -> (next: f32[S + 1, D]) where S >= 0 {\n"
                           "  return concat(past, new, axis=0)\n}\n";
const std::string append_to_columns = "fn append[S, D](past: f32[S, D], new: f32[1, D]) -> (next: f32[S + 1, D])\n"
                                      "    where S >= 0 {\n  return concat(past, new, axis=1)\n}\n";

}  // namespace

BOOST_AUTO_TEST_CASE(solvers_that_agree_leave_the_verdicts,
                     *boost::unit_test::precondition(testing::cvc5_is_installed)) {
  for (const std::string& text : {append, append_to_columns}) {
    std::vector<ProofResult> results = recorded(text);
    const std::vector<ProofResult> before = results;
    const SecondOpinion opinion = ask_second_solver(results, 2, enough_milliseconds).value();
    BOOST_TEST(opinion.agreed >= 3U);
    BOOST_TEST(opinion.undecided.empty());
    for (std::size_t k = 0; k < results.size(); ++k) {
      BOOST_TEST(!results[k].questions.empty());
      BOOST_TEST((results[k].verdict == before[k].verdict));
    }
  }
}

/// A verdict that rests on a wrong answer, as of a solver with a bug.
BOOST_AUTO_TEST_CASE(solvers_that_contradict_each_other_are_a_verdict_of_its_own,
                     *boost::unit_test::precondition(testing::cvc5_is_installed)) {
  std::vector<ProofResult> results = recorded(append);
  AskedQuestion& asked = results.at(0).questions.at(0);
  BOOST_TEST((asked.answer == Satisfiability::unsatisfiable || asked.answer == Satisfiability::satisfiable));
  asked.answer =
      asked.answer == Satisfiability::satisfiable ? Satisfiability::unsatisfiable : Satisfiability::satisfiable;
  BOOST_TEST(ask_second_solver(results, 1, enough_milliseconds).has_value());
  BOOST_TEST((results.at(0).verdict == Verdict::disagreement));
  BOOST_TEST((results.at(1).verdict == Verdict::proved));
}

/// Questions are recorded where that is asked for, and every verdict of the solver rests on one.
BOOST_AUTO_TEST_CASE(every_verdict_has_its_questions) {
  for (const ProofResult& result :
       recorded(append + append_to_columns.substr(0, 3) + "other" + append_to_columns.substr(9)))
    BOOST_TEST(!result.questions.empty(), result.obligation.name);
  for (const ProofResult& result : prove(check_text("test.kina", append), {}))
    BOOST_TEST(result.questions.empty());
}

/// The second solver in place of the first: the same verdicts.
BOOST_AUTO_TEST_CASE(the_second_solver_alone_proves_the_same,
                     *boost::unit_test::precondition(testing::cvc5_is_installed)) {
  ProveOptions options;
  options.hooks.ask_instead = [](const SmtQuestion& question, unsigned milliseconds) {
    return ask_cvc5({question}, milliseconds).value().at(0);
  };
  for (const std::string& text : {append, append_to_columns}) {
    const Program program = check_text("test.kina", text);
    const auto first = prove(program, {});
    const auto second = prove(program, options);
    BOOST_TEST_REQUIRE(first.size() == second.size());
    for (std::size_t k = 0; k < first.size(); ++k)
      BOOST_TEST((first[k].verdict == second[k].verdict), first[k].obligation.name);
  }
}

/// Results come in the order of the text, whatever is decided first.
BOOST_AUTO_TEST_CASE(jobs_do_not_change_the_results) {
  const auto program = load_program(testing::source_folder().string() + "/spec/programs/decode.kina");
  const auto one = prove(program.value(), {});
  ProveOptions options;
  options.jobs = 4;
  const auto four = prove(program.value(), options);
  BOOST_TEST_REQUIRE(one.size() == four.size());
  for (std::size_t k = 0; k < one.size(); ++k) {
    BOOST_TEST(one[k].obligation.name == four[k].obligation.name);
    BOOST_TEST(one[k].obligation.place.begin == four[k].obligation.place.begin);
    BOOST_TEST((one[k].verdict == four[k].verdict));
  }
}

BOOST_AUTO_TEST_SUITE_END()
