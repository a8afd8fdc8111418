// What the parser says about text that is not in the grammar: every code with its place, the help where it is sure,
// and that independent errors are each reported once.
#include "spec/lang/parser.hpp"

#include "tests/spec/lang/syntax_text.hpp"

#include <boost/test/unit_test.hpp>

namespace {

using kina::Diagnostic;
using kina::ParserLimits;
using kina::testing::in_function;
using kina::testing::parse_text;
using kina::testing::ParsedText;

std::string errors(const std::string& text) { return parse_text(text).errors(); }
/// The errors of statements; the first line is line 2.
std::string body_errors(const std::string& lines) { return errors(in_function(lines)); }
/// The errors of an expression, which begins at 2:5.
std::string value_errors(const std::string& expression) { return body_errors("x = " + expression); }

/// The only diagnostic of a text.
Diagnostic only(const std::string& text) {
  const ParsedText parsed = parse_text(text);
  BOOST_REQUIRE_EQUAL(parsed.parsed.diagnostics.size(), 1u);
  return parsed.parsed.diagnostics[0];
}

std::string help(const std::string& text) {
  const Diagnostic diagnostic = only(text);
  return diagnostic.helps.empty() ? "" : diagnostic.helps.front();
}

std::string note(const std::string& text) {
  const Diagnostic diagnostic = only(text);
  return diagnostic.notes.empty() ? "" : diagnostic.notes.front();
}

std::string repeated(const std::string& text, int times) {
  std::string result;
  for (int time = 0; time < times; ++time)
    result += text;
  return result;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(parser_error)

// syntax/expected: what was expected and found, in the user's words.

BOOST_AUTO_TEST_CASE(a_message_says_what_was_expected_and_found) {
  BOOST_TEST(only(in_function("x = f(a b)")).message == "expected ',' or ')' to close the call, found 'b'");
  BOOST_TEST(only(in_function("x = f(a b)")).label == "expected ',' or ')'");
  BOOST_TEST(only(in_function("x =")).message == "expected an expression, found '}'");
  BOOST_TEST(only(in_function("x = 3 4")).message == "expected the end of the line after the statement, found '4'");
  BOOST_TEST(only(in_function("assert a")).message ==
             "expected a comparison after 'assert' and a value, found the end of the line");
  BOOST_TEST(only("fn f(").message == "expected the name of a parameter, found the end of the file");
  BOOST_TEST(only("fn f() { }").message == "expected '->' and the results of 'f', found '{'");
  BOOST_TEST(only("fn f() -> f32[] { }").message == "expected '(' to open the results, found 'f32'");
  BOOST_TEST(only("fn f(x f32[]) -> (y: f32[]) { }").message == "expected ':' and the type of 'x', found 'f32'");
  BOOST_TEST(only("fn f(x: f32) -> (y: f32[]) { }").message == "expected '[' and the shape of 'f32', found ')'");
}

BOOST_AUTO_TEST_CASE(what_is_missing_is_missed_at_the_end_of_its_line) {
  BOOST_TEST(body_errors("return\nx = 1") == "syntax/expected 2:7");
  BOOST_TEST(body_errors("assert a   // why\nx = 1") == "syntax/expected 2:9");
  BOOST_TEST(errors("fn f(x: f32[]\n\n\n") == "syntax/expected 1:14");
}

BOOST_AUTO_TEST_CASE(headers) {
  BOOST_TEST(errors("import a") == "syntax/expected 1:8");
  BOOST_TEST(errors("fn (x: f32[]) -> (y: f32[]) { }") == "syntax/expected 1:4");
  BOOST_TEST(errors("fn f[3]() -> (y: f32[]) { }") == "syntax/expected 1:6");
  BOOST_TEST(errors("fn f{ }") == "syntax/expected 1:5");
  BOOST_TEST(errors("fn f() -> () { }") == "syntax/expected 1:12");
  BOOST_TEST(errors("fn f() -> (y: f32[]) where { }") == "syntax/expected 1:28");
  BOOST_TEST(errors("fn f() -> (y: f32[]) where B { }") == "syntax/expected 1:30");
  BOOST_TEST(errors("fn f() -> (y: f32[]) x = 1 }") == "syntax/expected 1:22");
}

BOOST_AUTO_TEST_CASE(statements_and_expressions) {
  BOOST_TEST(body_errors("() = a") == "syntax/expected 2:2");
  BOOST_TEST(body_errors("(a, 3) = b") == "syntax/expected 2:5");
  BOOST_TEST(body_errors("(a, b)") == "syntax/expected 2:7");
  BOOST_TEST(body_errors("for 3 in 0..2 { }") == "syntax/expected 2:5");
  BOOST_TEST(body_errors("for l on 0..2 { }") == "syntax/expected 2:7");
  BOOST_TEST(body_errors("for l in 2 { }") == "syntax/expected 2:12");
  BOOST_TEST(body_errors("for l in 0..2\n{ }") == "syntax/expected 2:14");
  BOOST_TEST(body_errors("for l in 0..2 carry { }") == "syntax/expected 2:21");
  BOOST_TEST(value_errors("a +") == "syntax/expected 3:1");
  BOOST_TEST(value_errors("a + * b") == "syntax/expected 2:9");
  BOOST_TEST(value_errors("(a") == "syntax/expected 3:1");
  BOOST_TEST(value_errors("a)") == "syntax/expected 2:6");
  BOOST_TEST(value_errors("a[]") == "syntax/expected 2:7");
  BOOST_TEST(value_errors("a[1:2:3]") == "syntax/expected 2:10");
  BOOST_TEST(value_errors("f[T=1]") == "syntax/expected 2:11");
  BOOST_TEST(value_errors("f(,)") == "syntax/expected 2:7");
  BOOST_TEST(value_errors("a == not b") == "syntax/expected 2:10");
}

BOOST_AUTO_TEST_CASE(the_discard_is_no_name) {
  BOOST_TEST(value_errors("_ + 1") == "syntax/expected 2:5");
  BOOST_TEST(errors("fn _() -> (y: f32[]) { }") == "syntax/expected 1:4");
  BOOST_TEST(errors("fn f(_: f32[]) -> (y: f32[]) { }") == "syntax/expected 1:6");
  BOOST_TEST(help("fn f[fn]() -> (y: f32[]) { }") == "'fn' is a keyword: choose another name");
}

// The other codes.

BOOST_AUTO_TEST_CASE(syntax_argument_is_a_position_after_a_name_reported_once_a_call) {
  BOOST_TEST(value_errors("f(axis=3, b + 1, c)") == "syntax/argument 2:15");
  BOOST_TEST(help(in_function("x = f(axis=3, b)")) == "put it before 'axis=', or give its name, too");
}

BOOST_AUTO_TEST_CASE(syntax_call_is_a_call_of_what_has_no_name) {
  BOOST_TEST(value_errors("(f)(a)") == "syntax/call 2:8");
  BOOST_TEST(value_errors("x[0](a)") == "syntax/call 2:9");
  BOOST_TEST(value_errors("3(a)") == "syntax/call 2:6");
}

BOOST_AUTO_TEST_CASE(syntax_chain_is_a_chain_of_comparisons_outside_where) {
  BOOST_TEST(value_errors("0 <= a < b") == "syntax/chain 2:12");
  BOOST_TEST(value_errors("f(a == b == c)") == "syntax/chain 2:14");
  BOOST_TEST(body_errors("assert a < b < c") == "syntax/chain 2:14");
  BOOST_TEST(help(in_function("x = a < b < c")) == "join two comparisons with 'and'");
}

BOOST_AUTO_TEST_CASE(syntax_character_integer_decimal_and_string_are_reported_without_a_cascade) {
  BOOST_TEST(body_errors("x = 1;\ny = 2;") == "syntax/character 2:6, syntax/character 3:6");
  BOOST_TEST(value_errors("a && b") == "syntax/character 2:7");
  BOOST_TEST(value_errors("99999999999999999999 + 3. + 1e999") ==
             "syntax/integer 2:5, syntax/decimal 2:28, syntax/decimal 2:33");
  BOOST_TEST(value_errors("\"a\"") == "syntax/string 2:5");
  BOOST_TEST(errors("import \"a\nfn f() -> (y: f32[]) { }") == "syntax/string 1:8");
}

BOOST_AUTO_TEST_CASE(syntax_item_is_what_begins_no_item) {
  BOOST_TEST(errors("x = 3") == "syntax/item 1:1");
  BOOST_TEST(errors("def f(x) {\n  return x\n}") == "syntax/item 1:1");
  BOOST_TEST(errors("fn f() -> (y: f32[]) { }\n}") == "syntax/item 2:1");
  BOOST_TEST(errors("theorem t() -> (y: f32[]) { assert a b }") == "syntax/item 1:13, syntax/expected 1:38");
}

BOOST_AUTO_TEST_CASE(syntax_list_is_a_list_that_is_no_argument) {
  BOOST_TEST(value_errors("[1, 2]") == "syntax/list 2:5");
  BOOST_TEST(value_errors("f(a + [1])") == "syntax/list 2:11");
  BOOST_TEST(value_errors("f([[1]])") == "syntax/list 2:8");
}

BOOST_AUTO_TEST_CASE(syntax_statement_is_a_statement_out_of_place_or_none) {
  BOOST_TEST(body_errors("for l in 0..3 {\n  return l\n}") == "syntax/statement 3:3");
  BOOST_TEST(body_errors("for l in 0..3 {\n  assert l == l\n}") == "syntax/statement 3:3");
  BOOST_TEST(body_errors("next x = 1\nstack y = 2") == "syntax/statement 2:1, syntax/statement 3:1");
  BOOST_TEST(body_errors("f(x)") == "syntax/statement 2:1");
  BOOST_TEST(body_errors("3 + 4") == "syntax/statement 2:1");
  BOOST_TEST(body_errors("x = a\n  + b") == "syntax/statement 3:3");
}

// Help, where it is sure.

BOOST_AUTO_TEST_CASE(an_equals_sign_for_a_comparison) {
  const std::string expected = "two values are compared with '=='";
  BOOST_TEST(help("fn f() -> (y: f32[]) where D = H { }") == expected);
  BOOST_TEST(help("fn f() -> (y: f32[]) where B < C, D = H { }") == expected);
  BOOST_TEST(help("fn f() -> (y: f32[]) where B < C = D { }") == expected);
  BOOST_TEST(help(in_function("assert a = b")) == expected);
  BOOST_TEST(help(in_function("x = a = b")) == expected);
  BOOST_TEST(help(in_function("x = f((a = b))")) == expected);
}

BOOST_AUTO_TEST_CASE(words_from_elsewhere) {
  BOOST_TEST(help("function f() { }") == "a function begins with 'fn'");
  BOOST_TEST(help("def f() { }") == "a function begins with 'fn'");
  BOOST_TEST(help("lemma f() { }") == "a theorem begins with 'theorem'");
  BOOST_TEST(help(in_function("let x = 3")) == "a name is bound without a keyword: 'x = ...'");
  BOOST_TEST(help(in_function("if x { }")) == "a choice is 'select(condition, a, b)'");
  BOOST_TEST(help(in_function("a, b = c")) == "several names are bound in parentheses: '(a, b) = ...'");
  BOOST_TEST(help(in_function("return (a, b)")) == "several values are returned without parentheses: 'return a, b'");
  BOOST_TEST(help(in_function("x = a ** b")) == "a power is 'pow(x, y)'");
  BOOST_TEST(help("fn f() -> (y: f32) { }") == "a scalar is 'f32[]'");
  BOOST_TEST(help("fn f() -> (y: f32[]) where A > 0 and B > 0 { }") == "facts are separated by commas");
}

BOOST_AUTO_TEST_CASE(a_missing_comma) {
  BOOST_TEST(help(in_function("x = f(a b)")) == "a comma is missing before 'b'");
  BOOST_TEST(help("fn f[A B]() -> (y: f32[]) { }") == "a comma is missing before 'B'");
  BOOST_TEST(help(in_function("x = f(a\n  b)")) == "");  // perhaps; perhaps the bracket is missing
}

BOOST_AUTO_TEST_CASE(what_is_not_closed_points_at_its_opener) {
  BOOST_TEST(note(in_function("x = f(a,\ny = 2")) == "'(' was opened at line 2, column 6");
  BOOST_TEST(note(in_function("x = (a + b\ny = 2")) == "'(' was opened at line 2, column 5");
  BOOST_TEST(note(in_function("x = a[1\nreturn x")) == "'[' was opened at line 2, column 6");
  BOOST_TEST(note("fn f() -> (y: f32[]) {\n  x = 1\n") == "'{' was opened at line 1, column 22");
  BOOST_TEST(note("fn f() -> (y: f32[]) {\n  for l in 0..3 {\n  x = 1\n") == "'{' was opened at line 2, column 17");
  BOOST_TEST(note("fn f(x: f32[]\n") == "'(' was opened at line 1, column 5");
}

// Recovery: each error once, and nothing else.

BOOST_AUTO_TEST_CASE(every_statement_is_read_on_its_own) {
  const ParsedText text = parse_text(in_function("a = 1 +\nb = 2 2\nc = 3\nd = [4]\n\ne = 5\nf = f(,)\nreturn a"));
  BOOST_TEST(text.errors() == "syntax/expected 3:3, syntax/list 5:5, syntax/expected 8:7");
  BOOST_TEST(text.item().body.size() == 4u);  // b = 2, c, e and return
}

BOOST_AUTO_TEST_CASE(a_broken_statement_goes_as_far_as_its_brackets) {
  BOOST_TEST(body_errors("x = f(a b,\n  axis=3,\n  c d)\ny = 2 2") == "syntax/expected 2:9, syntax/expected 5:7");
}

BOOST_AUTO_TEST_CASE(an_unclosed_bracket_does_not_swallow_the_lines_below) {
  BOOST_TEST(body_errors("x = f(a, b\ny = 2 2\nz = 3 3\nreturn x") ==
             "syntax/expected 3:1, syntax/expected 3:7, syntax/expected 4:7");
  BOOST_TEST(body_errors("x = f(a,\ny = 2\nz = 3 3\nreturn x") == "syntax/expected 4:1, syntax/expected 4:7");
  BOOST_TEST(body_errors("x = (a\n(y, z) = g(x)\nreturn 1 1") == "syntax/expected 3:8, syntax/expected 4:10");
  BOOST_TEST(body_errors("x = f(a") == "syntax/expected 3:1");
}

BOOST_AUTO_TEST_CASE(an_item_is_read_on_its_own) {
  const ParsedText text = parse_text("fn f(x f32[]) -> (y: f32[]) {\n"
                                     "  a = 1 1\n"
                                     "}\n"
                                     "fn g() -> (y: f32[]) { return 1 }\n"
                                     "x = 3\n"
                                     "y = 4\n"
                                     "theorem t() {\n"
                                     "  assert a\n"
                                     "}\n");
  BOOST_TEST(text.errors() == "syntax/expected 1:8, syntax/expected 2:9, syntax/item 5:1, syntax/expected 8:11");
  BOOST_TEST(text.parsed.file.items.size() == 2u);  // g and t
}

BOOST_AUTO_TEST_CASE(an_unclosed_body_ends_at_the_next_item) {
  const ParsedText text = parse_text("fn f() -> (y: f32[]) {\n  x = 1\nfn g() -> (y: f32[]) {\n  for l in 0..3 {\n");
  BOOST_TEST(text.errors() == "syntax/expected 3:1, syntax/expected 4:18");
  BOOST_TEST(text.parsed.file.items.size() == 2u);
}

BOOST_AUTO_TEST_CASE(the_body_of_a_broken_loop_is_read) {
  BOOST_TEST(body_errors("for l of 0..3 {\n  x = 1 1\n}\ny = 2 2") ==
             "syntax/expected 2:7, syntax/expected 3:9, syntax/expected 5:7");
  BOOST_TEST(body_errors("for l in (0..3 { }\ny = 2 2") == "syntax/expected 2:12, syntax/expected 3:7");
}

BOOST_AUTO_TEST_CASE(an_error_of_an_item_lies_in_its_place) {
  // That is how the checker knows that an item is not whole.
  for (const char* const text : {"fn f() -> (y: f32[]) {\n  x = 1 1\n}", "fn f() -> (y: f32[]) {\n  x = f(1",
                                 "theorem t() -> (y: f32[]) { }", "fn f() -> (y: f32[]) {"}) {
    const ParsedText parsed = parse_text(text);
    for (const Diagnostic& diagnostic : parsed.parsed.diagnostics) {
      BOOST_TEST(diagnostic.place.begin >= parsed.item().place.begin);
      BOOST_TEST(diagnostic.place.end <= parsed.item().place.end);
    }
  }
}

// Limits.

BOOST_AUTO_TEST_CASE(limit_bytes_refuses_the_file) {
  BOOST_TEST(errors(std::string(10u << 20, 'x')) == "limit/bytes 1:1");
}

BOOST_AUTO_TEST_CASE(limit_tokens_refuses_the_file) {
  BOOST_TEST(errors(repeated("a ", 1000001)) == "limit/tokens 1:2000001");
}

BOOST_AUTO_TEST_CASE(limit_nesting_is_reported_once_for_whatever_is_nested) {
  for (const char* const part : {"(", "-", "not ", "f(", "x[", "f([g(", "1 + ", "a and ", "1 * (", "f[T=", "-("})
    BOOST_TEST(value_errors(repeated(part, 10000)).starts_with("limit/nesting 2:"));
  for (const char* const part : {"(", "f(", "x[", "f([g(", "1 * (", "f[T=", "-("})
    BOOST_TEST(value_errors(repeated(part, 10000)).find(',') == std::string::npos);
  BOOST_TEST(value_errors(repeated("1+", 100000) + "1") == "limit/nesting 2:406");
  BOOST_TEST(value_errors("x" + repeated("[0]", 10000)) == "limit/nesting 2:606");
  BOOST_TEST(value_errors(repeated("-", 10000) + "1") == "limit/nesting 2:206");
  BOOST_TEST(body_errors(repeated("for l in 0..3 {", 10000) + repeated("}", 10000)).starts_with("limit/nesting 2:"));
}

BOOST_AUTO_TEST_CASE(nesting_up_to_the_limit_is_read) {
  ParserLimits limits;
  limits.nesting = 3;
  const auto with_limit = [&](const std::string& lines) { return parse_text(in_function(lines), limits).errors(); };
  BOOST_TEST(with_limit("x = (((a)))") == "");
  BOOST_TEST(with_limit("x = ((((a))))") == "limit/nesting 2:9");
  BOOST_TEST(with_limit("x = a + a + a + a") == "");
  BOOST_TEST(with_limit("x = a + a + a + a + a") == "limit/nesting 2:19");
  BOOST_TEST(with_limit("x = ---a\ny = ----a") == "limit/nesting 3:9");
  BOOST_TEST(with_limit("x = a + (a + (a + a))") == "");
  BOOST_TEST(with_limit("x = (a + a + a + a) + a") == "limit/nesting 2:16");
  BOOST_TEST(with_limit("x = f(g(h(a)))\ny = f(g(h(i(a))))") == "limit/nesting 3:13");
  BOOST_TEST(with_limit("for a in 0..1 { for b in 0..1 { for c in 0..1 { } } }") == "");
}

BOOST_AUTO_TEST_CASE(limit_diagnostics_gives_the_file_up) {
  BOOST_TEST(parse_text(in_function(repeated("x = 1 1\n", 100))).parsed.diagnostics.size() == 100u);
  const ParsedText text = parse_text(in_function(repeated("x = 1 1\n", 1000)));
  BOOST_TEST(text.parsed.diagnostics.size() == 101u);
  BOOST_TEST(text.parsed.diagnostics.back().code == "limit/diagnostics");
}

BOOST_AUTO_TEST_SUITE_END()
