/// \file
/// When a term has a value: the conditions of integer division, of conversion and of folds without an identity.
///
/// An operation's premises have to imply them for its element, which the gate proves; the evaluator traps where they
/// fail.
#pragma once

#include "spec/term.hpp"

#include <functional>
#include <optional>

namespace kina {

/// The element type of a subterm; nothing for a literal, which takes its neighbour's.
using ElementTypeOf = std::function<std::optional<ElementType>(const Term&)>;

/// The condition under which a value of type `from` has a value of type `to`: `true` where the conversion is total,
/// which it is to a float (it rounds) and to a wider integer; `false` from a number to bool.
[[nodiscard]] Term representable(ElementType from, ElementType to, const Term& value);

/// The condition under which the term has a value, given that its arguments have: `true` for most.
///
/// - An integer quotient or remainder: the divisor is not 0.
/// - A conversion: the value is representable.
/// - The greatest or least of integers, and an argmax: there is one.
[[nodiscard]] Term defined_when(const Term& term, const ElementTypeOf& type_of);

/// The element types of terms over operands of known types.
[[nodiscard]] std::optional<ElementType>
element_type_of(const Term& term, const std::function<std::optional<ElementType>(const std::string&)>& operand_type);

}  // namespace kina
