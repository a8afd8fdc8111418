/// The host loop's obligations (design section 6): a decode family that can be driven for any number of steps, and the
/// ways in which it can't.
#include "proofs/loops.hpp"

#include "tests/proofs/proving.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>

BOOST_AUTO_TEST_SUITE(loops_test)

namespace {

using namespace kina;
using namespace kina::testing;

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  if (at == std::string::npos) throw std::logic_error("nothing to replace: " + from);
  return text.replace(at, from.size(), to);
}

const std::string picker = "fn pick[B, V](logits: f32[B, 1, V]) -> (token_ids: i64[B, 1])\n"
                           "    where 0 <= token_ids < V {\n  return argmax(logits, axis=2)\n}\n";
const std::string first = "fn first[B, V](token_ids: i64[B, 1], w: f32[V])\n"
                          "    -> (k_next: f32[B, 1], logits: f32[B, 1, V]) where 0 <= token_ids < V {\n"
                          "  return full([B, 1], 0.0), broadcast(w, [B, 1, V])\n}\n";
/// One step for every length.
const std::string growing = "fn step[B, V, S](token_ids: i64[B, 1], k_past: f32[B, S], w: f32[V])\n"
                            "    -> (k_next: f32[B, S + 1], logits: f32[B, 1, V]) where S >= 0, 0 <= token_ids < V {\n"
                            "  return concat(k_past, full([B, 1], 0.0), axis=1), broadcast(w, [B, 1, V])\n}\n";

/// The member of a family for one past length.
std::string member(int past, int next) {
  const std::string name = std::to_string(past);
  return "fn step_" + name + "(token_ids: i64[1, 1], k_past: f32[1, " + name +
         "], w: f32[8])\n    -> (k_next: f32[1, " + std::to_string(next) +
         "], logits: f32[1, 1, 8]) where 0 <= token_ids < 8 {\n" + "  return full([1, " + std::to_string(next) +
         "], 0.0), broadcast(w, [1, 1, 8])\n}\n";
}
const std::string static_first = "fn first(token_ids: i64[1, 1], w: f32[8])\n"
                                 "    -> (k_next: f32[1, 1], logits: f32[1, 1, 8]) where 0 <= token_ids < 8 {\n"
                                 "  return full([1, 1], 0.0), broadcast(w, [1, 1, 8])\n}\n";

/// A step with a cache of fixed capacity and its length as a scalar.
const std::string scratch =
    "fn step[B, V, C](token_ids: i64[B, 1], k_past: f32[B, C], len_past: i64[], w: f32[V])\n"
    "    -> (k_next: f32[B, C], len_next: i64[], logits: f32[B, 1, V])\n"
    "    where 0 <= len_past < C, 0 <= token_ids < V {\n"
    "  return dynamic_update_slice(k_past, full([B, 1], 1.0), len_past, axis=1), (len_past + 1) % C,\n"
    "         broadcast(w, [B, 1, V])\n}\n";

/// The loop's failures, each once, as `code: violation`.
std::vector<std::string> failures(const std::string& text) {
  const Proved proved = prove_text(text);
  for (const Diagnostic& diagnostic : proved.program.diagnostics)
    BOOST_ERROR(diagnostic.code << ": " << diagnostic.message);
  std::vector<std::string> failed;
  for (const ProofResult& result : proved.failures()) {
    BOOST_TEST((result.obligation.kind == ObligationKind::loop), result.obligation.name);
    failed.push_back(result.obligation.name + ": " + result.obligation.violation);
  }
  std::sort(failed.begin(), failed.end());
  failed.erase(std::unique(failed.begin(), failed.end()), failed.end());
  return failed;
}

void check_failure(const std::string& text, const std::string& expected) {
  const std::vector<std::string> failed = failures(text);
  BOOST_TEST((std::find(failed.begin(), failed.end(), expected) != failed.end()),
             expected << " is not among " << (failed.empty() ? "none" : failed.front()));
}

}  // namespace

// ---- loops that run ----

BOOST_AUTO_TEST_CASE(a_family_that_can_be_driven_is_proved) {
  BOOST_TEST(failures(first + growing + picker).empty());
  BOOST_TEST(failures(growing + picker).empty());
  BOOST_TEST(failures(static_first + member(1, 2) + member(2, 3) + picker).empty());
  BOOST_TEST(failures(scratch + picker).empty());
}

