#include "proofs/prove.hpp"

#include "spec/catalogue.hpp"
#include "tests/proofs/proving.hpp"

#include <boost/test/unit_test.hpp>

#include <set>

BOOST_AUTO_TEST_SUITE(prove_test)

namespace {

using namespace kina;
using namespace kina::testing;

/// The worst verdict of the obligations of this name; "none" if there is none.
std::string verdict_of(const std::string& text, const std::string& obligation) {
  const Proved proved = prove_text(text);
  for (const Diagnostic& diagnostic : proved.program.diagnostics)
    BOOST_ERROR(diagnostic.code << ": " << diagnostic.message);
  std::set<Verdict> verdicts;
  for (const ProofResult& result : proved.results)
    if (result.obligation.name == obligation) verdicts.insert(result.verdict);
  for (const Verdict verdict : {Verdict::refuted, Verdict::unknown, Verdict::proved})
    if (verdicts.contains(verdict)) return std::string(name_of(verdict));
  return "none";
}

std::string divided(const std::string& divisor, const std::string& facts) {
  return "fn f[N](x: f32[N], u: f32[], v: f32[], n: i64[]) -> (y: f32[N])" + facts + " {\n  return x / broadcast(" +
         divisor + ")\n}\n";
}

}  // namespace

// ---- the catalogue ----

/// What the gate proves before anything behind it is built.
BOOST_AUTO_TEST_CASE(the_whole_catalogue_is_proved) {
  std::size_t calls = 0;
  ProveOptions options;
  options.progress = [&](std::size_t done, std::size_t all) {
    ++calls;
    BOOST_TEST_REQUIRE(done <= all);
  };
  const std::vector<ProofResult> results = prove_catalogue(options);
  std::set<std::string> operations;
  for (const ProofResult& result : results) {
    operations.insert(result.obligation.item);
    BOOST_TEST((result.verdict == Verdict::proved), result.obligation.name << " " << result.obligation.shown.hash());
  }
  BOOST_TEST(operations.size() == catalogue().size());
  BOOST_TEST(calls > catalogue().size());
}

