#include "bench/read_bandwidth.hpp"

#include <array>

namespace kina::bench {

float read_all(std::span<const float> numbers) {
  constexpr std::size_t streams = 4;
  // Accumulators of each stream, as many as hide the latency of an addition in vectors of 4.
  constexpr std::size_t lanes = 8;
  constexpr std::size_t line = 16;
  constexpr std::size_t ahead = 512;
  std::array<float, streams * lanes> sums{};
  const std::size_t length = numbers.size() / streams;
  for (std::size_t begin = 0; begin + line <= length; begin += line)
    for (std::size_t stream = 0; stream < streams; ++stream) {
      const float* read = numbers.data() + stream * length + begin;
      // Beyond the end there is nothing to ask for, and asking does no harm.
      __builtin_prefetch(read + ahead);
      for (std::size_t offset = 0; offset < line; offset += lanes)
        for (std::size_t lane = 0; lane < lanes; ++lane)
          sums[stream * lanes + lane] += read[offset + lane];
    }
  float sum = 0;
  for (const float part : sums)
    sum += part;
  return sum;
}

}  // namespace kina::bench
