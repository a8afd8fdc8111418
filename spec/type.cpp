#include "spec/type.hpp"

#include <array>
#include <limits>

namespace kina {

std::string_view name_of(ElementType type) {
  switch (type) {
  case ElementType::f32: return "f32";
  case ElementType::f64: return "f64";
  case ElementType::i32: return "i32";
  case ElementType::i64: return "i64";
  case ElementType::boolean: return "bool";
  }
  return "";
}

const std::vector<ElementType>& all_element_types() {
  static const std::vector<ElementType> types{ElementType::f32, ElementType::f64, ElementType::i32, ElementType::i64,
                                              ElementType::boolean};
  return types;
}

std::optional<ElementType> element_type_named(std::string_view name) {
  for (const ElementType type : all_element_types())
    if (name_of(type) == name) return type;
  return std::nullopt;
}

bool is_floating(ElementType type) { return type == ElementType::f32 || type == ElementType::f64; }
bool is_integer(ElementType type) { return type == ElementType::i32 || type == ElementType::i64; }

std::int64_t least_value(ElementType type) {
  return type == ElementType::i32 ? std::numeric_limits<std::int32_t>::min() : std::numeric_limits<std::int64_t>::min();
}
std::int64_t greatest_value(ElementType type) {
  return type == ElementType::i32 ? std::numeric_limits<std::int32_t>::max() : std::numeric_limits<std::int64_t>::max();
}

bool matches(TypePattern pattern, ElementType type) {
  switch (pattern) {
  case TypePattern::any: return true;
  case TypePattern::number: return type != ElementType::boolean;
  case TypePattern::floating: return is_floating(type);
  case TypePattern::integer: return is_integer(type);
  case TypePattern::boolean: return type == ElementType::boolean;
  }
  return false;
}

std::string_view describe(TypePattern pattern) {
  switch (pattern) {
  case TypePattern::any: return "any element type";
  case TypePattern::number: return "a number (f32, f64, i32 or i64)";
  case TypePattern::floating: return "a float (f32 or f64)";
  case TypePattern::integer: return "an integer (i32 or i64)";
  case TypePattern::boolean: return "bool";
  }
  return "";
}

}  // namespace kina
