/// \file
/// How an operation is written.
#pragma once

#include "spec/rule.hpp"

#include <string>

namespace kina {

/// `concat(x, ..., axis=)`, `x + y`, `-x`, `x[slices]`: with the parameters' names and defaults.
[[nodiscard]] std::string usage(const Operation& operation);

}  // namespace kina
