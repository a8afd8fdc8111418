/// \file
/// The fact that a signature lacks: with it in `where`, what failed would be proved, and callers would owe it.
#pragma once

#include "proofs/edit.hpp"
#include "proofs/obligation.hpp"

#include <vector>

namespace kina {

/// Edits that state what the failed obligation needs: an inequality between sizes and integer scalars, the range of an
/// integer parameter's elements, or that a float scalar is positive. Of a loop's variable the last value is meant:
/// `S + N <= P` for a read at `S + i`. An equation is never stated: that would pin a size to the place that fails.
[[nodiscard]] std::vector<Edit> stated_facts(Solver& solver, const Program& program, const ProgramItem& item,
                                             const ProofResult& result, const DecisionLimits& limits);

}  // namespace kina
