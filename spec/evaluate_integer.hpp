/// \file
/// Integer terms and conditions to numbers: extents at run time, and the replay of counterexamples.
#pragma once

#include "spec/term.hpp"

#include <tl/expected.hpp>

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>

namespace kina {

/// Why a term has no value. Overflow in size arithmetic is an error, never a wrap.
enum class ArithmeticError { overflow, division_by_zero, unbound };
[[nodiscard]] std::string_view describe(ArithmeticError error);

/// Values of names.
using Assignment = std::map<std::string, std::int64_t>;

/// Values of what arithmetic can't see into: variables, reads, folds.
using AtomValue = std::function<std::optional<std::int64_t>(const Term& atom)>;

/// The value of an integer term; `/` and `%` floor.
[[nodiscard]] tl::expected<std::int64_t, ArithmeticError> evaluate_integer(const Term& term, const AtomValue& values);
[[nodiscard]] tl::expected<std::int64_t, ArithmeticError> evaluate_integer(const Term& term, const Assignment& values);

/// Whether a condition over integer terms holds. `and` and `or` look at their operands from left to right and stop at
/// the first that decides.
[[nodiscard]] tl::expected<bool, ArithmeticError> evaluate_condition(const Term& term, const AtomValue& values);
[[nodiscard]] tl::expected<bool, ArithmeticError> evaluate_condition(const Term& term, const Assignment& values);

/// Checked arithmetic on i64.
[[nodiscard]] tl::expected<std::int64_t, ArithmeticError> checked(Operator operation, std::int64_t left,
                                                                  std::int64_t right);

}  // namespace kina
