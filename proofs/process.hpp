/// \file
/// Another program, run without a shell.
#pragma once

#include <tl/expected.hpp>

#include <optional>
#include <string>
#include <vector>

namespace kina {

struct ProcessResult {
  /// The exit status; nothing if a signal ended it.
  std::optional<int> status;
  std::string output;
  std::string errors;
};

/// Runs a program that is found on PATH, with an empty standard input, and waits for its end. An error says why it
/// can't be run.
[[nodiscard]] tl::expected<ProcessResult, std::string> run_process(const std::vector<std::string>& arguments);

}  // namespace kina