BOOST_AUTO_TEST_CASE(what_is_no_loop_has_no_obligation) {
  BOOST_TEST(loop_obligations(check_text("test.kina", "")).empty());
  BOOST_TEST(loop_obligations(check_text("test.kina", picker)).empty());
  BOOST_TEST(loop_obligations(check_text("test.kina", first + picker)).empty());
}

/// A step for every length is proved once for all of them: the induction for every number of steps.
BOOST_AUTO_TEST_CASE(every_hand_over_is_an_obligation) {
  const auto count = [](const std::string& text, const std::string& item) {
    const auto obligations = loop_obligations(check_text("test.kina", text));
    return std::count_if(obligations.begin(), obligations.end(), [&](const Obligation& obligation) {
      return obligation.name == "loop/next" && obligation.item == item;
    });
  };
  // Two axes of one state.
  BOOST_TEST(count(first + growing + picker, "first") == 2);
  BOOST_TEST(count(first + growing + picker, "step") == 2);
  const std::string family = static_first + member(1, 2) + member(2, 3) + picker;
  BOOST_TEST(count(family, "first") == 2);
  BOOST_TEST(count(family, "step_1") == 2);
  BOOST_TEST(count(family, "step_2") == 0);
}

// ---- state ----

BOOST_AUTO_TEST_CASE(a_state_without_its_next_is_refuted) {
  const std::string text = replaced(growing, "k_next", "k_later") + picker;
  check_failure(text, "loop/state: 'k_past' has no result 'k_next'");
}

BOOST_AUTO_TEST_CASE(a_first_step_without_the_state_is_refuted) {
  check_failure(replaced(first, "k_next", "other_next") + growing + picker,
                "loop/next: 'first' has no result 'k_next' for 'k_past' of 'step'");
}

BOOST_AUTO_TEST_CASE(a_next_of_another_type_is_refuted) {
  std::string other = replaced(first, "k_next: f32[B, 1]", "k_next: f32[B + 1, 1]");
  check_failure(replaced(other, "full([B, 1]", "full([B + 1, 1]") + growing + picker,
                "loop/next: the result 'k_next' differs on axis 0");
  other = replaced(first, "k_next: f32[B, 1]", "k_next: f64[B, 1]");
  check_failure(replaced(other, "0.0)", "0.0, dtype=f64)") + growing + picker,
                "loop/next: the result 'k_next' is f64[B, 1], and f32[B, 1] is expected");
}

/// The bug of the seed: K grows and V does not.
BOOST_AUTO_TEST_CASE(states_of_different_lengths_are_refuted) {
  std::string text = replaced(growing, "w: f32[V])", "v_past: f32[B, S], w: f32[V])");
  text = replaced(text, "-> (", "-> (v_next: f32[B, S], ");
  text = replaced(text, "return ", "return v_past, ");
  check_failure(text + picker, "loop/next: the result 'v_next' differs on axis 1");
}

BOOST_AUTO_TEST_CASE(a_member_that_nothing_leads_to_is_refuted) {
  check_failure(static_first + member(1, 2) + member(3, 4) + picker,
                "loop/reach: 'step_3' is never reached: nothing returns its 'k_past' f32[1, 3]");
  // The family's hand-over is wrong by one: the second member is then out of reach.
  check_failure(static_first + member(1, 3) + member(2, 3) + picker,
                "loop/reach: 'step_2' is never reached: nothing returns its 'k_past' f32[1, 2]");
}

BOOST_AUTO_TEST_CASE(a_state_that_may_be_too_short_for_the_next_step_is_refuted) {
  const std::string prefill = "fn prefill[B, V, T](token_ids: i64[B, T], w: f32[V])\n"
                              "    -> (k_next: f32[B, T - 1], logits: f32[B, 1, V]) where 0 <= token_ids < V {\n"
                              "  return full([B, T - 1], 0.0), broadcast(w, [B, 1, V])\n}\n";
  BOOST_TEST(failures(prefill + growing + picker).empty());
  check_failure(prefill + replaced(growing, "S >= 0, ", "") + picker,
                "loop/size: the size S of 'step', which runs next, may be below 1");
}

// ---- roles ----

BOOST_AUTO_TEST_CASE(two_functions_for_one_role_are_refuted) {
  check_failure(growing + picker + replaced(picker, "pick", "pick_again"),
                "loop/role: 'pick' and 'pick_again' are both a picker");
  check_failure(first + replaced(first, "first", "first_again") + growing + picker,
                "loop/role: 'first' and 'first_again' are both a first step");
  check_failure(static_first + member(1, 2) + replaced(member(1, 2), "step_1", "step_one") + picker,
                "loop/role: 'step_1' and 'step_one' are both the step for one state");
}

