#include "impl/weights.hpp"

#include <type_traits>

namespace kina {
namespace {

std::uint32_t fnv1a(const std::string& text) {
  std::uint32_t hash = 0x811C9DC5U;
  for (const char byte : text)
    hash = (hash ^ static_cast<unsigned char>(byte)) * 0x01000193U;
  return hash;
}

std::uint32_t mix(std::uint32_t value) {
  value = (value ^ value >> 16U) * 0x85EBCA6BU;
  value = (value ^ value >> 13U) * 0xC2B2AE35U;
  return value ^ value >> 16U;
}

template <typename Element> Element element_of(std::uint32_t hash, bool scalar) {
  if constexpr (std::is_floating_point_v<Element>) {
    if (scalar) return static_cast<Element>(1024 + hash % 3073) / 4096;
    const auto odd = static_cast<std::int32_t>(2 * (hash >> 20U) + 1) - 4096;
    return static_cast<Element>(odd) / 8192;
  } else if constexpr (std::is_same_v<Element, std::uint8_t>) {
    return static_cast<Element>(hash >> 31U);
  } else {
    return static_cast<Element>(hash % 4);
  }
}

}  // namespace

Tensor patterned_weight(const std::string& name, ElementType type, const std::vector<std::int64_t>& shape) {
  Tensor tensor = zeros(type, shape);
  std::uint32_t state = fnv1a(name);
  std::visit(
      [&](auto& elements) {
        for (auto& element : elements) {
          element = element_of<std::decay_t<decltype(element)>>(mix(state), shape.empty());
          state += 0x9E3779B9U;
        }
      },
      tensor.elements);
  return tensor;
}

}  // namespace kina
