/// \file
/// Ranges of float scalars: what a divisor or a cast to an integer needs to know (design section 4: ranges flow through
/// arithmetic, `cast`, `sqrt`, `exp` and `abs`).
#pragma once

#include "spec/term.hpp"

#include <functional>
#include <limits>
#include <vector>

namespace kina {

/// A set of float values: those from `low` to `high`, without an end that is open, and NaN if `may_be_nan`. Bounds hold
/// after rounding to single or double precision.
struct FloatRange {
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();
  bool low_open = false;
  bool high_open = false;
  bool may_be_nan = true;

  [[nodiscard]] bool contains(double value) const;
};

/// The least value that an integer term is known to have, and the greatest; infinite where none is.
struct IntegerRange {
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();
};
using IntegerRangeOf = std::function<IntegerRange(const Term&)>;

/// The range of an opened float element. `facts` are the comparisons of float parameters with literals.
[[nodiscard]] FloatRange range_of(const Term& term, const std::vector<Term>& facts, const IntegerRangeOf& integers);

}  // namespace kina
