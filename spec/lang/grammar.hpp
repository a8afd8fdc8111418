/// \file
/// The language's grammar as a value: the manual prints it, and tests hold it to the parser both ways.
///
/// The parser is written by hand, for its messages. It and this table share what they can: the spellings of tokens, and
/// the levels of the operators.
#pragma once

#include "spec/lang/token.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace kina {

enum class GrammarPartKind {
  token,       ///< a token of this kind; an identifier is any name but `_`
  word,        ///< an identifier that is this word
  production,  ///< what the production of this name derives
  sequence,    ///< its parts, one after the other
  choice,      ///< one of its parts
  optional,    ///< its part, or nothing
  repetition,  ///< its part any number of times
};

/// The right side of a production, or a part of it.
struct GrammarPart {
  GrammarPartKind kind = GrammarPartKind::sequence;
  TokenKind token = TokenKind::identifier;
  std::string name;  ///< a word, or a production's name
  std::vector<GrammarPart> parts;

  friend bool operator==(const GrammarPart&, const GrammarPart&) = default;
};

struct Production {
  std::string name;
  GrammarPart part;
};

/// The productions; a file is derived from the first. The end of a line is a token where it ends a statement: in the
/// braces of a body, outside brackets, and not after a token that `continues_line`.
[[nodiscard]] const std::vector<Production>& grammar();

/// The production of this name, or null.
[[nodiscard]] const Production* find_production(const std::vector<Production>& productions, std::string_view name);

/// A kind of token that has many spellings.
struct TokenPattern {
  TokenKind token;
  std::string name;     ///< as it stands in a production: `integer`
  std::string pattern;  ///< a regular expression (ECMAScript)
  std::string says;     ///< what no pattern says, as a sentence
};
[[nodiscard]] const std::vector<TokenPattern>& token_patterns();

/// A part as EBNF: `[ ]` is optional, `{ }` repeated.
[[nodiscard]] std::string to_ebnf(const GrammarPart& part);

}  // namespace kina
