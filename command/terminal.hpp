/// \file
/// The two output streams: results on standard output, everything else on standard error.
#pragma once

#include "spec/lang/diagnostic.hpp"

#include <chrono>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace kina {

/// Results that can't be written: a full disk, a reader that has gone. The exit status is then 1.
class OutputError : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

/// Writes results to standard output and flushes them.
void write_results(std::string_view text);

/// Writes to standard error; if it can't be written, there is nobody to tell.
void write_error(std::string_view text);

/// Writes one line, `kina: ...`, to standard error. Control characters of the message are shown as `?`, so that a
/// file's name can't make it several lines.
void write_error_line(std::string_view message);

/// Whether standard error is a terminal, and whether it is to be coloured: not if NO_COLOR is set to anything.
[[nodiscard]] bool error_is_terminal();
[[nodiscard]] Colour error_colour();

/// The same of standard output.
[[nodiscard]] Colour output_colour();

/// Renders diagnostics to standard error, each followed by an empty line.
void write_diagnostics(const std::vector<Diagnostic>& diagnostics, const std::vector<Source>& sources);

/// A bar on standard error for long work. It appears only on a terminal and only when the work has taken a while, and
/// its destructor removes it.
class ProgressBar {
public:
  explicit ProgressBar(const std::string& label);
  ~ProgressBar();
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  void update(std::size_t done, std::size_t all);

private:
  using Clock = std::chrono::steady_clock;

  std::string label_;
  bool on_terminal_;
  bool visible_ = false;
  Clock::time_point next_drawing_;
};

}  // namespace kina
