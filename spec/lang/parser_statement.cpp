#include "spec/lang/parser_internal.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace kina::parsing {

namespace {

/// Whether the line that begins with this token reads like a statement and not like the next line of a call.
bool looks_like_statement(const Parser& parser, std::size_t index) {
  const std::vector<Token>& tokens = parser.lexed.tokens;
  const auto kind = [&](std::size_t at) { return at < tokens.size() ? tokens[at].kind : TokenKind::end_of_file; };
  if (begins_statement(kind(index))) return true;
  if (kind(index) == TokenKind::identifier) {
    const std::string_view word = text_of(parser, tokens[index]);
    const bool is_loop_word = (word == next_word || word == stack_word) && kind(index + 1) == TokenKind::identifier;
    return is_loop_word || kind(index + 1) == TokenKind::assign;
  }
  if (kind(index) != TokenKind::open_parenthesis) return false;
  std::size_t after = index + 1;
  while (kind(after) == TokenKind::identifier || kind(after) == TokenKind::comma)
    ++after;
  return kind(after) == TokenKind::close_parenthesis && kind(after + 1) == TokenKind::assign;
}

/// Goes on after a statement that could not be read: at the next line outside the brackets it has opened. If those are
/// never closed, that is the mistake, and the next line that reads like a statement is one.
void skip_statement(Parser& parser, std::size_t begin) {
  if (is_given_up(parser)) return;
  const std::vector<Token>& tokens = parser.lexed.tokens;
  const std::size_t failure = std::max(parser.position, begin);
  std::size_t brackets = 0;
  std::size_t braces = 0;
  std::size_t index = begin;
  for (;; ++index) {
    const Token& token = tokens[index];
    const bool is_new_line = token.starts_line && index > begin;
    if (token.kind == TokenKind::end_of_file || (token.kind == TokenKind::close_brace && braces == 0) ||
        (is_new_line && begins_item(token.kind)))
      break;
    const bool is_keyword = begins_statement(token.kind);
    if (is_new_line && is_keyword && brackets > 0) break;
    if (is_new_line && index >= failure && brackets == 0 && braces == 0 &&
        (is_keyword || ends_statement_before(parser, index)))
      break;
    if (token.kind == TokenKind::open_parenthesis || token.kind == TokenKind::open_bracket)
      ++brackets;
    else if ((token.kind == TokenKind::close_parenthesis || token.kind == TokenKind::close_bracket) && brackets > 0)
      --brackets;
    else if (token.kind == TokenKind::open_brace)
      ++braces;
    else if (token.kind == TokenKind::close_brace)
      --braces;
    if (token.kind == TokenKind::open_brace || token.kind == TokenKind::close_brace)
      brackets = 0;  // a brace stands in no bracket
  }
  parser.position = index;
  std::size_t at = failure;
  while (at > begin && !tokens[at].starts_line)
    --at;
  for (at = std::max(at, begin + 1); brackets > 0 && at < index; ++at) {
    if (tokens[at].starts_line && looks_like_statement(parser, at)) {
      parser.position = at;
      return;
    }
  }
}

/// The value after a name and `=`.
syntax::ExpressionPointer read_bound_value(Parser& parser, const std::string& purpose, std::size_t depth) {
  if (!expect(parser, TokenKind::assign, purpose)) return nullptr;
  return read_expression(parser, depth).expression;
}

/// `x = e`.
bool read_assignment(Parser& parser, Block& block, std::size_t depth) {
  const Token name = advance(parser);
  const std::string quoted_name = describe(parser.source, name);
  const TokenKind next = peek(parser);
  constexpr std::array declaring_words{"let", "var", "const", "auto", "val"};
  if (next == TokenKind::identifier) {
    Advice advice;
    const std::string_view word = text_of(parser, name);
    if (std::find(declaring_words.begin(), declaring_words.end(), word) != declaring_words.end())
      advice.helps.push_back("a name is bound without a keyword: '" + std::string(text_of(parser, next_token(parser))) +
                             " = ...'");
    else if (word == "if" || word == "while")
      advice.helps.emplace_back(word == "if" ? "a choice is 'select(condition, a, b)'"
                                             : "a loop is 'for l in 0..L carry x = e { ... }'");
    return fail_expected(parser, "'='", "after " + quoted_name, std::move(advice));
  }
  if (next != TokenKind::assign && next != TokenKind::end_of_line && next != TokenKind::colon &&
      next != TokenKind::invalid && next != TokenKind::equal && next != TokenKind::comma &&
      next != TokenKind::end_of_file)
    return fail_at(parser, name, "syntax/statement", "an expression alone is no statement",
                   {{}, {"bind its value to a name, or discard it: '_ = ...'"}});
  Advice advice;
  if (next == TokenKind::comma)
    advice.helps.emplace_back("several names are bound in parentheses: '(a, b) = ...'");
  else if (next == TokenKind::equal)
    advice.helps.emplace_back("a name is bound with '='; two values are compared in 'assert'");
  else if (next == TokenKind::colon)
    advice.helps.emplace_back("a type is not written here: it follows from the value");
  if (!expect(parser, TokenKind::assign, "after " + quoted_name, std::move(advice))) return false;
  const Reading value = read_expression(parser, depth);
  if (!value) return false;
  syntax::Assignment assignment{{identifier_of(parser, name)}, false, value.expression};
  block.statements.push_back({place_since(parser, name), std::move(assignment)});
  return true;
}

/// `(a, b) = e`.
bool read_tuple_assignment(Parser& parser, Block& block, std::size_t depth) {
  const Token opener = next_token(parser);
  syntax::Assignment assignment{{}, true, nullptr};
  const bool is_read = read_list(parser, TokenKind::close_parenthesis, "to close the names", [&] {
    if (peek(parser) != TokenKind::identifier) return expect_name(parser, "a name or '_'").has_value();
    assignment.targets.push_back(identifier_of(parser, advance(parser)));
    return true;
  });
  if (!is_read) return false;
  if (assignment.targets.empty())
    return fail_at(parser, last_token(parser), "syntax/expected", "expected a name or '_' to bind, found ')'");
  assignment.value = read_bound_value(parser, "after the names", depth);
  if (!assignment.value) return false;
  block.statements.push_back({place_since(parser, opener), std::move(assignment)});
  return true;
}

/// `next x = e` or `stack k = e`.
bool read_loop_result(Parser& parser, Block& block, std::size_t depth) {
  const Token word = advance(parser);
  const bool is_next = text_of(parser, word) == next_word;
  if (!block.is_loop)
    return fail_at(parser, word, "syntax/statement",
                   describe(parser.source, word) + " stands only in the body of a 'for'");
  std::optional<syntax::Identifier> name =
      expect_name(parser, is_next ? "the name of a carry" : "the name of what is stacked");
  if (!name) return false;
  syntax::ExpressionPointer value = read_bound_value(parser, "after '" + name->text + "'", depth);
  if (!value) return false;
  std::vector<syntax::LoopResult>& results = is_next ? block.nexts : block.stacks;
  results.push_back({std::move(*name), std::move(value), place_since(parser, word)});
  return true;
}

/// `return e, e`.
bool read_return(Parser& parser, Block& block, std::size_t depth) {
  const Token keyword = advance(parser);
  if (block.is_loop)
    return fail_at(parser, keyword, "syntax/statement", "'return' does not stand in the body of a 'for'",
                   {{}, {"carry a value out of the loop with 'next' or 'stack'"}});
  syntax::Return result;
  do {
    if (!result.values.empty() && next_token(parser).kind == TokenKind::close_brace)
      break;  // a comma may follow the last value
    const Reading value = read_expression(parser, depth);
    if (!value) return false;
    result.values.push_back(value.expression);
  } while (accept(parser, TokenKind::comma));
  block.statements.push_back({place_since(parser, keyword), std::move(result)});
  return true;
}

/// `assert a == b`.
bool read_assert(Parser& parser, Block& block, std::size_t depth) {
  const Token keyword = advance(parser);
  if (block.is_loop)
    return fail_at(parser, keyword, "syntax/statement", "'assert' does not stand in the body of a 'for'",
                   {{}, {"stack the values and assert them after the loop"}});
  const Reading left = read_arithmetic(parser, depth);
  if (!left) return false;
  const OperatorRow* const row = operator_here(parser);
  if (row == nullptr || !is_comparison(*row)) {
    Advice advice;
    if (peek(parser) == TokenKind::assign) advice.helps.emplace_back("two values are compared with '=='");
    return fail_expected(parser, "a comparison", "after 'assert' and a value", std::move(advice));
  }
  advance(parser);
  const Reading right = read_arithmetic(parser, depth);
  if (!right) return false;
  const OperatorRow* const next = operator_here(parser);
  if (next != nullptr && is_comparison(*next))
    return fail_at(parser, next_token(parser), "syntax/chain", "comparisons form a chain only in 'where'",
                   {{}, {"write one 'assert' for each comparison"}}, "second comparison");
  syntax::Assert assertion{row->operation, left.expression, right.expression};
  block.statements.push_back({place_since(parser, keyword), std::move(assertion)});
  return true;
}

bool read_carries(Parser& parser, syntax::For& loop, std::size_t depth) {
  do {
    if (!loop.carries.empty() && peek(parser) == TokenKind::open_brace) break;
    std::optional<syntax::Identifier> name = expect_name(parser, "the name of a carry");
    if (!name) return false;
    syntax::ExpressionPointer initial = read_bound_value(parser, "and the first value of '" + name->text + "'", depth);
    if (!initial) return false;
    loop.carries.push_back({std::move(*name), std::move(initial)});
  } while (accept(parser, TokenKind::comma));
  return true;
}

/// `l in 0..L carry x = e, y = e`, up to the body.
bool read_loop_header(Parser& parser, syntax::For& loop, std::size_t depth) {
  std::optional<syntax::Identifier> variable = expect_name(parser, "the name of the loop's variable");
  if (!variable) return false;
  loop.variable = std::move(*variable);
  if (!at_word(parser, in_word)) return fail_expected(parser, "'in'", "after '" + loop.variable.text + "'");
  advance(parser);
  const Reading lower = read_expression(parser, depth);
  if (!lower || !expect(parser, TokenKind::range, "between the bounds of the loop")) return false;
  const Reading upper = read_expression(parser, depth);
  if (!upper) return false;
  loop.lower = lower.expression;
  loop.upper = upper.expression;
  if (at_word(parser, carry_word)) {
    advance(parser);
    if (!read_carries(parser, loop, depth)) return false;
  }
  if (peek(parser) == TokenKind::open_brace) return true;
  return fail_expected(parser, loop.carries.empty() ? "'carry' or '{'" : "',' or '{'", "to open the body of the loop");
}

/// Whether the body of a loop whose header could not be read begins on the same line; then it can be read.
bool skip_to_loop_body(Parser& parser) {
  for (std::size_t index = parser.position;; ++index) {
    const Token& token = parser.lexed.tokens[index];
    if (token.starts_line || token.kind == TokenKind::close_brace) return false;
    if (token.kind == TokenKind::open_brace) {
      parser.position = index;
      return true;
    }
  }
}

bool read_for(Parser& parser, Block& block, std::size_t depth) {
  const Token keyword = advance(parser);
  if (!within_nesting(parser, depth + 1, keyword)) return false;
  syntax::For loop;
  const bool has_header = read_loop_header(parser, loop, depth);
  if (!has_header && !skip_to_loop_body(parser)) return false;
  Block body{{}, {}, {}, "the body of the loop", true, {}};
  if (!read_block(parser, body, depth + 1)) return false;
  loop.body = std::move(body.statements);
  loop.nexts = std::move(body.nexts);
  loop.stacks = std::move(body.stacks);
  if (has_header) block.statements.push_back({place_since(parser, keyword), std::move(loop)});
  return true;
}

bool read_statement(Parser& parser, Block& block, std::size_t depth) {
  const Token first = next_token(parser);
  switch (first.kind) {
  case TokenKind::return_keyword: return read_return(parser, block, depth);
  case TokenKind::assert_keyword: return read_assert(parser, block, depth);
  case TokenKind::for_keyword: return read_for(parser, block, depth);
  case TokenKind::open_parenthesis: return read_tuple_assignment(parser, block, depth);
  case TokenKind::identifier: {
    const std::string_view word = text_of(parser, first);
    const Token& second = token_ahead(parser, 1);
    if ((word == next_word || word == stack_word) && second.kind == TokenKind::identifier && !second.starts_line)
      return read_loop_result(parser, block, depth);
    return read_assignment(parser, block, depth);
  }
  default: break;
  }
  Advice advice;
  if (operator_here(parser) != nullptr)
    advice.helps.emplace_back("an expression goes on after an operator at the end of a line, not before one");
  return fail_at(parser, first, "syntax/statement", "expected a statement, found " + describe(parser.source, first),
                 std::move(advice));
}

}  // namespace

bool read_block(Parser& parser, Block& block, std::size_t depth) {
  const Token opener = advance(parser);
  parser.brackets = 0;
  while (next_token(parser).kind != TokenKind::close_brace) {
    const std::size_t begin = parser.position;
    const Token first = next_token(parser);
    parser.statement_begin = begin;
    parser.brackets = 0;
    if (first.kind == TokenKind::end_of_file || (first.starts_line && begins_item(first.kind)))
      return fail_expected(parser, "'}'", "to close " + block.name, {{opened_note(parser, opener)}, {}});
    bool is_read = read_statement(parser, block, depth);
    const TokenKind next = peek(parser);
    if (is_read && next != TokenKind::end_of_line && next != TokenKind::close_brace && next != TokenKind::end_of_file) {
      Advice advice;
      if (next == TokenKind::assign) advice.helps.emplace_back("two values are compared with '=='");
      is_read = fail_expected(parser, "the end of the line", "after the statement", std::move(advice));
    }
    if (!is_read) skip_statement(parser, begin);
  }
  block.close = advance(parser).place;
  return true;
}

}  // namespace kina::parsing
