/// \file
/// Terms as plain text, in the language's own notation, and as LaTeX.
#pragma once

#include "spec/term.hpp"
#include "spec/type.hpp"

#include <string>

namespace kina {

/// `H * Dh + 1`, `0 <= token_ids[i0, i1]`: with the parentheses that precedence needs, and no others.
[[nodiscard]] std::string to_text(const Term& term);

/// `f32[B, 1, H * Dh]`.
[[nodiscard]] std::string to_text(const Type& type);

/// `1 axis`, `3 axes`.
[[nodiscard]] std::string axes_text(std::size_t count);

/// For a formula in the manual.
[[nodiscard]] std::string to_latex(const Term& term);

}  // namespace kina
