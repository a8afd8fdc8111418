/// \file
/// Text to tokens. The lexer knows no grammar: whether a line's end ends a statement is the parser's question.
#pragma once

#include "spec/lang/diagnostic.hpp"
#include "spec/lang/parser.hpp"
#include "spec/lang/source.hpp"
#include "spec/lang/token.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace kina {

struct Lexed {
  std::vector<Token> tokens;  ///< the last one is `end_of_file`
  std::vector<Diagnostic> diagnostics;
  /// The `///` lines above an item, by the index of the item's first token.
  std::map<std::size_t, std::string> documentation;
  /// A limit was passed: the tokens are those before it, and parsing them would only give errors that are not there.
  bool given_up = false;
};

/// Splits a source into tokens. A malformed number or string is reported and then stands as a token of its kind.
[[nodiscard]] Lexed lex(const Source& source, std::uint32_t file, const ParserLimits& limits = {});

/// What every list of diagnostics ends with when it has grown to its limit.
[[nodiscard]] Diagnostic too_many_diagnostics(const Place& place, const ParserLimits& limits);

}  // namespace kina
