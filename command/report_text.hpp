/// \file
/// The words and the paths of a report, as those formats need them that are read by other tools.
#pragma once

#include "command/report.hpp"

#include <string>
#include <string_view>

namespace kina {

/// Everything that is known of a failure, as plain text: the message, then a line for each note and each help.
[[nodiscard]] std::string whole_message(const ReportLine& line);

/// A path as it is named in the folder that the command runs in: relative without `.` and `..` if it leads into that
/// folder, absolute if it does not. Links are not followed, so a file keeps the name that version control has for it.
[[nodiscard]] std::string path_from_here(const std::string& path);

/// The text with U+FFFD for what no XML document may hold: bytes that are not UTF-8, control characters other than tab,
/// line feed and carriage return, and the two code points that are no characters (XML 1.0, section 2.2).
[[nodiscard]] std::string readable(std::string_view text);

}  // namespace kina
