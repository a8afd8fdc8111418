/// \file
/// Runs the built command as its users do: as a process of its own, both output streams apart.
#pragma once

#include "tests/python.hpp"

#include <nlohmann/json.hpp>

#include <fstream>
#include <string>
#include <string_view>
#include <vector>

namespace kina::tests {

struct Run {
  int status = 0;  ///< the exit status; 128 and more for a signal
  std::string output;
  std::string errors;
};

/// Where the process's standard output goes, if not to the test.
enum class OutputTo { test, full_device, closed, broken_pipe };

/// How a process is set up beside its arguments.
struct RunSetting {
  OutputTo output = OutputTo::test;
  /// Standard error is a terminal.
  bool terminal = false;
  /// More environment variables, `NAME=value`.
  std::vector<std::string> environment = {};
};

/// Runs `kina` with these arguments.
[[nodiscard]] Run run_kina(const std::vector<std::string>& arguments, const RunSetting& setting = {});

/// Whether a text is one line that begins with `kina: ` and ends with a line feed.
[[nodiscard]] bool is_one_error_line(std::string_view text);

/// Whether a run was refused as design section 7 says: status 2, one line, and no output.
[[nodiscard]] bool is_refused(const Run& run);

/// A program of the source tree.
[[nodiscard]] std::string program_path(const std::string& name);

/// A folder with files that a test writes.
class Files : public TemporaryFolder {
public:
  /// Writes a file and returns its path.
  std::string write(const std::string& name, std::string_view text) const {
    std::ofstream(file(name), std::ios::binary) << text;
    return file(name);
  }
  [[nodiscard]] std::string read(const std::string& name) const {
    std::ifstream stream(file(name), std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
  }
};

/// A program whose proof fails: the concatenation is on the wrong axis, at line 2.
inline constexpr std::string_view wrong_axis =
    "fn append[S, D](past: f32[S, D], row: f32[1, D]) -> (next: f32[S + 1, D]) "
    "where S >= 0 {\n  return concat(past, row, axis=1)\n}\n";

/// The same program, repaired.
inline constexpr std::string_view right_axis =
    "fn append[S, D](past: f32[S, D], row: f32[1, D]) -> (next: f32[S + 1, D]) "
    "where S >= 0 {\n  return concat(past, row, axis=0)\n}\n";

}  // namespace kina::tests
