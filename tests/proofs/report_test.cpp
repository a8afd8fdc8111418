#include "proofs/report.hpp"

#include "tests/proofs/proving.hpp"

#include <boost/test/unit_test.hpp>

BOOST_AUTO_TEST_SUITE(report_test)

namespace {

using namespace kina;
using namespace kina::testing;

ProofResult refuted(std::vector<std::pair<std::string, std::int64_t>> counterexample) {
  ProofResult result;
  result.obligation.name = "concat/agree";
  result.obligation.violation = "operands differ on axis 3, which is not concatenated";
  result.obligation.shown = equal(variable("S"), integer(1));
  for (const auto& [name, value] : counterexample)
    result.obligation.question.declared.push_back(variable(name));
  result.obligation.size_count = counterexample.size();
  result.verdict = Verdict::refuted;
  result.counterexample = std::move(counterexample);
  return result;
}

std::string first_note(const ProofResult& result) {
  const Diagnostic diagnostic = diagnostic_of(result);
  return diagnostic.notes.empty() ? "" : diagnostic.notes.front();
}

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

/// The example of design section 4.
BOOST_AUTO_TEST_CASE(a_refutation_names_both_sides_and_the_sizes_that_break_it) {
  ProofResult result = refuted({{"B", 1}, {"S", 0}, {"H", 1}});
  result.holds_only_if = SimplerCondition{std::nullopt, "S = 1"};
  result.helps = {"all axes but 3 agree: axis=3"};
  const Diagnostic diagnostic = diagnostic_of(result);
  BOOST_TEST(diagnostic.code == "concat/agree");
  BOOST_TEST(diagnostic.message == "operands differ on axis 3, which is not concatenated");
  BOOST_TEST(diagnostic.label == "S against 1");
  BOOST_TEST(contains(diagnostic.notes.at(0), "fails at S = 0"));
  BOOST_TEST(contains(diagnostic.notes.at(0), "holds only if S = 1"));
  BOOST_TEST(diagnostic.helps == std::vector<std::string>({"all axes but 3 agree: axis=3"}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(every_value_of_a_counterexample_is_said) {
  BOOST_TEST(contains(first_note(refuted({{"S", 0}})), "S = 0"));
  BOOST_TEST(contains(first_note(refuted({{"S", 0}, {"B", 1}})), "B = 1"));
  BOOST_TEST(contains(first_note(refuted({{"S", 2}, {"T", 3}})), "S = 2, T = 3"));
  BOOST_TEST(contains(first_note(refuted({{"S", 1}})), "S = 1"));
  ProofResult far = refuted({{"S", 1'000'001}});
  far.smallest = false;
  BOOST_TEST(contains(first_note(far), "(not shown smallest)"));
  ProofResult divisor = refuted({});
  divisor.float_counterexample = {{"tau", 0.0}};
  BOOST_TEST(contains(first_note(divisor), "tau = 0"));
}

BOOST_AUTO_TEST_CASE(an_unknown_fails_like_a_refutation_and_says_what_to_do) {
  ProofResult result = refuted({});
  result.verdict = Verdict::unknown;
  const Diagnostic diagnostic = diagnostic_of(result);
  BOOST_TEST(contains(diagnostic.notes.at(0), "neither proved nor refuted"));
  BOOST_TEST(!diagnostic.helps.empty());
  BOOST_TEST(!all_proved(Program{}, {result}));
}

BOOST_AUTO_TEST_CASE(what_is_proved_is_not_mentioned) {
  ProofResult result;
  result.verdict = Verdict::proved;
  BOOST_TEST(all_diagnostics(Program{}, {result}).empty());
  BOOST_TEST(all_proved(Program{}, {result}));
  BOOST_TEST(all_proved(Program{}, {}));
}

BOOST_AUTO_TEST_CASE(a_program_with_a_diagnostic_is_not_accepted) {
  Program program;
  program.diagnostics.push_back({"name/unknown", {}, "nothing is named 'x' here"});
  BOOST_TEST(!all_proved(program, {}));
  BOOST_TEST(all_diagnostics(program, {}).size() == 1U);
}

BOOST_AUTO_TEST_CASE(a_consequence_is_folded_under_its_cause) {
  const Proved proved = prove_text("fn f[A, B](x: f32[A, A], y: f32[A, B]) -> (z: f32[A]) {\n"
                                   "  a = concat(x, y, axis=0)\n  b = a + a\n  return sum(b, axis=0)\n}\n");
  const std::vector<Diagnostic> diagnostics = all_diagnostics(proved.program, proved.results);
  BOOST_TEST_REQUIRE(diagnostics.size() == 1U);
  BOOST_TEST(diagnostics[0].code == "concat/agree");
}

BOOST_AUTO_TEST_CASE(independent_failures_are_all_reported_in_source_order) {
  const Proved proved = prove_text("fn f[A, B](x: f32[A], y: f32[B]) -> (z: f32[A], w: f32[B]) {\n"
                                   "  a = x + y\n  b = y * x\n  return a, b\n}\n");
  const std::vector<Diagnostic> diagnostics = all_diagnostics(proved.program, proved.results);
  BOOST_TEST_REQUIRE(diagnostics.size() == 2U);
  BOOST_TEST(diagnostics[0].code == "add/agree");
  BOOST_TEST(diagnostics[1].code == "multiply/agree");
}

BOOST_AUTO_TEST_CASE(verdicts_are_counted_by_kind) {
  std::vector<ProofResult> results(5);
  results[0].verdict = Verdict::proved;
  results[1].verdict = Verdict::refuted;
  results[2].verdict = Verdict::unknown;
  results[3].verdict = Verdict::disagreement;
  results[4].verdict = Verdict::proved;
  results[4].obligation.kind = ObligationKind::loop;
  const ProofCounts counts = count(results);
  BOOST_TEST(counts.total(Verdict::proved) == 2U);
  for (const Verdict verdict : {Verdict::refuted, Verdict::unknown, Verdict::disagreement})
    BOOST_TEST(counts.total(verdict) == 1U);
  BOOST_TEST(counts.by_kind.at(ObligationKind::loop)[0] == 1U);
  BOOST_TEST(count({}).total(Verdict::proved) == 0U);
}

BOOST_AUTO_TEST_SUITE_END()
