/// \file
/// What a failing condition reduces to, in few words, and repairs that the checker has accepted.
#pragma once

#include "proofs/obligation.hpp"

#include <optional>

namespace kina {

/// A simpler condition that is equivalent to the failing one under its facts ("S = 1"), if one was found. It is printed
/// only because it has been proved both ways.
[[nodiscard]] std::optional<SimplerCondition> simpler_equivalent(Solver& solver, const Obligation& obligation,
                                                                 const DecisionLimits& limits);

}  // namespace kina
