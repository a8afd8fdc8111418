// The grammar's table against the parser, both ways: what the table derives is parsed without a syntax error, and every
// program without one is derived by the table. And the comparison sees a token that is missing.
#include "spec/catalogue.hpp"
#include "spec/lang/grammar.hpp"
#include "spec/lang/lexer.hpp"
#include "spec/lang/operators.hpp"

#include "tests/spec/lang/grammar_sentences.hpp"
#include "tests/spec/lang/syntax_text.hpp"

#include <boost/test/unit_test.hpp>
#include <rapidcheck/boost_test.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <regex>
#include <set>

namespace {

using namespace kina;
using kina::testing::derives;
using kina::testing::Generator;
using kina::testing::Productions;

// The programs of the tree, and one that has all that the grammar has.

/// Every list with a comma after its last element, every optional part, every statement and every operand.
const std::string everything = R"(import "other.kina"

fn f[B, S,](x: f32[B, S,], t: i64[],) -> (y: f32[B], z: f32[],) where B >= 1, 0 <= t < S, {
  a = x[t, :S, 1:, :, 0:1,]
  (b, _,) = g[T=S + 1, U=2,](a, [0, 1,], axis=[2], keepdims=true,)
  _ = h(axis=1, n=2) or not (a == b) and -1.5 < inf
  for l in 0..S carry c = a, d = -b, {
    for m in 0..2 {
      _ = false
    }
    next c = c * 2 / 3 % 4 @ b - 1
    stack k = c
  }
  for m in 0..2 { next = m }
  e = h()
  return e, k,
}

fn g[](x: f32[]) -> (y: f32[]) { return x }

theorem t[N](x: f32[N]) where N > 1, N != 7 {
  assert x <= x
  assert x == x }
theorem nothing() {}
)";

