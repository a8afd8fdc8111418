/// \file
/// The values of options, read strictly: the whole text is the value, or there is a `UsageError` that names the option.
#pragma once

#include "spec/evaluate_integer.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace kina {

/// An integer between two limits, both included.
[[nodiscard]] std::int64_t parse_integer(const std::string& option, const std::string& text, std::int64_t least,
                                         std::int64_t greatest);

/// A positive number of seconds, as milliseconds, at least one.
[[nodiscard]] unsigned parse_seconds(const std::string& option, const std::string& text);

/// Token ids, separated by commas or spaces; at least one.
[[nodiscard]] std::vector<std::int64_t> parse_token_ids(const std::string& option, const std::string& text);

/// `NAME=N` for each text; no name twice.
[[nodiscard]] Assignment parse_sizes(const std::string& option, const std::vector<std::string>& texts);

}  // namespace kina
