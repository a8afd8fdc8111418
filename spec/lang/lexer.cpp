#include "spec/lang/lexer.hpp"

#include "spec/lang/utf8.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <system_error>
#include <utility>

namespace kina {

namespace {

/// What people write who know it from elsewhere, and what it is here.
struct Habit {
  std::string_view written;
  std::string_view help;
};
constexpr std::array<Habit, 16> habits{{
    {";", "a statement ends where its line ends"},
    {"#", "a comment begins with '//'"},
    {"&&", "write 'and'"},
    {"||", "write 'or'"},
    {"!", "write 'not'"},
    {"^", "a power is 'pow(x, y)'"},
    {"?", "a choice is 'select(condition, a, b)'"},
    {"...", "a range is written with two dots, as in '0..L'"},
    {"≤", "write '<='"},
    {"≥", "write '>='"},
    {"≠", "write '!='"},
    {"→", "write '->'"},
    {"−", "write '-'"},
    {"×", "write '*' for the elementwise product and '@' for the matrix product"},
    {"·", "write '*' for the elementwise product and '@' for the matrix product"},
    {"∞", "write 'inf'"},
}};

bool is_digit(char letter) { return letter >= '0' && letter <= '9'; }
bool begins_identifier(char letter) {
  return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') || letter == '_';
}
bool is_identifier_part(char letter) { return begins_identifier(letter) || is_digit(letter); }

/// Reading in progress: the text, how far it has been read, and what came of it.
struct Lexer {
  std::string_view text;
  std::uint32_t file;
  const ParserLimits& limits;
  Lexed result;
  std::size_t offset = 0;
  bool at_line_start = true;
  std::string documentation;

