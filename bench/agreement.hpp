/// \file
/// What is timed is checked first.
#pragma once

#include "bench/decode_model.hpp"

#include <span>

namespace kina::bench {

/// Whether everybody who computes steps agrees, at these sizes and after each of these numbers of positions: logits
/// within `greatest_difference`, and the token that follows. Says on standard error who does not.
[[nodiscard]] bool all_agree(const DecodeSizes& sizes, std::span<const std::int64_t> positions);

/// The greatest difference of two logits that counts as rounding, as a part of the greatest logit. Each logit is a sum
/// of D products that everybody adds in an order of his own, and the terms of D such sums; D is below 1,000 and one
/// rounding is 6e-8, so that 1e-4 is more than rounding makes and far less than any mistake.
inline constexpr float greatest_difference = 1e-4F;

}  // namespace kina::bench
