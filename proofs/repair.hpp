/// \file
/// Repairs of a refuted obligation: small edits of the source that the checker has accepted.
#pragma once

#include "proofs/prove.hpp"

#include <string>
#include <vector>

namespace kina {

/// What to do about a refuted obligation, where that is sure: the fact that its signature lacks; the one edit (another
/// axis, another size, a stretched operand) with which everything in the item is proved; or the block that an operand
/// lacks. Nothing where there are several such edits.
[[nodiscard]] std::vector<std::string> repairs(Solver& solver, const Program& program, const ProgramItem& item,
                                               const ProofResult& result, const ProveOptions& options);

}  // namespace kina
