/// \file
/// Tensors of numbers: what evaluators read and write.
#pragma once

#include "spec/type.hpp"

#include <cstdint>
#include <variant>
#include <vector>

namespace kina {

/// A dense tensor in row-major order.
struct Tensor {
  /// The elements, by element type in the order of `ElementType`; bool is one byte, 0 or 1.
  using Elements = std::variant<std::vector<float>, std::vector<double>, std::vector<std::int32_t>,
                                std::vector<std::int64_t>, std::vector<std::uint8_t>>;

  std::vector<std::int64_t> shape;
  Elements elements;

  [[nodiscard]] ElementType type() const { return static_cast<ElementType>(elements.index()); }
  [[nodiscard]] std::size_t rank() const { return shape.size(); }
};

/// The number of elements of a shape; nothing if it is negative or more than `greatest_element_count`.
[[nodiscard]] std::optional<std::size_t> element_count(const std::vector<std::int64_t>& shape);

/// More elements than this are refused, so that no size computed from a program exhausts the memory by accident.
inline constexpr std::size_t greatest_element_count = std::size_t{1} << 31U;

/// A tensor of zeros, whose shape has a valid element count.
[[nodiscard]] Tensor zeros(ElementType type, std::vector<std::int64_t> shape);

/// Whether type, shape and every element's bits are equal; all NaNs are alike (design section 4).
[[nodiscard]] bool bit_equal(const Tensor& left, const Tensor& right);

/// `f32[1, 2, 2, 3]`.
[[nodiscard]] std::string describe_type(ElementType type, const std::vector<std::int64_t>& shape);

}  // namespace kina
