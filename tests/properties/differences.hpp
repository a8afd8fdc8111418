/// \file
/// Whether what an engine returned is what it may return, and how much of what is allowed it used.
#pragma once

#include "tests/properties/enclosure_program.hpp"

#include <fmt/format.h>

#include <optional>
#include <string>

namespace kina::tests {

/// How close the comparisons so far came to their bounds; printed by the test that made them.
struct BoundUse {
  std::size_t compared = 0;       ///< elements
  std::size_t exact = 0;          ///< of which every engine has to have the same bits
  std::size_t unknown = 0;        ///< of which nothing was claimed
  long double largest_share = 0;  ///< of a bound that an error took
  /// The logarithms of the bounds, in units of roundoff of the greatest element of their tensor.
  long double logarithms = 0;
  std::size_t bounded = 0;

  [[nodiscard]] std::string text() const {
    const auto mean = bounded == 0 ? 0 : std::exp2(logarithms / static_cast<long double>(bounded));
    return fmt::format(
        "{} elements compared, {} of them bit for bit, {} not known; bounds of {:.3g} units of roundoff of "
        "the greatest element (geometric mean), of which the largest error took {:.2f}",
        compared, exact, unknown, static_cast<double>(mean), static_cast<double>(largest_share));
  }
};

/// `[0, 2, 1]`, the index of a flat position.
inline std::string index_text(std::size_t flat, const std::vector<std::int64_t>& shape) {
  std::string text;
  for (std::size_t axis = shape.size(); axis-- > 0;) {
    const auto extent = static_cast<std::size_t>(shape[axis]);
    text = std::to_string(flat % extent) + (text.empty() ? "" : ", ") + text;
    flat /= extent;
  }
  return "[" + text + "]";
}

/// The first element that is not bit for bit the same: where, and both values. All NaNs are alike.
inline std::optional<std::string> bit_difference(const Tensor& found, const Tensor& expected) {
  if (found.type() != expected.type() || found.shape != expected.shape)
    return fmt::format("{} in place of {}", describe_type(found.type(), found.shape),
                       describe_type(expected.type(), expected.shape));
  if (bit_equal(found, expected)) return std::nullopt;
  return std::visit(
      [&]<typename Element>(const std::vector<Element>& values) -> std::optional<std::string> {
        const auto& wanted = std::get<std::vector<Element>>(expected.elements);
        for (std::size_t k = 0; k < values.size(); ++k) {
          bool is_equal = values[k] == wanted[k];
          if constexpr (std::is_floating_point_v<Element>)
            is_equal = (std::isnan(values[k]) && std::isnan(wanted[k])) ||
                       (is_equal && std::signbit(values[k]) == std::signbit(wanted[k]));
          if (!is_equal) return fmt::format("{} at {}, expected {}", values[k], index_text(k, found.shape), wanted[k]);
        }
        return "the elements differ";
      },
      found.elements);
}

/// The first element outside its enclosure.
inline std::optional<std::string> outside(const Tensor& found, const EnclosedTensor& allowed, BoundUse& use) {
  if (found.type() != allowed.type || found.shape != allowed.shape)
    return fmt::format("{} in place of {}", describe_type(found.type(), found.shape),
                       describe_type(allowed.type, allowed.shape));
  return std::visit(
      [&]<typename Element>(const std::vector<Element>& values) -> std::optional<std::string> {
        long double greatest = 0;
        for (std::size_t k = 0; k < values.size(); ++k)
          if (const Enclosure& enclosure = allowed.elements[k]; enclosure.is_known() && enclosure.is_finite())
            greatest = std::max(greatest, std::fabs(enclosure.centre));
        const long double roundoff = greatest * rounding_of(allowed.type).unit;
        for (std::size_t k = 0; k < values.size(); ++k) {
          const Enclosure& enclosure = allowed.elements[k];
          ++use.compared;
          if (!enclosure.is_known()) {
            ++use.unknown;
            continue;
          }
          const auto value = static_cast<long double>(values[k]);
          if (enclosure.is_certain()) {
            ++use.exact;
            const bool both_nan = std::isnan(value) && std::isnan(enclosure.centre);
            if (both_nan || (value == enclosure.centre && std::signbit(value) == std::signbit(enclosure.centre)))
              continue;
          } else {
            const long double error = std::fabs(value - enclosure.centre);
            // A NaN is never inside.
            if (error <= enclosure.radius) {
              // Elements that underflow, or nearly cancel, say little about how tight a bound is.
              if (std::fabs(enclosure.centre) * 16 > greatest && roundoff > 1000 * rounding_of(allowed.type).least) {
                use.largest_share = std::max(use.largest_share, error / enclosure.radius);
                ++use.bounded;
                use.logarithms += std::log2(enclosure.radius / roundoff);
              }
              continue;
            }
          }
          return fmt::format("{} at {}, expected {} within {:.3g}", values[k], index_text(k, found.shape),
                             static_cast<double>(enclosure.centre), static_cast<double>(enclosure.radius));
        }
        return std::nullopt;
      },
      found.elements);
}

/// The part of a tensor from `begin` on an axis, `length` long.
template <typename Element>
std::vector<Element> part_of(const std::vector<Element>& elements, const std::vector<std::int64_t>& shape,
                             std::size_t axis, std::int64_t begin, std::int64_t length) {
  std::int64_t inner = 1;
  for (std::size_t k = axis + 1; k < shape.size(); ++k)
    inner *= shape[k];
  std::vector<Element> part;
  const auto count = static_cast<std::int64_t>(elements.size());
  for (std::int64_t outer = 0; outer < count; outer += shape[axis] * inner)
    part.insert(part.end(), elements.begin() + outer + begin * inner,
                elements.begin() + outer + (begin + length) * inner);
  return part;
}
inline EnclosedTensor part_of(const EnclosedTensor& tensor, std::size_t axis, std::int64_t begin, std::int64_t length) {
  EnclosedTensor part{tensor.type, tensor.shape, part_of(tensor.elements, tensor.shape, axis, begin, length)};
  part.shape[axis] = length;
  return part;
}
inline Tensor part_of(const Tensor& tensor, std::size_t axis, std::int64_t begin, std::int64_t length) {
  Tensor part{tensor.shape, {}};
  part.shape[axis] = length;
  std::visit([&](const auto& elements) { part.elements = part_of(elements, tensor.shape, axis, begin, length); },
             tensor.elements);
  return part;
}

}  // namespace kina::tests
