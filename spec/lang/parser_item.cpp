#include "spec/lang/parser_internal.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace kina::parsing {

namespace {

/// Goes on at the next item that begins a line.
void skip_to_item(Parser& parser) {
  while (next_token(parser).kind != TokenKind::end_of_file &&
         !(next_token(parser).starts_line && begins_item(next_token(parser).kind)))
    advance(parser);
}

/// Whether the body of an item whose header could not be read is found; then its statements can be read.
bool skip_to_body(Parser& parser) {
  for (;; advance(parser)) {
    const Token& token = next_token(parser);
    if (token.kind == TokenKind::open_brace) return true;
    // What stands only in a body or after it: the brace itself is missing.
    if (token.kind == TokenKind::end_of_file || token.kind == TokenKind::close_brace || begins_statement(token.kind) ||
        (token.starts_line && begins_item(token.kind)))
      return false;
  }
}

/// `f32[B, H, S + 1]`.
std::optional<syntax::Type> read_type(Parser& parser) {
  const Token first = next_token(parser);
  std::optional<syntax::Identifier> element = expect_name(parser, "an element type");
  if (!element) return std::nullopt;
  syntax::Type type{std::move(*element), {}, {}};
  if (peek(parser) != TokenKind::open_bracket) {
    fail_expected(parser, "'['", "and the shape of '" + type.element.text + "'",
                  {{}, {"a scalar is '" + type.element.text + "[]'"}});
    return std::nullopt;
  }
  const bool is_read = read_list(parser, TokenKind::close_bracket, "to close the shape", [&] {
    type.extents.push_back(read_expression(parser, 1).expression);
    return type.extents.back() != nullptr;
  });
  if (!is_read) return std::nullopt;
  type.place = place_since(parser, first);
  return type;
}

/// `name: type`.
bool read_declaration(Parser& parser, std::vector<syntax::Declaration>& declarations, const std::string& what) {
  std::optional<syntax::Identifier> name = expect_name(parser, what);
  if (!name || !expect(parser, TokenKind::colon, "and the type of '" + name->text + "'")) return false;
  std::optional<syntax::Type> type = read_type(parser);
  if (!type) return false;
  declarations.push_back({std::move(*name), std::move(*type)});
  return true;
}

bool read_results(Parser& parser, syntax::Item& item) {
  if (peek(parser) != TokenKind::open_parenthesis)
    return fail_expected(parser, "'('", "to open the results", {{}, {"as in '-> (y: f32[B])'"}});
  const bool is_read = read_list(parser, TokenKind::close_parenthesis, "to close the results",
                                 [&] { return read_declaration(parser, item.results, "the name of a result"); });
  if (is_read && item.results.empty())
    return fail_at(parser, last_token(parser), "syntax/expected", "expected the name of a result, found ')'");
  return is_read;
}

/// `-> (r: type, ...)`, which a function has and a theorem has not.
bool read_results_of(Parser& parser, syntax::Item& item) {
  const Token arrow = next_token(parser);
  if (item.kind == syntax::ItemKind::function)
    return expect(parser, TokenKind::arrow, "and the results of '" + item.name.text + "'") &&
           read_results(parser, item);
  if (!accept(parser, TokenKind::arrow)) return true;
  if (!read_results(parser, item)) return false;
  // What was read is well formed and only does not belong here, so the rest of the theorem can be read.
  item.results.clear();
  report(parser, {"syntax/item",
                  place_since(parser, arrow),
                  "a theorem has no results",
                  {},
                  {"what it states stands in its body, after 'assert'"},
                  ""});
  return true;
}

/// `0 <= token_ids < V`.
bool read_fact(Parser& parser, syntax::Item& item) {
  const Token first = next_token(parser);
  syntax::Fact fact;
  for (;;) {
    const Reading operand = read_arithmetic(parser, 0);
    if (!operand) return false;
    fact.operands.push_back(operand.expression);
    const OperatorRow* const row = operator_here(parser);
    if (row == nullptr || !is_comparison(*row)) break;
    fact.comparisons.push_back(row->operation);
    advance(parser);
  }
  if (fact.comparisons.empty()) {
    Advice advice;
    if (peek(parser) == TokenKind::assign) advice.helps.emplace_back("two values are compared with '=='");
    return fail_expected(parser, "a comparison", "in the fact after 'where'", std::move(advice));
  }
  fact.place = place_since(parser, first);
  item.facts.push_back(std::move(fact));
  return true;
}

/// `where fact, fact`.
bool read_facts(Parser& parser, syntax::Item& item) {
  if (!accept(parser, TokenKind::where_keyword)) return true;
  do {
    if (!item.facts.empty() && peek(parser) == TokenKind::open_brace) break;
    if (!read_fact(parser, item)) return false;
  } while (accept(parser, TokenKind::comma));
  return true;
}

/// From the name up to the body's brace.
bool read_header(Parser& parser, syntax::Item& item) {
  const bool is_function = item.kind == syntax::ItemKind::function;
  std::optional<syntax::Identifier> name =
      expect_name(parser, is_function ? "the name of the function" : "the name of the theorem");
  if (!name) return false;
  item.name = std::move(*name);
  const auto read_size = [&] {
    std::optional<syntax::Identifier> size = expect_name(parser, "the name of a size");
    if (size) item.sizes.push_back(std::move(*size));
    return size.has_value();
  };
  if (peek(parser) == TokenKind::open_bracket &&
      !read_list(parser, TokenKind::close_bracket, "to close the sizes", read_size))
    return false;
  if (peek(parser) != TokenKind::open_parenthesis)
    return fail_expected(parser, "'('", "to open the parameters of '" + item.name.text + "'");
  const bool has_parameters = read_list(parser, TokenKind::close_parenthesis, "to close the parameters", [&] {
    return read_declaration(parser, item.parameters, "the name of a parameter");
  });
  if (!has_parameters || !read_results_of(parser, item) || !read_facts(parser, item)) return false;
  if (peek(parser) == TokenKind::open_brace) return true;
  Advice advice;
  const TokenKind next = peek(parser);
  if (!item.facts.empty() && (next == TokenKind::and_keyword || next == TokenKind::assign))
    advice.helps.emplace_back(next == TokenKind::assign ? "two values are compared with '=='"
                                                        : "facts are separated by commas");
  const std::string expected = item.facts.empty() ? "'where' or '{'" : "',' or '{'";
  return fail_expected(parser, expected, "to open the body of '" + item.name.text + "'", std::move(advice));
}

/// A `fn` or a `theorem`. One whose header can't be read is left out, but the errors in its body are found.
void read_item(Parser& parser, syntax::File& file) {
  const std::size_t index = parser.position;
  parser.statement_begin = index;
  const Token keyword = advance(parser);
  syntax::Item item;
  item.kind = keyword.kind == TokenKind::fn_keyword ? syntax::ItemKind::function : syntax::ItemKind::theorem;
  if (const auto lines = parser.lexed.documentation.find(index); lines != parser.lexed.documentation.end())
    item.documentation = lines->second;
  parser.brackets = 1;  // a header goes over lines as it likes
  const bool has_header = read_header(parser, item);
  if (!has_header && !skip_to_body(parser)) return skip_to_item(parser);
  Block body{{}, {}, {}, item.name.text.empty() ? "the body" : "the body of '" + item.name.text + "'", false, {}};
  if (!read_block(parser, body, 0)) {
    const std::uint32_t end = last_token(parser).place.end;
    body.close = {parser.file, end, end};
  }
  item.body = std::move(body.statements);
  item.body_close = body.close;
  item.place = place_since(parser, keyword);
  if (has_header) file.items.push_back(std::move(item));
}

/// `import "relative/path.kina"`.
void read_import(Parser& parser, syntax::File& file) {
  const Token keyword = advance(parser);
  if (peek(parser) != TokenKind::string) {
    fail_expected(parser, "a path in quotation marks", "after 'import'", {{}, {"as in 'import \"model.kina\"'"}});
    while (!next_token(parser).starts_line)  // an import is one line
      advance(parser);
    return;
  }
  std::string_view path = text_of(parser, advance(parser));
  path.remove_prefix(1);
  if (path.ends_with('"')) path.remove_suffix(1);
  file.imports.push_back({std::string(path), place_since(parser, keyword)});
}

void fail_no_item(Parser& parser) {
  const Token& token = next_token(parser);
  const std::string_view word = text_of(parser, token);
  constexpr std::array function_words{"function", "def", "func", "fun", "define"};
  constexpr std::array theorem_words{"lemma", "proposition", "claim", "property"};
  constexpr std::array import_words{"include", "use", "from", "require"};
  const auto is_among = [&](const auto& words) { return std::find(words.begin(), words.end(), word) != words.end(); };
  Advice advice;
  if (is_among(function_words))
    advice.helps.emplace_back("a function begins with 'fn'");
  else if (is_among(theorem_words))
    advice.helps.emplace_back("a theorem begins with 'theorem'");
  else if (is_among(import_words))
    advice.helps.emplace_back("another file is read by 'import \"model.kina\"'");
  else if (token.kind == TokenKind::close_brace)
    advice.notes.emplace_back("no '{' is open here");
  fail_at(parser, token, "syntax/item", "expected 'fn', 'theorem' or 'import', found " + describe(parser.source, token),
          std::move(advice));
}

}  // namespace

void read_file(Parser& parser, syntax::File& file) {
  while (next_token(parser).kind != TokenKind::end_of_file) {
    parser.brackets = 1;  // lines don't matter between items
    switch (next_token(parser).kind) {
    case TokenKind::fn_keyword:
    case TokenKind::theorem_keyword: read_item(parser, file); break;
    case TokenKind::import_keyword: read_import(parser, file); break;
    default: fail_no_item(parser); skip_to_item(parser);
    }
  }
}

}  // namespace kina::parsing
