/// \file
/// Random numbers for what need not shrink, such as the elements of a large tensor.
#pragma once

#include <cstdint>
#include <random>
#include <vector>

namespace kina::tests {

/// A stream of numbers that is the same with every standard library.
class NumberStream {
public:
  explicit NumberStream(std::uint64_t seed) : engine_(seed) {}

  /// In 0 <= . < bound.
  std::int64_t below(std::int64_t bound) {
    return static_cast<std::int64_t>(engine_() % static_cast<std::uint64_t>(bound));
  }
  bool one_in(std::int64_t count) { return below(count) == 0; }
  /// In (-1, 1).
  double uniform() { return static_cast<double>(static_cast<std::int64_t>(engine_() >> 11U)) * 0x1p-52 - 1; }
  template <typename Value> Value one_of(const std::vector<Value>& values) {
    return values[static_cast<std::size_t>(below(static_cast<std::int64_t>(values.size())))];
  }

private:
  std::mt19937_64 engine_;
};

}  // namespace kina::tests
