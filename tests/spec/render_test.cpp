#include "spec/render.hpp"

#include "spec/catalogue.hpp"
#include "spec/lang/checker.hpp"
#include "tests/spec/random_terms.hpp"

#include <boost/test/unit_test.hpp>
#include <rapidcheck/boost_test.h>

#include <algorithm>
#include <limits>
#include <optional>

BOOST_AUTO_TEST_SUITE(render_test)

namespace {

using namespace kina;
using namespace kina::tests;

/// A size term as the language's own parser reads its text; nothing if it can't.
std::optional<Term> parsed(const std::string& text) {
  const Program program =
      check_text("test.kina", "fn f[a, b, c](x: f32[" + text + "]) -> (y: f32[" + text + "]) {\n  return x\n}\n");
  if (!program.diagnostics.empty()) return std::nullopt;
  return program.items.at(0).values.at(0).type.extents.at(0);
}

/// Terms that the language can write as a size, without literals, which its checker computes.
Term random_size(int depth) {
  const auto part = [&] { return random_size(depth - 1); };
  if (depth == 0) return variable(*rc::gen::element<std::string>("a", "b", "c"));
  switch (*rc::gen::inRange(0, 8)) {
  case 0: return part() + part();
  case 1: return part() - part();
  case 2: return part() * part();
  case 3: return part() / part();
  case 4: return part() % part();
  case 5: return -part();
  case 6: return apply(Operator::minimum, {part(), part()});
  default: return apply(Operator::maximum, {part(), part()});
  }
}

/// The position of the parenthesis that closes the one at `open`.
std::size_t closing(const std::string& text, std::size_t open) {
  int depth = 0;
  for (std::size_t at = open; at < text.size(); ++at) {
    depth += int{text[at] == '('} - int{text[at] == ')'};
    if (depth == 0) return at;
  }
  return std::string::npos;
}

bool braces_balance(const std::string& text) {
  int depth = 0;
  for (const char character : text) {
    depth += int{character == '{'} - int{character == '}'};
    if (depth < 0) return false;
  }
  return depth == 0;
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
    ++found;
  return found;
}

}  // namespace

// ---- text ----

RC_BOOST_PROP(the_parser_reads_the_text_as_the_term, ()) {
  const Term term = random_size(4);
  const std::string text = to_text(term);
  RC_LOG() << text << '\n';
  const std::optional<Term> read_back = parsed(text);
  RC_ASSERT(read_back.has_value());
  RC_ASSERT(to_text(*read_back) == text);
  // `a + (b + c)` is written without its parentheses; as an integer it is the same.
  const Meaning meaning(
      {{"a", *rc::gen::inRange(1, 9)}, {"b", *rc::gen::inRange(1, 9)}, {"c", *rc::gen::inRange(1, 9)}});
  RC_ASSERT(meaning.integer(*read_back) == meaning.integer(term));
}

RC_BOOST_PROP(no_pair_of_parentheses_can_be_left_out, ()) {
  const Term term = random_size(3);
  const std::string text = to_text(term);
  for (std::size_t open = text.find('('); open != std::string::npos; open = text.find('(', open + 1)) {
    const bool is_call = open > 0 && std::isalpha(static_cast<unsigned char>(text[open - 1])) != 0;
    if (is_call) continue;
    std::string without = text;
    without[closing(text, open)] = ' ';
    without[open] = ' ';
    const std::optional<Term> changed = parsed(without);
    RC_LOG() << text << "\n" << without << '\n';
    RC_ASSERT((!changed || !(*changed == parsed(text).value())));
  }
}

BOOST_AUTO_TEST_CASE(terms_are_written_as_in_the_language) {
  const Term heads = variable("H");
  const Term width = variable("Dh");
  const Term token = read("token_ids", {variable("i0"), variable("i1")});
  BOOST_TEST(to_text(heads * width + integer(1)) == "H * Dh + 1");
  BOOST_TEST(to_text(less_equal(integer(0), token)) == "0 <= token_ids[i0, i1]");
  BOOST_TEST(to_text(in_range(integer(0), heads, width)) == "0 <= H and H < Dh");
  BOOST_TEST(to_text(logical_not(all_of({boolean(true), boolean(false)}))) == "not (true and false)");
  BOOST_TEST(to_text(read("scale", {})) == "scale");
  BOOST_TEST(to_text(cast(ElementType::f32, heads)) == "cast(H, f32)");
  BOOST_TEST(to_text(select(less(heads, width), heads, width)) == "select(H < Dh, H, Dh)");
  BOOST_TEST(to_text(fold(Operator::fold_sum, "j", heads, read("x", {variable("j")}))) == "sum(x[j] for j < H)");
}

BOOST_AUTO_TEST_CASE(a_float_is_never_written_as_an_integer) {
  BOOST_TEST(to_text(number(1)) == "1.0");
  BOOST_TEST(to_text(number(0.5)) == "0.5");
  BOOST_TEST(to_text(number(std::numeric_limits<double>::infinity())) == "inf");
  BOOST_TEST(to_text(number(-std::numeric_limits<double>::infinity())) == "-inf");
  BOOST_TEST(to_text(number(1e300)) == "1e+300");
}

// ---- LaTeX ----

RC_BOOST_PROP(latex_is_balanced, ()) {
  Vocabulary vocabulary;
  vocabulary.names = {"a", "x.0", "i1", "token_ids", "j'"};
  vocabulary.reads = true;
  vocabulary.binders = true;
  const std::string text = to_latex(random_condition(vocabulary, 3));
  RC_ASSERT(braces_balance(text));
  RC_ASSERT(count(text, "\\left(") == count(text, "\\right)"));
  RC_ASSERT(count(text, "\\begin{cases}") == count(text, "\\end{cases}"));
}

BOOST_AUTO_TEST_CASE(the_whole_catalogue_is_rendered_balanced) {
  for (const Operation& operation : catalogue()) {
    for (const Instance& instance : covered_instances(operation, 2)) {
      const Rule rule = operation.rule(instance);
      const std::string element = to_latex(rule.element);
      BOOST_TEST((braces_balance(element) && !element.empty()), operation.name << ": " << element);
      for (const Premise& premise : rule.premises)
        BOOST_TEST(braces_balance(to_latex(premise.condition)), operation.name << "/" << premise.name);
    }
  }
}

BOOST_AUTO_TEST_CASE(formulas_look_like_mathematics) {
  BOOST_TEST(to_latex(less_equal(extent_of("x", 0), index_variable(1))) == "x_{0} \\le i_{1}");
  BOOST_TEST(to_latex(variable("token_ids")) == "\\mathit{token\\_ids}");
  BOOST_TEST(to_latex(fold(Operator::fold_sum, "j", variable("n"), read("x", {variable("j")}))) ==
             "\\sum_{0 \\le j < n} x[j]");
  BOOST_TEST(to_latex((variable("a") + variable("b")) * variable("c")) == "\\left(a + b\\right) \\cdot c");
  BOOST_TEST(to_latex(number(-std::numeric_limits<double>::infinity())) == "-\\infty");
}

BOOST_AUTO_TEST_SUITE_END()
