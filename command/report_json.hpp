/// \file
/// The proof report of design section 8 as JSON.
#pragma once

#include "command/report.hpp"

#include <string>

namespace kina {

/// The report as text. Keys stand in the order of the contract, so equal reports are equal texts; what is not UTF-8 in
/// a name is replaced. Beside the contract's keys, `items` holds the signatures.
[[nodiscard]] std::string report_json(const Report& report);

}  // namespace kina
