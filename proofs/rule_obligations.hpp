/// \file
/// What has to be proved of an operation itself: that its premises suffice for its element to have a meaning.
#pragma once

#include "proofs/obligation.hpp"
#include "spec/rule.hpp"

namespace kina {

/// Wherever a rule is used: its result's extents are non-negative; every read of its element is in bounds, at every
/// index of the result, under the choices and folds around it; and every part of its element has a value
/// (spec/definedness). For the covered ranks the gate proves this once.
[[nodiscard]] std::vector<Obligation> use_obligations(const Rule& rule);

/// Of the definition: its premises can hold together, what every use needs, and its result is unique, so that it does
/// not matter in the extents of which operand it is written.
[[nodiscard]] std::vector<Obligation> rule_obligations(const Rule& rule);

}  // namespace kina
