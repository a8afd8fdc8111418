/// \file
/// Text as Markdown that Doxygen reads as it is meant.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace kina::manual {

/// Text for HTML: `&`, `<`, `>` and quotation marks are references.
[[nodiscard]] std::string html_escaped(std::string_view text);

/// A sentence or paragraphs from a definition. What stands between backquotes is code; of Markdown's other marks only
/// lists are read, so that `x * y` is a product and `@` is an operator.
[[nodiscard]] std::string prose(std::string_view text);

/// Words of code in a line.
[[nodiscard]] std::string code(std::string_view text);

/// A formula in a line, and one on a line of its own.
[[nodiscard]] std::string formula(const std::string& latex);
[[nodiscard]] std::string displayed(const std::string& latex);

/// HTML that Doxygen passes on as it is.
[[nodiscard]] std::string html_block(const std::string& html);

/// What a program prints.
[[nodiscard]] std::string message_block(std::string_view text);

/// A place that a link can name: `concat/agree`.
[[nodiscard]] std::string anchor(std::string_view name);

[[nodiscard]] std::string link(const std::string& text, const std::string& address);

/// Cells are Markdown without line breaks.
struct Table {
  std::vector<std::string> headings;
  std::vector<std::vector<std::string>> rows;
};
[[nodiscard]] std::string to_markdown(const Table& table);

}  // namespace kina::manual
