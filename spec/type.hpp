/// \file
/// Element types and tensor types.
#pragma once

#include "spec/term.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kina {

/// A tensor's type: its element type and its extents, outermost axis first. `f32[]` is a scalar.
struct Type {
  ElementType element = ElementType::f32;
  std::vector<Dim> extents;

  [[nodiscard]] std::size_t rank() const { return extents.size(); }
  friend bool operator==(const Type&, const Type&) = default;
};

/// The element type's name in the language: `f32`, `bool`.
[[nodiscard]] std::string_view name_of(ElementType type);
[[nodiscard]] std::optional<ElementType> element_type_named(std::string_view name);
[[nodiscard]] const std::vector<ElementType>& all_element_types();

[[nodiscard]] bool is_floating(ElementType type);
[[nodiscard]] bool is_integer(ElementType type);

/// The least and the greatest value of an integer element type.
[[nodiscard]] std::int64_t least_value(ElementType type);
[[nodiscard]] std::int64_t greatest_value(ElementType type);

/// A set of element types that an operand may have.
enum class TypePattern { any, number, floating, integer, boolean };
[[nodiscard]] bool matches(TypePattern pattern, ElementType type);
/// In words, for a message: `a number (f32, f64, i32 or i64)`.
[[nodiscard]] std::string_view describe(TypePattern pattern);

}  // namespace kina
