#include "spec/lang/lexer.hpp"

#include "tests/spec/lang/syntax_text.hpp"

#include <boost/test/unit_test.hpp>
#include <rapidcheck/boost_test.h>

#include <algorithm>
#include <limits>

namespace {

using kina::Lexed;
using kina::make_source;
using kina::ParserLimits;
using kina::Source;
using kina::Token;
using kina::TokenKind;

std::string kind_letter(TokenKind kind) {
  switch (kind) {
  case TokenKind::identifier: return "name ";
  case TokenKind::integer: return "integer ";
  case TokenKind::decimal: return "decimal ";
  case TokenKind::string: return "string ";
  case TokenKind::invalid: return "invalid ";
  default: return "";
  }
}

/// The tokens, separated by `|`: `name x|=|integer 3`.
std::string tokens(const std::string& text) {
  const Source source = make_source("", text);
  std::string shown;
  for (const Token& token : lex(source, 0).tokens) {
    if (token.kind != TokenKind::end_of_file)
      shown += (shown.empty() ? "" : "|") + kind_letter(token.kind) + std::string(text_of(source, token));
  }
  return shown;
}

std::string errors(const std::string& text, const ParserLimits& limits = {}) {
  const Source source = make_source("", text);
  return kina::testing::shown(lex(source, 0, limits).diagnostics, source);
}

double decimal(const std::string& text) { return lex(make_source("", text), 0).tokens[0].decimal; }
std::int64_t integer(const std::string& text) { return lex(make_source("", text), 0).tokens[0].integer; }

/// The documentation of the first item.
std::string documentation(const std::string& text) {
  const Lexed lexed = lex(make_source("", text), 0);
  return lexed.documentation.empty() ? "" : lexed.documentation.begin()->second;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(lexer)

BOOST_AUTO_TEST_CASE(an_empty_text_is_the_end_of_the_file) {
  const Lexed lexed = lex(make_source("", ""), 3);
  BOOST_TEST(lexed.tokens.size() == 1u);
  BOOST_TEST((lexed.tokens[0].kind == TokenKind::end_of_file));
  BOOST_TEST(lexed.tokens[0].starts_line);
  BOOST_TEST((lexed.tokens[0].place == kina::Place{3, 0, 0}));
}

BOOST_AUTO_TEST_CASE(names_have_letters_digits_and_underscores) {
  BOOST_TEST(tokens("x k_past Dh2 _ _a next stack carry in") ==
             "name x|name k_past|name Dh2|name _|name _a|name next|name stack|name carry|name in");
}

BOOST_AUTO_TEST_CASE(keywords_are_no_names) {
  BOOST_TEST(tokens("fn theorem import where return assert for and or not inf true false") ==
             "fn|theorem|import|where|return|assert|for|and|or|not|inf|true|false");
  BOOST_TEST(tokens("fns For") == "name fns|name For");
}

BOOST_AUTO_TEST_CASE(punctuation_is_read_longest_first) {
  BOOST_TEST(tokens("( ) [ ] { } , : = -> .. + - * / % @ == != < <= > >=") ==
             "(|)|[|]|{|}|,|:|=|->|..|+|-|*|/|%|@|==|!=|<|<=|>|>=");
  BOOST_TEST(tokens("a<=b==-c->d") == "name a|<=|name b|==|-|name c|->|name d");
}

BOOST_AUTO_TEST_CASE(integers_reach_up_to_two_to_the_63) {
  BOOST_TEST(integer("0") == 0);
  BOOST_TEST(integer("007") == 7);
  BOOST_TEST(integer("9223372036854775807") == std::numeric_limits<std::int64_t>::max());
  BOOST_TEST(errors("9223372036854775807") == "");
  BOOST_TEST(errors("x 9223372036854775808") == "syntax/integer 1:3");
  BOOST_TEST(errors(std::string(10000, '9')) == "syntax/integer 1:1");
}

BOOST_AUTO_TEST_CASE(a_malformed_integer_is_one_error) {
  BOOST_TEST(errors("0x10") == "syntax/integer 1:1");
  BOOST_TEST(errors("1_000") == "syntax/integer 1:1");
  BOOST_TEST(tokens("12ab + c") == "integer 12ab|+|name c");
}

BOOST_AUTO_TEST_CASE(decimals_have_digits_on_both_sides_of_the_point) {
  BOOST_TEST(decimal("1.5") == 1.5);
  BOOST_TEST(decimal("0.0") == 0);
  BOOST_TEST(errors("1.5 0.25") == "");
  BOOST_TEST(errors("3.") == "syntax/decimal 1:1");
  BOOST_TEST(errors(".5") == "syntax/decimal 1:1");
  BOOST_TEST(errors("1.2.3") == "syntax/decimal 1:1");
  BOOST_TEST(errors("1.5f") == "syntax/decimal 1:1");
}

BOOST_AUTO_TEST_CASE(decimals_may_have_an_exponent) {
  BOOST_TEST(decimal("1e-5") == 1e-5);
  BOOST_TEST(decimal("1.5e3") == 1500);
  BOOST_TEST(decimal("2E+2") == 200);
  BOOST_TEST(errors("1e-5 1.5e3 2E+2") == "");
  BOOST_TEST(errors("1e") == "syntax/decimal 1:1");
  BOOST_TEST(errors("1e+ 2") == "syntax/decimal 1:1");
}

BOOST_AUTO_TEST_CASE(a_decimal_that_overflows_is_an_error_and_one_that_underflows_is_zero) {
  BOOST_TEST(errors("1e308") == "");
  BOOST_TEST(errors("1e309") == "syntax/decimal 1:1");
  BOOST_TEST(errors("0.001e999") == "syntax/decimal 1:1");
  BOOST_TEST(errors("1e99999999999999999999") == "syntax/decimal 1:1");
  BOOST_TEST(errors(std::string(400, '9') + ".0") == "syntax/decimal 1:1");
  BOOST_TEST(errors("1e-400 100.0e-999 1e-99999999999999999999 0e999 0.0") == "");
  BOOST_TEST(decimal("1e-400") == 0);
  BOOST_TEST(decimal("1" + std::string(400, '0') + "e-400") == 1);
}

BOOST_AUTO_TEST_CASE(two_dots_are_a_range) {
  BOOST_TEST(tokens("0..L") == "integer 0|..|name L");
  BOOST_TEST(tokens("1..2") == "integer 1|..|integer 2");
  BOOST_TEST(tokens("1.5..2.5") == "decimal 1.5|..|decimal 2.5");
  BOOST_TEST(errors("0..L 1..2 1.5..2.5") == "");
  BOOST_TEST(errors("0...L") == "syntax/character 1:2");
}

BOOST_AUTO_TEST_CASE(strings_end_on_their_line_and_escape_nothing) {
  BOOST_TEST(tokens("\"a b.kina\" x") == "string \"a b.kina\"|name x");
  BOOST_TEST(tokens("\"a\\\" x") == "string \"a\\\"|name x");
  BOOST_TEST(errors("\"größe.kina\"") == "");
  BOOST_TEST(errors("import \"abc\nfn") == "syntax/string 1:8");
  BOOST_TEST(tokens("\"abc\nfn") == "string \"abc|fn");
}

BOOST_AUTO_TEST_CASE(comments_end_with_their_line) {
  BOOST_TEST(tokens("a // b ( \" $ é\nc") == "name a|name c");
  BOOST_TEST(tokens("a / b") == "name a|/|name b");
  BOOST_TEST(errors("// größer ≥ 1") == "");
}

BOOST_AUTO_TEST_CASE(white_space_only_separates) {
  BOOST_TEST(tokens(" a\t b\r\n\r\n c ") == "name a|name b|name c");
  BOOST_TEST(errors("a\fb") == "syntax/character 1:2");
}

BOOST_AUTO_TEST_CASE(a_token_knows_whether_it_starts_its_line) {
  const Lexed lexed = lex(make_source("", "a b\n\n  c // d\ne"), 0);
  std::string starts;
  for (const Token& token : lexed.tokens)
    starts += token.starts_line ? "1" : "0";
  BOOST_TEST(starts == "10111");  // a, b, c, e and the end
}

BOOST_AUTO_TEST_CASE(documentation_belongs_to_the_item_below) {
  BOOST_TEST(documentation("/// One.\n/// Two.\nfn f") == "One.\nTwo.");
  BOOST_TEST(documentation("///  indented\n///\n///close\r\ntheorem t") == " indented\n\nclose");
  BOOST_TEST(documentation("/// far\n\n// between\nfn f") == "far");
  BOOST_TEST(documentation("//// a rule\nfn f") == "");
  BOOST_TEST(documentation("/// of an import\nimport \"a\"\nfn f") == "");
  BOOST_TEST(documentation("} /// beside a token\nfn f") == "");
  BOOST_TEST(documentation("/// of nothing") == "");
}

BOOST_AUTO_TEST_CASE(a_run_of_foreign_characters_is_one_error) {
  BOOST_TEST(errors("a $ b") == "syntax/character 1:3");
  BOOST_TEST(errors("a $#~ b") == "syntax/character 1:3");
  BOOST_TEST(errors("a $ # b") == "syntax/character 1:3, syntax/character 1:5");
  BOOST_TEST(errors("größe = 1") == "syntax/character 1:3");
  BOOST_TEST(errors("a.b") == "syntax/character 1:2");
  BOOST_TEST(errors("!a != b") == "syntax/character 1:1");
  BOOST_TEST(tokens("a $# b") == "name a|invalid $#|name b");
}

BOOST_AUTO_TEST_CASE(habits_from_elsewhere_get_help) {
  const auto help = [](const std::string& text) { return lex(make_source("", text), 0).diagnostics.at(0).helps.at(0); };
  BOOST_TEST(help("x = 1;") == "a statement ends where its line ends");
  BOOST_TEST(help("# comment") == "a comment begins with '//'");
  BOOST_TEST(help("/* comment\n */ a") == "begin each line of a comment with '//'");
  BOOST_TEST(help("a && b") == "write 'and'");
  BOOST_TEST(help("a ≤ b") == "write '<='");
  BOOST_TEST(tokens("/* comment */ a") == "name a");
}

BOOST_AUTO_TEST_CASE(bytes_that_are_not_utf8_are_errors_wherever_they_stand) {
  BOOST_TEST(errors("a \xFF\xFE b") == "syntax/character 1:3");
  BOOST_TEST(errors("// a\xFF\xFF\nb") == "syntax/character 1:5");
  BOOST_TEST(errors("\"a\xC3\"") == "syntax/character 1:3");
  BOOST_TEST(errors(std::string("a\0b", 3)) == "syntax/character 1:2");
}

BOOST_AUTO_TEST_CASE(a_byte_order_mark_is_skipped) {
  BOOST_TEST(tokens("\xEF\xBB\xBF"
                    "fn") == "fn");
  BOOST_TEST(errors("\xEF\xBB\xBF"
                    "fn") == "");
}

BOOST_AUTO_TEST_CASE(limits_give_the_file_up_by_name) {
  ParserLimits limits;
  limits.tokens = 3;
  BOOST_TEST(errors("a b c", limits) == "");
  BOOST_TEST(errors("a b c d e", limits) == "limit/tokens 1:7");
  limits.bytes = 4;
  BOOST_TEST(errors("a b", limits) == "");
  BOOST_TEST(errors("a b c", limits) == "limit/bytes 1:1");
  BOOST_TEST(lex(make_source("", "a b c"), 0, limits).given_up);
  limits = {};
  limits.diagnostics = 2;
  BOOST_TEST(errors("$ $", limits) == "syntax/character 1:1, syntax/character 1:3");
  BOOST_TEST(errors("$ $ $ $", limits) == "syntax/character 1:1, syntax/character 1:3, limit/diagnostics 1:5");
}

BOOST_AUTO_TEST_CASE(a_token_is_described_in_the_users_words) {
  const Source source = make_source("", "axis \"a\" " + std::string(50, 'a'));
  const Lexed lexed = lex(source, 0);
  BOOST_TEST(describe(source, lexed.tokens[0]) == "'axis'");
  BOOST_TEST(describe(source, lexed.tokens[1]) == "a string");
  BOOST_TEST(describe(source, lexed.tokens[2]) == "'" + std::string(40, 'a') + "…'");
  BOOST_TEST(describe(source, lexed.tokens[3]) == "the end of the file");
}

RC_BOOST_PROP(tokens_of_any_bytes_are_in_order_and_inside_the_text, ()) {
  const auto text = *rc::gen::arbitrary<std::string>();
  const Lexed lexed = lex(make_source("", text), 0);
  std::uint32_t end = 0;
  for (const Token& token : lexed.tokens) {
    RC_ASSERT(token.place.begin >= end);
    RC_ASSERT(token.place.end >= token.place.begin);
    end = token.place.end;
  }
  RC_ASSERT(end <= text.size());
  RC_ASSERT(lexed.tokens.back().kind == TokenKind::end_of_file);
  const bool has_invalid = std::any_of(lexed.tokens.begin(), lexed.tokens.end(),
                                       [](const Token& t) { return t.kind == TokenKind::invalid; });
  RC_ASSERT(!has_invalid || !lexed.diagnostics.empty());  // the parser relies on it
}

BOOST_AUTO_TEST_SUITE_END()
