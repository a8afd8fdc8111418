/// \file
/// The benchmarks of a decode step at the larger sizes.
#pragma once

#include "bench/decode_model.hpp"

#include <array>

namespace kina::bench {

inline constexpr std::array<DecodeSizes, 2> larger_sizes = {{{6, 48, 32'000}, {12, 64, 50'257}}};
inline constexpr std::array<std::int64_t, 4> cached_positions = {0, 1'024, 4'096, 16'384};

/// `eigen`, `plain_loop`, `numpy_matmul`, `numpy_einsum` and `read`, each with H, Dh, V and S.
void register_decode_benchmarks();

}  // namespace kina::bench