std::string file_text(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

struct Named {
  std::string name;
  std::string text;
};

const std::vector<Named>& programs() {
  static const std::vector<Named> all = [] {
    std::vector<Named> found{{"everything", everything}};
    const char* folder = std::getenv("KINA_SOURCE_DIR");
    const std::filesystem::path root = folder == nullptr ? "." : folder;
    for (const char* part : {"spec", "proofs", "tests"})
      for (const auto& entry : std::filesystem::recursive_directory_iterator(root / part))
        if (entry.path().extension() == ".kina") found.push_back({entry.path().string(), file_text(entry.path())});
    std::sort(found.begin(), found.end(), [](const Named& a, const Named& b) { return a.name < b.name; });
    return found;
  }();
  return all;
}

bool is_parsed(const std::string& text) { return testing::parse_text(text).parsed.diagnostics.empty(); }

/// Every sentence is parsed; the first that is not, or "".
std::string first_rejected(const Productions& productions, std::uint32_t count) {
  for (std::uint32_t seed = 0; seed < count; ++seed) {
    std::string text = Generator(productions, seed).text();
    if (!is_parsed(text)) return text;
  }
  return "";
}

/// The tokens and the words of a part, by reference.
void collect(GrammarPart& part, std::vector<GrammarPart*>& tokens) {
  if (part.kind == GrammarPartKind::token || part.kind == GrammarPartKind::word) tokens.push_back(&part);
  for (GrammarPart& each : part.parts)
    collect(each, tokens);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(grammar_test)

BOOST_AUTO_TEST_CASE(every_production_is_defined_and_used) {
  std::set<std::string> used{grammar().front().name};
  const std::function<void(const GrammarPart&)> visit = [&](const GrammarPart& part) {
    if (part.kind == GrammarPartKind::production) {
      used.insert(part.name);
      BOOST_TEST(find_production(grammar(), part.name) != nullptr, part.name);
    }
    for (const GrammarPart& each : part.parts)
      visit(each);
  };
  for (const Production& production : grammar())
    visit(production.part);
  for (const Production& production : grammar())
    BOOST_TEST(used.contains(production.name), production.name);
  BOOST_TEST(used.size() == grammar().size());
}

BOOST_AUTO_TEST_CASE(what_the_grammar_derives_is_parsed) { BOOST_TEST(first_rejected(grammar(), 2000) == ""); }

BOOST_AUTO_TEST_CASE(a_program_is_derived_if_and_only_if_it_is_parsed) {
  std::size_t parsed = 0;
  for (const Named& program : programs()) {
    const bool has_no_error = is_parsed(program.text);
    parsed += has_no_error ? 1U : 0U;
    BOOST_TEST(derives(grammar(), program.text) == has_no_error, program.name);
  }
  BOOST_TEST(parsed >= 100U);
}

/// Soup in a body: what the parser accepts is derived, and what it rejects is not.
RC_BOOST_PROP(any_soup_is_derived_if_and_only_if_it_is_parsed, ()) {
  static const std::vector<std::string> pieces{"x",    "_",     "next",  "stack",  "1",      "1.5",
                                               "-",    "+",     "*",     "==",     "<",      "and",
                                               "not",  "(",     ")",     "[",      "]",      ",",
                                               ":",    "=",     "\n",    "return", "assert", "f(x)",
                                               "x = ", "x = x", "{",     "}",      "true",   "for l in 0..S {",
                                               "x[",   "f[T=",  "axis=", "\nx = ", "carry"};
  const auto words = *rc::gen::container<std::vector<std::string>>(rc::gen::elementOf(pieces));
  std::string body;
  for (const std::string& word : words)
    body += word + " ";
  const std::string text = testing::in_function(body);
  RC_ASSERT(derives(grammar(), text) == is_parsed(text));
}

/// Each token of each production counts: without it a program is no longer derived, or a sentence no longer parsed.
BOOST_AUTO_TEST_CASE(a_production_that_lacks_a_token_is_noticed) {
  std::size_t broken = 0;
  for (std::size_t k = 0; k < grammar().size(); ++k) {
    std::vector<GrammarPart*> tokens;
    Productions counted = grammar();
    collect(counted[k].part, tokens);
    for (std::size_t position = 0; position < tokens.size(); ++position) {
      Productions productions = grammar();
      std::vector<GrammarPart*> parts;
      collect(productions[k].part, parts);
      const std::string removed = to_ebnf(*parts[position]);
      *parts[position] = GrammarPart{};  // an empty sequence
      const bool is_noticed = !derives(productions, everything) || !first_rejected(productions, 300).empty();
      BOOST_TEST(is_noticed, grammar()[k].name << " without its token " << position << ", " << removed);
      ++broken;
    }
  }
  BOOST_TEST(broken > 80U);
}

BOOST_AUTO_TEST_CASE(a_token_matches_its_pattern_if_and_only_if_it_is_read_as_one) {
  const std::vector<std::string> texts{"a",  "_",   "a1",   "1a",    "B_2",  "fn",   "0",     "12",  "1.5",
                                       "1.", ".5",  "1e5",  "1e",    "1e-5", "1E+5", "1.5e3", "1_0", "\"a\"",
                                       "\"", "\"a", "0x10", "1.2.3", "a.b",  "é",    "",      "-1",  "true"};
  for (const TokenPattern& pattern : token_patterns()) {
    for (const std::string& text : texts) {
      const Lexed lexed = lex(make_source("test.kina", text), 0);
      const bool is_one =
          lexed.diagnostics.empty() && lexed.tokens.size() == 2 && lexed.tokens[0].kind == pattern.token;
      // A keyword has the form of a name, and the pattern does not say that it is none.
      const bool is_keyword = keyword_or_identifier(text) != TokenKind::identifier;
      const bool matches = std::regex_match(text, std::regex(pattern.pattern)) && !is_keyword;
      BOOST_TEST(matches == is_one, pattern.name << ": " << text);
    }
  }
}

BOOST_AUTO_TEST_CASE(the_levels_of_the_operators_are_productions) {
  for (const OperatorLevel& level : operator_levels()) {
    const Production* production = find_production(grammar(), level.name);
    BOOST_TEST_REQUIRE(production != nullptr);
    for (const OperatorLevel::Row& row : level.rows)
      BOOST_TEST(to_ebnf(production->part).find("\"" + std::string(spelling(row.token)) + "\"") != std::string::npos);
  }
}

/// The operators that are read are those of the catalogue, with its notation and spelling.
BOOST_AUTO_TEST_CASE(the_operators_are_operations) {
  std::set<std::pair<Notation, std::string>> read;
  for (const OperatorLevel& level : operator_levels())
    for (const OperatorLevel::Row& row : level.rows)
      read.emplace(level.associativity == Associativity::prefix ? Notation::prefix : Notation::infix,
                   spelling(row.token));
  std::set<std::pair<Notation, std::string>> specified;
  for (const Operation& operation : catalogue())
    if (operation.notation == Notation::prefix || operation.notation == Notation::infix)
      specified.emplace(operation.notation, operation.spelling);
  BOOST_TEST((read == specified));
}

BOOST_AUTO_TEST_CASE(a_production_is_printed_as_ebnf) {
  const auto printed = [](const char* name) { return to_ebnf(find_production(grammar(), name)->part); };
  BOOST_TEST(printed("declaration") == "name \":\" type");
  BOOST_TEST(printed("product") == "sign { ( \"*\" | \"/\" | \"%\" | \"@\" ) sign }");
  BOOST_TEST(printed("negation") == "\"not\" negation | comparison");
  BOOST_TEST(printed("sizes") == "\"[\" [ name { \",\" name } [ \",\" ] ] \"]\"");
}

BOOST_AUTO_TEST_SUITE_END()