// ---- weights ----

BOOST_AUTO_TEST_CASE(weights_that_disagree_are_refuted) {
  std::string other = replaced(first, "w: f32[V]", "w: f32[V + 1]");
  check_failure(replaced(other, "broadcast(w,", "broadcast(w[0:V],") + growing + picker,
                "loop/weight: the weight 'w' differs on axis 0");
}

// ---- tokens ----

BOOST_AUTO_TEST_CASE(a_picked_token_is_in_range_for_the_next_step) {
  // The vocabulary's size is not a token; a picker that returns it breaks the gather of the next step.
  std::string one_too_many = replaced(picker, "token_ids < V", "token_ids <= V");
  check_failure(growing + replaced(one_too_many, "axis=2)", "axis=2) + 1"),
                "loop/token: a picked token may be out of range for 'step', which runs next");
  // The range is inferred from the body, stated or not.
  BOOST_TEST(failures(growing + replaced(picker, "    where 0 <= token_ids < V {", "{")).empty());
  BOOST_TEST(failures(growing + replaced(picker, "token_ids < V", "token_ids <= V")).empty());
}

BOOST_AUTO_TEST_CASE(a_picker_over_another_vocabulary_is_refuted) {
  const std::string nine = "fn pick(logits: f32[1, 1, 9]) -> (token_ids: i64[1, 1]) {\n"
                           "  return argmax(logits, axis=2)\n}\n";
  check_failure(static_first + member(1, 2) + nine, "loop/pick: the result 'logits' differs on axis 2");
}

/// A bound on tokens that is a scalar is not the token itself.
BOOST_AUTO_TEST_CASE(a_token_bounded_by_a_scalar_is_not_bounded_by_itself) {
  const std::string bounded = "fn step[B, V](token_ids: i64[B, 1], len_past: i64[], w: f32[V])\n"
                              "    -> (len_next: i64[], logits: f32[B, 1, V])\n"
                              "    where 0 <= len_past, 0 <= token_ids <= len_past {\n"
                              "  return len_past + 1, broadcast(w, [B, 1, V])\n}\n";
  BOOST_TEST(!failures(bounded + picker).empty());
}

// ---- invariants ----

BOOST_AUTO_TEST_CASE(a_fact_about_state_is_kept_by_each_step) {
  check_failure(replaced(scratch, "(len_past + 1) % C", "len_past + 1") + picker,
                "loop/invariant: a fact of 'step', which runs next, may not hold: len_past < C");
  check_failure(replaced(scratch, "(len_past + 1) % C", "len_past - 1") + picker,
                "loop/invariant: a fact of 'step', which runs next, may not hold: 0 <= len_past");
}

BOOST_AUTO_TEST_CASE(a_loop_without_a_first_step_starts_at_zero) {
  // 0 < len_past is kept by each step, and not met by the first.
  std::string text = replaced(scratch, "0 <= len_past < C", "0 < len_past < C");
  text = replaced(text, "(len_past + 1) % C", "max_of(len_past, C)");
  text = "fn max_of(a: i64[], b: i64[]) -> (c: i64[]) {\n  return maximum(minimum(a + 1, b - 1), 1)\n}\n" + text;
  const std::vector<std::string> failed =
      failures(replaced(text, "0 < len_past < C", "0 < len_past < C, C >= 2") + picker);
  BOOST_TEST(failed == std::vector<std::string>{"loop/start: a fact of 'step' may not hold where the loop starts, with "
                                                "zeros for its state"},
             boost::test_tools::per_element());
}

/// A float that a step divides by starts at zero like any other state.
BOOST_AUTO_TEST_CASE(a_fact_about_a_float_state_is_an_invariant_too) {
  const std::string cooling =
      "fn step[B, V](token_ids: i64[B, 1], tau_past: f32[], w: f32[V])\n"
      "    -> (tau_next: f32[], logits: f32[B, 1, V]) where 0 < tau_past, 0 <= token_ids < V {\n"
      "  return tau_past - 1.0, broadcast(w, [B, 1, V]) / broadcast(tau_past)\n}\n";
  BOOST_TEST(!failures(cooling + picker).empty());
}

BOOST_AUTO_TEST_SUITE_END()
