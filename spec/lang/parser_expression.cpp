#include "spec/lang/parser_internal.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace kina::parsing {

namespace {

constexpr int lowest_precedence = 1;

using Node = decltype(syntax::Expression::node);

Reading make_reading(const Place& place, Node node, std::size_t height) {
  return {std::make_shared<const syntax::Expression>(syntax::Expression{place, std::move(node)}), height};
}

Reading read_operation(Parser& parser, int minimum, std::size_t depth);

/// The row of an operator table for this token, or null.
template <typename Row> const Row* row_of(const std::vector<Row>& rows, TokenKind kind) {
  const std::string_view written = spelling(kind);
  if (written.empty()) return nullptr;
  const auto row = std::find_if(rows.begin(), rows.end(), [&](const Row& each) { return each.spelling == written; });
  return row == rows.end() ? nullptr : &*row;
}

bool fail_no_expression(Parser& parser) {
  const TokenKind kind = peek(parser);
  const Token& token = next_token(parser);
  if (kind == TokenKind::open_bracket)
    return fail_at(parser, token, "syntax/list", "a list stands only as an argument of a call",
                   {{}, {"as in 'reshape(x, [B, 1])'"}});
  if (kind == TokenKind::string) return fail_at(parser, token, "syntax/string", "a string stands only in an import");
  Advice advice;
  if (kind == TokenKind::identifier)  // no other one gets here
    advice.helps.emplace_back("'_' discards a value; it has none");
  else if (kind == TokenKind::not_keyword)
    advice.helps.emplace_back("'not' binds looser than this operator: put it and its operand in parentheses");
  else if (kind == TokenKind::star && last_token(parser).kind == TokenKind::star)
    advice.helps.emplace_back("a power is 'pow(x, y)'");
  else if (kind == TokenKind::assign)
    advice.helps.emplace_back("two values are compared with '=='");
  return fail_expected(parser, "an expression", "", std::move(advice));
}

/// `[B, 1, H, Dh]` as the value of an argument.
Reading read_list_value(Parser& parser, std::size_t depth) {
  const Token opener = next_token(parser);
  syntax::List list;
  std::size_t height = 0;
  if (!within_nesting(parser, depth + 1, opener)) return {};
  const bool is_read = read_list(parser, TokenKind::close_bracket, "to close the list", [&] {
    Reading item = read_expression(parser, depth + 1);
    height = std::max(height, item.height);
    list.items.push_back(item.expression);
    return static_cast<bool>(item);
  });
  if (!is_read) return {};
  return make_reading(place_since(parser, opener), std::move(list), height + 1);
}

/// A call that is being read.
struct CallReading {
  syntax::Call call;
  std::size_t height = 0;
  bool is_out_of_order = false;  ///< an argument by position follows one by name
};

/// `value` or `name=value`.
bool read_argument(Parser& parser, CallReading& reading, std::size_t depth) {
  std::vector<syntax::Argument>& arguments = reading.call.arguments;
  syntax::Argument argument;
  if (next_token(parser).kind == TokenKind::identifier && token_ahead(parser, 1).kind == TokenKind::assign) {
    argument.name = expect_name(parser, "the name of an argument");
    if (!argument.name) return false;
    advance(parser);
  }
  const Reading value =
      peek(parser) == TokenKind::open_bracket ? read_list_value(parser, depth) : read_expression(parser, depth);
  if (!value) return false;
  // Reading goes on: the order is wrong, not the text.
  const bool follows_named = !arguments.empty() && arguments.back().name.has_value() && !argument.name;
  if (follows_named && !reading.is_out_of_order) {
    const std::string help = "put it before '" + arguments.back().name->text + "=', or give its name, too";
    report(parser, {"syntax/argument",
                    value.expression->place,
                    "an argument by position follows one by name",
                    {},
                    {help},
                    "by position"});
  }
  reading.is_out_of_order = reading.is_out_of_order || follows_named;
  argument.value = value.expression;
  reading.height = std::max(reading.height, value.height);
  arguments.push_back(std::move(argument));
  return true;
}

/// `T=S + 1` in `forward[T=S + 1](tokens)`.
bool read_size_argument(Parser& parser, CallReading& reading, std::size_t depth) {
  std::optional<syntax::Identifier> name = expect_name(parser, "the name of a size");
  if (!name || !expect(parser, TokenKind::assign, "and the value of '" + name->text + "'")) return false;
  const Reading value = read_expression(parser, depth);
  if (!value) return false;
  reading.height = std::max(reading.height, value.height);
  reading.call.sizes.push_back({std::move(*name), value.expression});
  return true;
}

/// The rest of a call, from its sizes or its arguments on.
Reading read_call(Parser& parser, const Token& name, std::size_t depth) {
  CallReading reading{{identifier_of(parser, name), {}, {}}};
  if (peek(parser) == TokenKind::open_bracket) {
    const bool is_read = read_list(parser, TokenKind::close_bracket, "to close the sizes",
                                   [&] { return read_size_argument(parser, reading, depth + 1); });
    if (!is_read) return {};
    if (peek(parser) != TokenKind::open_parenthesis) {
      fail_expected(parser, "'('", "and the arguments after the sizes of '" + reading.call.callee.text + "'");
      return {};
    }
  }
  const bool is_read = read_list(parser, TokenKind::close_parenthesis, "to close the call",
                                 [&] { return read_argument(parser, reading, depth + 1); });
  if (!is_read) return {};
  return make_reading(place_since(parser, name), std::move(reading.call), reading.height + 1);
}

/// An expression in parentheses. Its place covers them, so that the place of what it stands in covers all of it.
Reading read_parentheses(Parser& parser, std::size_t depth) {
  const Token opener = enter_brackets(parser);
  const Reading inner = read_expression(parser, depth + 1);
  if (!inner) return {};
  if (next_token(parser).kind != TokenKind::close_parenthesis) {
    Advice advice = unclosed_advice(parser, opener);
    const bool is_returned = parser.lexed.tokens[parser.statement_begin].kind == TokenKind::return_keyword;
    if (peek(parser) == TokenKind::comma && is_returned)
      advice.helps.emplace_back("several values are returned without parentheses: 'return a, b'");
    fail_expected(parser, "')'", "to close the parentheses", std::move(advice));
    return {};
  }
  leave_brackets(parser, opener, TokenKind::close_parenthesis, "");
  return make_reading(place_since(parser, opener), inner.expression->node, inner.height);
}

Reading read_name(Parser& parser, std::size_t depth) {
  const Token name = advance(parser);
  const TokenKind next = peek(parser);
  const bool has_sizes = next == TokenKind::open_bracket && token_ahead(parser, 1).kind == TokenKind::identifier &&
                         token_ahead(parser, 2).kind == TokenKind::assign;
  if (next == TokenKind::open_parenthesis || has_sizes) return read_call(parser, name, depth);
  return make_reading(name.place, syntax::Name{std::string(text_of(parser, name))}, 0);
}

Reading read_primary(Parser& parser, std::size_t depth) {
  switch (peek(parser)) {
  case TokenKind::identifier:
    if (at_word(parser, "_")) break;
    return read_name(parser, depth);
  case TokenKind::integer: {
    const Token token = advance(parser);
    return make_reading(token.place, syntax::Integer{token.integer}, 0);
  }
  case TokenKind::decimal: {
    const Token token = advance(parser);
    return make_reading(token.place, syntax::Decimal{token.decimal, std::string(text_of(parser, token))}, 0);
  }
  case TokenKind::inf_keyword:
    return make_reading(advance(parser).place, syntax::Decimal{std::numeric_limits<double>::infinity(), "inf"}, 0);
  case TokenKind::true_keyword: return make_reading(advance(parser).place, syntax::Boolean{true}, 0);
  case TokenKind::false_keyword: return make_reading(advance(parser).place, syntax::Boolean{false}, 0);
  case TokenKind::open_parenthesis: return read_parentheses(parser, depth);
  default: break;
  }
  fail_no_expression(parser);
  return {};
}

/// `a:b`, `a:`, `:b`, `:` or an index.
bool read_axis(Parser& parser, syntax::Subscript& subscript, std::size_t& height, std::size_t depth) {
  const auto read_bound = [&](syntax::ExpressionPointer& bound) {
    const Reading reading = read_expression(parser, depth);
    bound = reading.expression;
    height = std::max(height, reading.height);
    return static_cast<bool>(reading);
  };
  const Token first = next_token(parser);
  syntax::SubscriptAxis axis;
  if (first.kind != TokenKind::colon && !read_bound(axis.lower)) return false;
  axis.is_range = accept(parser, TokenKind::colon);
  const TokenKind next = peek(parser);
  if (!axis.is_range)
    axis.index = std::exchange(axis.lower, nullptr);
  else if (next != TokenKind::comma && next != TokenKind::close_bracket && !read_bound(axis.upper))
    return false;
  axis.place = place_since(parser, first);
  subscript.axes.push_back(std::move(axis));
  return true;
}

/// A primary expression and the subscripts after it.
Reading read_postfix(Parser& parser, std::size_t depth) {
  Reading reading = read_primary(parser, depth);
  while (reading && peek(parser) == TokenKind::open_bracket) {
    const Token opener = next_token(parser);
    syntax::Subscript subscript{reading.expression, {}, {}};
    std::size_t height = reading.height;
    const bool is_read = read_list(parser, TokenKind::close_bracket, "to close the subscript",
                                   [&] { return read_axis(parser, subscript, height, depth + 1); });
    if (!is_read || !within_nesting(parser, depth + height + 1, opener)) return {};
    subscript.brackets = place_since(parser, opener);
    if (subscript.axes.empty()) {
      fail_at(parser, last_token(parser), "syntax/expected",
              "expected an index or a range in the subscript, found ']'");
      return {};
    }
    const Place place = covering(reading.expression->place, subscript.brackets);
    reading = make_reading(place, std::move(subscript), height + 1);
  }
  if (reading && peek(parser) == TokenKind::open_parenthesis) {
    fail_at(parser, next_token(parser), "syntax/call", "only a name can be called",
            {{}, {"an operator or a comma may be missing before '('"}});
    return {};
  }
  return reading;
}

/// `-x`, `not x`, or what has no operator before it.
Reading read_prefix(Parser& parser, int minimum, std::size_t depth) {
  const Token token = next_token(parser);
  if (!within_nesting(parser, depth, token)) return {};
  const PrefixRow* const row = row_of(prefix_table(), peek(parser));
  if (row == nullptr || row->precedence < minimum) return read_postfix(parser, depth);
  advance(parser);
  const Reading operand = read_operation(parser, row->precedence, depth + 1);
  if (!operand) return {};
  return make_reading(covering(token.place, operand.expression->place),
                      syntax::Unary{row->operation, operand.expression, token.place}, operand.height + 1);
}

/// Operators of at least this precedence and their operands. All of them are read from the left; a comparison ends
/// the chain of its own kind.
Reading read_operation(Parser& parser, int minimum, std::size_t depth) {
  Reading left = read_prefix(parser, minimum, depth);
  while (left) {
    const OperatorRow* const row = operator_here(parser);
    if (row == nullptr || row->precedence < minimum) break;
    const Token token = advance(parser);
    const Reading right = read_operation(parser, row->precedence + 1, depth);
    const std::size_t height = std::max(left.height, right.height) + 1;
    if (!right || !within_nesting(parser, depth + height, token)) return {};
    left = make_reading(covering(left.expression->place, right.expression->place),
                        syntax::Binary{row->operation, left.expression, right.expression, token.place}, height);
    const OperatorRow* const next = operator_here(parser);
    if (is_comparison(*row) && next != nullptr && is_comparison(*next)) {
      fail_at(parser, next_token(parser), "syntax/chain", "comparisons form a chain only in 'where'",
              {{}, {"join two comparisons with 'and'"}}, "second comparison");
      return {};
    }
  }
  return left;
}

}  // namespace

const OperatorRow* operator_here(const Parser& parser) { return row_of(operator_table(), peek(parser)); }

bool is_comparison(const OperatorRow& row) { return row.precedence == comparison_precedence(); }

Reading read_expression(Parser& parser, std::size_t depth) { return read_operation(parser, lowest_precedence, depth); }

Reading read_arithmetic(Parser& parser, std::size_t depth) {
  return read_operation(parser, comparison_precedence() + 1, depth);
}

}  // namespace kina::parsing
