// The grammar, rule by rule. What is not in it is in parser_error_test.cpp.
#include "spec/lang/parser.hpp"

#include "tests/spec/lang/syntax_text.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>
#include <variant>

namespace {

using kina::spelling;
using kina::testing::in_function;
using kina::testing::parse_text;
using kina::testing::ParsedText;
using kina::testing::shown;
using kina::testing::text_at;

/// The value bound by `x = ...`.
kina::syntax::ExpressionPointer value(const ParsedText& text) {
  return std::get<kina::syntax::Assignment>(text.item().body.at(0).node).value;
}

/// The tree of an expression, or its errors; the expression begins at 2:5.
std::string tree(const std::string& expression) {
  const ParsedText text = parse_text(in_function("x = " + expression));
  return text.parsed.diagnostics.empty() ? shown(value(text)) : text.errors();
}

/// The names of identifiers or declarations.
template <typename Named> std::string names(const std::vector<Named>& all) {
  std::string text;
  for (const Named& each : all) {
    if constexpr (std::is_same_v<Named, kina::syntax::Identifier>)
      text += (text.empty() ? "" : " ") + each.text;
    else
      text += (text.empty() ? "" : " ") + each.name.text;
  }
  return text;
}

std::string shown_fact(const kina::syntax::Fact& fact) {
  std::string text = shown(fact.operands.at(0));
  for (std::size_t index = 0; index < fact.comparisons.size(); ++index)
    text += std::string(" ") + spelling(fact.comparisons[index]) + " " + shown(fact.operands.at(index + 1));
  return text;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(parser)

// Files and items.

BOOST_AUTO_TEST_CASE(an_empty_file_is_a_correct_program) {
  for (const char* const text : {"", "\n\n", "// nothing\n", "/// nothing\n"}) {
    const ParsedText parsed = parse_text(text);
    BOOST_TEST(parsed.errors() == "");
    BOOST_TEST(parsed.parsed.file.items.empty());
  }
}

BOOST_AUTO_TEST_CASE(an_import_names_a_file) {
  const ParsedText text = parse_text("import \"models/a.kina\"\nimport \"b.kina\"");
  BOOST_TEST(text.errors() == "");
  BOOST_TEST(text.parsed.file.imports.at(0).path == "models/a.kina");
  BOOST_TEST(text.parsed.file.imports.at(1).path == "b.kina");
  BOOST_TEST(text_at(text.source, text.parsed.file.imports[1].place) == "import \"b.kina\"");
}

BOOST_AUTO_TEST_CASE(a_function_has_sizes_parameters_results_facts_and_a_body) {
  const ParsedText text = parse_text("/// Grows.\n"
                                     "fn grow[B, S](x: f32[B, S + 1], n: i64[]) -> (y: f32[B, 2 * S], m: i64[])\n"
                                     "    where S >= 0, 0 <= n < B, B == 2 * S {\n"
                                     "  return x, n\n"
                                     "}\n");
  BOOST_TEST(text.errors() == "");
  const kina::syntax::Item& item = text.item();
  BOOST_TEST((item.kind == kina::syntax::ItemKind::function));
  BOOST_TEST(item.documentation == "Grows.");
  BOOST_TEST(item.name.text == "grow");
  BOOST_TEST(names(item.sizes) == "B S");
  BOOST_TEST(names(item.parameters) == "x n");
  BOOST_TEST(names(item.results) == "y m");
  BOOST_TEST(item.parameters[0].type.element.text == "f32");
  BOOST_TEST(item.parameters[0].type.extents.size() == 2u);
  BOOST_TEST(shown(item.parameters[0].type.extents[1]) == "(+ S 1)");
  BOOST_TEST(item.parameters[1].type.extents.empty());
  BOOST_TEST(text_at(text.source, item.parameters[0].type.place) == "f32[B, S + 1]");
  BOOST_TEST(item.facts.size() == 3u);
  BOOST_TEST(shown_fact(item.facts[0]) == "S >= 0");
  BOOST_TEST(shown_fact(item.facts[1]) == "0 <= n < B");
  BOOST_TEST(shown_fact(item.facts[2]) == "B == (* 2 S)");
  BOOST_TEST(text_at(text.source, item.facts[1].place) == "0 <= n < B");
  BOOST_TEST(item.body.size() == 1u);
  BOOST_TEST(text_at(text.source, item.place).starts_with("fn grow"));
  BOOST_TEST(text_at(text.source, item.place).ends_with("\n}"));
  BOOST_TEST(text_at(text.source, item.body_close) == "}");
}

BOOST_AUTO_TEST_CASE(a_theorem_has_no_results) {
  const ParsedText text = parse_text("theorem same[B](x: f32[B]) { assert x == x }");
  BOOST_TEST(text.errors() == "");
  BOOST_TEST((text.item().kind == kina::syntax::ItemKind::theorem));
  BOOST_TEST(text.item().results.empty());
}

BOOST_AUTO_TEST_CASE(the_sizes_of_an_item_may_be_left_out_or_empty) {
  BOOST_TEST(parse_text("fn f() -> (y: f32[]) { return 1.0 }").errors() == "");
  BOOST_TEST(parse_text("fn f[]() -> (y: f32[]) { return 1.0 }").errors() == "");
}

BOOST_AUTO_TEST_CASE(a_header_ignores_newlines) {
  BOOST_TEST(
      parse_text("fn\nf\n[\nB\n]\n(\nx\n:\nf32\n[\nB\n]\n)\n->\n(\ny\n:\nf32\n[\nB\n]\n)\nwhere\nB\n>\n0\n,\nB\n<\n9\n{"
                 "\nreturn x\n}")
          .errors() == "");
}

BOOST_AUTO_TEST_CASE(a_comma_may_follow_the_last_element_of_a_list) {
  BOOST_TEST(parse_text("fn f[B,](x: f32[B,],) -> (y: f32[B,],) where B > 0, {\n"
                        "  (a, b,) = g[T = 1,](x, axis=[0, 1,],)[0, 1,]\n"
                        "  for l in 0..3 carry z = x, { next z = z }\n"
                        "  return a, b,\n"
                        "}")
                 .errors() == "");
}

BOOST_AUTO_TEST_CASE(the_words_of_a_loop_are_names_elsewhere) {
  BOOST_TEST(parse_text(in_function("next = 1\nstack = next\ncarry = stack\nin = carry\n"
                                    "for in in in..carry carry carry = in { next carry = stack\nnext = 2 }"))
                 .errors() == "");
}

// Statements.

BOOST_AUTO_TEST_CASE(an_assignment_binds_one_name_or_several) {
  const ParsedText text = parse_text(in_function("x = a\n(y, _) = f(x)\n(z) = f(x)"));
  BOOST_TEST(text.errors() == "");
  const auto target = [&](std::size_t index) -> const kina::syntax::Assignment& {
    return std::get<kina::syntax::Assignment>(text.item().body.at(index).node);
  };
  BOOST_TEST(names(target(0).targets) == "x");
  BOOST_TEST(!target(0).is_tuple);
  BOOST_TEST(names(target(1).targets) == "y _");
  BOOST_TEST(target(1).is_tuple);
  BOOST_TEST(names(target(2).targets) == "z");
  BOOST_TEST(target(2).is_tuple);
  BOOST_TEST(text_at(text.source, text.item().body[1].place) == "(y, _) = f(x)");
}

BOOST_AUTO_TEST_CASE(a_return_has_one_value_or_several) {
  const ParsedText text = parse_text(in_function("return a, b + 1"));
  BOOST_TEST(text.errors() == "");
  const auto& result = std::get<kina::syntax::Return>(text.item().body.at(0).node);
  BOOST_TEST(result.values.size() == 2u);
  BOOST_TEST(shown(result.values[1]) == "(+ b 1)");
  BOOST_TEST(text_at(text.source, text.item().body[0].place) == "return a, b + 1");
}

BOOST_AUTO_TEST_CASE(an_assertion_compares_two_values) {
  for (const char* const comparison : {"==", "!=", "<", "<=", ">", ">="}) {
    const ParsedText text = parse_text("theorem t() {\n  assert a + 1 " + std::string(comparison) + " b[:, S:]\n}");
    BOOST_TEST(text.errors() == "");
    const auto& assertion = std::get<kina::syntax::Assert>(text.item().body.at(0).node);
    BOOST_TEST(spelling(assertion.comparison) == std::string(comparison));
    BOOST_TEST(shown(assertion.left) == "(+ a 1)");
    BOOST_TEST(shown(assertion.right) == "(at b : S:)");
  }
}

BOOST_AUTO_TEST_CASE(a_loop_carries_and_stacks_values) {
  const ParsedText text = parse_text(in_function("for l in 0..L - 1 carry x = g(a), y = b {\n"
                                                 "  stack k = x\n"
                                                 "  z = x + y\n"
                                                 "  next x = z\n"
                                                 "  for m in 0..2 { _ = m }\n"
                                                 "  next y = x\n"
                                                 "}\n"
                                                 "return x"));
  BOOST_TEST(text.errors() == "");
  BOOST_TEST(text.item().body.size() == 2u);
  const auto& loop = std::get<kina::syntax::For>(text.item().body.at(0).node);
  BOOST_TEST(loop.variable.text == "l");
  BOOST_TEST(shown(loop.lower) == "0");
  BOOST_TEST(shown(loop.upper) == "(- L 1)");
  BOOST_TEST(names(loop.carries) == "x y");
  BOOST_TEST(shown(loop.carries[0].initial) == "(g a)");
  BOOST_TEST(names(loop.nexts) == "x y");
  BOOST_TEST(names(loop.stacks) == "k");
  BOOST_TEST(loop.body.size() == 2u);
  BOOST_TEST(std::holds_alternative<kina::syntax::For>(loop.body[1].node));
  BOOST_TEST(text_at(text.source, loop.nexts[0].place) == "next x = z");
}

BOOST_AUTO_TEST_CASE(a_loop_may_carry_nothing) {
  BOOST_TEST(parse_text(in_function("for l in 0..L {\n}\nfor l in 0..L { stack k = l }")).errors() == "");
}

// Lines.

BOOST_AUTO_TEST_CASE(a_newline_ends_a_statement) {
  BOOST_TEST(parse_text(in_function("x = a\ny = b\n\n\nz = c")).item().body.size() == 3u);
  BOOST_TEST(parse_text(in_function("x = a\n[0]")).errors() == "syntax/statement 3:1");
  BOOST_TEST(parse_text(in_function("x = f\n(a, b) = c")).errors() == "");
}

BOOST_AUTO_TEST_CASE(a_newline_inside_brackets_only_separates) {
  BOOST_TEST(tree("f(\na\n,\naxis\n=\n3\n)") == "(f a axis=3)");
  BOOST_TEST(tree("(a\n+ b\n)") == "(+ a b)");
  BOOST_TEST(tree("a[\n1\n:\n2\n]") == "(at a 1:2)");
  BOOST_TEST(tree("f([\na,\nb\n])") == "(f [a b])");
  BOOST_TEST(parse_text(in_function("(a,\nb\n) = c")).errors() == "");
}

BOOST_AUTO_TEST_CASE(a_statement_goes_on_after_an_operator_a_comma_and_an_equals_sign) {
  BOOST_TEST(tree("\n a") == "a");
  for (const kina::OperatorRow& row : kina::operator_table())
    BOOST_TEST(tree(std::string("a ") + row.spelling + " // why\n b") == std::string("(") + row.spelling + " a b)");
  BOOST_TEST(tree("-\n a") == "(- a)");
  BOOST_TEST(tree("not\n a") == "(not a)");
  BOOST_TEST(parse_text(in_function("return a,\n  b")).errors() == "");
  BOOST_TEST(parse_text(in_function("for l in 0..\n3 carry x = a,\n y = b {\n}")).errors() == "");
}

// Expressions.

BOOST_AUTO_TEST_CASE(literals) {
  BOOST_TEST(tree("12") == "12");
  BOOST_TEST(tree("1.50e3") == "1.50e3");
  BOOST_TEST(tree("inf") == "inf");
  BOOST_TEST(tree("true") == "true");
  BOOST_TEST(tree("false") == "false");
  const ParsedText text = parse_text(in_function("x = inf"));
  BOOST_TEST(std::isinf(std::get<kina::syntax::Decimal>(value(text)->node).value));
}

BOOST_AUTO_TEST_CASE(operators_bind_in_the_order_of_the_table) {
  BOOST_TEST(tree("a or b and c") == "(or a (and b c))");
  BOOST_TEST(tree("not a and b") == "(and (not a) b)");
  BOOST_TEST(tree("a and not b or c") == "(or (and a (not b)) c)");
  BOOST_TEST(tree("not a == b") == "(not (== a b))");
  BOOST_TEST(tree("a < b + c") == "(< a (+ b c))");
  BOOST_TEST(tree("a + b * c") == "(+ a (* b c))");
  BOOST_TEST(tree("a * b + c") == "(+ (* a b) c)");
  BOOST_TEST(tree("-a * b") == "(* (- a) b)");
  BOOST_TEST(tree("a @ -b") == "(@ a (- b))");
  BOOST_TEST(tree("-x[0]") == "(- (at x 0))");
  BOOST_TEST(tree("-f(x)") == "(- (f x))");
  BOOST_TEST(tree("--a") == "(- (- a))");
  BOOST_TEST(tree("not not a") == "(not (not a))");
}

BOOST_AUTO_TEST_CASE(arithmetic_and_logic_group_from_the_left) {
  BOOST_TEST(tree("a - b + c") == "(+ (- a b) c)");
  BOOST_TEST(tree("a / b * c % d @ e") == "(@ (% (* (/ a b) c) d) e)");
  BOOST_TEST(tree("a or b or c") == "(or (or a b) c)");
  BOOST_TEST(tree("a and b and c") == "(and (and a b) c)");
}

BOOST_AUTO_TEST_CASE(a_comparison_stands_alone) {
  BOOST_TEST(tree("a < b and b < c") == "(and (< a b) (< b c))");
  BOOST_TEST(tree("(a < b) == c") == "(== (< a b) c)");
  BOOST_TEST(tree("a < b < c") == "syntax/chain 2:11");
}

BOOST_AUTO_TEST_CASE(parentheses_group) {
  BOOST_TEST(tree("(a + b) * c") == "(* (+ a b) c)");
  BOOST_TEST(tree("((a))") == "a");
  BOOST_TEST(tree("(a or b) and (not c)") == "(and (or a b) (not c))");
}

BOOST_AUTO_TEST_CASE(subscripts_are_indices_and_ranges) {
  BOOST_TEST(tree("x[i]") == "(at x i)");
  BOOST_TEST(tree("x[a:b, :, i, c:, :d]") == "(at x a:b : i c: :d)");
  BOOST_TEST(tree("x[S - 1:S + 1]") == "(at x (- S 1):(+ S 1))");
  BOOST_TEST(tree("x[l][0]") == "(at (at x l) 0)");
  BOOST_TEST(tree("f(x)[0]") == "(at (f x) 0)");
  BOOST_TEST(tree("(a + b)[0]") == "(at (+ a b) 0)");
}

BOOST_AUTO_TEST_CASE(calls_have_arguments_by_position_and_then_by_name) {
  BOOST_TEST(tree("f()") == "(f)");
  BOOST_TEST(tree("concat(a, b, axis=3)") == "(concat a b axis=3)");
  BOOST_TEST(tree("f(a == b)") == "(f (== a b))");
  BOOST_TEST(tree("f(g(h(x)))") == "(f (g (h x)))");
}

BOOST_AUTO_TEST_CASE(calls_may_give_sizes) {
  BOOST_TEST(tree("forward[T=S + 1](a)") == "(forward T=(+ S 1) | a)");
  BOOST_TEST(tree("f[T = 1, U = 2]()[0]") == "(at (f T=1 U=2 |) 0)");
  BOOST_TEST(tree("x[T == 1]") == "(at x (== T 1))");  // no size is given: a subscript
}

BOOST_AUTO_TEST_CASE(a_list_is_the_value_of_an_argument) {
  BOOST_TEST(tree("reshape(x, [B, 1, H * 2])") == "(reshape x [B 1 (* H 2)])");
  BOOST_TEST(tree("f(size=[1], shape=[])") == "(f size=[1] shape=[])");
}

BOOST_AUTO_TEST_CASE(the_place_of_an_expression_covers_it_whole) {
  for (const char* const expression : {"a", "12", "(a)", "(a + b) * c", "a * (b + c)", "-(a)", "not a",
                                       "f(x, axis=[0])", "f[T=1](x)", "x[0][1:]", "(a + b)[0]", "-a[0] @ f(x)"}) {
    const ParsedText text = parse_text(in_function("x = " + std::string(expression) + "  // c"));
    BOOST_TEST(text_at(text.source, value(text)->place) == expression);
  }
}

BOOST_AUTO_TEST_CASE(the_parts_of_an_expression_have_places_of_their_own) {
  const ParsedText text = parse_text(in_function("x = a + -f(b)[1:c, i]"));
  const auto& sum = std::get<kina::syntax::Binary>(value(text)->node);
  BOOST_TEST(text_at(text.source, sum.operator_place) == "+");
  BOOST_TEST(text_at(text.source, sum.left->place) == "a");
  const auto& negation = std::get<kina::syntax::Unary>(sum.right->node);
  BOOST_TEST(text_at(text.source, negation.operator_place) == "-");
  const auto& subscript = std::get<kina::syntax::Subscript>(negation.operand->node);
  BOOST_TEST(text_at(text.source, subscript.brackets) == "[1:c, i]");
  BOOST_TEST(text_at(text.source, subscript.axes[0].place) == "1:c");
  BOOST_TEST(text_at(text.source, subscript.axes[1].place) == "i");
  const auto& call = std::get<kina::syntax::Call>(subscript.base->node);
  BOOST_TEST(text_at(text.source, call.callee.place) == "f");
}

BOOST_AUTO_TEST_CASE(every_operator_has_one_row_and_one_spelling) {
  for (const kina::OperatorRow& row : kina::operator_table()) {
    BOOST_TEST(kina::spelling(row.operation) == row.spelling);
    BOOST_TEST(tree(std::string("a ") + row.spelling + " b") == std::string("(") + row.spelling + " a b)");
  }
  BOOST_TEST(kina::operator_table().size() == 14u);
}

BOOST_AUTO_TEST_CASE(the_file_number_is_in_every_place) {
  const kina::Source source = kina::make_source("", "fn f() -> (r: f32[]) { return 1 2 }");
  const kina::Parsed parsed = parse(source, 7);
  BOOST_TEST(parsed.diagnostics.at(0).place.file == 7u);
  BOOST_TEST(parsed.file.items.at(0).place.file == 7u);
}

BOOST_AUTO_TEST_SUITE_END()
