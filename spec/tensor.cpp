#include "spec/tensor.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <type_traits>

namespace kina {
namespace {

template <typename Element> bool same_bits(Element left, Element right) {
  if constexpr (std::is_floating_point_v<Element>) {
    using Bits = std::conditional_t<sizeof(Element) == sizeof(std::uint32_t), std::uint32_t, std::uint64_t>;
    if (std::isnan(left) || std::isnan(right)) return std::isnan(left) && std::isnan(right);
    return std::bit_cast<Bits>(left) == std::bit_cast<Bits>(right);
  } else {
    return left == right;
  }
}

}  // namespace

std::optional<std::size_t> element_count(const std::vector<std::int64_t>& shape) {
  if (std::any_of(shape.begin(), shape.end(), [](std::int64_t extent) { return extent < 0; })) return std::nullopt;
  // An extent of 0 is looked for first, so that the extents beside it may be of any size.
  if (std::find(shape.begin(), shape.end(), 0) != shape.end()) return 0;
  std::size_t count = 1;
  for (const std::int64_t extent : shape) {
    if (static_cast<std::uint64_t>(extent) > greatest_element_count / count) return std::nullopt;
    count *= static_cast<std::size_t>(extent);
  }
  return count;
}

Tensor zeros(ElementType type, std::vector<std::int64_t> shape) {
  const std::size_t count = element_count(shape).value();
  Tensor tensor;
  tensor.shape = std::move(shape);
  switch (type) {
  case ElementType::f32: tensor.elements = std::vector<float>(count); break;
  case ElementType::f64: tensor.elements = std::vector<double>(count); break;
  case ElementType::i32: tensor.elements = std::vector<std::int32_t>(count); break;
  case ElementType::i64: tensor.elements = std::vector<std::int64_t>(count); break;
  case ElementType::boolean: tensor.elements = std::vector<std::uint8_t>(count); break;
  }
  return tensor;
}

bool bit_equal(const Tensor& left, const Tensor& right) {
  if (left.shape != right.shape || left.elements.index() != right.elements.index()) return false;
  return std::visit(
      [&](const auto& elements) {
        const auto& others = std::get<std::decay_t<decltype(elements)>>(right.elements);
        return std::equal(elements.begin(), elements.end(), others.begin(), others.end(),
                          [](auto a, auto b) { return same_bits(a, b); });
      },
      left.elements);
}

std::string describe_type(ElementType type, const std::vector<std::int64_t>& shape) {
  std::string text(name_of(type));
  text += '[';
  for (std::size_t axis = 0; axis < shape.size(); ++axis) {
    if (axis > 0) text += ", ";
    text += std::to_string(shape[axis]);
  }
  return text + ']';
}

}  // namespace kina
