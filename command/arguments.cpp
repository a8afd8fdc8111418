#include "command/arguments.hpp"

#include "command/command.hpp"

#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <limits>

namespace kina {
namespace {

constexpr double greatest_seconds = 1e6;

}  // namespace

std::int64_t parse_integer(const std::string& option, const std::string& text, std::int64_t least,
                           std::int64_t greatest) {
  std::int64_t value = 0;
  const char* end = text.data() + text.size();
  const auto [stopped, error] = std::from_chars(text.data(), end, value);
  const bool is_integer = stopped == end && error != std::errc::invalid_argument;
  if (!is_integer) throw UsageError(fmt::format("{}: '{}' is not an integer", option, text));
  if (error == std::errc::result_out_of_range || value < least || value > greatest)
    throw UsageError(fmt::format("{}: {} is out of range, which is {} to {}", option, text, least, greatest));
  return value;
}

unsigned parse_seconds(const std::string& option, const std::string& text) {
  double value = 0;
  const char* end = text.data() + text.size();
  const auto [stopped, error] = std::from_chars(text.data(), end, value);
  if (stopped != end || error == std::errc::invalid_argument)
    throw UsageError(fmt::format("{}: '{}' is not a number of seconds", option, text));
  if (error == std::errc::result_out_of_range || !(value > 0 && value <= greatest_seconds))
    throw UsageError(
        fmt::format("{}: {} is out of range: above 0 and at most {:.0f} seconds", option, text, greatest_seconds));
  return static_cast<unsigned>(std::ceil(value * 1000));
}

std::vector<std::int64_t> parse_token_ids(const std::string& option, const std::string& text) {
  constexpr const char* separators = ", \t\n";
  std::vector<std::int64_t> ids;
  for (std::size_t begin = text.find_first_not_of(separators); begin != std::string::npos;) {
    const std::size_t end = std::min(text.find_first_of(separators, begin), text.size());
    ids.push_back(parse_integer(option, text.substr(begin, end - begin), 0, std::numeric_limits<std::int64_t>::max()));
    begin = text.find_first_not_of(separators, end);
  }
  if (ids.empty()) throw UsageError(fmt::format("{}: give at least one token id", option));
  return ids;
}

Assignment parse_sizes(const std::string& option, const std::vector<std::string>& texts) {
  Assignment sizes;
  for (const std::string& text : texts) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0)
      throw UsageError(fmt::format("{}: '{}' is not of the form NAME=N", option, text));
    const std::string name = text.substr(0, equals);
    const std::int64_t value = parse_integer(fmt::format("{} {}", option, name), text.substr(equals + 1), 0,
                                             std::numeric_limits<std::int64_t>::max());
    if (!sizes.emplace(name, value).second)
      throw UsageError(fmt::format("{}: the size {} is given twice", option, name));
  }
  return sizes;
}

}  // namespace kina
