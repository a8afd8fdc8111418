/// \file
/// Another program, run without a shell.
#pragma once

#include <tl/expected.hpp>

#include <cstddef>
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

/// What a program may take before it is killed.
struct ProcessLimits {
  /// Without any output.
  unsigned silent_milliseconds = 60'000;
  std::size_t output_bytes = std::size_t{1} << 24U;
};

/// Runs a program that is found on PATH, with an empty standard input, and waits for its end; beyond the limits it is
/// killed, so that its result has no status. An error says why it can't be run.
[[nodiscard]] tl::expected<ProcessResult, std::string> run_process(const std::vector<std::string>& arguments,
                                                                   const ProcessLimits& limits = {});

}  // namespace kina
