/// Bugs that users of other systems reported, as programs of symbolic sizes in tests/cases. Each is refuted where its
/// author would look, with the smallest sizes that break it; its repaired twin is proved. The sizes at which a bug is
/// hidden are tried too: there a test with fixed sizes sees nothing.
#include "tests/proofs/proving.hpp"

#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

#include <ostream>
#include <regex>

namespace {

using namespace kina;
using namespace kina::testing;

/// What a user is told about a bug.
struct Case {
  std::string name;
  std::string obligation;
  std::size_t line;
  /// Both sides in the user's names.
  std::string label;
  std::string counterexample;
  std::string holds_only_if;
};

std::ostream& operator<<(std::ostream& stream, const Case& bug) { return stream << bug.name; }

const std::vector<Case> cases{
    {"01_append_on_the_wrong_axis", "concat/agree", 4, "S against 1", "B = 1, S = 0, H = 1, Dh = 1", "S = 1"},
    {"03_past_length_from_the_wrong_axis", "broadcast/agree", 4, "Dh + 1 against S + 1", "N = 1, Dh = 1, S = 0",
     "Dh = S"},
    {"05_cache_sized_with_query_heads", "dynamic_update_slice/agree", 5, "Hkv against H",
     "B = 1, C = 1, H = 2, Hkv = 1, G = 2, Dh = 1, position = 0", "G = 1"},
    {"05_cache_rows_of_the_whole_width", "dynamic_update_slice/agree", 5, "Dh against D",
     "B = 1, C = 1, H = 2, D = 2, Dh = 1, position = 0", "H = 1"},
    {"08_past_length_counts_the_new_token", "return/where", 4, "length against len_past",
     "B = 1, C = 2, D = 1, len_past = 0, length = 1", ""},
    {"09_offset_advanced_twice", "loop/invariant", 10, "offset_past + new_past against S + 1",
     "B = 1, S = 1, D = 1, V = 1, offset_past = 1, new_past = 2", "new_past = 1"},
    {"13_negative_positions", "gather/index", 4, "requires 0 <= positions and positions < P",
     "L = 1, T = 2, P = 2, Half = 1, positions = -1", ""},
    {"14_joined_keys_keep_their_positions", "call/where", 9, "0 against S", "S = 1, T = 1, Dh = 1", "S = 0"},
    {"15_cached_keys_rotated_again", "call/where", 13, "turns against 0", "S = 1, Half = 1, turns = 1", ""},
    {"17_position_table_shorter_than_the_loop", "gather/index", 4, "requires 0 <= S + i and S + i < P",
     "P = 1, S = 1, N = 1, D = 1, i = 0, S + i = 1", ""},
    {"19_first_token_only_counted", "loop/invariant", 2, "0 against 1", "B = 1, C = 1, D = 1, V = 1", ""},
    {"20_prompt_fully_cached", "slice/index", 5, "requires 0 <= N - Cached - 1 and N - Cached - 1 < N - Cached",
     "B = 1, N = 1, Cached = 1, D = 1, V = 1, N - Cached - 1 = -1", "Cached < N"},
    {"22_present_as_long_as_past", "return/agree", 4, "S + 1 against S", "B = 1, H = 1, S = 0, Dh = 1", ""},
    {"25_square_mask_on_rectangular_scores", "broadcast/agree", 4, "T against S + T", "B = 1, H = 1, S = 1, T = 1",
     "S = 0"},
    {"27_one_column_mask", "select/agree", 3, "1 against S + 1", "B = 1, H = 1, S = 1", "S = 0"},
    {"28_bias_built_from_query_length", "broadcast/agree", 4, "T against S + T", "H = 1, S = 1, T = 1", "S = 0"},
    {"32_window_of_one_more", "return/agree", 4, "W + 1 against W", "B = 1, S = 1, W = 1, D = 1", ""},
    {"36_fused_projection_cut_into_thirds", "reshape/size", 5, "", "B = 1, H = 1, Hkv = 2, Dh = 3", "H = Hkv"},
    {"42_cross_keys_without_beams", "matmul/batch", 4, "B * Beam against B",
     "B = 1, Beam = 2, H = 1, T = 1, Dh = 1, Senc = 1", "Beam = 1"},
    {"42_cross_cache_that_grows", "return/agree", 8, "Senc + 1 against Senc", "B = 1, Senc = 1, D = 1, V = 1", ""},
    {"44_argmax_over_flattened_logits", "gather/index", 4, "requires 0 <= token and token < V",
     "T = 2, V = 1, D = 1, token = 1", "T = 1"},
    {"50_temperature_of_zero", "divide/divisor", 3, "requires tau != 0", "B = 1, V = 1", ""},
    {"51_dynamic_length_became_a_constant", "reshape/size", 3, "B * S * D against B * 6 * H * Dh",
     "B = 1, S = 1, D = 1, H = 1, Dh = 1", "S = 6"},
    {"51_batch_became_one", "reshape/size", 3, "B * S * D against 1 * S * H * Dh", "B = 2, S = 1, D = 1, H = 1, Dh = 1",
     "B = 1"},
    {"53_groups_of_another_size", "broadcast/agree", 4, "N / G against N / M", "B = 1, N = 2, G = 1, M = 2", ""},
    {"53_scales_along_the_tokens", "return/agree", 5, "S / G + 1 against (S + 1) / G", "B = 1, S = 0, G = 2, Dh = 1",
     "G = 1"},
};

/// Reports that were no bugs, and what decode programs do right.
const std::vector<std::string> accepted_programs{
    "56_transposed_product",
    "57_noise_on_log_probabilities",
    "beams",
    "cross_attention",
    "fused_projection",
    "left_padding",
    "quantised_groups",
    "ring_buffer",
    "sliding_window",
};

Proved proved_case(const std::string& name) { return prove_file(source_folder() / "tests/cases", name + ".kina"); }

std::string case_text(const std::string& name) { return file_text(source_folder() / "tests/cases" / (name + ".kina")); }

/// The program with a number in a size's place.
std::string at_size(const std::string& text, const std::string& size, const std::string& value) {
  const std::string undeclared =
      std::regex_replace(text, std::regex("(\\[|, )" + size + ", "), "$1", std::regex_constants::format_first_only);
  return std::regex_replace(undeclared, std::regex("\\b" + size + "\\b"), value);
}

/// The program with one more fact, behind the last place where `fact` stands.
std::string with_fact(const std::string& text, const std::string& fact, const std::string& added) {
  std::string changed = text;
  return changed.replace(changed.rfind(fact), fact.size(), fact + ", " + added);
}

bool is_accepted(const std::string& text) {
  const Proved proved = prove_text(text);
  if (!proved.accepted()) BOOST_TEST_MESSAGE(proved.rendered());
  return proved.accepted();
}

}  // namespace

