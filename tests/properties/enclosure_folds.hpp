/// \file
/// Folds, comparisons and conversions of enclosures (enclosure.hpp).
#pragma once

#include "tests/properties/enclosure.hpp"

#include <optional>
#include <vector>

namespace kina::tests {

// ---- sums ----

/// A sum in any order: what is known of it after some of its terms.
class SumEnclosure {
public:
  void take(const Enclosure& term) {
    if (!term.is_known()) {
      is_known_ = false;
    } else if (!term.is_finite()) {
      special_ += term.centre;
      has_special_ = true;
    } else if (!term.is_certain() || term.centre != 0) {
      // A term that is 0 is added without rounding.
      ++count_;
      sum_ += term.centre;
      radius_ += term.radius;
      magnitude_ += term.magnitude();
      if (count_ <= 2) first_[count_ - 1] = term;
    }
  }

  [[nodiscard]] Enclosure value(ElementType type) const {
    const Rounding& rounding = rounding_of(type);
    const auto additions = static_cast<long double>(count_ == 0 ? 0 : count_ - 1);
    const long double gamma = additions * rounding.unit / (1 - additions * rounding.unit);
    if (!is_known_ || magnitude_ * (1 + gamma) > rounding.greatest) return unknown();
    if (has_special_) return certain(special_);
    if (count_ == 0) return certain(0);
    if (count_ == 1) return first_[0];
    if (count_ == 2) return add(type, first_[0], first_[1]);
    return {sum_, radius_ + gamma * magnitude_};
  }

private:
  std::size_t count_ = 0;
  long double sum_ = 0;
  long double radius_ = 0;
  long double magnitude_ = 0;
  long double special_ = 0;
  bool has_special_ = false;
  bool is_known_ = true;
  Enclosure first_[2];
};

// ---- decisions: 0 or 1, or not known ----

/// The sign of x - y: -1, 0 or 1; 2 where one is NaN; nothing where it depends on rounding.
inline std::optional<int> order(const Enclosure& x, const Enclosure& y) {
  if (!x.is_known() || !y.is_known()) return std::nullopt;
  if (std::isnan(x.centre) || std::isnan(y.centre)) return 2;
  if (x.is_certain() && y.is_certain()) return x.centre < y.centre ? -1 : x.centre > y.centre ? 1 : 0;
  if (x.high() < y.low()) return -1;
  if (x.low() > y.high()) return 1;
  return std::nullopt;
}

inline Enclosure decided(std::optional<bool> decision) { return decision ? certain(*decision ? 1 : 0) : unknown(); }

inline Enclosure compared(Operator comparison, const Enclosure& x, const Enclosure& y) {
  const std::optional<int> sign = order(x, y);
  if (!sign) return unknown();
  switch (comparison) {
  case Operator::equal: return decided(*sign == 0);
  case Operator::not_equal: return decided(*sign != 0);
  case Operator::less: return decided(*sign == -1);
  case Operator::less_equal: return decided(*sign == -1 || *sign == 0);
  case Operator::greater: return decided(*sign == 1);
  default: return decided(*sign == 1 || *sign == 0);
  }
}

/// The lowest index of the greatest value, NaN ranking highest.
inline Enclosure argmax(const std::vector<Enclosure>& values) {
  std::size_t best = 0;
  for (std::size_t j = 0; j < values.size(); ++j) {
    if (!values[j].is_known()) return unknown();
    const bool is_nan = std::isnan(values[j].centre);
    const bool best_is_nan = std::isnan(values[best].centre);
    if (!best_is_nan && (is_nan || values[j].centre > values[best].centre)) best = j;
  }
  for (std::size_t j = 0; j < values.size(); ++j) {
    if (j == best || std::isnan(values[best].centre)) continue;
    const std::optional<int> sign = order(values[best], values[j]);
    if (!sign || (*sign == 0 && j < best)) return unknown();
  }
  return values.empty() ? unknown() : certain(static_cast<long double>(best));
}

// ---- conversions ----

inline Enclosure converted(ElementType to, ElementType from, const Enclosure& x) {
  if (!x.is_known()) return unknown();
  if (is_floating(to)) {
    if (!x.is_certain()) return to == from ? x : rounded(to, x);
    return computed(to, x, [](auto a) { return a; });
  }
  if (!is_floating(from)) return x;
  const long double value = std::trunc(x.centre);
  if (std::trunc(x.low()) != value || std::trunc(x.high()) != value) return unknown();
  return certain(value + 0.0L);
}

}  // namespace kina::tests
