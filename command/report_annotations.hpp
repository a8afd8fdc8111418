/// \file
/// The failures of a report as workflow commands, which GitHub shows beside the lines of a change.
#pragma once

#include "command/report.hpp"

#include <string>

namespace kina {

/// One line a failure: `::error file=a.kina,line=2,col=10,title=concat/agree::message`. A failure that another one
/// explains is left out, as it is in what is printed: GitHub shows no more than ten annotations a step. Nothing at all
/// if everything is proved.
[[nodiscard]] std::string report_annotations(const Report& report);

}  // namespace kina