BOOST_AUTO_TEST_SUITE(cases_test)

BOOST_DATA_TEST_CASE(a_bug_is_refuted_by_the_smallest_sizes, boost::unit_test::data::make(cases), bug) {
  const Proved proved = proved_case(bug.name);
  BOOST_TEST(proved.program.diagnostics.empty());
  BOOST_REQUIRE(!proved.failures().empty());
  const ProofResult first = proved.failures().front();
  BOOST_TEST_MESSAGE(proved.rendered());
  BOOST_TEST((first.verdict == Verdict::refuted));
  BOOST_TEST(first.obligation.name == bug.obligation);
  BOOST_TEST(position_of(proved.program.sources[0], first.obligation.place.begin).line == bug.line);
  if (!bug.label.empty()) BOOST_TEST(diagnostic_of(first).label == bug.label);
  BOOST_TEST(first.smallest);
  BOOST_TEST(counterexample_of(first) == bug.counterexample);
  BOOST_TEST((first.holds_only_if ? first.holds_only_if->text : "") == bug.holds_only_if);
}

BOOST_DATA_TEST_CASE(its_repaired_twin_is_proved, boost::unit_test::data::make(cases), bug) {
  const Proved proved = proved_case(bug.name + "_repaired");
  BOOST_TEST(proved.accepted(), proved.rendered());
}

BOOST_DATA_TEST_CASE(what_is_right_is_proved, boost::unit_test::data::make(accepted_programs), name) {
  const Proved proved = proved_case(name);
  BOOST_TEST(proved.accepted(), proved.rendered());
}

/// A wrong extent, and the conclusion that follows from it, are one error.
BOOST_AUTO_TEST_CASE(a_consequence_is_told_with_its_cause) {
  BOOST_TEST(proved_case("01_append_on_the_wrong_axis").failures().size() == 1u);
  BOOST_TEST(proved_case("51_dynamic_length_became_a_constant").failures().size() == 1u);
}

