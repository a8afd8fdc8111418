/// \file
/// The language's grammar as a page.
#pragma once

#include "manual/pages/page.hpp"

namespace kina::manual {

/// The productions as EBNF, each name leading to its production; the operators by precedence; words and lines.
[[nodiscard]] Page grammar_page();

}  // namespace kina::manual
