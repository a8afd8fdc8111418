/// \file
/// Text to syntax tree, with recovery: every syntax error of a file in one run.
#pragma once

#include "spec/lang/diagnostic.hpp"
#include "spec/lang/operators.hpp"
#include "spec/lang/source.hpp"
#include "spec/lang/syntax.hpp"

#include <cstdint>
#include <vector>

namespace kina {

/// What a source may hold at most; beyond it there is a named error, never a crash, a hang or runaway memory.
struct ParserLimits {
  std::size_t bytes = 4u << 20;    ///< `limit/bytes`: a file's size
  std::size_t nesting = 200;       ///< `limit/nesting`: brackets, operators and loops inside one another
  std::size_t tokens = 1'000'000;  ///< `limit/tokens`
  std::size_t diagnostics = 100;   ///< `limit/diagnostics`: after this many errors the file is given up
};

struct Parsed {
  syntax::File file;
  std::vector<Diagnostic> diagnostics;
};

/// Parses one source. The items that could be read are returned even when there are errors.
[[nodiscard]] Parsed parse(const Source& source, std::uint32_t file, const ParserLimits& limits = {});

}  // namespace kina
