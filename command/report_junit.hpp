/// \file
/// A report as JUnit XML, which build servers show as test results.
#pragma once

#include "command/report.hpp"

#include <string>

namespace kina {

/// A suite for each file and a case for each result, in the form that Jenkins' schema junit-10.xsd accepts. The case's
/// class is the item, its name the obligation and its place, numbered where these are the same. A refuted result is a
/// failure; `unknown` and `disagreement` are errors, since nothing is known to be wrong with the program.
[[nodiscard]] std::string report_junit(const Report& report);

}  // namespace kina
