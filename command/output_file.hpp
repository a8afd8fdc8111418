/// \file
/// Reports in files, written whole or not at all.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace kina {

/// A place for a report: a path, or `-` for standard output.
class OutputFile {
public:
  /// Makes sure that the report can be written there, so that a wrong path is found before the work is done: a
  /// directory, a path that can't be written, and a path that is one of `inputs` are a `UsageError`.
  OutputFile(const std::string& option, const std::string& path, const std::vector<std::string>& inputs);

  [[nodiscard]] bool is_standard_output() const { return path_ == "-"; }

  /// Writes a temporary file beside the target and renames it, so that a reader sees all of the report or none. What is
  /// no regular file (a pipe, a device) is written to directly.
  void write(std::string_view text) const;

private:
  [[nodiscard]] bool is_special() const;
  void write_temporary(std::string_view text, bool keep) const;
  [[noreturn]] void fail(const std::string& reason) const;

  std::string option_;
  std::string path_;
  /// What the path leads to, links followed.
  std::string target_;
};

}  // namespace kina