BOOST_AUTO_TEST_CASE(each_obligation_of_an_operation_is_one_result) {
  const std::vector<ProofResult> results = prove_operations({*find_operation("transpose")}, {});
  std::set<std::string> names;
  for (const ProofResult& result : results)
    BOOST_TEST(names.insert(result.obligation.name).second, result.obligation.name);
  BOOST_TEST(names ==
                 std::set<std::string>({"transpose/read", "transpose/result/extent", "transpose/where/satisfiable"}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(an_operation_without_its_premises_is_refuted_with_the_rank_at_which_it_fails) {
  Operation operation = *find_operation("add");
  operation.rule = [rule = operation.rule](const Instance& instance) {
    Rule weaker = rule(instance);
    weaker.premises.clear();
    return weaker;
  };
  const std::vector<ProofResult> results = prove_operations({operation}, {});
  const auto failed = std::find_if(results.begin(), results.end(),
                                   [](const ProofResult& result) { return result.verdict != Verdict::proved; });
  BOOST_TEST_REQUIRE((failed != results.end()));
  BOOST_TEST(failed->obligation.name == "add/read");
  BOOST_TEST(!failed->counterexample.empty());
  BOOST_TEST(failed->obligation.notes.at(0) == "at x f32[x.0], y f32[y.0] -> f32[x.0]");
}

// ---- programs ----

BOOST_AUTO_TEST_CASE(the_specified_programs_are_proved) {
  for (const auto& path : files_in(source_folder() / "spec/programs", ".kina")) {
    const Proved proved = prove_file(path.parent_path(), path.filename().string());
    BOOST_TEST(proved.accepted(), proved.rendered());
    BOOST_TEST(proved.results.size() > 10U);
  }
}

BOOST_AUTO_TEST_CASE(an_empty_file_is_correct) {
  BOOST_TEST(prove_text("").accepted());
  BOOST_TEST(prove_text("").results.empty());
}

BOOST_AUTO_TEST_CASE(results_come_in_the_order_of_the_text) {
  const Proved proved = prove_file(source_folder() / "spec/programs", "decode.kina");
  std::uint32_t last = 0;
  for (const ProofResult& result : proved.results) {
    if (result.obligation.kind == ObligationKind::loop) break;
    const bool is_new_item = result.obligation.name == "where/satisfiable";
    if (is_new_item) last = std::max(last, result.obligation.place.begin);
    BOOST_TEST(result.obligation.place.file == 0U);
    BOOST_TEST(result.seconds >= 0);
  }
  BOOST_TEST(last > 0U);
}

BOOST_AUTO_TEST_CASE(typing_alone_is_what_check_decides) {
  ProveOptions options;
  options.typing_only = true;
  const auto program = load_program((source_folder() / "spec/programs/decode.kina").string());
  for (const ProofResult& result : prove(program.value(), options))
    BOOST_TEST((result.obligation.kind == ObligationKind::typing));
}

/// Nothing is proved of nothing.
BOOST_AUTO_TEST_CASE(facts_that_can_t_hold_together_are_refuted) {
  const std::string text = "fn f[N, M](x: i64[N]) -> (y: i64[N]) where ";
  const auto verdict = [&](const std::string& facts) {
    return verdict_of(text + facts + " {\n  return x\n}\n", "where/satisfiable");
  };
  BOOST_TEST(verdict("N < M, M < N + 2") == "proved");
  BOOST_TEST(verdict("N < M, M < N + 1") == "refuted");
  BOOST_TEST(verdict("M == N + 1, M % 2 == 0, N % 2 == 0") != "proved");
  BOOST_TEST(verdict("0 <= x < N, x >= N") != "proved");
}

BOOST_AUTO_TEST_CASE(an_assertion_is_never_passed_over) {
  const Proved proved = prove_text("theorem t[N](x: f32[N]) {\n  assert x == x\n}\n");
  BOOST_TEST(!proved.accepted());
}

// ---- divisors ----

BOOST_AUTO_TEST_CASE(a_scalar_divisor_is_provably_not_zero) {
  const auto verdict = [](const std::string& divisor, const std::string& facts) {
    return verdict_of(divided(divisor, facts), "divide/divisor");
  };
  BOOST_TEST(verdict("u", " where 0 < u") == "proved");
  BOOST_TEST(verdict("u + v", " where 0 < u, 0 <= v") == "proved");
  BOOST_TEST(verdict("sqrt(cast(N, f32))", "") == "proved");
  BOOST_TEST(verdict("exp(u) + 1.0", "") == "proved");
  BOOST_TEST(verdict("2.0", "") == "proved");
  BOOST_TEST(verdict("u", "") == "refuted");
  BOOST_TEST(verdict("u", " where 0 <= u") == "refuted");
  BOOST_TEST(verdict("0.0", "") == "refuted");
  BOOST_TEST(verdict("u - v", " where 0 < u, 0 < v") != "proved");
  BOOST_TEST(verdict("exp(u)", "") != "proved");
  BOOST_TEST(verdict("cast(n, f32)", " where 1 <= n") == "proved");
  BOOST_TEST(verdict("cast(n, f32)", "") != "proved");
}

BOOST_AUTO_TEST_CASE(an_integer_divisor_is_provably_not_zero) {
  const auto verdict = [](const std::string& divisor, const std::string& facts) {
    return verdict_of("fn f[N](x: i64[N], d: i64[N]) -> (y: i64[N])" + facts + " {\n  return x / " + divisor + "\n}\n",
                      "divide/divisor");
  };
  BOOST_TEST(verdict("d", " where d != 0") == "proved");
  BOOST_TEST(verdict("(iota([N], axis=0) + 1)", "") == "proved");
  BOOST_TEST(verdict("(d * d + 1)", "") == "proved");
  BOOST_TEST(verdict("d", "") == "refuted");
  BOOST_TEST(verdict("iota([N], axis=0)", "") == "refuted");
}

// ---- a refutation is real ----

/// An index that is right, through something the prover does not see into: it may stay open, and is never refuted by a
/// value that the index does not have.
BOOST_AUTO_TEST_CASE(what_is_not_seen_into_refutes_nothing) {
  const auto verdict = [](const std::string& statements, const std::string& index) {
    return verdict_of("fn f(table: f32[4]) -> (y: f32[]) {\n" + statements + "  return table[" + index + "]\n}\n",
                      "slice/index");
  };
  BOOST_TEST(verdict("", "sum(iota([3], axis=0), axis=0)") != "refuted");
  BOOST_TEST(verdict("  for l in 0..3 carry x = sum(iota([1], axis=0), axis=0) {\n    next x = x\n  }\n", "x") !=
             "refuted");
  const std::string low = "iota([1], axis=0) < 1";
  const std::string also = "iota([1], axis=0) < 2";
  const std::string choice = "  z = select(c, full([1], 1, dtype=i64), full([1], 7, dtype=i64))\n";
  BOOST_TEST(verdict("  c = (" + low + ") == (" + also + ")\n" + choice, "z[0]") != "refuted");
  BOOST_TEST(verdict("  c = select(" + low + ", " + also + ", " + low + ")\n" + choice, "z[0]") != "refuted");
}

/// The same things can't make a wrong index right.
BOOST_AUTO_TEST_CASE(what_is_not_seen_into_proves_nothing) {
  const auto verdict = [](const std::string& statements, const std::string& index) {
    return verdict_of("fn f(table: f32[2]) -> (y: f32[]) {\n" + statements + "  return table[" + index + "]\n}\n",
                      "slice/index");
  };
  BOOST_TEST(verdict("", "sum(iota([3], axis=0), axis=0)") != "proved");
  BOOST_TEST(verdict("  for l in 0..3 carry x = sum(iota([2], axis=0), axis=0) {\n    next x = x + 1\n  }\n", "x") !=
             "proved");
  BOOST_TEST(verdict("", "max(iota([3], axis=0), axis=0)") != "proved");
  BOOST_TEST(verdict("", "argmax(iota([3], axis=0), axis=0)") != "proved");
}

BOOST_AUTO_TEST_SUITE_END()
