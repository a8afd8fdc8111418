#include "spec/lang/source.hpp"

#include "spec/lang/utf8.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace kina {

namespace {

/// The end of a line's text, before its line feed and the carriage return that may stand there.
std::size_t line_end(const Source& source, std::size_t line) {
  std::size_t end = line < source.line_begins.size() ? source.line_begins[line] - 1 : source.text.size();
  if (end > source.line_begins[line - 1] && source.text[end - 1] == '\r') --end;
  return end;
}

}  // namespace

Place covering(const Place& first, const Place& last) {
  return {first.file, std::min(first.begin, last.begin), std::max(first.end, last.end)};
}

Source make_source(std::string path, std::string text) {
  Source source{std::move(path), std::move(text), {0}};
  // Places hold 32 bits. A longer text is refused by the parser; here it only must not wrap around.
  const std::size_t reach =
      std::min<std::size_t>(source.text.size(), std::numeric_limits<std::uint32_t>::max() - std::size_t{1});
  for (std::size_t offset = source.text.find('\n'); offset < reach; offset = source.text.find('\n', offset + 1))
    source.line_begins.push_back(static_cast<std::uint32_t>(offset + 1));
  return source;
}

Position position_of(const Source& source, std::uint32_t offset) {
  const std::size_t stop = std::min<std::size_t>(offset, source.text.size());
  const auto next = std::upper_bound(source.line_begins.begin(), source.line_begins.end(), stop);
  const auto line = static_cast<std::size_t>(next - source.line_begins.begin());
  Position position{line, 1};
  for (std::size_t at = source.line_begins[line - 1]; at < stop; ++position.column) {
    at += character_at(source.text, at).length;
    if (at > stop)  // an offset inside a character is the character's own position
      break;
  }
  return position;
}

std::string line_text(const Source& source, std::size_t line) {
  if (line == 0 || line > source.line_begins.size()) return "";
  const std::size_t begin = source.line_begins[line - 1];
  return source.text.substr(begin, line_end(source, line) - begin);
}

}  // namespace kina
