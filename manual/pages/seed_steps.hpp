/// \file
/// Which statements perform which steps of the seed.
///
/// The static family quotes the seed's step above each statement that performs it. Another program performs a step
/// where it computes the same expression from the same parameters, whatever its sizes.
#pragma once

#include "spec/lang/program.hpp"

#include <string>
#include <vector>

namespace kina::manual {

/// A statement with the steps that it performs.
struct PerformedSteps {
  std::string statement;
  std::vector<std::string> steps;
};

/// The function's statements with the comments above them.
[[nodiscard]] std::vector<PerformedSteps> quoted_steps(const Program& program, const ProgramItem& item);

/// The function's statements with the steps that `quoting`, a function with comments, quotes for the same expressions.
[[nodiscard]] std::vector<PerformedSteps> performed_steps(const Program& program, const ProgramItem& item,
                                                          const Program& quoting_program, const ProgramItem& quoting);

}  // namespace kina::manual
