/// \file
/// The host loop's obligations (design section 6): that a decode family can be driven for any number of steps.
#pragma once

#include "proofs/obligation.hpp"

#include <vector>

namespace kina {

/// The obligations of the loop over the functions of the program's own file; none if they form no loop.
[[nodiscard]] std::vector<Obligation> loop_obligations(const Program& program);

}  // namespace kina
