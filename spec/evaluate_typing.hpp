/// \file
/// The element types of terms, which carry none themselves.
#pragma once

#include "spec/rule.hpp"
#include "spec/tensor.hpp"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace kina {

/// Types the terms of one rule, for operands that have the rule's types: a read has its operand's type; variables and
/// the results of `argmax` are i64; a literal takes the type of what it stands beside; an i32 beside an i64 is widened.
class TermTyping {
public:
  TermTyping(const Rule& rule, const std::vector<const Tensor*>& operands);

  /// The operand of this name. A name that is none is a mistake in the rule.
  [[nodiscard]] const Tensor& operand(const std::string& name) const;

  /// The type that a term has wherever it stands; nothing for literals alone.
  [[nodiscard]] std::optional<ElementType> type_of(const Term& term) const;

  /// The one type of these terms, which nothing around them determines; literals alone are i64 or f32.
  [[nodiscard]] ElementType type_of_all(const std::vector<Term>& terms) const;

  /// Throws `std::logic_error`: the rule can't be evaluated, whatever its operands hold.
  [[noreturn]] void reject(const std::string& problem) const;

private:
  [[nodiscard]] std::optional<ElementType> common_type(const std::vector<Term>& terms, std::size_t first = 0) const;

  std::string rule_;
  std::map<std::string, const Tensor*> operands_;
};

}  // namespace kina