  /// The character so far ahead; a NUL past the end, which begins no token.
  [[nodiscard]] char ahead(std::size_t distance) const {
    return text.size() - offset > distance ? text[offset + distance] : '\0';
  }
  [[nodiscard]] Place place_from(std::size_t begin) const {
    return {file, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(offset)};
  }
};

template <typename Predicate> void skip_while(Lexer& lexer, Predicate predicate) {
  while (lexer.offset < lexer.text.size() && predicate(lexer.text[lexer.offset]))
    ++lexer.offset;
}

void report(Lexer& lexer, std::string code, const Place& place, std::string message,
            std::vector<std::string> helps = {}) {
  if (lexer.result.given_up) return;
  if (lexer.result.diagnostics.size() >= lexer.limits.diagnostics) {
    lexer.result.diagnostics.push_back(too_many_diagnostics(place, lexer.limits));
    lexer.result.given_up = true;
    return;
  }
  lexer.result.diagnostics.push_back({std::move(code), place, std::move(message), {}, std::move(helps), ""});
}

void emit(Lexer& lexer, Token token) {
  Lexed& result = lexer.result;
  if (result.tokens.size() >= lexer.limits.tokens && token.kind != TokenKind::end_of_file) {
    if (!result.given_up)
      result.diagnostics.push_back({"limit/tokens",
                                    token.place,
                                    "the file has more than " + std::to_string(lexer.limits.tokens) + " tokens",
                                    {},
                                    {},
                                    ""});
    result.given_up = true;
    return;
  }
  token.starts_line = lexer.at_line_start;
  lexer.at_line_start = false;
  const bool begins_item = token.kind == TokenKind::fn_keyword || token.kind == TokenKind::theorem_keyword;
  if (begins_item && !lexer.documentation.empty())
    result.documentation[result.tokens.size()] = std::move(lexer.documentation);
  lexer.documentation.clear();
  result.tokens.push_back(token);
}

void emit(Lexer& lexer, TokenKind kind, std::size_t begin) {
  emit(lexer, Token{kind, false, lexer.place_from(begin), 0, 0});
}

/// Reports the first byte of a comment or a string that is not UTF-8.
void require_utf8(Lexer& lexer, std::size_t begin, std::size_t end) {
  for (std::size_t at = begin; at < end;) {
    const Character character = character_at(lexer.text.substr(0, end), at);
    if (!character.valid) {
      const auto place_begin = static_cast<std::uint32_t>(at);
      report(lexer, "syntax/character", {lexer.file, place_begin, place_begin + 1}, "this byte is not UTF-8");
      return;
    }
    at += character.length;
  }
}

/// A comment, up to the end of its line. `///` at the beginning of a line is documentation; `////` is a rule drawn
/// with slashes.
void read_comment(Lexer& lexer) {
  const std::size_t begin = lexer.offset;
  const bool is_documentation = lexer.at_line_start && lexer.ahead(2) == '/' && lexer.ahead(3) != '/';
  skip_while(lexer, [](char letter) { return letter != '\n'; });
  require_utf8(lexer, begin, lexer.offset);
  if (!is_documentation) return;
  std::string_view line = lexer.text.substr(begin + 3, lexer.offset - begin - 3);
  if (line.starts_with(' ')) line.remove_prefix(1);
  if (line.ends_with('\r')) line.remove_suffix(1);
  if (!lexer.documentation.empty()) lexer.documentation += '\n';
  lexer.documentation += line;
}

void read_block_comment(Lexer& lexer) {
  const std::size_t begin = lexer.offset;
  const std::size_t close = lexer.text.find("*/", begin + 2);
  lexer.offset = begin + 2;
  report(lexer, "syntax/character", lexer.place_from(begin), "'/*' begins no comment",
         {"begin each line of a comment with '//'"});
  // Like a comment it stands for a space: what is around it can still be read.
  lexer.offset = close == std::string_view::npos ? lexer.text.size() : close + 2;
  if (lexer.text.substr(begin, lexer.offset - begin).find('\n') != std::string_view::npos) lexer.at_line_start = true;
}

/// A string ends on its line. Nothing in it is escaped.
void read_string(Lexer& lexer) {
  const std::size_t begin = lexer.offset++;
  skip_while(lexer, [](char letter) { return letter != '"' && letter != '\n'; });
  require_utf8(lexer, begin, lexer.offset);
  if (lexer.ahead(0) == '"')
    ++lexer.offset;
  else
    report(lexer, "syntax/string", lexer.place_from(begin),
           "expected '\"' to end the string before the end of the line");
  emit(lexer, TokenKind::string, begin);
}

/// Whether a decimal that does not fit a double is too large and not too small: whether the exponent of its first digit
/// other than 0 is positive.
bool is_overflow(std::string_view text) {
  const std::size_t mantissa_end = std::min(text.find_first_of("eE"), text.size());
  const std::string_view mantissa = text.substr(0, mantissa_end);
  const auto first = static_cast<std::int64_t>(std::min(mantissa.find_first_of("123456789"), mantissa.size()));
  const auto point = static_cast<std::int64_t>(std::min(mantissa.find('.'), mantissa.size()));
  std::string_view digits = text.substr(std::min(mantissa_end + 1, text.size()));
  const bool is_negative = digits.starts_with('-');
  if (is_negative || digits.starts_with('+')) digits.remove_prefix(1);
  std::int64_t exponent = 0;
  if (std::from_chars(digits.data(), digits.data() + digits.size(), exponent).ec == std::errc::result_out_of_range)
    exponent = std::numeric_limits<std::int64_t>::max() / 2;  // beyond the length of any text
  return point - first + (is_negative ? -exponent : exponent) > 0;
}

void emit_integer(Lexer& lexer, std::size_t begin) {
  const std::string_view text = lexer.text.substr(begin, lexer.offset - begin);
  Token token{TokenKind::integer, false, lexer.place_from(begin), 0, 0};
  if (std::from_chars(text.data(), text.data() + text.size(), token.integer).ec != std::errc())
    report(lexer, "syntax/integer", token.place, "the integer " + quoted(text) + " is larger than 9223372036854775807");
  emit(lexer, token);
}

void emit_decimal(Lexer& lexer, std::size_t begin) {
  const std::string_view text = lexer.text.substr(begin, lexer.offset - begin);
  Token token{TokenKind::decimal, false, lexer.place_from(begin), 0, 0};
  const auto read = std::from_chars(text.data(), text.data() + text.size(), token.decimal);
  // A value below the smallest positive double is 0, as it is for one that only rounds to 0.
  if (read.ec != std::errc() && !is_overflow(text))
    token.decimal = 0;
  else if (read.ec != std::errc())
    report(lexer, "syntax/decimal", token.place, "the decimal " + quoted(text) + " is too large for 64 bits",
           {"write 'inf' for infinity"});
  emit(lexer, token);
}

/// An integer (`12`) or a decimal (`1.5`, `1e-5`, `1.5e3`). `0..L` is an integer, two dots and a name.
void read_number(Lexer& lexer) {
  const std::size_t begin = lexer.offset;
  bool is_decimal = false;
  skip_while(lexer, is_digit);
  bool is_malformed = lexer.offset == begin;  // `.5`
  if (lexer.ahead(0) == '.' && lexer.ahead(1) != '.') {
    is_decimal = true;
    is_malformed = is_malformed || !is_digit(lexer.ahead(1));
    ++lexer.offset;
    skip_while(lexer, is_digit);
  }
  if (lexer.ahead(0) == 'e' || lexer.ahead(0) == 'E') {
    const bool has_sign = lexer.ahead(1) == '+' || lexer.ahead(1) == '-';
    is_decimal = true;
    is_malformed = is_malformed || !is_digit(lexer.ahead(has_sign ? 2 : 1));
    lexer.offset += has_sign ? 2 : 1;
    skip_while(lexer, is_digit);
  }
  // `1_000`, `0x10`, `1.5f` and `1.2.3` are each one mistake, not a number and something else beside it.
  while (is_identifier_part(lexer.ahead(0)) || (lexer.ahead(0) == '.' && is_digit(lexer.ahead(1)))) {
    is_malformed = true;
    is_decimal = is_decimal || lexer.ahead(0) == '.';
    ++lexer.offset;
  }
  if (!is_malformed) return is_decimal ? emit_decimal(lexer, begin) : emit_integer(lexer, begin);
  const std::string found = quoted(lexer.text.substr(begin, lexer.offset - begin));
  if (is_decimal)
    report(lexer, "syntax/decimal", lexer.place_from(begin), found + " is not a decimal",
           {"a decimal has digits on both sides of its point, and in its exponent: '0.5', '1e-5'"});
  else
    report(lexer, "syntax/integer", lexer.place_from(begin), found + " is not an integer",
           {"an integer has only the digits 0 to 9"});
  emit(lexer, is_decimal ? TokenKind::decimal : TokenKind::integer, begin);
}

/// Whether a byte is part of no token, wherever it stands ('!' and '.' need a second look).
bool is_foreign(char letter) {
  return !is_identifier_part(letter) &&
         std::string_view(" \t\r\n\"()[]{},:=.+-*/%@<>!").find(letter) == std::string_view::npos;
}

/// A run of bytes that no token begins with, as one error.
void read_invalid(Lexer& lexer) {
  const std::size_t begin = lexer.offset;
  const char first = lexer.text[begin];
  if (first == '.' || first == '!')
    skip_while(lexer, [&](char letter) { return letter == first; });
  else
    skip_while(lexer, is_foreign);
  const std::string_view run = lexer.text.substr(begin, lexer.offset - begin);
  const Character character = character_at(run, 0);
  std::vector<std::string> helps;
  for (const Habit& habit : habits)
    if (helps.empty() && run.starts_with(habit.written)) helps.emplace_back(habit.help);
  if (helps.empty() && character.valid && character.value >= 0x80)
    helps.emplace_back("characters outside ASCII stand only in comments and strings");
  const char* const what = !character.valid         ? "a byte that is not UTF-8"
                           : character.value < 0x20 ? "a control character"
                                                    : nullptr;
  report(lexer, "syntax/character", lexer.place_from(begin),
         (what != nullptr ? std::string(what) : "'" + std::string(run.substr(0, character.length)) + "'") +
             " begins nothing in this language",
         std::move(helps));
  emit(lexer, TokenKind::invalid, begin);
}

void read_punctuation(Lexer& lexer) {
  const TokenKind kind = punctuation_at(lexer.text.substr(lexer.offset));
  const bool is_longer_run = kind == TokenKind::range && lexer.ahead(2) == '.';
  if (kind == TokenKind::invalid || is_longer_run) return read_invalid(lexer);
  const std::size_t begin = lexer.offset;
  lexer.offset += spelling(kind).size();
  emit(lexer, kind, begin);
}

void read_word(Lexer& lexer) {
  const std::size_t begin = lexer.offset;
  skip_while(lexer, is_identifier_part);
  emit(lexer, keyword_or_identifier(lexer.text.substr(begin, lexer.offset - begin)), begin);
}

void read_token(Lexer& lexer) {
  const char first = lexer.ahead(0);
  if (first == '\n') {
    lexer.at_line_start = true;
    ++lexer.offset;
  } else if (first == ' ' || first == '\t' || first == '\r') {
    ++lexer.offset;
  } else if (first == '/' && lexer.ahead(1) == '/') {
    read_comment(lexer);
  } else if (first == '/' && lexer.ahead(1) == '*') {
    read_block_comment(lexer);
  } else if (first == '"') {
    read_string(lexer);
  } else if (begins_identifier(first)) {
    read_word(lexer);
  } else if (is_digit(first) || (first == '.' && is_digit(lexer.ahead(1)))) {
    read_number(lexer);
  } else {
    read_punctuation(lexer);
  }
}

}  // namespace

Diagnostic too_many_diagnostics(const Place& place, const ParserLimits& limits) {
  return {"limit/diagnostics",
          place,
          "the file has more than " + std::to_string(limits.diagnostics) + " errors; the others are not shown",
          {},
          {},
          ""};
}

Lexed lex(const Source& source, std::uint32_t file, const ParserLimits& limits) {
  Lexer lexer{source.text, file, limits, {}, 0, true, ""};
  // Places hold 32 bits, so that is a limit, too.
  const std::size_t bytes = std::min<std::size_t>(limits.bytes, std::numeric_limits<std::uint32_t>::max());
  if (source.text.size() > bytes) {
    lexer.result.diagnostics.push_back(
        {"limit/bytes",
         Place{file, 0, 0},
         "the file has more than " + std::to_string(bytes) + " bytes, which is the limit",
         {},
         {},
         ""});
    lexer.result.given_up = true;
  }
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";  // some editors put it there
  if (lexer.text.starts_with(byte_order_mark)) lexer.offset = byte_order_mark.size();
  while (!lexer.result.given_up && lexer.offset < lexer.text.size())
    read_token(lexer);
  lexer.at_line_start = true;
  if (lexer.result.given_up)  // no places past what was read
    lexer.offset = 0;
  emit(lexer, TokenKind::end_of_file, lexer.offset);
  return std::move(lexer.result);
}

}  // namespace kina
