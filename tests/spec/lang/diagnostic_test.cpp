#include "spec/lang/diagnostic.hpp"

#include <algorithm>

#include <boost/test/unit_test.hpp>
#include <rapidcheck/boost_test.h>

namespace {

using kina::Colour;
using kina::Diagnostic;
using kina::make_source;
using kina::nearest_name;
using kina::Place;
using kina::render;
using kina::Source;

/// A diagnostic with nothing but a place and a label, rendered without its headline and location.
std::string excerpt(const std::string& text, std::uint32_t begin, std::uint32_t end, const std::string& label = "") {
  const std::string rendered =
      render({"a/b", {0, begin, end}, "message", {}, {}, label}, {make_source("x.kina", text)}, Colour::off);
  std::size_t start = 0;
  for (int line = 0; line < 3; ++line)
    start = rendered.find('\n', start) + 1;
  return rendered.substr(start);
}

Diagnostic at(std::uint32_t file, std::uint32_t begin, std::uint32_t end, const std::string& message) {
  return {"a/b", {file, begin, end}, message, {}, {}, ""};
}

}  // namespace

BOOST_AUTO_TEST_SUITE(diagnostic)

BOOST_AUTO_TEST_CASE(it_is_shown_as_the_design_shows_it) {
  std::string text;
  for (int line = 1; line < 13; ++line)
    text += "\n";
  text += "  k_all  = concat(k_past, k_new, axis=0)\n";
  const auto begin = static_cast<std::uint32_t>(text.find("concat"));
  const Diagnostic diagnostic{"concat/agree",
                              {0, begin, begin + 6},
                              "operands differ on axis 3, which is not concatenated",
                              {"fails at S = 0, every other size 1; holds only if S = 1"},
                              {"all axes but 3 agree: axis=3"},
                              "S against 1"};
  BOOST_TEST(render(diagnostic, {make_source("cache.kina", text)}, Colour::off) ==
             "error[concat/agree]: operands differ on axis 3, which is not concatenated\n"
             "  --> cache.kina:13:12\n"
             "   |\n"
             "13 |   k_all  = concat(k_past, k_new, axis=0)\n"
             "   |            ^^^^^^ S against 1\n"
             "   = note: fails at S = 0, every other size 1; holds only if S = 1\n"
             "   = help: all axes but 3 agree: axis=3\n");
}

BOOST_AUTO_TEST_CASE(the_gutter_is_as_wide_as_the_line_number) {
  BOOST_TEST(render(at(0, 2, 3, "m"), {make_source("x.kina", "a b")}, Colour::off) ==
             "error[a/b]: m\n --> x.kina:1:3\n  |\n1 | a b\n  |   ^\n");
  BOOST_TEST(render(at(0, 99, 100, "m"), {make_source("x.kina", std::string(99, '\n') + "a")}, Colour::off) ==
             "error[a/b]: m\n   --> x.kina:100:1\n    |\n100 | a\n    | ^\n");
}

BOOST_AUTO_TEST_CASE(colours_mark_the_headline_the_gutter_and_the_carets) {
  const Diagnostic diagnostic{"a/b", {0, 0, 1}, "m", {"n"}, {}, "l"};
  BOOST_TEST(render(diagnostic, {make_source("x.kina", "a")}, Colour::on) ==
             "\x1b[1;31merror[a/b]\x1b[0m: m\n"
             "\x1b[34m -->\x1b[0m x.kina:1:1\n"
             "\x1b[34m  |\x1b[0m\n"
             "\x1b[34m1 |\x1b[0m a\n"
             "\x1b[34m  |\x1b[0m \x1b[31m^\x1b[0m \x1b[31ml\x1b[0m\n"
             "  \x1b[34m=\x1b[0m note: n\n");
}

BOOST_AUTO_TEST_CASE(a_file_that_is_not_there_shows_no_line) {
  const Diagnostic diagnostic{"a/b", {7, 0, 1}, "m", {"n"}, {"h"}, "l"};
  BOOST_TEST(render(diagnostic, {}, Colour::off) == "error[a/b]: m\n = note: n\n = help: h\n");
}

BOOST_AUTO_TEST_CASE(further_lines_of_a_note_are_indented) {
  const Diagnostic diagnostic{"a/b", {0, 0, 1}, "m", {"one\ntwo"}, {}, ""};
  const std::string rendered = render(diagnostic, {make_source("x.kina", "a")}, Colour::off);
  BOOST_TEST(rendered.ends_with("  = note: one\n          two\n"));
}

BOOST_AUTO_TEST_CASE(an_empty_place_has_one_caret) {
  BOOST_TEST(excerpt("ab", 1, 1) == "1 | ab\n  |  ^\n");
  BOOST_TEST(excerpt("ab", 2, 2) == "1 | ab\n  |   ^\n");
  BOOST_TEST(excerpt("", 0, 0) == "1 |\n  | ^\n");
  BOOST_TEST(excerpt("a\n", 1, 2) == "1 | a\n  |  ^\n");  // a line feed is after its line
}

BOOST_AUTO_TEST_CASE(a_place_of_several_lines_shows_its_first) {
  BOOST_TEST(excerpt("ab\ncd", 1, 4) == "1 | ab\n  |  ^\n");
  BOOST_TEST(excerpt("ab\r\ncd", 0, 5, "here") == "1 | ab\n  | ^^ here\n");
}

BOOST_AUTO_TEST_CASE(characters_are_one_column_each_and_tabs_a_space) {
  BOOST_TEST(excerpt("é≤ab", 5, 7) == "1 | é≤ab\n  |   ^^\n");
  BOOST_TEST(excerpt("\t\tab", 2, 4) == "1 |   ab\n  |   ^^\n");
}

