/// `kina explain`: each sort of name, as a user asks for it.
#include "tests/command/run_kina.hpp"

#include <boost/test/unit_test.hpp>

#include <sstream>

namespace {

using namespace kina::tests;

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

/// A run that has explained something.
std::string explained(const std::string& name) {
  const Run run = run_kina({"explain", name});
  BOOST_TEST(run.status == 0, name);
  BOOST_TEST(run.errors == "");
  return run.output;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(explain_test)

BOOST_AUTO_TEST_CASE(a_premise_is_shown_with_its_condition_and_with_what_the_prover_prints) {
  const std::string text = explained("concat/agree");
  BOOST_TEST(text.starts_with("concat/agree: a premise of concat, of the kind typing\n"), text);
  BOOST_TEST(contains(text, "\n    x0.0 == x1.0\n"), text);
  BOOST_TEST(contains(text, "\nFails\n"), text);
  BOOST_TEST(contains(text, "\n    error[concat/agree]: operands differ on axis 3, which is not concatenated\n"), text);
  BOOST_TEST(contains(text, "\nRepaired\n"), text);
  BOOST_TEST(!contains(text, "\x1b"));
}

BOOST_AUTO_TEST_CASE(an_operation_is_shown_with_all_that_its_definition_says) {
  const std::string text = explained("concat");
  for (const std::string part :
       {"concat(x, ..., axis=)", "The operands one after the other along an axis.", "Two or more tensors.",
        "T[x0.0, x0.1 + x1.1]", "select(i1 < x0.1, x0[i0, i1], x1[i0, i1 - x0.1])", "concat/agree (typing)",
        "fn append["})
    BOOST_TEST(contains(text, part), part);
}

BOOST_AUTO_TEST_CASE(an_operation_is_found_by_its_operator) {
  const std::vector<std::pair<std::string, std::string>> operators{
      {"+", "add"},    {"-", "subtract"}, {"*", "multiply"}, {"/", "divide"},      {"%", "remainder"},
      {"@", "matmul"}, {"[]", "slice"},   {"==", "equal"},   {"<=", "less_equal"}, {"not", "not"}};
  for (const auto& [spelling, name] : operators)
    BOOST_TEST(explained(spelling) == explained(name), spelling);
}

BOOST_AUTO_TEST_CASE(a_kind_lists_its_premises) {
  const std::string text = explained("bounds");
  BOOST_TEST(text.starts_with("bounds: a kind of obligation\n"), text);
  BOOST_TEST(contains(text, "gather/index"), text);
}

BOOST_AUTO_TEST_CASE(other_diagnostics_are_explained) {
  BOOST_TEST(explained("call/agree").starts_with("call/agree: a diagnostic\n"));
  BOOST_TEST(explained("cumsum/axis").starts_with("cumsum/axis: a diagnostic\n"));
}

/// Programs and formulas stand as they are, set in by four columns.
BOOST_AUTO_TEST_CASE(prose_is_no_wider_than_80_columns) {
  for (const std::string name : {"typing", "concat/agree", "select", "call/where"}) {
    std::istringstream lines(explained(name));
    for (std::string line; std::getline(lines, line);)
      BOOST_TEST((line.starts_with("    ") || line.size() <= 80U), line);
  }
}

BOOST_AUTO_TEST_CASE(without_a_name_all_names_are_listed) {
  const Run run = run_kina({"explain"});
  BOOST_TEST(run.status == 0);
  BOOST_TEST(run.errors == "");
  for (const std::string name : {"concat", "concat/agree", "bounds", "call/agree", "syntax/expected", "softmax/axis"})
    BOOST_TEST(contains(run.output, name), name);
}

BOOST_AUTO_TEST_CASE(an_unknown_name_is_answered_with_the_nearest) {
  for (const auto& [wrong, right] : std::vector<std::pair<std::string, std::string>>{
           {"concat/agre", "concat/agree"}, {"sofmax", "softmax"}, {"boudns", "bounds"}, {"index", "gather/index"}}) {
    const Run run = run_kina({"explain", wrong});
    BOOST_TEST(run.status == 1);
    BOOST_TEST(run.output == "");
    BOOST_TEST(is_one_error_line(run.errors), run.errors);
    BOOST_TEST(contains(run.errors, "did you mean " + right), run.errors);
    BOOST_TEST(contains(run.errors, "kina explain lists all names"), run.errors);
  }
  const Run far = run_kina({"explain", "nothing like it\n"});
  BOOST_TEST(far.status == 1);
  BOOST_TEST(is_one_error_line(far.errors), far.errors);
}

BOOST_AUTO_TEST_CASE(unusable_arguments_are_refused) {
  BOOST_TEST(is_refused(run_kina({"explain", "concat", "pad"})));
  BOOST_TEST(is_refused(run_kina({"explain", "--unknown"})));
}

BOOST_AUTO_TEST_CASE(a_page_that_cannot_be_written_is_a_failure) {
  const Run run = run_kina({"explain", "concat"}, {.output = OutputTo::full_device});
  BOOST_TEST(run.status == 1);
  BOOST_TEST(is_one_error_line(run.errors), run.errors);
}

BOOST_AUTO_TEST_SUITE_END()
