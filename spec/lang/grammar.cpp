#include "spec/lang/grammar.hpp"

#include "spec/lang/operators.hpp"

#include <algorithm>
#include <utility>

namespace kina {
namespace {

using Parts = std::vector<GrammarPart>;

GrammarPart token(TokenKind kind) { return {GrammarPartKind::token, kind, "", {}}; }
GrammarPart word(std::string_view text) {
  return {GrammarPartKind::word, TokenKind::identifier, std::string(text), {}};
}
GrammarPart rule(std::string_view name) {
  return {GrammarPartKind::production, TokenKind::identifier, std::string(name), {}};
}
GrammarPart sequence(Parts parts) { return {GrammarPartKind::sequence, TokenKind::identifier, "", std::move(parts)}; }
GrammarPart choice(Parts parts) { return {GrammarPartKind::choice, TokenKind::identifier, "", std::move(parts)}; }
GrammarPart around(GrammarPartKind kind, Parts parts) {
  return {kind, TokenKind::identifier, "", {parts.size() == 1 ? parts.front() : sequence(parts)}};
}
GrammarPart optional(Parts parts) { return around(GrammarPartKind::optional, std::move(parts)); }
GrammarPart repeated(Parts parts) { return around(GrammarPartKind::repetition, std::move(parts)); }

GrammarPart name() { return token(TokenKind::identifier); }
GrammarPart comma() { return token(TokenKind::comma); }
GrammarPart end_of_line() { return token(TokenKind::end_of_line); }

/// One or more, separated by commas, the last of which may be followed by one, too.
Parts listed(const GrammarPart& part) { return {part, repeated({comma(), part}), optional({comma()})}; }

GrammarPart enclosed(TokenKind open, Parts parts, TokenKind close) {
  parts.insert(parts.begin(), token(open));
  parts.push_back(token(close));
  return sequence(std::move(parts));
}
GrammarPart in_parentheses(Parts parts) {
  return enclosed(TokenKind::open_parenthesis, std::move(parts), TokenKind::close_parenthesis);
}
GrammarPart in_brackets(Parts parts) {
  return enclosed(TokenKind::open_bracket, std::move(parts), TokenKind::close_bracket);
}
GrammarPart in_braces(Parts parts) { return enclosed(TokenKind::open_brace, std::move(parts), TokenKind::close_brace); }

/// Any operator of a level.
GrammarPart operator_of(const OperatorLevel& level) {
  Parts operators;
  for (const OperatorLevel::Row& row : level.rows)
    operators.push_back(token(row.token));
  return operators.size() == 1 ? operators.front() : choice(std::move(operators));
}

/// A level of operators over what binds tighter.
GrammarPart level_over(const OperatorLevel& level, const GrammarPart& operand) {
  switch (level.associativity) {
  case Associativity::left: return sequence({operand, repeated({operator_of(level), operand})});
  case Associativity::none: return sequence({operand, optional({operator_of(level), operand})});
  case Associativity::prefix: return choice({sequence({operator_of(level), rule(level.name)}), operand});
  }
  return operand;
}

constexpr std::string_view tightest = "postfix";

void add_operators(std::vector<Production>& productions) {
  const std::vector<OperatorLevel>& levels = operator_levels();
  productions.push_back({"expression", rule(levels.front().name)});
  for (std::size_t k = 0; k < levels.size(); ++k)
    productions.push_back({std::string(levels[k].name),
                           level_over(levels[k], rule(k + 1 < levels.size() ? levels[k + 1].name : tightest))});
}

/// What a comparison compares: it binds tighter than the comparisons.
GrammarPart compared() { return rule(operator_levels()[static_cast<std::size_t>(comparison_precedence())].name); }
GrammarPart comparison_operator() {
  return operator_of(operator_levels()[static_cast<std::size_t>(comparison_precedence()) - 1]);
}

void add_items(std::vector<Production>& productions) {
  const auto item = [&](TokenKind keyword, Parts results) {
    Parts parts{token(keyword), name(), optional({rule("sizes")}), rule("parameters")};
    parts.insert(parts.end(), results.begin(), results.end());
    parts.insert(parts.end(), {optional({rule("facts")}), rule("body")});
    return sequence(std::move(parts));
  };
  productions.insert(
      productions.end(),
      {
          {"file", repeated({choice({rule("import"), rule("function"), rule("theorem")})})},
          {"import", sequence({token(TokenKind::import_keyword), token(TokenKind::string)})},
          {"function", item(TokenKind::fn_keyword, {token(TokenKind::arrow), rule("results")})},
          {"theorem", item(TokenKind::theorem_keyword, {})},
          {"sizes", in_brackets({optional(listed(name()))})},
          {"parameters", in_parentheses({optional(listed(rule("declaration")))})},
          {"results", in_parentheses(listed(rule("declaration")))},
          {"declaration", sequence({name(), token(TokenKind::colon), rule("type")})},
          {"type", sequence({name(), in_brackets({optional(listed(rule("expression")))})})},
          {"facts", sequence({token(TokenKind::where_keyword), sequence(listed(rule("fact")))})},
          {"fact", sequence({compared(), rule("relation"), compared(), repeated({rule("relation"), compared()})})},
          {"relation", comparison_operator()},
      });
}

void add_statements(std::vector<Production>& productions) {
  const auto bound = [](Parts parts) {
    parts.insert(parts.end(), {token(TokenKind::assign), rule("expression")});
    return sequence(std::move(parts));
  };
  productions.insert(
      productions.end(),
      {
          // A comma may follow the last value of a `return` that is the last statement.
          {"body", in_braces({repeated({rule("statement"), end_of_line()}),
                              optional({choice({rule("statement"), sequence({rule("return"), comma()})})})})},
          {"statement", choice({rule("assignment"), rule("loop"), rule("return"), rule("assertion")})},
          {"assignment", choice({bound({rule("target")}), bound({in_parentheses(listed(rule("target")))})})},
          {"target", choice({name(), word("_")})},
          {"loop", sequence({token(TokenKind::for_keyword), name(), word(in_word), rule("expression"),
                             token(TokenKind::range), rule("expression"),
                             optional({word(carry_word), sequence(listed(rule("carry")))}), rule("loop_body")})},
          {"carry", bound({name()})},
          {"loop_body",
           in_braces({repeated({rule("loop_statement"), end_of_line()}), optional({rule("loop_statement")})})},
          {"loop_statement", choice({rule("assignment"), rule("loop"), bound({word(next_word), name()}),
                                     bound({word(stack_word), name()})})},
          {"return",
           sequence({token(TokenKind::return_keyword), rule("expression"), repeated({comma(), rule("expression")})})},
          {"assertion", sequence({token(TokenKind::assert_keyword), compared(), rule("relation"), compared()})},
      });
}

void add_operands(std::vector<Production>& productions) {
  productions.insert(
      productions.end(),
      {
          {std::string(tightest), sequence({rule("primary"), repeated({in_brackets(listed(rule("axis")))})})},
          {"axis", choice({rule("expression"), sequence({optional({rule("expression")}), token(TokenKind::colon),
                                                         optional({rule("expression")})})})},
          {"primary", choice({name(), token(TokenKind::integer), token(TokenKind::decimal),
                              token(TokenKind::inf_keyword), token(TokenKind::true_keyword),
                              token(TokenKind::false_keyword), in_parentheses({rule("expression")}), rule("call")})},
          {"call", sequence({name(), optional({in_brackets(listed(rule("size")))}),
                             in_parentheses({optional({rule("arguments")})})})},
          {"size", sequence({name(), token(TokenKind::assign), rule("expression")})},
          {"arguments", sequence({choice({sequence({rule("argument"), repeated({comma(), rule("argument")}),
                                                    repeated({comma(), rule("named")})}),
                                          sequence({rule("named"), repeated({comma(), rule("named")})})}),
                                  optional({comma()})})},
          {"argument", choice({rule("expression"), rule("list")})},
          {"named", sequence({name(), token(TokenKind::assign), rule("argument")})},
          {"list", in_brackets({optional(listed(rule("expression")))})},
      });
}

std::vector<Production> all_productions() {
  std::vector<Production> productions;
  add_items(productions);
  add_statements(productions);
  add_operators(productions);
  add_operands(productions);
  return productions;
}

std::string token_text(TokenKind kind) {
  if (const std::string_view spelled = spelling(kind); !spelled.empty()) return "\"" + std::string(spelled) + "\"";
  for (const TokenPattern& pattern : token_patterns())
    if (pattern.token == kind) return pattern.name;
  return "end_of_line";
}

std::string joined(const Parts& parts, const char* separator, bool encloses_choices) {
  std::string text;
  for (const GrammarPart& part : parts) {
    const bool is_enclosed = encloses_choices && part.kind == GrammarPartKind::choice;
    text += (text.empty() ? "" : separator) + (is_enclosed ? "( " + to_ebnf(part) + " )" : to_ebnf(part));
  }
  return text;
}

}  // namespace

const std::vector<Production>& grammar() {
  static const std::vector<Production> productions = all_productions();
  return productions;
}

const Production* find_production(const std::vector<Production>& productions, std::string_view name) {
  const auto found = std::find_if(productions.begin(), productions.end(),
                                  [&](const Production& production) { return production.name == name; });
  return found == productions.end() ? nullptr : &*found;
}

const std::vector<TokenPattern>& token_patterns() {
  static const std::vector<TokenPattern> patterns{
      {TokenKind::identifier, "name", "[A-Za-z_][A-Za-z0-9_]*", "A keyword is no name, and `_` alone is none either."},
      {TokenKind::integer, "integer", "[0-9]+", "It is at most 9223372036854775807."},
      {TokenKind::decimal, "decimal", R"([0-9]+(\.[0-9]+([eE][+-]?[0-9]+)?|[eE][+-]?[0-9]+))",
       "It fits a double; one that is too small is 0."},
      {TokenKind::string, "string", R"re("[^"\n]*")re", "Nothing in it is escaped."},
  };
  return patterns;
}

std::string to_ebnf(const GrammarPart& part) {
  switch (part.kind) {
  case GrammarPartKind::token: return token_text(part.token);
  case GrammarPartKind::word: return "\"" + part.name + "\"";
  case GrammarPartKind::production: return part.name;
  case GrammarPartKind::sequence: return joined(part.parts, " ", true);
  case GrammarPartKind::choice: return joined(part.parts, " | ", false);
  case GrammarPartKind::optional: return "[ " + joined(part.parts, " ", false) + " ]";
  case GrammarPartKind::repetition: return "{ " + joined(part.parts, " ", false) + " }";
  }
  return {};
}

}  // namespace kina
