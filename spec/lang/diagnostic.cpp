#include "spec/lang/diagnostic.hpp"

#include "spec/lang/utf8.hpp"

#include <algorithm>
#include <string_view>
#include <tuple>

namespace kina {

namespace {

/// The most characters of a source line that are shown.
constexpr std::size_t shown_columns = 160;
/// Of these, how many stand before the first caret when the line has to be cut.
constexpr std::size_t columns_before_carets = 40;
/// A name longer than this is not a typing mistake; the edit distance would cost its square.
constexpr std::size_t longest_corrected_name = 100;

constexpr std::string_view ellipsis = "…";
constexpr std::string_view replacement = "\xEF\xBF\xBD";

/// Characters that a terminal obeys instead of showing: controls, and marks that reorder the text around them.
bool is_hidden(char32_t character) {
  return character < 0x20 || (character >= 0x7F && character <= 0x9F) || character == 0x200B || character == 0x200E ||
         character == 0x200F || (character >= 0x2028 && character <= 0x202E) ||
         (character >= 0x2066 && character <= 0x2069) || character == 0xFEFF;
}

/// The characters numbered `[first, last)` of a text, made safe to show.
std::string printable(std::string_view text, std::size_t first = 0, std::size_t last = std::string_view::npos) {
  std::string shown;
  std::size_t number = 0;
  for (std::size_t offset = 0; offset < text.size() && number < last; ++number) {
    const Character character = character_at(text, offset);
    if (number >= first) {
      if (character.value == '\t')
        shown += ' ';
      else if (!character.valid || is_hidden(character.value))
        shown += replacement;
      else
        shown += text.substr(offset, character.length);
    }
    offset += character.length;
  }
  return shown;
}

std::string painted(std::string_view text, std::string_view style, Colour colour) {
  if (colour == Colour::off || text.empty()) return std::string(text);
  return "\x1b[" + std::string(style) + "m" + std::string(text) + "\x1b[0m";
}

constexpr std::string_view bold_red = "1;31";
constexpr std::string_view red = "31";
constexpr std::string_view blue = "34";

/// What is drawn of one source line: the text, and where below it the carets stand.
struct Excerpt {
  std::string text;
  std::size_t indent = 0;
  std::size_t carets = 1;
};

Excerpt excerpt(std::string_view line, std::size_t begin, std::size_t end) {
  std::size_t first = 0;  // the numbers of the first character with a caret and of the first one after the carets
  std::size_t last = 0;
  std::size_t count = 0;
  for (std::size_t offset = 0; offset < line.size(); ++count) {
    const std::size_t next = offset + character_at(line, offset).length;
    first += next <= begin ? 1 : 0;
    last += offset < end ? 1 : 0;
    offset = next;
  }
  // A place may be empty or stand after the line's last character: there is always one caret.
  last = std::max(last, first + 1);
  if (count <= shown_columns) return {printable(line), first, std::min(last, std::max(count, first + 1)) - first};
  const std::size_t left = std::min(first - std::min(first, columns_before_carets), count - shown_columns);
  const std::size_t right = left + shown_columns;
  const std::string_view before = left > 0 ? ellipsis : "";
  const std::string_view after = right < count ? ellipsis : "";
  return {std::string(before) + printable(line, left, right) + std::string(after), first - left + (left > 0 ? 1 : 0),
          std::min(last, std::max(right, first + 1)) - first};
}

/// `= note: ...`, with the further lines of the text below its first.
std::string footnote(std::string_view kind, std::string_view text, const std::string& margin, Colour colour) {
  std::string lines = margin + painted("=", blue, colour) + " " + std::string(kind) + ": ";
  const std::string further = margin + std::string(kind.size() + 4, ' ');
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    lines += (begin > 0 ? further : "") + printable(text.substr(begin, end - begin)) + "\n";
    begin = end + 1;
  }
  return lines;
}

std::string source_lines(const Diagnostic& diagnostic, const Source& source, const std::string& number, Colour colour) {
  const Place place = diagnostic.place;
  const Position position = position_of(source, place.begin);
  const std::string text = line_text(source, position.line);
  const std::size_t line_begin = source.line_begins[position.line - 1];
  const std::size_t begin = std::max<std::size_t>(place.begin, line_begin) - line_begin;
  const Excerpt drawn = excerpt(text, begin, std::max<std::size_t>(place.end, line_begin) - line_begin);

  const std::string empty_gutter = painted(std::string(number.size() + 1, ' ') + "|", blue, colour);
  std::string lines = painted(std::string(number.size(), ' ') + "-->", blue, colour) + " " + printable(source.path) +
                      ":" + number + ":" + std::to_string(position.column) + "\n" + empty_gutter + "\n";
  lines += painted(number + " |", blue, colour) + (drawn.text.empty() ? "" : " ") + drawn.text + "\n";
  lines += empty_gutter + " " + std::string(drawn.indent, ' ') + painted(std::string(drawn.carets, '^'), red, colour);
  lines += (diagnostic.label.empty() ? "" : " ") + painted(printable(diagnostic.label), red, colour) + "\n";
  return lines;
}

std::string lowered(std::string_view text) {
  std::string result(text);
  for (char& letter : result)
    if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
  return result;
}

/// The fewest insertions, deletions, replacements and swaps of neighbours that turn one text into the other.
std::size_t edit_distance(std::string_view from, std::string_view to) {
  std::vector<std::size_t> before_previous;
  std::vector<std::size_t> previous;
  std::vector<std::size_t> current(to.size() + 1);
  for (std::size_t column = 0; column <= to.size(); ++column)
    current[column] = column;
  for (std::size_t row = 1; row <= from.size(); ++row) {
    before_previous = previous;
    previous = current;
    current[0] = row;
    for (std::size_t column = 1; column <= to.size(); ++column) {
      const std::size_t replaced = previous[column - 1] + (from[row - 1] == to[column - 1] ? 0 : 1);
      current[column] = std::min({replaced, previous[column] + 1, current[column - 1] + 1});
      if (row > 1 && column > 1 && from[row - 1] == to[column - 2] && from[row - 2] == to[column - 1])
        current[column] = std::min(current[column], before_previous[column - 2] + 1);
    }
  }
  return current.back();
}

}  // namespace

