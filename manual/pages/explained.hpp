/// \file
/// An explanation as parts of a page, in the order in which each page has them.
#pragma once

#include "manual/explanation.hpp"

#include <string>

namespace kina::manual {

/// A program that fails, what the prover prints for it, and its repair; each only if there is one.
[[nodiscard]] std::string failing_and_repaired(const Explanation& explanation);

/// A diagnostic that is no premise: its anchor and name, what it says, why, and its programs.
[[nodiscard]] std::string diagnostic_section(const Explanation& explanation);

}  // namespace kina::manual
