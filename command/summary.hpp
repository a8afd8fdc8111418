/// \file
/// The proof summary that `kina prove` prints.
#pragma once

#include "command/report.hpp"

#include <string>

namespace kina {

/// A table with one row for each kind that occurs, and their sum.
[[nodiscard]] std::string summary_table(const Report& report);

}  // namespace kina
