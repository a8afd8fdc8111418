#include "manual/explanation_text.hpp"

#include <algorithm>

namespace kina {
namespace {

constexpr std::string_view fence = "```";

/// The first line of a text, which is taken off it.
std::string_view next_line(std::string_view& text) {
  const std::size_t end = text.find('\n');
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  return line;
}

std::string without_outer_lines(const std::string& text) {
  const std::size_t begin = text.find_first_not_of('\n');
  if (begin == std::string::npos) return {};
  return text.substr(begin, text.find_last_not_of('\n') - begin + 1);
}

}  // namespace

ExplanationText parse_explanation(std::string_view text) {
  ExplanationText parsed;
  std::string* open = &parsed.prose;
  while (!text.empty()) {
    const std::string_view line = next_line(text);
    if (line == "```kina-fails") {
      open = &parsed.failing;
    } else if (line == "```kina") {
      open = &parsed.repaired;
    } else if (line == fence) {
      open = &parsed.prose;
    } else if (open == &parsed.prose && line.starts_with("# ")) {
      parsed.heading = line.substr(2);
    } else {
      open->append(line).append("\n");
    }
  }
  parsed.prose = without_outer_lines(parsed.prose);
  return parsed;
}

std::optional<ExplanationText> explanation_text(const std::string& path) {
  const std::vector<EmbeddedFile>& files = explanation_files();
  const auto found =
      std::find_if(files.begin(), files.end(), [&](const EmbeddedFile& file) { return file.path == path; });
  if (found == files.end()) return std::nullopt;
  ExplanationText text = parse_explanation(found->text);
  text.path = path;
  return text;
}

}  // namespace kina
