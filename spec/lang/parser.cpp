#include "spec/lang/parser.hpp"

#include "spec/lang/parser_internal.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace kina {

Parsed parse(const Source& source, std::uint32_t file, const ParserLimits& limits) {
  parsing::Parser parser{source, file, limits, lex(source, file, limits)};
  parser.diagnostics = std::move(parser.lexed.diagnostics);
  Parsed parsed;
  if (!parser.lexed.given_up) parsing::read_file(parser, parsed.file);
  parsed.diagnostics = std::move(parser.diagnostics);
  sort_diagnostics(parsed.diagnostics);
  return parsed;
}

}  // namespace kina

namespace kina::parsing {

const Token& next_token(const Parser& parser) { return parser.lexed.tokens[parser.position]; }

Token last_token(const Parser& parser) {
  if (parser.position == 0) return {TokenKind::end_of_file, true, Place{parser.file, 0, 0}, 0, 0};
  return parser.lexed.tokens[parser.position - 1];
}

const Token& token_ahead(const Parser& parser, std::size_t distance) {
  return parser.lexed.tokens[std::min(parser.position + distance, parser.lexed.tokens.size() - 1)];
}

bool ends_statement_before(const Parser& parser, std::size_t index) {
  if (!parser.lexed.tokens[index].starts_line || index == 0) return false;
  return !continues_line(parser.lexed.tokens[index - 1].kind);
}

TokenKind peek(const Parser& parser) {
  if (parser.brackets == 0 && parser.position != parser.statement_begin &&
      ends_statement_before(parser, parser.position))
    return TokenKind::end_of_line;
  return next_token(parser).kind;
}

bool at_word(const Parser& parser, std::string_view word) {
  return peek(parser) == TokenKind::identifier && text_of(parser, next_token(parser)) == word;
}

Token advance(Parser& parser) {
  const Token token = next_token(parser);
  if (token.kind != TokenKind::end_of_file) ++parser.position;
  return token;
}

bool accept(Parser& parser, TokenKind kind) {
  if (peek(parser) != kind) return false;
  advance(parser);
  return true;
}

std::string_view text_of(const Parser& parser, const Token& token) { return kina::text_of(parser.source, token); }

syntax::Identifier identifier_of(const Parser& parser, const Token& token) {
  return {std::string(text_of(parser, token)), token.place};
}

Place place_since(const Parser& parser, const Token& first) { return covering(first.place, last_token(parser).place); }

bool begins_expression(TokenKind kind) {
  constexpr std::array beginning{TokenKind::identifier,       TokenKind::integer,      TokenKind::decimal,
                                 TokenKind::inf_keyword,      TokenKind::true_keyword, TokenKind::false_keyword,
                                 TokenKind::open_parenthesis, TokenKind::not_keyword,  TokenKind::string};
  return std::find(beginning.begin(), beginning.end(), kind) != beginning.end();
}

bool begins_item(TokenKind kind) {
  return kind == TokenKind::fn_keyword || kind == TokenKind::theorem_keyword || kind == TokenKind::import_keyword;
}

bool begins_statement(TokenKind kind) {
  return kind == TokenKind::return_keyword || kind == TokenKind::assert_keyword || kind == TokenKind::for_keyword;
}

void report(Parser& parser, Diagnostic diagnostic) {
  if (is_given_up(parser)) return;
  if (parser.diagnostics.size() < parser.limits.diagnostics) {
    parser.diagnostics.push_back(std::move(diagnostic));
    return;
  }
  parser.diagnostics.push_back(too_many_diagnostics(diagnostic.place, parser.limits));
  parser.position = parser.lexed.tokens.size() - 1;
}

bool is_given_up(const Parser& parser) { return parser.diagnostics.size() > parser.limits.diagnostics; }

bool fail_expected(Parser& parser, const std::string& expected, const std::string& purpose, Advice advice) {
  const Token next = next_token(parser);
  const bool at_end = peek(parser) == TokenKind::end_of_line || next.kind == TokenKind::end_of_file;
  // What is missing at the end of a line is missed there, not on the next line.
  const std::uint32_t end = last_token(parser).place.end;
  Token found = next;
  if (at_end) found = Token{peek(parser), next.starts_line, Place{parser.file, end, end}, 0, 0};
  const std::string message =
      "expected " + expected + (purpose.empty() ? "" : " " + purpose) + ", found " + describe(parser.source, found);
  return fail_at(parser, found, "syntax/expected", message, std::move(advice), "expected " + expected);
}

bool fail_at(Parser& parser, const Token& token, std::string code, std::string message, Advice advice,
             std::string label) {
  const bool is_known = token.kind == TokenKind::invalid || parser.last_failure == parser.position;
  parser.last_failure = parser.position;
  if (!is_known)
    report(parser, {std::move(code), token.place, std::move(message), std::move(advice.notes), std::move(advice.helps),
                    std::move(label)});
  return false;
}

bool within_nesting(Parser& parser, std::size_t depth, const Token& token) {
  if (depth <= parser.limits.nesting) return true;
  return fail_at(parser, token, "limit/nesting",
                 "more than " + std::to_string(parser.limits.nesting) +
                     " brackets, operators and loops inside one another");
}

std::string opened_note(const Parser& parser, const Token& opener) {
  const Position position = position_of(parser.source, opener.place.begin);
  return describe(parser.source, opener) + " was opened at line " + std::to_string(position.line) + ", column " +
         std::to_string(position.column);
}

bool expect(Parser& parser, TokenKind kind, const std::string& purpose, Advice advice) {
  if (accept(parser, kind)) return true;
  return fail_expected(parser, "'" + std::string(spelling(kind)) + "'", purpose, std::move(advice));
}

std::optional<syntax::Identifier> expect_name(Parser& parser, const std::string& what) {
  const TokenKind kind = peek(parser);
  if (kind == TokenKind::identifier && !at_word(parser, "_")) return identifier_of(parser, advance(parser));
  Advice advice;
  if (kind == TokenKind::identifier)
    advice.helps.emplace_back("'_' discards a value; it is no name");
  else if (kind > TokenKind::string && kind < TokenKind::open_parenthesis)
    advice.helps.push_back("'" + std::string(spelling(kind)) + "' is a keyword: choose another name");
  fail_expected(parser, what, "", std::move(advice));
  return std::nullopt;
}

Token enter_brackets(Parser& parser) {
  ++parser.brackets;
  return advance(parser);
}

Advice unclosed_advice(const Parser& parser, const Token& opener) {
  // A line that begins with `name =` is the next statement: it is the bracket that is missing.
  const bool is_comparison_meant = peek(parser) == TokenKind::assign && !last_token(parser).starts_line;
  if (is_comparison_meant) return {{}, {"two values are compared with '=='"}};
  return {{opened_note(parser, opener)}, {}};
}

bool leave_brackets(Parser& parser, const Token& opener, TokenKind closer, const std::string& purpose) {
  if (next_token(parser).kind == closer) {
    --parser.brackets;
    advance(parser);
    return true;
  }
  const Token& found = next_token(parser);
  // Beside one another on a line: only the comma is missing. Otherwise it may be the bracket.
  const bool misses_comma =
      begins_expression(found.kind) && !found.starts_line && last_token(parser).kind != TokenKind::comma;
  Advice advice = misses_comma ? Advice{{}, {"a comma is missing before " + describe(parser.source, found)}}
                               : unclosed_advice(parser, opener);
  return fail_expected(parser, "',' or '" + std::string(spelling(closer)) + "'", purpose, std::move(advice));
}

}  // namespace kina::parsing
