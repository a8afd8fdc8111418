#include "manual/pages/grammar_page.hpp"

#include "manual/pages/address.hpp"
#include "manual/pages/markdown.hpp"
#include "spec/catalogue.hpp"
#include "spec/lang/grammar.hpp"
#include "spec/lang/operators.hpp"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>

namespace kina::manual {
namespace {

bool is_word_part(char letter) { return std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '_'; }

/// EBNF with its names as links and its terminals marked.
std::string marked(std::string_view ebnf) {
  std::string html;
  while (!ebnf.empty()) {
    std::size_t length = 1;
    if (ebnf.front() == '"') {
      length = ebnf.find('"', 1) + 1;
      html += fmt::format("<span class=\"keyword\">{}</span>", html_escaped(ebnf.substr(0, length)));
    } else if (is_word_part(ebnf.front())) {
      length = static_cast<std::size_t>(std::find_if_not(ebnf.begin(), ebnf.end(), is_word_part) - ebnf.begin());
      const std::string_view name = ebnf.substr(0, length);
      html += find_production(grammar(), name) == nullptr ? std::string(name)
                                                          : fmt::format("<a href=\"#grammar-{0}\">{0}</a>", name);
    } else {
      html += html_escaped(ebnf.substr(0, length));
    }
    ebnf.remove_prefix(length);
  }
  return html;
}

bool is_terminal(const GrammarPart& part) {
  return part.kind == GrammarPartKind::token || part.kind == GrammarPartKind::word;
}

/// A choice has a row for each of its parts, unless they are mere tokens.
std::string production_html(const Production& production) {
  const GrammarPart& part = production.part;
  const bool is_in_rows =
      part.kind == GrammarPartKind::choice && !std::all_of(part.parts.begin(), part.parts.end(), is_terminal);
  const auto row = [](const std::string& name, const char* mark, const GrammarPart& right) {
    return fmt::format("<tr><td>{}</td><td>{}</td><td>{}</td></tr>\n", name, mark, marked(to_ebnf(right)));
  };
  const std::string name = fmt::format("<span id=\"grammar-{0}\">{0}</span>", production.name);
  if (!is_in_rows) return row(name, "=", part);
  std::string html;
  for (const GrammarPart& each : part.parts)
    html += html.empty() ? row(name, "=", each) : row("", "|", each);
  return html;
}

std::string productions_text() {
  std::string html;
  for (const Production& production : grammar())
    html += production_html(production);
  return html_block(fmt::format("<table class=\"ebnf\">{}</table>", html));
}

/// An operator that leads to the operations that are written so.
std::string operator_text(TokenKind token, Associativity associativity) {
  const std::string_view written = spelling(token);
  const Notation notation = associativity == Associativity::prefix ? Notation::prefix : Notation::infix;
  for (const Operation& operation : catalogue())
    if (operation.spelling == written && operation.notation == notation)
      return link(code(written), address_of(operation.name));
  return code(written);
}

std::string operators_text() {
  const auto how = [](Associativity associativity) {
    switch (associativity) {
    case Associativity::left: return "from the left";
    case Associativity::none: return "one at most";
    case Associativity::prefix: return "before its operand";
    }
    return "";
  };
  Table table{{"Level", "Operators", "Grouped"}, {}};
  for (const OperatorLevel& level : operator_levels()) {
    std::string operators;
    for (const OperatorLevel::Row& row : level.rows)
      operators += (operators.empty() ? "" : " ") + operator_text(row.token, level.associativity);
    table.rows.push_back({std::string(level.name), operators, how(level.associativity)});
  }
  return to_markdown(table);
}

std::string tokens_text() {
  std::string text;
  for (const TokenPattern& pattern : token_patterns())
    text += fmt::format("- {}: {} {}\n", code(pattern.name), code(pattern.pattern), prose(pattern.says));
  return text;
}

/// The spellings of the kinds of tokens with a property.
template <typename Property> std::string spellings(Property property) {
  std::string text;
  for (int kind = 0; kind <= static_cast<int>(TokenKind::greater_equal); ++kind)
    if (const auto token = static_cast<TokenKind>(kind); !spelling(token).empty() && property(token))
      text += (text.empty() ? "" : " ") + code(spelling(token));
  return text;
}

}  // namespace

Page grammar_page() {
  Page page{"grammar", "The grammar", "", {}, "", "productions, operators by precedence, words and lines"};
  page.text = "\\tableofcontents\n"
              "A file is derived from `file`. `[ ]` stands for an optional part, `{ }` for one that is repeated any "
              "number of times, and `|` parts alternatives. What is derived has still to be checked: names, types and "
              "obligations.\n\n## Productions\n" +
              productions_text();
  page.text += "\n## Operators\n\nLoosest first.\n" + operators_text();
  page.text +=
      "\n## Words\n\nPatterns are regular expressions.\n\n" + tokens_text() +
      "\nKeywords: " + spellings([](TokenKind kind) { return kind < TokenKind::open_parenthesis; }) +
      fmt::format(".\n\nIn a loop {}, {}, {} and {} are words of their own; elsewhere they are names.\n", code(in_word),
                  code(carry_word), code(next_word), code(stack_word)) +
      "\nA comment begins with `//` and ends with its line. Lines that begin with `///` document the item below "
      "them.\n";
  page.text +=
      "\n## Lines\n\nThe end of a line is `end_of_line` where it ends a statement: in the braces of a body, outside "
      "brackets, and not after a token that a line can't end with: " +
      spellings(continues_line) + ".\n";
  return page;
}

}  // namespace kina::manual
