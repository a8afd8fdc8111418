/// \file
/// Ground facts about products and quotients. With them a question about sizes becomes linear arithmetic over
/// opaque products, which the solver always decides (design section 5, "Merged axes").
#pragma once

#include "spec/term.hpp"

#include <vector>

namespace kina {

/// Lemma instances, true at every assignment, for the products, quotients and remainders in the conditions.
///
/// - A quotient by n >= 1: e = q*n + r with 0 <= r < n; 0 <= e < n gives q = 0 and r = e; n <= e < 2n gives q = 1.
/// - A product of non-negative factors is non-negative; it is 0 if a factor is.
/// - Two products with a common factor c >= 0 are ordered as their other factors a and b are: a < b gives
///   a*c + c <= b*c. This carries the range of a merged index, i*n + j < m*n for i < m and j < n.
[[nodiscard]] std::vector<Term> ground_lemmas(const std::vector<Term>& conditions);

}  // namespace kina
