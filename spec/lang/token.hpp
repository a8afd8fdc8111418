/// \file
/// The words of the language: the kinds of tokens and how each is spelled.
#pragma once

#include "spec/lang/source.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace kina {

enum class TokenKind : std::uint8_t {
  end_of_file,
  /// Text that is no token. It has its diagnostic already, so the parser gives up the statement without another.
  invalid,
  /// Never in a token list: what the parser sees where a line's end ends the statement.
  end_of_line,
  identifier,
  integer,
  decimal,
  string,
  // Keywords.
  fn_keyword,
  theorem_keyword,
  import_keyword,
  where_keyword,
  return_keyword,
  assert_keyword,
  for_keyword,
  and_keyword,
  or_keyword,
  not_keyword,
  inf_keyword,
  true_keyword,
  false_keyword,
  // Punctuation.
  open_parenthesis,
  close_parenthesis,
  open_bracket,
  close_bracket,
  open_brace,
  close_brace,
  comma,
  colon,
  assign,
  arrow,
  range,
  plus,
  minus,
  star,
  slash,
  percent,
  at,
  equal,
  not_equal,
  less,
  less_equal,
  greater,
  greater_equal,
};

struct Token {
  TokenKind kind = TokenKind::end_of_file;
  bool starts_line = false;  ///< no other token stands before it on its line; so it is for the end of the file
  Place place;
  std::int64_t integer = 0;  ///< an integer's value
  double decimal = 0;        ///< a decimal's value
};

// What these words mean in the header and in the body of a loop; elsewhere they are names.
inline constexpr std::string_view in_word = "in";
inline constexpr std::string_view carry_word = "carry";
inline constexpr std::string_view next_word = "next";
inline constexpr std::string_view stack_word = "stack";

/// The keyword that this word is, or `identifier`.
[[nodiscard]] TokenKind keyword_or_identifier(std::string_view word);

/// The longest punctuation that this text begins with, or `invalid`.
[[nodiscard]] TokenKind punctuation_at(std::string_view text);

/// The spelling of a keyword or of punctuation; "" for every other kind.
[[nodiscard]] std::string_view spelling(TokenKind kind);

/// The token's characters.
[[nodiscard]] std::string_view text_of(const Source& source, const Token& token);

/// The token in the user's words, as it follows "found": ``'axis'``, `a string`, `the end of the file`.
[[nodiscard]] std::string describe(const Source& source, const Token& token);

/// ``'text'``, cut if it is very long.
[[nodiscard]] std::string quoted(std::string_view text);

}  // namespace kina
