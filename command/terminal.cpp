#include "command/terminal.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fmt/format.h>
#include <unistd.h>

namespace kina {
namespace {

constexpr std::chrono::milliseconds before_first_drawing{400};
constexpr std::chrono::milliseconds between_drawings{100};
constexpr std::size_t bar_columns = 30;
constexpr std::size_t most_label_bytes = 40;

constexpr std::string_view erase_line = "\r\x1b[K";

bool is_control(char character) {
  const auto byte = static_cast<unsigned char>(character);
  return byte < 0x20 || byte == 0x7F;
}

std::string without_controls(std::string_view text) {
  std::string shown(text);
  std::replace_if(shown.begin(), shown.end(), is_control, '?');
  return shown;
}

bool colour_wanted() {
  const char* no_colour = std::getenv("NO_COLOR");
  return no_colour == nullptr || *no_colour == '\0';
}

}  // namespace

void write_results(std::string_view text) {
  errno = 0;
  const std::size_t written = std::fwrite(text.data(), 1, text.size(), stdout);
  if (written == text.size() && std::fflush(stdout) == 0) return;
  throw OutputError(fmt::format("standard output: {}", errno == 0 ? "it can't be written" : std::strerror(errno)));
}

void write_error(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), stderr) == text.size()) std::fflush(stderr);
}

void write_error_line(std::string_view message) { write_error("kina: " + without_controls(message) + "\n"); }

bool error_is_terminal() { return isatty(STDERR_FILENO) == 1; }

Colour error_colour() { return colour_wanted() && error_is_terminal() ? Colour::on : Colour::off; }

Colour output_colour() { return colour_wanted() && isatty(STDOUT_FILENO) == 1 ? Colour::on : Colour::off; }

void write_diagnostics(const std::vector<Diagnostic>& diagnostics, const std::vector<Source>& sources) {
  const Colour colour = error_colour();
  for (const Diagnostic& diagnostic : diagnostics)
    write_error(render(diagnostic, sources, colour) + "\n");
}

ProgressBar::ProgressBar(const std::string& label)
    : label_(without_controls(label)), on_terminal_(error_is_terminal()),
      next_drawing_(Clock::now() + before_first_drawing) {
  if (label_.size() > most_label_bytes) label_ = "..." + label_.substr(label_.size() - most_label_bytes);
}

ProgressBar::~ProgressBar() {
  if (visible_) write_error(erase_line);
}

void ProgressBar::update(std::size_t done, std::size_t all) {
  if (!on_terminal_ || all == 0 || Clock::now() < next_drawing_) return;
  next_drawing_ = Clock::now() + between_drawings;
  visible_ = true;
  const std::size_t full = bar_columns * std::min(done, all) / all;
  write_error(
      fmt::format("{}{} [{:#<{}}{:.<{}}] {}/{}", erase_line, label_, "", full, "", bar_columns - full, done, all));
}

}  // namespace kina
