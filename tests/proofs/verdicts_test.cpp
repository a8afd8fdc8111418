/// What is proved of small programs, what is refuted, and by which sizes: the rules of design section 4 that are
/// decided by proof. A wrong program that is accepted would be the worst of all errors, so most of these are wrong.
#include "tests/proofs/proving.hpp"

#include <boost/test/unit_test.hpp>

namespace {

using namespace kina;
using namespace kina::testing;

/// `proved`, or each failure with its smallest counterexample: `concat/agree at S = 0; ...`.
std::string verdict(const std::string& text) {
  const Proved proved = prove_text(text);
  if (!proved.program.diagnostics.empty()) return proved.rendered();
  std::string failures;
  for (const ProofResult& result : proved.failures()) {
    failures += (failures.empty() ? "" : "; ") + result.obligation.name;
    if (result.verdict == Verdict::unknown) failures += " unknown";
    if (!result.counterexample.empty()) failures += " at " + counterexample_of(result);
  }
  return failures.empty() ? "proved" : failures;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(verdicts_test)

// Sizes.

BOOST_AUTO_TEST_CASE(a_size_is_at_least_1_unless_where_says_0) {
  const auto last = [](const std::string& where) {
    return verdict("fn last[S](x: f32[S]) -> (y: f32[])" + where + " {\nreturn x[S - 1]\n}");
  };
  BOOST_TEST(last("") == "proved");
  BOOST_TEST(last(" where S >= 0") == "slice/index at S = 0, S - 1 = -1");
  BOOST_TEST(last(" where 0 <= S") == "slice/index at S = 0, S - 1 = -1");
  BOOST_TEST(last(" where S >= 0, S != 0") == "proved");
}

BOOST_AUTO_TEST_CASE(extents_of_signatures_are_non_negative) {
  BOOST_TEST(verdict("fn f[S](x: f32[S - 1]) -> (y: f32[S - 1]) {\nreturn x\n}") == "proved");
  BOOST_TEST(verdict("fn f[S](x: f32[S - 2]) -> (y: f32[S - 2]) {\nreturn x\n}") ==
             "signature/extent at S = 1; signature/extent at S = 1");
  BOOST_TEST(verdict("fn f[S, T](x: f32[S - T]) -> (y: f32[S - T]) where T <= S {\nreturn x\n}") == "proved");
}

BOOST_AUTO_TEST_CASE(sizes_are_divided_by_what_is_at_least_1) {
  BOOST_TEST(verdict("fn f[S, G](x: f32[S]) -> (y: f32[S / G]) {\nreturn x[:S / G]\n}") == "proved");
  BOOST_TEST(verdict("fn f[S, G](x: f32[S]) -> (y: f32[S]) where G >= 0 {\ny_all = x[:min(S, S / G)]\nreturn x\n}")
                 .find("size/divisor at S = 1, G = 0") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_quotient_times_its_divisor_is_the_dividend_only_where_it_divides) {
  const auto split = [](const std::string& where) {
    return verdict("fn f[D, H](x: f32[D]) -> (y: f32[H, D / H])" + where + " {\nreturn reshape(x, [H, D / H])\n}");
  };
  BOOST_TEST(split("") == "reshape/size at D = 1, H = 2");
  BOOST_TEST(split(" where D % H == 0") == "proved");
}

BOOST_AUTO_TEST_CASE(facts_that_contradict_each_other_prove_nothing) {
  BOOST_TEST(verdict("fn f[N, M](x: f32[N]) -> (y: f32[M]) where N < M, M < N {\nreturn x\n}") == "where/satisfiable");
  BOOST_TEST(verdict("fn f[N](x: f32[N], n: i64[]) -> (y: f32[]) where 0 <= n < 0 {\nreturn x[n]\n}") ==
             "where/satisfiable");
  BOOST_TEST(verdict("fn f[N](x: f32[N], n: i64[N]) -> (y: f32[N]) where 3 <= n < 3 {\nreturn gather(x, n)\n}") ==
             "where/satisfiable");
}

// Empty axes.

BOOST_AUTO_TEST_CASE(an_empty_axis_has_no_greatest_integer_and_no_argmax) {
  const auto reduced = [](const std::string& expression, const std::string& type) {
    return verdict("fn f[S](x: f32[S], n: i64[S]) -> (y: " + type + "[]) where S >= 0 {\nreturn " + expression + "\n}");
  };
  BOOST_TEST(reduced("max(n, axis=0)", "i64") == "max/nonempty at S = 0");
  BOOST_TEST(reduced("min(n, axis=0)", "i64") == "min/nonempty at S = 0");
  BOOST_TEST(reduced("argmax(x, axis=0)", "i64") == "argmax/nonempty at S = 0");
  // A sum starts at 0, and a float's greatest is minus infinity.
  BOOST_TEST(reduced("sum(n, axis=0)", "i64") == "proved");
  BOOST_TEST(reduced("max(x, axis=0)", "f32") == "proved");
}

BOOST_AUTO_TEST_CASE(a_slice_may_be_empty_and_never_reversed) {
  BOOST_TEST(verdict("fn f[S](x: f32[S]) -> (y: f32[0]) {\nreturn x[S:]\n}") == "proved");
  BOOST_TEST(verdict("fn f[S](x: f32[S]) -> (y: f32[S]) {\na = x[S:S - 1]\nreturn x\n}") == "slice/order at S = 1");
  BOOST_TEST(verdict("fn f[S, T](x: f32[S]) -> (y: f32[T]) {\nreturn x[S - T:]\n}") == "slice/start at S = 1, T = 2");
}

// Indices.

BOOST_AUTO_TEST_CASE(indices_do_not_wrap_and_are_not_clamped) {
  BOOST_TEST(verdict("fn f(x: f32[4]) -> (y: f32[]) {\nreturn x[-1]\n}").starts_with("slice/index"));
  BOOST_TEST(verdict("fn f(x: f32[4]) -> (y: f32[]) {\nreturn x[4]\n}").starts_with("slice/index"));
  BOOST_TEST(verdict("fn f(x: f32[4]) -> (y: f32[]) {\nreturn x[3]\n}") == "proved");
}

BOOST_AUTO_TEST_CASE(ranges_of_elements_flow_through_arithmetic) {
  const auto indexed = [](const std::string& expression) {
    return verdict("fn f[N](x: f32[8], n: i64[N], keep: bool[N], m: i64[]) -> (y: f32[N]) where 0 <= n < 4, 0 <= m < 3 "
                   "{\nreturn gather(x, " +
                   expression + ")\n}");
  };
  BOOST_TEST(indexed("n") == "proved");
  BOOST_TEST(indexed("n + 4") == "proved");
  BOOST_TEST(indexed("2 * n + 1") == "proved");
  BOOST_TEST(indexed("n + broadcast(m)") == "proved");
  BOOST_TEST(indexed("7 - n") == "proved");
  BOOST_TEST(indexed("(n + 13) % 8") == "proved");
  BOOST_TEST(indexed("(n + 13) / 2") == "gather/index at N = 1, m = 0, (n + 13) / 2 = 8");
  BOOST_TEST(indexed("n - 1") == "gather/index at N = 1, m = 0, n - 1 = -1");
  BOOST_TEST(indexed("n + 5") == "gather/index at N = 1, m = 0, n + 5 = 8");
  BOOST_TEST(indexed("select(keep, n, 7)") == "proved");
  BOOST_TEST(indexed("minimum(n + 6, 7)") == "proved");
  BOOST_TEST(indexed("maximum(n - 1, 0)") == "proved");
  BOOST_TEST(indexed("cast(cast(n, i32), i64)") == "proved");
  BOOST_TEST(indexed("cast(n, i32)") == "proved");
}

BOOST_AUTO_TEST_CASE(a_choice_guards_only_what_it_chooses) {
  const auto indexed = [](const std::string& expression) {
    return verdict("fn f[N](x: f32[4], n: i64[N]) -> (y: f32[N]) {\nreturn gather(x, " + expression + ")\n}");
  };
  BOOST_TEST(indexed("select(0 <= n and n < 4, n, 0)") == "proved");
  BOOST_TEST(indexed("select(0 <= n or n < 4, n, 0)").starts_with("gather/index"));
  BOOST_TEST(indexed("select(0 <= n and n <= 4, n, 0)") ==
             "gather/index at N = 1, select(0 <= n and n <= 4, n, 0) = 4");
  BOOST_TEST(indexed("select(not (n < 0 or 4 <= n), n, 3)") == "proved");
  BOOST_TEST(indexed("select(0 <= n and n < 4, 0, n)").starts_with("gather/index"));
}

BOOST_AUTO_TEST_CASE(positions_of_dynamic_slices) {
  const auto sliced = [](const std::string& where, const std::string& at) {
    return verdict("fn f[C, T](x: f32[C], n: i64[]) -> (y: f32[T]) where " + where + " {\nreturn dynamic_slice(x, " +
                   at + ", size=T, axis=0)\n}");
  };
  BOOST_TEST(sliced("0 <= n, n + T <= C", "n") == "proved");
  BOOST_TEST(sliced("0 <= n, n + T <= C", "n + 1") == "dynamic_slice/position at C = 1, T = 1, n = 0, n + 1 = 1");
  BOOST_TEST(sliced("1 <= n, n + T <= C + 1", "n - 1") == "proved");
  BOOST_TEST(sliced("0 <= n < C", "n") == "dynamic_slice/position at C = 1, T = 2, n = 0");
}

// Divisors.

BOOST_AUTO_TEST_CASE(integer_and_scalar_divisors_are_provably_not_0) {
  const auto divided = [](const std::string& where, const std::string& expression) {
    const std::string function = "fn f[N](x: f32[N], k: i64[N], n: i64[N], u: f32[], d: i64[]) -> (y: bool[])";
    return verdict(function + where + " {\na = " + expression + "\nreturn true\n}");
  };
  BOOST_TEST(divided("", "k / 2") == "proved");
  BOOST_TEST(divided("", "k % 0").starts_with("remainder/divisor"));
  BOOST_TEST(divided("", "k / n") == "divide/divisor at N = 1, d = 0, n = 0");
  BOOST_TEST(divided(" where n < 0", "k / n") == "proved");
  BOOST_TEST(divided(" where n != 0", "k / n") == "proved");
  BOOST_TEST(divided(" where 0 <= n", "k / (n + 1)") == "proved");
  BOOST_TEST(divided(" where 0 <= n", "k / (2 * n - 1)") == "proved");
  BOOST_TEST(divided(" where 0 <= n", "k / (n - 1)").starts_with("divide/divisor at N = 1, d = 0"));
  BOOST_TEST(divided("", "k / broadcast(d)").starts_with("divide/divisor at N = 1, d = 0"));
  BOOST_TEST(divided(" where d > 0", "x / broadcast(cast(d, f32))") == "proved");
  BOOST_TEST(divided(" where u > 0.0", "x / broadcast(u)") == "proved");
  BOOST_TEST(divided(" where u > 0.0", "x / broadcast(sqrt(u))") == "proved");
  BOOST_TEST(divided(" where u > 0.0", "x / broadcast(u + 1.0)") == "proved");
  BOOST_TEST(divided("", "x / broadcast(abs(u) + 0.5)") == "proved");
  BOOST_TEST(divided(" where 0.0 <= u", "x / broadcast(u)") == "divide/divisor at N = 1, d = 0");
  BOOST_TEST(divided("", "x / 0.0").starts_with("divide/divisor"));
  // Two positive floats may have a product of 0, and an exponential may underflow.
  BOOST_TEST(divided(" where u > 0.0", "x / broadcast(u * u)") == "divide/divisor unknown");
  BOOST_TEST(divided("", "x / broadcast(exp(u))") == "divide/divisor unknown");
  // A float tensor's divisor follows IEEE 754.
  BOOST_TEST(divided("", "x / x") == "proved");
}

BOOST_AUTO_TEST_CASE(casts_to_integers_are_in_range) {
  const auto converted = [](const std::string& where, const std::string& expression) {
    return verdict("fn f(n: i64[], u: f32[]) -> (y: bool[])" + where + " {\na = " + expression + "\nreturn true\n}");
  };
  BOOST_TEST(converted("", "cast(n, i32)") == "cast/range at n = 2147483648");
  BOOST_TEST(converted(" where 0 <= n < 100", "cast(n, i32)") == "proved");
  BOOST_TEST(converted("", "cast(n, f32)") == "proved");
  BOOST_TEST(converted(" where 0.0 <= u < 10.0", "cast(u, i32)") == "proved");
  BOOST_TEST(converted("", "cast(u, i64)").starts_with("cast/range"));
  BOOST_TEST(converted("", "cast(tanh(u), i64)").starts_with("cast/range"));
}

// Calls.

BOOST_AUTO_TEST_CASE(a_call_establishes_what_the_callee_states) {
  const std::string callee = "fn row[V, D](table: f32[V, D], n: i64[]) -> (y: f32[D]) where 0 <= n < V {\n"
                             "return gather(table, n)\n}\n";
  const auto called = [&](const std::string& where, const std::string& index) {
    return verdict(callee + "fn f[V, D](table: f32[V, D], m: i64[]) -> (y: f32[D])" + where + " {\nreturn row(table, " +
                   index + ")\n}");
  };
  BOOST_TEST(called(" where 0 <= m < V", "m") == "proved");
  BOOST_TEST(called(" where 0 <= m < V", "m + 1") == "call/where at V = 1, D = 1, m = 0, m + 1 = 1");
  BOOST_TEST(called(" where 0 <= m < V", "V - 1 - m") == "proved");
  BOOST_TEST(called("", "0") == "proved");
  BOOST_TEST(called("", "V").starts_with("call/where at V = 1, D = 1"));
}

BOOST_AUTO_TEST_CASE(a_stated_fact_about_a_result_is_proved_in_the_body_and_known_to_callers) {
  const auto picked = [](const std::string& fact, const std::string& body) {
    return verdict("fn pick[V](logits: f32[V]) -> (token: i64[]) where " + fact + " {\nreturn " + body + "\n}\n" +
                   "fn f[V, D](logits: f32[V], table: f32[V, D]) -> (y: f32[D]) {\n"
                   "return gather(table, pick(logits))\n}");
  };
  BOOST_TEST(picked("0 <= token < V", "argmax(logits, axis=0)") == "proved");
  BOOST_TEST(picked("0 <= token < V", "argmax(logits, axis=0) + 1").starts_with("return/where"));
  BOOST_TEST(picked("0 <= token", "argmax(logits, axis=0)") == "proved");
}

BOOST_AUTO_TEST_CASE(a_size_is_inferred_only_where_it_is_exact) {
  const auto halves = [](const std::string& sizes, const std::string& extent, const std::string& half,
                         const std::string& where = "") {
    return verdict("fn halves[N](x: f32[2 * N]) -> (y: f32[N]) {\nreturn x[:N]\n}\nfn f[" + sizes + "](x: f32[" +
                   extent + "]) -> (y: f32[" + half + "])" + where + " {\nreturn halves(x)\n}");
  };
  BOOST_TEST(halves("M", "4 * M", "2 * M") == "proved");
  BOOST_TEST(halves("M", "M", "M / 2", " where M >= 2, M % 2 == 0") == "proved");
  BOOST_TEST(halves("M", "M", "M / 2", " where M >= 2") == "call/infer at M = 3");
  BOOST_TEST(halves("M", "2 * M + 1", "M") == "call/infer at M = 1");
}

BOOST_AUTO_TEST_CASE(a_size_of_the_callee_is_at_least_1) {
  const std::string append = "fn shift[S](x: f32[S + 1]) -> (y: f32[S]) {\nreturn x[1:]\n}\n";
  BOOST_TEST(verdict(append + "fn f[S](x: f32[S + 1]) -> (y: f32[S]) {\nreturn shift(x)\n}") == "proved");
  BOOST_TEST(verdict(append + "fn f[S](x: f32[S]) -> (y: f32[S - 1]) {\nreturn shift(x)\n}") == "call/size at S = 1");
}

// Loops.

BOOST_AUTO_TEST_CASE(a_loop_may_run_no_times) {
  const auto loop = [](const std::string& where, const std::string& after) {
    return verdict("fn f[L, D](x: f32[D], k: f32[L, D]) -> (y: f32[D])" + where +
                   " {\nfor l in 0..L carry a = x {\nb = a + k[l]\nnext a = b\nstack s = b\n}\nreturn " + after +
                   "\n}");
  };
  BOOST_TEST(loop(" where L >= 0", "a") == "proved");
  BOOST_TEST(loop("", "s[L - 1]") == "proved");
  BOOST_TEST(loop(" where L >= 0", "s[L - 1]") == "slice/index at L = 0, D = 1, L - 1 = -1");
  BOOST_TEST(loop(" where L >= 0", "k[0]").starts_with("slice/index at L = 0"));
}

BOOST_AUTO_TEST_CASE(a_loops_variable_is_in_range_inside_it) {
  const auto loop = [](const std::string& bound, const std::string& index) {
    return verdict("fn f[L, D](x: f32[D], k: f32[L, D]) -> (y: f32[D]) {\nfor l in 0.." + bound +
                   " carry a = x {\nnext a = a + k[" + index + "]\n}\nreturn a\n}");
  };
  BOOST_TEST(loop("L", "l") == "proved");
  BOOST_TEST(loop("L", "L - 1 - l") == "proved");
  BOOST_TEST(loop("L - 1", "l + 1") == "proved");
  BOOST_TEST(loop("L", "l + 1") == "slice/index at L = 1, D = 1, l = 0, l + 1 = 1");
  BOOST_TEST(loop("L + 1", "l") == "slice/index at L = 1, D = 1, l = 1");
  BOOST_TEST(loop("L - 2", "l") == "for/bound at L = 1, D = 1");
}

BOOST_AUTO_TEST_CASE(a_carry_is_known_only_by_its_type) {
  // The first value is 0; the next ones are not.
  BOOST_TEST(verdict("fn f[L](x: f32[1]) -> (y: f32[]) {\nfor l in 0..L carry n = 0 {\nnext n = n + 1\n}\n"
                     "return x[n]\n}")
                 .starts_with("slice/index"));
}

BOOST_AUTO_TEST_CASE(a_carry_keeps_its_shape) {
  BOOST_TEST(verdict("fn f[L, S](x: f32[S]) -> (y: f32[S]) {\nfor l in 0..L carry a = x {\n"
                     "next a = concat(a, a[:1], axis=0)\n}\nreturn a\n}") == "for/carry at L = 1, S = 1, l = 0");
}

// Consequences.

BOOST_AUTO_TEST_CASE(what_follows_from_a_failure_is_no_failure_of_its_own) {
  BOOST_TEST(verdict("fn f[S, D](x: f32[S, D], w: f32[D, S]) -> (y: f32[S, D]) {\n"
                     "a = x @ x\nb = a + x\nc = b @ w\nreturn c\n}") == "matmul/inner at S = 1, D = 2");
}

BOOST_AUTO_TEST_SUITE_END()
