/// \file
/// What a pattern finds in a text.
#pragma once

#include <regex>
#include <string>
#include <vector>

namespace kina::testing {

/// The first group of each match.
inline std::vector<std::string> matches_of(const std::string& text, const std::string& pattern) {
  const std::regex expression(pattern);
  std::vector<std::string> found;
  for (std::sregex_iterator match(text.begin(), text.end(), expression), end; match != end; ++match)
    found.push_back((*match)[1]);
  return found;
}

}  // namespace kina::testing