BOOST_AUTO_TEST_CASE(what_could_disturb_a_terminal_is_replaced) {
  const std::string replaced = "\xEF\xBF\xBD";
  BOOST_TEST(excerpt("\x1b[2Jab", 4, 5) == "1 | " + replaced + "[2Jab\n  |     ^\n");
  BOOST_TEST(excerpt(std::string("a\0b", 3), 2, 3) == "1 | a" + replaced + "b\n  |   ^\n");
  BOOST_TEST(excerpt("\xFF\xC3(ab", 3, 5) == "1 | " + replaced + replaced + "(ab\n  |    ^^\n");
  BOOST_TEST(excerpt("\u202Eab", 3, 4) == "1 | " + replaced + "ab\n  |  ^\n");  // right-to-left override
}

BOOST_AUTO_TEST_CASE(a_long_line_is_cut_around_the_carets) {
  const std::string line = std::string(300, 'a') + "XYZ" + std::string(300, 'b');
  BOOST_TEST(excerpt(line, 300, 303, "here") == "1 | …" + std::string(40, 'a') + "XYZ" + std::string(117, 'b') +
                                                    "…\n  | " + std::string(41, ' ') + "^^^ here\n");
  BOOST_TEST(excerpt(line, 0, 2) == "1 | " + std::string(160, 'a') + "…\n  | ^^\n");
  BOOST_TEST(excerpt(line, 603, 603) == "1 | …" + std::string(160, 'b') + "\n  | " + std::string(161, ' ') + "^\n");
  BOOST_TEST(excerpt(line, 0, 603) == "1 | " + std::string(160, 'a') + "…\n  | " + std::string(160, '^') + "\n");
  BOOST_TEST(excerpt(std::string(160, 'a'), 0, 1) == "1 | " + std::string(160, 'a') + "\n  | ^\n");
}

RC_BOOST_PROP(rendering_shows_every_place_of_every_text, ()) {
  const auto text = *rc::gen::arbitrary<std::string>();
  const auto begin = *rc::gen::inRange<std::uint32_t>(0, static_cast<std::uint32_t>(text.size()) + 2);
  const auto end = *rc::gen::inRange<std::uint32_t>(0, static_cast<std::uint32_t>(text.size()) + 2);
  const std::string rendered = render(at(0, begin, end, "m"), {make_source("x.kina", text)}, Colour::off);
  RC_ASSERT(std::count(rendered.begin(), rendered.end(), '\n') == 5);
  RC_ASSERT(rendered.find('^') != std::string::npos);
}

BOOST_AUTO_TEST_CASE(sorting_is_by_file_and_place_and_stable) {
  std::vector<Diagnostic> diagnostics{at(1, 0, 1, "e"), at(0, 5, 6, "d"), at(0, 2, 4, "c"), at(0, 2, 3, "b"),
                                      at(0, 2, 3, "a")};
  sort_diagnostics(diagnostics);
  std::string order;
  for (const Diagnostic& diagnostic : diagnostics)
    order += diagnostic.message;
  BOOST_TEST(order == "bacde");
}

BOOST_AUTO_TEST_CASE(sorting_drops_exact_repetitions) {
  std::vector<Diagnostic> diagnostics{at(0, 2, 3, "a"), at(0, 2, 3, "b"), at(0, 2, 3, "a"), at(0, 2, 4, "a")};
  sort_diagnostics(diagnostics);
  BOOST_TEST(diagnostics.size() == 3u);
}

BOOST_AUTO_TEST_CASE(the_nearest_name_is_a_few_edits_away) {
  const std::vector<std::string> names{"softmax", "reshape", "transpose", "gather", "k_past", "V", "Dh"};
  BOOST_TEST(nearest_name("sofmax", names) == "softmax");
  BOOST_TEST(nearest_name("rehsape", names) == "reshape");  // a swap of neighbours is one edit
  BOOST_TEST(nearest_name("trasnpoes", names) == "transpose");
  BOOST_TEST(nearest_name("D", names) == "Dh");
  BOOST_TEST(nearest_name("matmul", names) == "");
  BOOST_TEST(nearest_name("x", names) == "");  // nothing in common
  BOOST_TEST(nearest_name("", names) == "");
  BOOST_TEST(nearest_name(std::string(100000, 'a'), {std::string(100001, 'a')}) == "");
}

BOOST_AUTO_TEST_CASE(a_short_name_allows_one_edit_a_long_one_a_third) {
  BOOST_TEST(nearest_name("abc", {"abd"}) == "abd");
  BOOST_TEST(nearest_name("abc", {"add"}) == "");
  BOOST_TEST(nearest_name("abcdef", {"abcdxy"}) == "abcdxy");
  BOOST_TEST(nearest_name("abcdef", {"abcxyz"}) == "");
}

BOOST_AUTO_TEST_CASE(the_case_of_letters_decides_between_equally_near_names) {
  BOOST_TEST(nearest_name("dh", {"Dh"}) == "Dh");
  BOOST_TEST(nearest_name("SOFTMAX", {"softmax"}) == "softmax");
  BOOST_TEST(nearest_name("wk", {"wq", "WK"}) == "WK");
  BOOST_TEST(nearest_name("cachE", {"CACHE", "cache"}) == "cache");
}

BOOST_AUTO_TEST_CASE(the_order_of_the_candidates_does_not_matter) {
  BOOST_TEST(nearest_name("wx", {"wv", "wk", "wq"}) == "wk");
  BOOST_TEST(nearest_name("wx", {"wq", "wk", "wv"}) == "wk");
}

BOOST_AUTO_TEST_SUITE_END()
