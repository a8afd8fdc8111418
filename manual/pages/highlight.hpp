/// \file
/// Kina's source text as HTML: its words marked by what they are, its operations leading to their pages.
#pragma once

#include <string>
#include <string_view>

namespace kina::manual {

/// The text in the lexer's words. The result has the same characters, in elements.
[[nodiscard]] std::string highlighted(const std::string& text);

/// The text as a block of a page.
[[nodiscard]] std::string kina_block(std::string_view text);

}  // namespace kina::manual
