/// \file
/// Tensors of random values in which special ones are frequent: NaN, infinities, -0, subnormal numbers, ties, the
/// extreme integers.
#pragma once

#include "spec/tensor.hpp"
#include "tests/properties/number_stream.hpp"

#include <limits>
#include <type_traits>

namespace kina::tests {

template <typename Float> Float special_float(std::int64_t mode, NumberStream& numbers) {
  using Limits = std::numeric_limits<Float>;
  switch (mode) {
  case 0: return static_cast<Float>(numbers.uniform());
  case 1: return static_cast<Float>(numbers.below(5) - 2) / 2;
  case 2: return static_cast<Float>(numbers.uniform() * 100);
  case 3: return static_cast<Float>(numbers.below(5) - 2) * Limits::denorm_min();
  case 4: return numbers.one_of<Float>({0, -Float{0}, 1, -Limits::infinity()});
  case 5: return numbers.one_of<Float>({0, -Float{0}, 1, -1, Limits::infinity(), Limits::quiet_NaN()});
  default:
    return numbers.one_of<Float>({0, -Float{0}, 1, -1, 2, Float{0.5}, 3, Limits::denorm_min(), Limits::min(),
                                  Limits::max(), Limits::lowest(), Limits::infinity(), -Limits::infinity(),
                                  Limits::quiet_NaN(), static_cast<Float>(0x1p31), static_cast<Float>(-0x1p63)});
  }
}

template <typename Integer> Integer special_integer(std::int64_t mode, NumberStream& numbers) {
  using Limits = std::numeric_limits<Integer>;
  switch (mode) {
  case 0: return static_cast<Integer>(numbers.below(2));
  case 1: return static_cast<Integer>(numbers.below(7) - 3);
  case 2: return static_cast<Integer>(numbers.below(2000) - 1000);
  case 3: return static_cast<Integer>(numbers.below(3) + 1);
  case 4:
  case 5: return numbers.one_of<Integer>({3, 1, 2, -7});
  default:
    return numbers.one_of<Integer>({0, 1, -1, 2, Limits::max(), Limits::min(), Limits::max() / 2, Limits::min() + 1});
  }
}

/// A tensor of one mode, so that one NaN does not hide everything else.
inline Tensor special_tensor(ElementType type, const std::vector<std::int64_t>& shape, NumberStream& numbers) {
  Tensor tensor = zeros(type, shape);
  const std::int64_t mode = numbers.below(7);
  std::visit(
      [&]<typename Element>(std::vector<Element>& elements) {
        for (Element& element : elements) {
          if constexpr (std::is_floating_point_v<Element>)
            element = special_float<Element>(mode, numbers);
          else if constexpr (std::is_same_v<Element, std::uint8_t>)
            element = static_cast<Element>(numbers.below(2));
          else
            element = special_integer<Element>(mode, numbers);
        }
      },
      tensor.elements);
  return tensor;
}

}  // namespace kina::tests