std::string render(const Diagnostic& diagnostic, const std::vector<Source>& sources, Colour colour) {
  const bool has_source = diagnostic.place.file < sources.size();
  const Source* source = has_source ? &sources[diagnostic.place.file] : nullptr;
  const std::string number =
      has_source ? std::to_string(position_of(*source, diagnostic.place.begin).line) : std::string();

  std::string lines =
      painted("error[" + diagnostic.code + "]", bold_red, colour) + ": " + printable(diagnostic.message) + "\n";
  if (has_source) lines += source_lines(diagnostic, *source, number, colour);
  const std::string margin(number.size() + 1, ' ');
  for (const std::string& note : diagnostic.notes)
    lines += footnote("note", note, margin, colour);
  for (const std::string& help : diagnostic.helps)
    lines += footnote("help", help, margin, colour);
  return lines;
}

void sort_diagnostics(std::vector<Diagnostic>& diagnostics) {
  const auto key = [](const Diagnostic& diagnostic) {
    return std::tuple(diagnostic.place.file, diagnostic.place.begin, diagnostic.place.end);
  };
  std::stable_sort(diagnostics.begin(), diagnostics.end(),
                   [&](const Diagnostic& left, const Diagnostic& right) { return key(left) < key(right); });
  std::vector<Diagnostic> kept;
  for (Diagnostic& diagnostic : diagnostics) {
    // A repetition has the same place, so it is among the last ones kept.
    bool repeated = false;
    for (auto other = kept.rbegin(); !repeated && other != kept.rend() && key(*other) == key(diagnostic); ++other)
      repeated = *other == diagnostic;
    if (!repeated) kept.push_back(std::move(diagnostic));
  }
  diagnostics = std::move(kept);
}

std::string nearest_name(const std::string& name, const std::vector<std::string>& candidates) {
  if (name.empty() || name.size() > longest_corrected_name) return "";
  const std::size_t threshold = name.size() <= 3 ? 1 : name.size() / 3;
  using Rank = std::tuple<std::size_t, std::size_t, std::string>;
  const Rank none{threshold + 1, 0, ""};
  Rank best = none;
  for (const std::string& candidate : candidates) {
    const std::size_t longer = std::max(name.size(), candidate.size());
    if (longer - std::min(name.size(), candidate.size()) > threshold) continue;
    const std::size_t distance = edit_distance(lowered(name), lowered(candidate));
    // Two names without a letter in common are not near, however short they are.
    if (distance <= threshold && distance < longer)
      best = std::min(best, Rank{distance, edit_distance(name, candidate), candidate});
  }
  return best == none ? "" : std::get<2>(best);
}

}  // namespace kina
