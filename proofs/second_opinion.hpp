/// \file
/// A second solver's answers to the questions that verdicts rest on.
#pragma once

#include "proofs/obligation.hpp"

#include <tl/expected.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace kina {

struct SecondOpinion {
  std::size_t agreed = 0;
  std::size_t contradicted = 0;
  /// The questions that the second solver did not decide within its limit, by item and obligation.
  std::vector<std::string> undecided;
};

/// Asks cvc5 every recorded question, each once. Where it contradicts the answer that a verdict rests on, the verdict
/// becomes `disagreement`. An error if cvc5 can't be run.
[[nodiscard]] tl::expected<SecondOpinion, std::string> ask_second_solver(std::vector<ProofResult>& results,
                                                                         std::size_t jobs, unsigned milliseconds);

}  // namespace kina
