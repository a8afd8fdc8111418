#include "command/report_annotations.hpp"

#include "command/report_text.hpp"

#include <fmt/format.h>

namespace kina {
namespace {

/// The value of a command. The runner reads a line, so what would end it is written in hexadecimal, and so is the sign
/// that introduces this.
std::string escaped_value(std::string_view text) {
  std::string result;
  for (const char character : readable(text)) {
    switch (character) {
    case '%': result += "%25"; break;
    case '\r': result += "%0D"; break;
    case '\n': result += "%0A"; break;
    default: result += character;
    }
  }
  return result;
}

/// The value of a property, which a comma or a colon would end, too.
std::string escaped_property(std::string_view text) {
  std::string result;
  for (const char character : escaped_value(text)) {
    switch (character) {
    case ':': result += "%3A"; break;
    case ',': result += "%2C"; break;
    default: result += character;
    }
  }
  return result;
}

/// There is no `endLine`: GitHub takes a column only of an annotation on one line, and the column says more.
std::string annotation(const ReportLine& line) {
  std::string properties;
  if (!line.file.empty())
    properties = fmt::format("file={},line={},col={},", escaped_property(path_from_here(line.file)), line.begin.line,
                             line.begin.column);
  return fmt::format("::error {}title={}::{}\n", properties, escaped_property(line.obligation),
                     escaped_value(whole_message(line)));
}

}  // namespace

std::string report_annotations(const Report& report) {
  std::string text;
  for (const ReportLine& line : report.lines)
    if (line.verdict != Verdict::proved && line.consequence_of.empty()) text += annotation(line);
  return text;
}

}  // namespace kina
