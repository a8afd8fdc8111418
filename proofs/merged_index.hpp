/// \file
/// The range of an index that is merged from others, or taken out of a merged one: a number in mixed radix, bounded one
/// digit at a time.
///
/// A reshape reads its operand at quotients and remainders of `(i0 * s1 + i1) * s2 + i2`. As one question about
/// products of six names and more no solver decides its range; as one small question a digit each decides it at once.
#pragma once

#include "proofs/decide.hpp"

#include <optional>
#include <vector>

namespace kina {

/// Questions that together imply this one: its goal is `0 <= e < n`, e being sums, products, quotients or remainders,
/// or `d != 0` for a factor of a product that the facts equate with another. Some speak of this question's terms, some
/// are the same for every index: with 0 <= a < p and 0 <= i < s, `a * s + i < p * s`; with 0 <= e < p * s, `e / s < p`.
/// Nothing for another goal, or where the digits do not fit.
[[nodiscard]] std::optional<std::vector<Question>> merged_index_steps(const Question& question);

}  // namespace kina
