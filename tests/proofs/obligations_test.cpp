#include "proofs/obligation.hpp"

#include "spec/lang/checker.hpp"
#include "spec/render.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <map>

BOOST_AUTO_TEST_SUITE(obligations_test)

namespace {

using namespace kina;

Program checked(const std::string& text) {
  Program program = check_text("test.kina", text);
  for (const Diagnostic& diagnostic : program.diagnostics)
    BOOST_ERROR(diagnostic.code << ": " << diagnostic.message);
  return program;
}

/// The obligations of a text's last item, by name.
std::vector<Obligation> named(const std::string& text, const std::string& name) {
  const Program program = checked(text);
  std::vector<Obligation> found;
  for (const Obligation& obligation : obligations_of(program, program.items.back()))
    if (obligation.name == name) found.push_back(obligation);
  return found;
}

std::vector<std::string> shown(const std::vector<Obligation>& obligations) {
  std::vector<std::string> texts;
  for (const Obligation& obligation : obligations)
    texts.push_back(to_text(obligation.shown));
  return texts;
}

std::vector<std::string> texts(const std::vector<Term>& terms) {
  std::vector<std::string> result;
  for (const Term& term : terms)
    result.push_back(to_text(term));
  return result;
}

}  // namespace

// ---- items ----

BOOST_AUTO_TEST_CASE(an_item_knows_its_sizes_and_its_facts) {
  const Program program = checked("fn f[B, S, D, H](len: i64[], t: i64[B], u: f32[]) -> (y: i64[B])\n"
                                  "    where S >= 0, D == 2 * H, len + 1 <= S, 0 <= t < S, 0 < u {\n  return t\n}\n");
  const ProgramItem& item = program.items.at(0);
  const std::vector<std::string> facts = texts(item_facts(item));
  for (const char* fact : {"1 <= B", "0 <= S", "1 <= D", "1 <= H", "D == 2 * H", "len + 1 <= S"})
    BOOST_TEST((std::find(facts.begin(), facts.end(), fact) != facts.end()), fact);
  BOOST_TEST((std::find(facts.begin(), facts.end(), "1 <= S") == facts.end()));
  BOOST_TEST(texts(declared_atoms(item)) == std::vector<std::string>({"B", "S", "D", "H", "len"}),
             boost::test_tools::per_element());
  BOOST_TEST(texts(float_facts(item)) == std::vector<std::string>({"0 < u"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(facts_about_results_are_owed_and_not_assumed) {
  const std::string text = "fn f[N](x: i64[N]) -> (y: i64[N]) where 0 <= y < N {\n  return iota([N], axis=0)\n}\n";
  const Program program = checked(text);
  const std::vector<std::string> facts = texts(item_facts(program.items.at(0)));
  BOOST_TEST(facts == std::vector<std::string>({"1 <= N"}), boost::test_tools::per_element());
  const std::vector<Obligation> owed = named(text, "return/where");
  BOOST_TEST(owed.size() == 2U);
  for (const Obligation& obligation : owed)
    BOOST_TEST((obligation.kind == ObligationKind::range));
}

BOOST_AUTO_TEST_CASE(every_item_has_to_be_satisfiable_first) {
  const Program program = checked("fn f[N](x: i64[N]) -> (y: i64[N]) {\n  return x\n}\n");
  const std::vector<Obligation> all = obligations_of(program, program.items.at(0));
  BOOST_TEST(all.at(0).name == "where/satisfiable");
  BOOST_TEST(all.at(0).item == "f");
}

// ---- operations ----

BOOST_AUTO_TEST_CASE(a_premise_is_asked_in_the_users_names) {
  const std::string text = "fn f[B, S](k: f32[B, S], n: f32[B, 1]) -> (y: f32[B, S + 1]) where S >= 0 {\n"
                           "  return concat(k, n, axis=1)\n}\n";
  const std::vector<Obligation> agree = named(text, "concat/agree");
  BOOST_TEST_REQUIRE(agree.size() == 1U);
  BOOST_TEST(to_text(agree[0].question.goal) == "B == B");
  BOOST_TEST(agree[0].axis.value() == 0U);
  BOOST_TEST((agree[0].kind == ObligationKind::typing));
  const Program program = checked(text);
  BOOST_TEST(program.sources[0].text.substr(agree[0].place.begin, agree[0].place.end - agree[0].place.begin) ==
             "concat");
  BOOST_TEST(shown(named(text, "return/agree")) == std::vector<std::string>({"B == B", "S + 1 == S + 1"}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_premise_about_elements_is_asked_at_any_index) {
  const std::string text = "fn f[N, V](w: f32[V], t: i64[N]) -> (y: f32[N]) where 0 <= t < V {\n"
                           "  return gather(w, t)\n}\n";
  const std::vector<Obligation> index = named(text, "gather/index");
  BOOST_TEST_REQUIRE(index.size() == 1U);
  BOOST_TEST((index[0].kind == ObligationKind::bounds));
  BOOST_TEST(to_text(index[0].shown) == "0 <= t and t < V");
  BOOST_TEST(index[0].named_values.at(0).first == "t");
  // The index is in range of the indices' axis, and the fact about `t` holds there.
  BOOST_TEST(index[0].question.facts.size() >= 5U);
}

BOOST_AUTO_TEST_CASE(a_float_divisor_is_asked_for_its_range) {
  const std::string text = "fn f[N](x: f32[N], u: f32[]) -> (y: f32[N]) where 0 < u {\n"
                           "  return x / broadcast(u + 1.0)\n}\n";
  const std::vector<Obligation> divisor = named(text, "divide/divisor");
  BOOST_TEST_REQUIRE(divisor.size() == 1U);
  BOOST_TEST(to_text(divisor[0].float_element.value()) == "u + 1.0");
  BOOST_TEST((divisor[0].kind == ObligationKind::range));
}

BOOST_AUTO_TEST_CASE(a_rule_above_the_covered_ranks_is_proved_where_it_is_used) {
  const std::string text = "fn f[A, B, C, D, E](x: f32[A, B, C, D, E]) -> (y: f32[E, B, C, D, A]) {\n"
                           "  return transpose(x, [4, 1, 2, 3, 0])\n}\n";
  BOOST_TEST(named(text, "transpose/read").size() == 5U);
  BOOST_TEST(named("fn f[A, B](x: f32[A, B]) -> (y: f32[B, A]) {\n  return transpose(x, [1, 0])\n}\n", "transpose/read")
                 .empty());
}

BOOST_AUTO_TEST_CASE(inside_a_loop_its_variable_is_in_range) {
  const std::string text = "fn f[L, N](x: f32[L, N]) -> (y: f32[L, N]) {\n"
                           "  for l in 0..L {\n    stack y_all = x[l]\n  }\n  return y_all\n}\n";
  const std::vector<Obligation> index = named(text, "slice/index");
  BOOST_TEST_REQUIRE(index.size() == 1U);
  const std::vector<std::string> facts = texts(index[0].question.facts);
  BOOST_TEST((std::find(facts.begin(), facts.end(), "0 <= l") != facts.end()));
  BOOST_TEST((std::find(facts.begin(), facts.end(), "l < L") != facts.end()));
  BOOST_TEST(to_text(index[0].question.declared.back()) == "l");
}

// ---- calls ----

BOOST_AUTO_TEST_CASE(a_call_owes_the_callees_facts_and_sizes) {
  const std::string text = "fn g[N, V](t: i64[N], u: f32[]) -> (y: i64[N]) where 0 <= t < V, 0 < u, N <= V {\n"
                           "  return t\n}\n"
                           "fn f[M](u: f32[]) -> (y: i64[M]) where 0 < u {\n"
                           "  return g[V=M + 1](iota([M], axis=0), u)\n}\n";
  BOOST_TEST(shown(named(text, "call/size")) == std::vector<std::string>({"1 <= M", "1 <= M + 1"}),
             boost::test_tools::per_element());
  const std::vector<Obligation> facts = named(text, "call/where");
  BOOST_TEST(shown(facts) == std::vector<std::string>(
                                 {"0 <= iota([M], axis=0)", "iota([M], axis=0) < M + 1", "0 < u", "M <= M + 1"}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(what_depends_on_a_failure_says_so) {
  const Program program = checked("fn f[A, B](x: f32[A], y: f32[B]) -> (z: f32[A]) {\n  return x + y\n}\n");
  const std::vector<Obligation> all = obligations_of(program, program.items.at(0));
  const auto sum = std::find_if(all.begin(), all.end(), [](const Obligation& o) { return o.name == "add/agree"; });
  BOOST_TEST_REQUIRE((sum != all.end()));
  BOOST_TEST(sum->taints.size() == 1U);
  BOOST_TEST(sum->about.size() == 2U);
}

BOOST_AUTO_TEST_SUITE_END()
