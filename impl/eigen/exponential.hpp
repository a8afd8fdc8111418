/// \file
/// The exponential of an array.
#pragma once

#include <Eigen/Core>

#include <cmath>
#include <limits>

namespace kina::eigen {

/// Eigen's vectorised exponential clamps its argument; beyond the range of finite results, and for NaN, the value is
/// the one that IEEE 754 has: +infinity, +0, NaN. `to` and `from` may be one place.
template <typename T> void exponential(const T* from, T* to, Eigen::Index count) {
  using Values = Eigen::Array<T, Eigen::Dynamic, 1>;
  // Pieces that stay in the first cache, so that the second look at the argument is cheap.
  constexpr Eigen::Index piece = 256;
  // exp overflows above the greatest logarithm, and is subnormal or 0 below the least.
  const T most = std::log(std::numeric_limits<T>::max());
  const T least = std::log(std::numeric_limits<T>::min());
  alignas(64) T argument[piece];
  for (Eigen::Index begin = 0; begin < count; begin += piece) {
    const Eigen::Index length = std::min(piece, count - begin);
    Eigen::Map<Values> x(argument, length);
    x = Eigen::Map<const Values>(from + begin, length);
    Eigen::Map<Values> result(to + begin, length);
    result = x.exp();
    if ((x > least && x < most).all()) continue;
    for (Eigen::Index k = 0; k < length; ++k)
      if (!(argument[k] > least && argument[k] < most)) result[k] = std::exp(argument[k]);
  }
}

}  // namespace kina::eigen
