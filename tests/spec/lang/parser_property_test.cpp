// What holds for every text: the parser ends, its places lie inside the text, and a printed tree is read back.
#include "spec/lang/parser.hpp"

#include "tests/spec/lang/syntax_text.hpp"

#include <boost/test/unit_test.hpp>
#include <rapidcheck/boost_test.h>

#include <algorithm>
#include <array>
#include <memory>

namespace {

using kina::Diagnostic;
using kina::operator_table;
using kina::OperatorRow;
using kina::testing::in_function;
using kina::testing::parse_text;
using kina::testing::ParsedText;
using kina::testing::shown;

/// What holds for a parse of any text at all.
void check_parse(const std::string& bytes) {
  const ParsedText text = parse_text(bytes);
  for (std::size_t index = 0; index < text.parsed.diagnostics.size(); ++index) {
    const Diagnostic& diagnostic = text.parsed.diagnostics[index];
    RC_ASSERT(diagnostic.place.begin <= diagnostic.place.end);
    RC_ASSERT(diagnostic.place.end <= bytes.size());
    RC_ASSERT(diagnostic.code.starts_with("syntax/") || diagnostic.code.starts_with("limit/"));
    RC_ASSERT(!diagnostic.message.empty());
    RC_ASSERT(!render(diagnostic, {text.source}, kina::Colour::on).empty());
    // One mistake is one diagnostic.
    if (index > 0) RC_ASSERT(!(diagnostic == text.parsed.diagnostics[index - 1]));
  }
  for (const kina::syntax::Item& item : text.parsed.file.items) {
    RC_ASSERT(item.place.begin < item.place.end);
    RC_ASSERT(item.place.end <= bytes.size());
    RC_ASSERT(!item.name.text.empty());
  }
}

/// Words and marks of the language, well formed and not.
const std::vector<std::string>& soup() {
  static const std::vector<std::string> pieces{
      "fn",   "theorem", "import", "where", "return", "assert", "for",  "and", "or",  "not",  "inf",   "true", "false",
      "next", "stack",   "carry",  "in",    "x",      "B",      "f",    "_",   "0",   "12",   "1.5",   "1e-5", "3.",
      "(",    ")",       "[",      "]",     "{",      "}",      ",",    ":",   "=",   "->",   "..",    "+",    "-",
      "*",    "/",       "%",      "@",     "==",     "!=",     "<",    "<=",  ">",   ">=",   "\"a\"", "\"",   "//",
      "///",  "\n",      "\n",     "\n",    ";",      "$",      "\xFF", "é",   "f(x", "f[T=", "x[1:",  "x = ", "fn f("};
  return pieces;
}

rc::Gen<std::string> soup_text() {
  return rc::gen::map(rc::gen::container<std::vector<std::string>>(rc::gen::elementOf(soup())),
                      [](const std::vector<std::string>& pieces) {
                        std::string text;
                        for (const std::string& piece : pieces)
                          text += piece + " ";
                        return text;
                      });
}

// Random trees. A printed one needs exactly the parentheses that the operator table asks for.

/// A tree, written once with the fewest parentheses and once as `shown` shows it.
struct Written {
  std::string source;
  std::string tree;
  int precedence = 0;  ///< of its loosest operator
};

constexpr int not_precedence = 3;
constexpr int comparison_precedence = 4;
constexpr int arithmetic_precedence = 5;
constexpr int minus_precedence = 7;
constexpr int postfix_precedence = 8;

std::string in_parentheses_below(int precedence, const Written& operand) {
  return operand.precedence < precedence ? "(" + operand.source + ")" : operand.source;
}

Written written_leaf() {
  const std::string text = *rc::gen::elementOf(std::vector<std::string>{
      "a", "B", "k_past", "in", "next", "0", "17", "9223372036854775807", "1.5", "1e-5", "inf", "true", "false"});
  return {text, text, postfix_precedence};
}

Written written_expression(int depth);

Written written_binary(int depth) {
  const OperatorRow row = *rc::gen::elementOf(operator_table());
  const Written left = written_expression(depth - 1);
  const Written right = written_expression(depth - 1);
  const bool chains = row.precedence != comparison_precedence;
  return {in_parentheses_below(chains ? row.precedence : arithmetic_precedence, left) + " " + row.spelling + " " +
              in_parentheses_below(row.precedence + 1, right),
          std::string("(") + row.spelling + " " + left.tree + " " + right.tree + ")", row.precedence};
}

Written written_unary(int depth) {
  const Written operand = written_expression(depth - 1);
  if (*rc::gen::arbitrary<bool>())
    return {"-" + in_parentheses_below(minus_precedence, operand), "(- " + operand.tree + ")", minus_precedence};
  return {"not " + in_parentheses_below(not_precedence, operand), "(not " + operand.tree + ")", not_precedence};
}

Written written_call(int depth) {
  const Written size = written_expression(depth - 1);
  const Written first = written_expression(depth - 1);
  const Written second = written_expression(depth - 1);
  switch (*rc::gen::inRange(0, 4)) {
  case 0: return {"f()", "(f)", postfix_precedence};
  case 1:
    return {"f(" + first.source + ", axis=" + second.source + ")", "(f " + first.tree + " axis=" + second.tree + ")",
            postfix_precedence};
  case 2:
    return {"f([" + first.source + ", " + second.source + "])", "(f [" + first.tree + " " + second.tree + "])",
            postfix_precedence};
  default:
    return {"f[T=" + size.source + "](\n" + first.source + ",\n" + second.source + ")",
            "(f T=" + size.tree + " | " + first.tree + " " + second.tree + ")", postfix_precedence};
  }
}

Written written_subscript(int depth) {
  const Written base = written_expression(depth - 1);
  const Written lower = written_expression(depth - 1);
  const Written upper = written_expression(depth - 1);
  return {in_parentheses_below(postfix_precedence, base) + "[" + lower.source + ":" + upper.source + ", :, " +
              upper.source + ", " + lower.source + ":]",
          "(at " + base.tree + " " + lower.tree + ":" + upper.tree + " : " + upper.tree + " " + lower.tree + ":)",
          postfix_precedence};
}

Written written_expression(int depth) {
  switch (depth > 0 ? *rc::gen::inRange(0, 7) : 0) {
  case 1:
  case 2:
  case 3: return written_binary(depth);
  case 4: return written_unary(depth);
  case 5: return written_call(depth);
  case 6: return written_subscript(depth);
  default: return written_leaf();
  }
}

const kina::syntax::Expression& bound_value(const ParsedText& text) {
  return *std::get<kina::syntax::Assignment>(text.item().body.at(0).node).value;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(parser_property)

RC_BOOST_PROP(any_bytes_are_parsed, ()) { check_parse(*rc::gen::arbitrary<std::string>()); }

RC_BOOST_PROP(any_soup_of_tokens_is_parsed, ()) { check_parse(*soup_text()); }

RC_BOOST_PROP(any_soup_of_tokens_in_a_body_is_parsed, ()) { check_parse(in_function(*soup_text())); }

RC_BOOST_PROP(parsing_is_deterministic, ()) {
  const std::string text = in_function(*soup_text());
  RC_ASSERT(parse_text(text).parsed.diagnostics == parse_text(text).parsed.diagnostics);
}

RC_BOOST_PROP(an_error_in_one_function_leaves_the_next_alone, ()) {
  std::string lines = *soup_text();
  // Neither an item's keyword nor a brace, which would end the function, and no string or comment around its end.
  for (const char* const piece : {"fn", "theorem", "import", "{", "}", "\"", "//"})
    for (std::size_t at = lines.find(piece); at != std::string::npos; at = lines.find(piece))
      lines.erase(at, 2);
  const ParsedText text = parse_text(in_function(lines) + "fn last() -> (r: f32[]) {\n  return 1.0\n}\n");
  RC_ASSERT(!text.parsed.file.items.empty());
  RC_ASSERT(text.parsed.file.items.back().name.text == "last");
  RC_ASSERT(text.parsed.file.items.back().body.size() == 1u);
}

RC_BOOST_PROP(a_printed_expression_is_read_back, ()) {
  const Written written = written_expression(*rc::gen::inRange(0, 4));
  const ParsedText text = parse_text(in_function("x = " + written.source));
  RC_ASSERT(text.errors() == "");
  RC_ASSERT(shown(bound_value(text)) == written.tree);
  RC_ASSERT(kina::testing::text_at(text.source, bound_value(text).place) == written.source);
}

RC_BOOST_PROP(an_expression_means_the_same_in_parentheses, ()) {
  const Written written = written_expression(3);
  const ParsedText text = parse_text(in_function("x = (\n" + written.source + "\n)"));
  RC_ASSERT(text.errors() == "");
  RC_ASSERT(shown(bound_value(text)) == written.tree);
}

BOOST_AUTO_TEST_SUITE_END()
