/// \file
/// The proof report of design section 8 as JSON.
#pragma once

#include "command/report.hpp"

#include <nlohmann/json.hpp>

#include <optional>
#include <string>

namespace kina {

/// The report as text. Keys stand in the order of the contract, so equal reports are equal texts; what is not UTF-8 in
/// a name is replaced. Beside the contract's keys, `items` holds the signatures.
[[nodiscard]] std::string report_json(const Report& report);

/// A counterexample as an object by name, or null if there is none.
[[nodiscard]] nlohmann::ordered_json counterexample_json(const std::optional<Counterexample>& counterexample);

/// A document as the text of a file: indented, with a line feed at its end, and with U+FFFD for what is not UTF-8.
[[nodiscard]] std::string document_text(const nlohmann::ordered_json& document);

}  // namespace kina
