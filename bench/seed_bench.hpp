/// \file
/// The benchmarks of a token at the seed's sizes, where a step computes almost nothing: what is timed is the loop and
/// the engine around the numbers.
#pragma once

namespace kina::bench {

/// Whether every engine generates the same tokens at the seed's sizes; says on standard error where it does not.
[[nodiscard]] bool tokens_agree();

/// `reference_token` and `eigen_token`, each with the program's name.
void register_seed_benchmarks();

}  // namespace kina::bench