BOOST_AUTO_TEST_CASE(a_temperature_of_zero_is_told) {
  const ProofResult first = proved_case("50_temperature_of_zero").failures().front();
  BOOST_REQUIRE(first.float_counterexample.size() == 1u);
  BOOST_TEST(first.float_counterexample[0].first == "tau");
  BOOST_TEST(first.float_counterexample[0].second == 0.0);
}

/// Every part that is cut wrong is told; the cut itself is in range.
BOOST_AUTO_TEST_CASE(each_wrong_third_is_told) {
  BOOST_TEST(proved_case("36_fused_projection_cut_into_thirds").failures().size() == 3u);
}

// The sizes at which a bug is hidden.

/// At S = 1 the concatenation is of equal shapes; the declared result still catches it.
BOOST_AUTO_TEST_CASE(the_wrong_axis_is_hidden_from_concat_at_a_past_of_one) {
  const Proved proved = prove_text(at_size(case_text("01_append_on_the_wrong_axis"), "S", "1"));
  const std::vector<ProofResult> failures = proved.failures();
  // Both axes are one mistake, and one message.
  BOOST_REQUIRE(failures.size() == 1u);
  BOOST_TEST(failures[0].obligation.name == "return/agree");
  BOOST_TEST(proved.rendered().find("the same on axis 1: 1 against 2") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(the_wrong_axis_of_the_cache_is_hidden_where_its_extents_are_equal) {
  const std::string text = case_text("03_past_length_from_the_wrong_axis");
  BOOST_TEST(is_accepted(at_size(at_size(text, "Dh", "8"), "S\\]\\(", "](")) == false);
  BOOST_TEST(is_accepted(std::regex_replace(text, std::regex("S >= 0"), "S >= 0, Dh == S")));
}

BOOST_AUTO_TEST_CASE(query_heads_are_hidden_where_each_has_keys_of_its_own) {
  const std::string text = case_text("05_cache_sized_with_query_heads");
  BOOST_TEST(is_accepted(at_size(text, "G", "1")));
  BOOST_TEST(!is_accepted(at_size(text, "G", "2")));
}

BOOST_AUTO_TEST_CASE(the_square_mask_is_hidden_without_a_past_and_for_one_row) {
  const std::string text = case_text("25_square_mask_on_rectangular_scores");
  const std::string without_where = std::regex_replace(text, std::regex("\\s*where S >= 0"), "");
  BOOST_TEST(is_accepted(at_size(without_where, "S", "0")));
  BOOST_TEST(!is_accepted(at_size(without_where, "S", "7")));
  // One row: the mask is of extent 1, and stretches.
  BOOST_TEST(is_accepted(std::regex_replace(at_size(text, "T\\]\\(s", "](s"), std::regex("\\bT\\b"), "1")) == false);
}

BOOST_AUTO_TEST_CASE(the_bias_is_hidden_without_a_past) {
  const std::string text = case_text("28_bias_built_from_query_length");
  BOOST_TEST(is_accepted(std::regex_replace(text, std::regex("S >= 0"), "S >= 0, S <= 0")));
}

BOOST_AUTO_TEST_CASE(equal_thirds_are_hidden_where_every_query_head_has_keys_of_its_own) {
  BOOST_TEST(is_accepted(std::regex_replace(case_text("36_fused_projection_cut_into_thirds"), std::regex(" % 3 == 0"),
                                            " % 3 == 0, H == Hkv")));
}

BOOST_AUTO_TEST_CASE(missing_beams_are_hidden_for_one_beam_and_by_a_broadcast_for_one_batch_entry) {
  const std::string text = case_text("42_cross_keys_without_beams");
  BOOST_TEST(is_accepted(at_size(text, "Beam", "1")));
  const std::string stretched = std::regex_replace(text, std::regex("q @ k"), "q @ broadcast(k)");
  BOOST_TEST(!is_accepted(stretched));
  BOOST_TEST(!is_accepted(at_size(text, "B", "1")));
  BOOST_TEST(is_accepted(at_size(stretched, "B", "1")));
}

BOOST_AUTO_TEST_CASE(the_flattened_argmax_is_hidden_for_one_position) {
  BOOST_TEST(is_accepted(at_size(case_text("44_argmax_over_flattened_logits"), "T", "1")));
}

BOOST_AUTO_TEST_CASE(the_constant_length_is_hidden_at_the_length_it_was_traced_with) {
  const std::string text = case_text("51_dynamic_length_became_a_constant");
  BOOST_TEST(is_accepted(at_size(text, "S", "6")));
  BOOST_TEST(!is_accepted(at_size(text, "S", "5")));
}

BOOST_AUTO_TEST_CASE(rows_of_the_whole_width_are_hidden_for_one_head) {
  const std::string text = case_text("05_cache_rows_of_the_whole_width");
  BOOST_TEST(is_accepted(at_size(text, "H", "1")));
  BOOST_TEST(!is_accepted(at_size(text, "H", "2")));
}

/// Where it is an invariant that one token is new, a prompt of one token establishes it and a longer one does not.
BOOST_AUTO_TEST_CASE(the_offset_advanced_twice_is_hidden_for_a_prompt_of_one_token) {
  const std::string text =
      std::regex_replace(case_text("09_offset_advanced_twice"), std::regex("new_past >= 1"), "new_past == 1");
  const std::vector<ProofResult> failures = prove_text(text).failures();
  BOOST_REQUIRE(failures.size() == 1u);
  BOOST_TEST(failures[0].obligation.name == "loop/invariant");
  BOOST_TEST(diagnostic_of(failures[0]).label == "T against 1");
  BOOST_TEST(counterexample_of(failures[0]) == "B = 1, T = 2, D = 1, V = 1");
  BOOST_TEST(failures[0].holds_only_if.value().text == "T = 1");
  BOOST_TEST(is_accepted(at_size(text, "T", "1")));
}

BOOST_AUTO_TEST_CASE(negative_positions_are_hidden_without_padding) {
  BOOST_TEST(is_accepted(with_fact(case_text("13_negative_positions"), "L <= T", "L == T")));
}

BOOST_AUTO_TEST_CASE(positions_that_stay_are_hidden_where_the_first_cache_is_empty) {
  BOOST_TEST(is_accepted(with_fact(case_text("14_joined_keys_keep_their_positions"), "S >= 0", "S <= 0")));
}

BOOST_AUTO_TEST_CASE(the_short_table_is_hidden_until_the_loop_runs_to_its_end) {
  const std::string text = at_size(at_size(case_text("17_position_table_shorter_than_the_loop"), "P", "8"), "S", "6");
  BOOST_TEST(is_accepted(at_size(text, "N", "2")));
  BOOST_TEST(!is_accepted(at_size(text, "N", "3")));
}

BOOST_AUTO_TEST_CASE(the_cached_prompt_is_hidden_until_all_of_it_is_cached) {
  const std::string text = at_size(case_text("20_prompt_fully_cached"), "N", "4");
  BOOST_TEST(is_accepted(at_size(text, "Cached", "3")));
  BOOST_TEST(!is_accepted(at_size(text, "Cached", "4")));
}

BOOST_AUTO_TEST_CASE(the_one_column_is_hidden_without_a_past_and_by_a_broadcast) {
  const std::string text = case_text("27_one_column_mask");
  BOOST_TEST(is_accepted(with_fact(text, "S >= 0", "S <= 0")));
  BOOST_TEST(is_accepted(std::regex_replace(text, std::regex("\\(mask,"), "(broadcast(mask),")));
}

BOOST_AUTO_TEST_CASE(the_batch_of_one_is_hidden_for_one_sequence) {
  BOOST_TEST(is_accepted(at_size(case_text("51_batch_became_one"), "B", "1")));
}

BOOST_AUTO_TEST_CASE(another_group_size_is_hidden_where_it_is_the_same) {
  BOOST_TEST(is_accepted(with_fact(case_text("53_groups_of_another_size"), "N % M == 0", "G == M")));
}

BOOST_AUTO_TEST_CASE(scales_along_the_tokens_are_hidden_for_groups_of_one) {
  BOOST_TEST(is_accepted(at_size(case_text("53_scales_along_the_tokens"), "G", "1")));
  BOOST_TEST(!is_accepted(at_size(case_text("53_scales_along_the_tokens"), "G", "2")));
}

BOOST_AUTO_TEST_SUITE_END()
