/// \file
/// The element types that a covered instance stands for.
#pragma once

#include "spec/rule.hpp"

#include <algorithm>
#include <utility>

namespace kina::tests {

/// Covered instances stand for all types of a class: `doubles` and `narrow` put f64 for f32 and i32 for i64.
[[nodiscard]] inline Instance with_types(Instance instance, const Operation& operation, bool doubles, bool narrow) {
  const auto other = [&](ElementType& type) {
    if (type == ElementType::f32 && doubles) type = ElementType::f64;
    if (type == ElementType::i64 && narrow) type = ElementType::i32;
  };
  std::for_each(instance.types.begin(), instance.types.end(), other);
  for (const Parameter& parameter : operation.parameters)
    if (parameter.kind == ParameterKind::element_type && !parameter.type_variable.empty()) other(instance.element_type);
  return instance;
}

}  // namespace kina::tests
