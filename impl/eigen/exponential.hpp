/// \file
/// The exponential of an array.
#pragma once

#include <Eigen/Core>

#include <algorithm>
#include <cmath>
#include <limits>

namespace kina::eigen {

/// A piece of a row that stays in the first cache, and its exponential.
///
/// Eigen's vectorised exponential clamps its argument; beyond the range of finite results, and for NaN, the value is
/// the one that IEEE 754 has: +infinity, +0, NaN. Elements are computed in vectors alone, the last ones beside padding,
/// so that one argument has one value wherever in a row it stands; Eigen's own loop takes the scalar function where a
/// row does not fill a vector.
template <typename T> struct ExponentialPiece {
  static constexpr Eigen::Index greatest_length = 256;
  alignas(64) T argument[greatest_length];
  alignas(64) T result[greatest_length];

  void compute(Eigen::Index length) {
    constexpr Eigen::Index vector = Eigen::internal::packet_traits<T>::size;
    using Values = Eigen::Array<T, Eigen::Dynamic, 1, 0, greatest_length, 1>;
    const Eigen::Index padded = (length + vector - 1) / vector * vector;
    for (Eigen::Index k = length; k < padded; ++k)
      argument[k] = 0;
    Eigen::Map<Values, Eigen::Aligned64>(result, padded) =
        Eigen::Map<const Values, Eigen::Aligned64>(argument, padded).exp();
    // exp overflows above the greatest logarithm, and is subnormal or 0 below the least.
    static const T most = std::log(std::numeric_limits<T>::max());
    static const T least = std::log(std::numeric_limits<T>::min());
    int beyond = 0;
    for (Eigen::Index k = 0; k < padded; ++k)
      beyond |= static_cast<int>(!(argument[k] > least)) | static_cast<int>(!(argument[k] < most));
    if (beyond == 0) return;
    for (Eigen::Index k = 0; k < length; ++k)
      if (!(argument[k] > least && argument[k] < most)) result[k] = std::exp(argument[k]);
  }
};

/// The exponential of a row. `to` and `from` may be one place.
template <typename T> void exponential(const T* from, T* to, Eigen::Index count) {
  using Piece = ExponentialPiece<T>;
  using Values = Eigen::Array<T, Eigen::Dynamic, 1>;
  Piece piece;
  for (Eigen::Index begin = 0; begin < count; begin += Piece::greatest_length) {
    const Eigen::Index length = std::min(Piece::greatest_length, count - begin);
    Eigen::Map<Values, Eigen::Aligned64>(piece.argument, length) = Eigen::Map<const Values>(from + begin, length);
    piece.compute(length);
    Eigen::Map<Values>(to + begin, length) = Eigen::Map<const Values, Eigen::Aligned64>(piece.result, length);
  }
}

}  // namespace kina::eigen
