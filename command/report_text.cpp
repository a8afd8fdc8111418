#include "command/report_text.hpp"

#include "spec/lang/utf8.hpp"

#include <filesystem>

namespace kina {
namespace {

namespace fs = std::filesystem;

bool is_readable(const Character& character) {
  if (!character.valid) return false;
  if (character.value == '\t' || character.value == '\n' || character.value == '\r') return true;
  return character.value >= 0x20 && character.value != 0xFFFE && character.value != 0xFFFF;
}

}  // namespace

std::string whole_message(const ReportLine& line) {
  std::string text = line.message;
  for (const std::string& note : line.notes)
    text += "\nnote: " + note;
  if (!line.consequence_of.empty()) text += "\nnote: it fails because " + line.consequence_of + " fails before it";
  for (const std::string& help : line.helps)
    text += "\nhelp: " + help;
  return text;
}

std::string path_from_here(const std::string& path) {
  std::error_code error;
  const fs::path here = fs::current_path(error);
  if (error || path.empty()) return path;
  const fs::path absolute = (here / path).lexically_normal();
  const fs::path relative = absolute.lexically_relative(here);
  return relative.empty() || *relative.begin() == ".." ? absolute.string() : relative.string();
}

std::string readable(std::string_view text) {
  std::string result;
  for (std::size_t offset = 0; offset < text.size();) {
    const Character character = character_at(text, offset);
    result += is_readable(character) ? text.substr(offset, character.length) : "\xEF\xBF\xBD";
    offset += character.length;
  }
  return result;
}

}  // namespace kina
