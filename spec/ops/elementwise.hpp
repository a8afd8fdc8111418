/// \file
/// What elementwise operations share: operands of one shape, and a result of that shape.
#pragma once

#include "spec/rule.hpp"

#include <functional>
#include <string>
#include <vector>

namespace kina::ops {

/// The element from the operands' elements at the same index.
using Pointwise = std::function<Term(const std::vector<Term>& elements)>;

/// What tells one elementwise operation from another.
struct Elementwise {
  std::string name;
  Notation notation = Notation::call;
  std::string spelling;
  std::string summary;
  /// The operands' names, with the element types that each may have.
  struct Operand {
    std::string name;
    TypePattern types = TypePattern::number;
    std::string type_variable = "T";
  };
  std::vector<Operand> operands;
  Pointwise element;
  /// Whether the result is bool whatever the operands are.
  bool decides = false;
  /// Which operand gives the result its element type.
  std::size_t typed_by = 0;
  /// Whether the second operand divides, so that an integer or scalar one has to be non-zero.
  bool divides = false;
};

/// The operation: `name/agree` on every axis, and `name/divisor` where it divides.
[[nodiscard]] Operation elementwise(Elementwise definition);

}  // namespace kina::ops
