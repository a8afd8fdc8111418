#include "spec/lang/source.hpp"

#include <boost/test/unit_test.hpp>
#include <rapidcheck/boost_test.h>

namespace {

using kina::covering;
using kina::line_text;
using kina::make_source;
using kina::Place;
using kina::Position;
using kina::position_of;
using kina::Source;

bool stands_at(const Source& source, std::uint32_t offset, std::size_t line, std::size_t column) {
  return position_of(source, offset) == Position{line, column};
}

}  // namespace

BOOST_AUTO_TEST_SUITE(source)

BOOST_AUTO_TEST_CASE(covering_is_the_smallest_place_that_holds_both) {
  BOOST_TEST((covering({1, 3, 5}, {1, 8, 9}) == Place{1, 3, 9}));
  BOOST_TEST((covering({1, 8, 9}, {1, 3, 5}) == Place{1, 3, 9}));
  BOOST_TEST((covering({1, 3, 9}, {1, 4, 5}) == Place{1, 3, 9}));
}

BOOST_AUTO_TEST_CASE(an_empty_text_has_one_empty_line) {
  const Source source = make_source("a.kina", "");
  BOOST_TEST(source.path == "a.kina");
  BOOST_TEST(source.line_begins.size() == 1u);
  BOOST_TEST(stands_at(source, 0, 1, 1));
  BOOST_TEST(line_text(source, 1) == "");
}

BOOST_AUTO_TEST_CASE(lines_and_columns_count_from_one) {
  const Source source = make_source("", "ab\n\ncd");
  BOOST_TEST(stands_at(source, 0, 1, 1));
  BOOST_TEST(stands_at(source, 1, 1, 2));
  BOOST_TEST(stands_at(source, 2, 1, 3));  // the line feed is the end of its own line
  BOOST_TEST(stands_at(source, 3, 2, 1));
  BOOST_TEST(stands_at(source, 4, 3, 1));
  BOOST_TEST(stands_at(source, 5, 3, 2));
}

BOOST_AUTO_TEST_CASE(an_offset_past_the_end_is_the_position_after_the_last_character) {
  BOOST_TEST(stands_at(make_source("", "ab\ncd"), 5, 2, 3));
  BOOST_TEST(stands_at(make_source("", "ab\ncd"), 4000000000, 2, 3));
  BOOST_TEST(stands_at(make_source("", "ab\n"), 9, 2, 1));
}

BOOST_AUTO_TEST_CASE(a_column_counts_characters_not_bytes) {
  const Source source = make_source("", "é≤x");  // 2, 3 and 1 bytes
  BOOST_TEST(stands_at(source, 0, 1, 1));
  BOOST_TEST(stands_at(source, 1, 1, 1));  // inside a character: its own column
  BOOST_TEST(stands_at(source, 2, 1, 2));
  BOOST_TEST(stands_at(source, 5, 1, 3));
  BOOST_TEST(stands_at(source, 6, 1, 4));
}

BOOST_AUTO_TEST_CASE(a_byte_that_is_not_utf8_is_one_column) {
  BOOST_TEST(stands_at(make_source("", "\xFF\xC3x"), 2, 1, 3));
  BOOST_TEST(stands_at(make_source("", "\xE2\x89"), 2, 1, 3));           // cut short
  BOOST_TEST(stands_at(make_source("", "\xC0\x80x"), 2, 1, 3));          // overlong
  BOOST_TEST(stands_at(make_source("", "\xED\xA0\x80x"), 3, 1, 4));      // a surrogate
  BOOST_TEST(stands_at(make_source("", "\xF4\x90\x80\x80x"), 4, 1, 5));  // past the last code point
}

BOOST_AUTO_TEST_CASE(a_line_is_shown_without_its_ending) {
  const Source source = make_source("", "ab\r\ncd\n\r\ne\rf");
  BOOST_TEST(line_text(source, 1) == "ab");
  BOOST_TEST(line_text(source, 2) == "cd");
  BOOST_TEST(line_text(source, 3) == "");
  BOOST_TEST(line_text(source, 4) == "e\rf");  // a carriage return alone ends no line
}

BOOST_AUTO_TEST_CASE(a_line_that_is_not_there_is_empty) {
  BOOST_TEST(line_text(make_source("", "ab"), 0) == "");
  BOOST_TEST(line_text(make_source("", "ab"), 2) == "");
}

RC_BOOST_PROP(lines_joined_are_the_text, ()) {
  const std::string text = *rc::gen::container<std::string>(rc::gen::elementOf(std::string("a\n \xC3\xA9\xFF")));
  const Source source = make_source("", text);
  std::string joined;
  for (std::size_t line = 1; line <= source.line_begins.size(); ++line)
    joined += (line > 1 ? "\n" : "") + line_text(source, line);
  RC_ASSERT(joined == text);
}

RC_BOOST_PROP(positions_grow_with_offsets, ()) {
  const auto text = *rc::gen::arbitrary<std::string>();
  const Source source = make_source("", text);
  Position before{1, 1};
  for (std::uint32_t offset = 0; offset <= text.size() + 1; ++offset) {
    const Position position = position_of(source, offset);
    RC_ASSERT(position.line > before.line || (position.line == before.line && position.column >= before.column));
    before = position;
  }
}

BOOST_AUTO_TEST_SUITE_END()
