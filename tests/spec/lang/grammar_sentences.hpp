/// \file
/// What a grammar derives, as a question and as an answer: whether a text is derived, and random texts that are.
#pragma once

#include "spec/lang/grammar.hpp"
#include "spec/lang/parser_internal.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace kina::testing {

using Productions = std::vector<Production>;

// Derivation: whether a text's tokens are derived by the table.

struct Word {
  TokenKind kind;
  std::string text;
};

/// The tokens with the ends of lines that end statements: in braces, outside brackets, as the parser sees them. Nothing
/// if the text has an error that the lexer finds.
inline std::optional<std::vector<Word>> words_of(const std::string& text) {
  const Source source = make_source("test.kina", text);
  const ParserLimits limits;
  const parsing::Parser parser{source, 0, limits, lex(source, 0, limits)};
  if (!parser.lexed.diagnostics.empty()) return std::nullopt;
  std::vector<Word> words;
  std::size_t braces = 0;
  std::size_t brackets = 0;
  for (std::size_t k = 0; k + 1 < parser.lexed.tokens.size(); ++k) {
    const TokenKind kind = parser.lexed.tokens[k].kind;
    const bool is_first = k > 0 && parser.lexed.tokens[k - 1].kind == TokenKind::open_brace;
    if (braces > 0 && brackets == 0 && !is_first && parsing::ends_statement_before(parser, k))
      words.push_back({TokenKind::end_of_line, ""});
    if (kind == TokenKind::open_brace) ++braces;
    if (kind == TokenKind::close_brace && braces > 0) --braces;
    if (kind == TokenKind::open_bracket || kind == TokenKind::open_parenthesis) ++brackets;
    if ((kind == TokenKind::close_bracket || kind == TokenKind::close_parenthesis) && brackets > 0) --brackets;
    words.push_back({kind, std::string(text_of(source, parser.lexed.tokens[k]))});
  }
  return words;
}

/// Every position at which a part can end that begins at a position. A left-recursive production, which the table has
/// none of, derives nothing.
class Recogniser {
public:
  Recogniser(const Productions& productions, const std::vector<Word>& words)
      : productions_(productions), words_(words) {}

  bool derives_all() { return ends(productions_.front().part, 0).contains(words_.size()); }

private:
  const std::set<std::size_t>& ends(const GrammarPart& part, std::size_t begin) {
    const auto key = std::pair(&part, begin);
    if (const auto known = known_.find(key); known != known_.end()) return known->second;
    known_[key] = {};
    std::set<std::size_t> found = computed(part, begin);
    return known_[key] = std::move(found);
  }

  std::set<std::size_t> after(const GrammarPart& part, const std::set<std::size_t>& begins) {
    std::set<std::size_t> all;
    for (const std::size_t begin : begins)
      all.merge(std::set<std::size_t>(ends(part, begin)));
    return all;
  }

  bool is_word(const GrammarPart& part, std::size_t at) const {
    if (at >= words_.size()) return false;
    const Word& found = words_[at];
    if (part.kind == GrammarPartKind::word) return found.kind == TokenKind::identifier && found.text == part.name;
    return found.kind == part.token && (part.token != TokenKind::identifier || found.text != "_");
  }

  std::set<std::size_t> computed(const GrammarPart& part, std::size_t begin) {
    std::set<std::size_t> found;
    switch (part.kind) {
    case GrammarPartKind::token:
    case GrammarPartKind::word:
      if (is_word(part, begin)) found.insert(begin + 1);
      return found;
    case GrammarPartKind::production: {
      const Production* production = find_production(productions_, part.name);
      return production == nullptr ? found : ends(production->part, begin);
    }
    case GrammarPartKind::sequence:
      found = {begin};
      for (const GrammarPart& each : part.parts)
        found = after(each, found);
      return found;
    case GrammarPartKind::choice:
      for (const GrammarPart& each : part.parts)
        found.merge(std::set<std::size_t>(ends(each, begin)));
      return found;
    case GrammarPartKind::optional:
      found = ends(part.parts.front(), begin);
      found.insert(begin);
      return found;
    case GrammarPartKind::repetition: {
      std::set<std::size_t> begins{begin};
      while (!begins.empty()) {
        found.insert(begins.begin(), begins.end());
        std::set<std::size_t> next;
        for (const std::size_t end : after(part.parts.front(), begins))
          if (!found.contains(end)) next.insert(end);
        begins = std::move(next);
      }
      return found;
    }
    }
    return found;
  }

