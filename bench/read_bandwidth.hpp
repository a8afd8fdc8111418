/// \file
/// How fast one core reads memory.
#pragma once

#include <cstddef>
#include <span>

namespace kina::bench {

/// The sum of all numbers, read once.
///
/// It is a loop that reads as fast as one core can, not the simplest one: four runs of addresses side by side, each
/// asked for ahead of time. A processor's own prefetchers follow addresses to the end of a page only, so that a single
/// run is read at half of the speed on some machines; a bound that every loop can beat would be none.
[[nodiscard]] float read_all(std::span<const float> numbers);

}  // namespace kina::bench
