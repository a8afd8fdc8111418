/// \file
/// What the parts of the parser share: the state of one reading, and the steps every rule of the grammar is made of.
/// A step that fails has reported why; its caller only passes the failure on, up to a statement or an item, where
/// reading starts again (see parser_statement.cpp and parser_item.cpp).
#pragma once

#include "spec/lang/lexer.hpp"
#include "spec/lang/parser.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kina::parsing {

/// The state of reading one source.
struct Parser {
  const Source& source;
  std::uint32_t file;
  const ParserLimits& limits;
  Lexed lexed;
  std::vector<Diagnostic> diagnostics = {};
  std::size_t position = 0;         ///< the index of the token that is read next
  std::size_t brackets = 0;         ///< how many brackets are open; inside them, lines don't matter
  std::size_t statement_begin = 0;  ///< the index of the statement's first token; the line before it has ended
  std::optional<std::size_t> last_failure = {};  ///< the index of the token at which reading failed last
};

/// What a failure says beyond what was expected.
struct Advice {
  std::vector<std::string> notes = {};
  std::vector<std::string> helps = {};
};

/// An expression that was read, or none if that failed. The height is how many of its parts stand inside one another:
/// the limit on nesting holds for it too, because whoever walks the tree recurses that deep.
struct Reading {
  syntax::ExpressionPointer expression = nullptr;
  std::size_t height = 0;

  explicit operator bool() const { return expression != nullptr; }
};

/// The statements between two braces.
struct Block {
  std::vector<syntax::Statement> statements;
  std::vector<syntax::LoopResult> nexts;
  std::vector<syntax::LoopResult> stacks;
  std::string name;  ///< what the braces enclose, in the user's words: ``the body of 'decode'``
  bool is_loop = false;
  Place close;
};

// Tokens (parser.cpp).

/// The token that is read next, whatever line it is on.
[[nodiscard]] const Token& next_token(const Parser& parser);
/// The token read last; before the first one, an empty token at the beginning of the file.
[[nodiscard]] Token last_token(const Parser& parser);
/// The token at a distance from the next one; past the end, the end of the file.
[[nodiscard]] const Token& token_ahead(const Parser& parser, std::size_t distance);
/// Whether the line's end before this token ends a statement, outside brackets: not after an operator, a comma and
/// such.
[[nodiscard]] bool ends_statement_before(const Parser& parser, std::size_t index);
/// The kind of the next token, or `end_of_line` where the statement ends before it.
[[nodiscard]] TokenKind peek(const Parser& parser);
/// Whether the next token is this word, which is a name everywhere else.
[[nodiscard]] bool at_word(const Parser& parser, std::string_view word);
/// Reads the next token; the end of the file stays.
Token advance(Parser& parser);
/// Reads the next token if it is of this kind.
bool accept(Parser& parser, TokenKind kind);
[[nodiscard]] std::string_view text_of(const Parser& parser, const Token& token);
[[nodiscard]] syntax::Identifier identifier_of(const Parser& parser, const Token& token);
/// The place from a token read earlier up to the one read last.
[[nodiscard]] Place place_since(const Parser& parser, const Token& first);
/// Whether the token can begin an expression.
[[nodiscard]] bool begins_expression(TokenKind kind);
/// Whether a `fn`, a `theorem` or an `import`.
[[nodiscard]] bool begins_item(TokenKind kind);
/// Whether this keyword can only begin a statement.
[[nodiscard]] bool begins_statement(TokenKind kind);

// Failures (parser.cpp).

/// Adds a diagnostic; past the limit it gives the file up.
void report(Parser& parser, Diagnostic diagnostic);
/// Whether there are more errors than the limit. Then the next token is the end of the file, which ends every rule.
[[nodiscard]] bool is_given_up(const Parser& parser);
/// Reports that something else was expected where the parser stands. Nothing is said twice about one token, and nothing
/// about text that the lexer has rejected. Always false, so that a step can end with it.
bool fail_expected(Parser& parser, const std::string& expected, const std::string& purpose, Advice advice = {});
/// Reports a mistake that has a name of its own, with the same restraint.
bool fail_at(Parser& parser, const Token& token, std::string code, std::string message, Advice advice = {},
             std::string label = "");
/// Whether nesting so deep is allowed; otherwise it is reported at the token.
bool within_nesting(Parser& parser, std::size_t depth, const Token& token);
/// ``'(' was opened at line 3, column 8``.
[[nodiscard]] std::string opened_note(const Parser& parser, const Token& opener);

// Steps (parser.cpp).

/// Reads a token of this kind, which has a purpose: `to open the parameters`.
bool expect(Parser& parser, TokenKind kind, const std::string& purpose, Advice advice = {});
/// Reads a name; `what` is its role: `the name of a size`.
std::optional<syntax::Identifier> expect_name(Parser& parser, const std::string& what);
/// What to say where the bracket's end was expected: where it was opened, unless another mistake is certain.
[[nodiscard]] Advice unclosed_advice(const Parser& parser, const Token& opener);
/// Reads an opening bracket that is known to be next: lines don't matter until `leave_brackets`.
Token enter_brackets(Parser& parser);
/// Reads the closing bracket of a list, which is named by its purpose: `to close the parameters`.
bool leave_brackets(Parser& parser, const Token& opener, TokenKind closer, const std::string& purpose);

/// The elements of a list in brackets, separated by commas, the last of which may be followed by one, too.
template <typename ReadElement>
bool read_list(Parser& parser, TokenKind closer, const std::string& purpose, ReadElement read_element) {
  const Token opener = enter_brackets(parser);
  while (peek(parser) != closer) {
    if (!read_element()) return false;
    if (!accept(parser, TokenKind::comma)) break;
  }
  return leave_brackets(parser, opener, closer, purpose);
}

// Expressions (parser_expression.cpp). The depth is the number of brackets and loops around what is read.

/// The operator that is next, if it is a binary one.
[[nodiscard]] const OperatorRow* operator_here(const Parser& parser);
[[nodiscard]] bool is_comparison(const OperatorRow& row);
[[nodiscard]] Reading read_expression(Parser& parser, std::size_t depth);
/// An operand of a comparison: arithmetic, no comparison and no logic.
[[nodiscard]] Reading read_arithmetic(Parser& parser, std::size_t depth);

// Statements (parser_statement.cpp).

/// The rest of a block whose `{` is next, up to its `}`.
bool read_block(Parser& parser, Block& block, std::size_t depth);

// Items (parser_item.cpp).

/// Every item up to the end of the file.
void read_file(Parser& parser, syntax::File& file);

}  // namespace kina::parsing