  const Productions& productions_;
  const std::vector<Word>& words_;
  std::map<std::pair<const GrammarPart*, std::size_t>, std::set<std::size_t>> known_;
};

inline bool derives(const Productions& productions, const std::string& text) {
  const std::optional<std::vector<Word>> words = words_of(text);
  return words && Recogniser(productions, *words).derives_all();
}

// Generation: random texts that the table derives.

class Generator {
public:
  Generator(const Productions& productions, std::uint32_t seed) : productions_(productions), random_(seed) {
    // How deep the shallowest derivation of each production is, so that a text can be brought to an end.
    for (std::size_t round = 0; round < productions_.size(); ++round)
      for (const Production& production : productions_)
        depths_[production.name] = depth_of(production.part) + 1;
  }

  std::string text() {
    text_.clear();
    add(productions_.front().part, 0);
    return text_;
  }

private:
  static constexpr int unknown = 1000;
  static constexpr int deep = 14;

  int depth_of(const GrammarPart& part) const {
    int depth = part.kind == GrammarPartKind::choice ? unknown : 0;
    switch (part.kind) {
    case GrammarPartKind::production: {
      const auto known = depths_.find(part.name);
      return known == depths_.end() ? unknown : known->second;
    }
    case GrammarPartKind::sequence:
      for (const GrammarPart& each : part.parts)
        depth = std::max(depth, depth_of(each));
      return depth;
    case GrammarPartKind::choice:
      for (const GrammarPart& each : part.parts)
        depth = std::min(depth, depth_of(each));
      return depth;
    default: return 0;
    }
  }

  int below(int bound) { return std::uniform_int_distribution(0, bound - 1)(random_); }

  std::string spelled(TokenKind kind) {
    static const std::vector<std::string> names{"x", "S", "k_past", "f32", "next", "stack", "in", "carry", "_a"};
    switch (kind) {
    case TokenKind::end_of_line: return "\n";
    case TokenKind::identifier: return names[static_cast<std::size_t>(below(static_cast<int>(names.size())))];
    case TokenKind::integer: return std::to_string(below(20));
    case TokenKind::decimal: return below(2) == 0 ? "1.5" : "2e-3";
    case TokenKind::string: return "\"model.kina\"";
    default: return std::string(spelling(kind));
    }
  }

  void add(const GrammarPart& part, int depth) {
    const auto goes_on = [&] { return depth < deep && below(5) < 2; };
    switch (part.kind) {
    case GrammarPartKind::token: text_ += spelled(part.token) + " "; return;
    case GrammarPartKind::word: text_ += part.name + " "; return;
    case GrammarPartKind::production: add(find_production(productions_, part.name)->part, depth + 1); return;
    case GrammarPartKind::sequence:
      for (const GrammarPart& each : part.parts)
        add(each, depth);
      return;
    case GrammarPartKind::choice: add(chosen(part.parts, depth), depth); return;
    case GrammarPartKind::optional:
      if (goes_on()) add(part.parts.front(), depth);
      return;
    case GrammarPartKind::repetition:
      while (goes_on())
        add(part.parts.front(), depth);
      return;
    }
  }

  const GrammarPart& chosen(const std::vector<GrammarPart>& parts, int depth) {
    if (depth < deep) return parts[static_cast<std::size_t>(below(static_cast<int>(parts.size())))];
    return *std::min_element(parts.begin(), parts.end(), [&](const GrammarPart& left, const GrammarPart& right) {
      return depth_of(left) < depth_of(right);
    });
  }

  const Productions& productions_;
  std::mt19937 random_;
  std::map<std::string, int> depths_;
  std::string text_;
};

}  // namespace kina::testing
