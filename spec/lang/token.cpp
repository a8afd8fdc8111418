#include "spec/lang/token.hpp"

#include <array>

namespace kina {

namespace {

struct TokenSpelling {
  TokenKind kind;
  std::string_view text;
};

constexpr std::array<TokenSpelling, 13> keywords{{
    {TokenKind::fn_keyword, "fn"},
    {TokenKind::theorem_keyword, "theorem"},
    {TokenKind::import_keyword, "import"},
    {TokenKind::where_keyword, "where"},
    {TokenKind::return_keyword, "return"},
    {TokenKind::assert_keyword, "assert"},
    {TokenKind::for_keyword, "for"},
    {TokenKind::and_keyword, "and"},
    {TokenKind::or_keyword, "or"},
    {TokenKind::not_keyword, "not"},
    {TokenKind::inf_keyword, "inf"},
    {TokenKind::true_keyword, "true"},
    {TokenKind::false_keyword, "false"},
}};

/// The longer ones first, so that the first match is the longest.
constexpr std::array<TokenSpelling, 23> punctuation{{
    {TokenKind::arrow, "->"},
    {TokenKind::range, ".."},
    {TokenKind::equal, "=="},
    {TokenKind::not_equal, "!="},
    {TokenKind::less_equal, "<="},
    {TokenKind::greater_equal, ">="},
    {TokenKind::open_parenthesis, "("},
    {TokenKind::close_parenthesis, ")"},
    {TokenKind::open_bracket, "["},
    {TokenKind::close_bracket, "]"},
    {TokenKind::open_brace, "{"},
    {TokenKind::close_brace, "}"},
    {TokenKind::comma, ","},
    {TokenKind::colon, ":"},
    {TokenKind::assign, "="},
    {TokenKind::plus, "+"},
    {TokenKind::minus, "-"},
    {TokenKind::star, "*"},
    {TokenKind::slash, "/"},
    {TokenKind::percent, "%"},
    {TokenKind::at, "@"},
    {TokenKind::less, "<"},
    {TokenKind::greater, ">"},
}};

constexpr std::size_t longest_quoted_text = 40;

}  // namespace

TokenKind keyword_or_identifier(std::string_view word) {
  for (const TokenSpelling& spelled : keywords)
    if (spelled.text == word) return spelled.kind;
  return TokenKind::identifier;
}

TokenKind punctuation_at(std::string_view text) {
  for (const TokenSpelling& spelled : punctuation)
    if (text.starts_with(spelled.text)) return spelled.kind;
  return TokenKind::invalid;
}

std::string_view spelling(TokenKind kind) {
  for (const TokenSpelling& spelled : keywords)
    if (spelled.kind == kind) return spelled.text;
  for (const TokenSpelling& spelled : punctuation)
    if (spelled.kind == kind) return spelled.text;
  return "";
}

std::string_view text_of(const Source& source, const Token& token) {
  return std::string_view(source.text).substr(token.place.begin, token.place.end - token.place.begin);
}

std::string describe(const Source& source, const Token& token) {
  switch (token.kind) {
  case TokenKind::end_of_file: return "the end of the file";
  case TokenKind::end_of_line: return "the end of the line";
  case TokenKind::string: return "a string";
  default: return quoted(text_of(source, token));
  }
}

std::string quoted(std::string_view text) {
  if (text.size() <= longest_quoted_text) return "'" + std::string(text) + "'";
  return "'" + std::string(text.substr(0, longest_quoted_text)) + "…'";
}

}  // namespace kina
