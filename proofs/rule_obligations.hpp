/// \file
/// What has to be proved of an operation itself: that its premises suffice for its element to have a meaning.
#pragma once

#include "proofs/obligation.hpp"
#include "spec/rule.hpp"

namespace kina {

/// For one rule: its premises can hold together; its result's extents are non-negative; every read of its element is in
/// bounds, at every index of the result, under the choices and folds around it; and every part of its element has a
/// value (spec/definedness).
[[nodiscard]] std::vector<Obligation> rule_obligations(const Rule& rule);

}  // namespace kina
