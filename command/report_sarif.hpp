/// \file
/// A report as SARIF 2.1.0, the format of code scanning services and editors.
#pragma once

#include "command/report.hpp"

#include <string>

namespace kina {

/// A result for each obligation that is not proved, and a rule for each obligation's name among them, with its
/// explanation. Proved obligations are no results: SARIF has a kind of result for them, `pass`, but GitHub reads no
/// kinds and would show each as an alert. Whoever wants to see what is proved reads the JSON or the JUnit report.
[[nodiscard]] std::string report_sarif(const Report& report);

}  // namespace kina
