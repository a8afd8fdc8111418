/// \file
/// From an element type that is known at run time to the C++ type that holds its elements.
#pragma once

#include "spec/type.hpp"

#include <cstdint>
#include <stdexcept>
#include <type_traits>

namespace kina::eigen {

/// Calls `function(std::type_identity<T>{})`; bool is held as std::uint8_t.
template <typename Function> decltype(auto) with_type(ElementType type, Function&& function) {
  switch (type) {
  case ElementType::f32: return function(std::type_identity<float>{});
  case ElementType::f64: return function(std::type_identity<double>{});
  case ElementType::i32: return function(std::type_identity<std::int32_t>{});
  case ElementType::i64: return function(std::type_identity<std::int64_t>{});
  case ElementType::boolean: return function(std::type_identity<std::uint8_t>{});
  }
  throw std::logic_error("an element type that is none");
}

/// The same without bool.
template <typename Function> decltype(auto) with_number(ElementType type, Function&& function) {
  switch (type) {
  case ElementType::f32: return function(std::type_identity<float>{});
  case ElementType::f64: return function(std::type_identity<double>{});
  case ElementType::i32: return function(std::type_identity<std::int32_t>{});
  case ElementType::i64: return function(std::type_identity<std::int64_t>{});
  case ElementType::boolean: break;
  }
  throw std::logic_error("bool where a number is expected");
}

/// The same with f32 and f64 alone.
template <typename Function> decltype(auto) with_float(ElementType type, Function&& function) {
  switch (type) {
  case ElementType::f32: return function(std::type_identity<float>{});
  case ElementType::f64: return function(std::type_identity<double>{});
  default: break;
  }
  throw std::logic_error("no float where one is expected");
}

}  // namespace kina::eigen
