#include "manual/pages/markdown.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace kina::manual {
namespace {

/// What Doxygen or Markdown may read as a mark, in running text.
std::string escaped(std::string_view text) {
  std::string result;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char letter = text[at];
    switch (letter) {
    case '-':
      if (text.substr(at, 2) == "--") {  // would be a dash
        result += "\\--";
        ++at;
      } else {
        result += letter;
      }
      break;
    case '&': result += "&amp;"; break;
    case '<': result += "&lt;"; break;
    case '>': result += "&gt;"; break;
    case '\\':
    case '@':
    case '*':
    case '_':
    case '%':
    case '#':
    case '[':
    case ']':
    case '|': result += fmt::format("\\{}", letter); break;
    default: result += letter;
    }
  }
  return result;
}

}  // namespace

std::string html_escaped(std::string_view text) {
  std::string result;
  for (const char letter : text) {
    switch (letter) {
    case '&': result += "&amp;"; break;
    case '<': result += "&lt;"; break;
    case '>': result += "&gt;"; break;
    case '"': result += "&quot;"; break;
    default: result += letter;
    }
  }
  return result;
}

std::string code(std::string_view text) {
  // An element and not backquotes, in which not every mark can be written.
  return fmt::format("<code>{}</code>", escaped(text));
}

std::string prose(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const std::size_t open = std::min(text.find('`'), text.size());
    result += escaped(text.substr(0, open));
    text.remove_prefix(open);
    if (text.empty()) break;
    const std::size_t close = std::min(text.find('`', 1), text.size());
    std::string words(text.substr(1, close - 1));
    std::replace(words.begin(), words.end(), '\n', ' ');
    result += code(words);
    text.remove_prefix(std::min(close + 1, text.size()));
  }
  return result;
}

std::string formula(const std::string& latex) { return fmt::format("\\f$ {} \\f$", latex); }
std::string displayed(const std::string& latex) { return fmt::format("\n\\f[ {} \\f]\n\n", latex); }

std::string html_block(const std::string& html) {
  return fmt::format("\n\\htmlonly[block]\n{}\n\\endhtmlonly\n\n", html);
}

std::string message_block(std::string_view text) {
  return html_block(fmt::format("<pre class=\"message\">{}</pre>", html_escaped(text)));
}

std::string anchor(std::string_view name) { return html_block(fmt::format("<a id=\"{}\"></a>", html_escaped(name))); }

std::string link(const std::string& text, const std::string& address) {
  return fmt::format("<a href=\"{}\">{}</a>", html_escaped(address), text);
}

std::string to_markdown(const Table& table) {
  const auto line = [](const std::vector<std::string>& cells) {
    return fmt::format("| {} |\n", fmt::join(cells, " | "));
  };
  std::string text = "\n" + line(table.headings) + line(std::vector<std::string>(table.headings.size(), "---"));
  for (const std::vector<std::string>& row : table.rows)
    text += line(row);
  return text + "\n";
}

}  // namespace kina::manual
