/// \file
/// A rule's element term in enclosures: what its value may be in any engine (enclosure.hpp).
///
/// This is another reading of the terms that the reference evaluator reads, and shares no code with it but the integer
/// arithmetic.
#pragma once

#include "tests/properties/enclosure_folds.hpp"
#include "tests/properties/enclosure_nodes.hpp"

#include <optional>
#include <stdexcept>
#include <vector>

namespace kina::tests {

inline Enclosure value_of(const EnclosureNode& node, IndexFrame& frame);

/// An integer on its way to an index; nothing if it is not known.
inline std::optional<std::int64_t> index_of(const EnclosureNode& node, IndexFrame& frame) {
  if (node.operation == Operator::variable) return frame[node.slot];
  const Enclosure value = value_of(node, frame);
  return value.is_known() ? std::optional{static_cast<std::int64_t>(value.centre)} : std::nullopt;
}

inline Enclosure read_value(const EnclosureNode& node, IndexFrame& frame) {
  std::size_t flat = 0;
  for (std::size_t axis = 0; axis < node.arguments.size(); ++axis) {
    const auto index = index_of(node.arguments[axis], frame);
    const std::int64_t extent = node.tensor->shape[axis];
    if (!index || *index < 0 || *index >= extent) return unknown();
    flat = flat * static_cast<std::size_t>(extent) + static_cast<std::size_t>(*index);
  }
  return node.tensor->elements[flat];
}

inline Enclosure folded(const EnclosureNode& node, IndexFrame& frame) {
  const auto bound = index_of(node.arguments[0], frame);
  if (!bound) return unknown();
  const ElementType type = node.type;
  const auto each = [&](auto&& take) {
    for (std::int64_t j = 0; j < *bound; ++j) {
      frame[node.slot] = j;
      take(value_of(node.arguments[1], frame));
    }
  };
  if (node.operation == Operator::fold_argmax) {
    std::vector<Enclosure> values;
    each([&](const Enclosure& value) { values.push_back(value); });
    return argmax(values);
  }
  if (node.operation == Operator::fold_sum && is_floating(type)) {
    SumEnclosure sum;
    each([&](const Enclosure& value) { sum.take(value); });
    return sum.value(type);
  }
  if (node.operation == Operator::fold_sum) {
    Enclosure sum = certain(0);
    each([&](const Enclosure& value) {
      // Integers are exact, and the extended type holds them all.
      sum = sum.is_known() && value.is_known() ? certain(sum.centre + value.centre) : unknown();
    });
    return sum;
  }
  const int sign = node.operation == Operator::fold_maximum ? 1 : -1;
  Enclosure best = certain(-sign * std::numeric_limits<long double>::infinity());
  each([&](const Enclosure& value) {
    if (is_floating(type))
      best = extreme(type, best, value, sign);
    else if (!best.is_known() || !value.is_known())
      best = unknown();
    else
      best = certain(sign > 0 ? std::max(best.centre, value.centre) : std::min(best.centre, value.centre));
  });
  return best;
}

/// Integer arithmetic, which has one value or none.
inline Enclosure integer_value(Operator operation, const Enclosure& x, const Enclosure& y) {
  if (!x.is_known() || !y.is_known()) return unknown();
  const auto a = static_cast<std::int64_t>(x.centre);
  const auto b = static_cast<std::int64_t>(y.centre);
  Failure failure;
  std::int64_t value = 0;
  switch (operation) {
  case Operator::add: value = scalar::add(a, b, failure); break;
  case Operator::subtract: value = scalar::subtract(a, b, failure); break;
  case Operator::multiply: value = scalar::multiply(a, b, failure); break;
  case Operator::divide: value = scalar::divide(a, b, failure); break;
  case Operator::remainder: value = scalar::remainder(a, b, failure); break;
  case Operator::minimum: value = std::min(a, b); break;
  case Operator::maximum: value = std::max(a, b); break;
  case Operator::negate: value = scalar::negate(a, failure); break;
  case Operator::absolute: value = scalar::absolute(a, failure); break;
  default: throw std::logic_error("an integer operator without a meaning here");
  }
  return failure.happened() ? unknown() : certain(static_cast<long double>(value));
}

inline Enclosure float_value(const EnclosureNode& node, const Enclosure& x, const Enclosure& y) {
  const ElementType type = node.type;
  switch (node.operation) {
  case Operator::add: return add(type, x, y);
  case Operator::subtract: return subtract(type, x, y);
  case Operator::multiply: return multiply(type, x, y, node.is_fused);
  case Operator::divide: return divide(type, x, y);
  case Operator::minimum: return extreme(type, x, y, -1);
  case Operator::maximum: return extreme(type, x, y, 1);
  case Operator::power: return power(type, x, y);
  case Operator::negate: return negate(x);
  case Operator::absolute: return absolute(x);
  case Operator::exponential: return exponential(type, x);
  case Operator::logarithm: return logarithm(type, x);
  case Operator::square_root: return square_root(type, x);
  case Operator::sine: return gentle(type, x, [](long double v) { return std::sin(v); });
  case Operator::cosine: return gentle(type, x, [](long double v) { return std::cos(v); });
  case Operator::hyperbolic_tangent: return gentle(type, x, [](long double v) { return std::tanh(v); });
  default: throw std::logic_error("a float operator without a meaning here");
  }
}

inline Enclosure value_of(const EnclosureNode& node, IndexFrame& frame) {
  const auto at = [&](std::size_t k) { return value_of(node.arguments[k], frame); };
  switch (node.operation) {
  case Operator::integer:
  case Operator::number:
  case Operator::boolean: return node.constant;
  case Operator::variable: return certain(static_cast<long double>(frame[node.slot]));
  case Operator::read: return read_value(node, frame);
  case Operator::select: {
    const Enclosure condition = at(0);
    if (!condition.is_known()) return unknown();
    return at(condition.centre != 0 ? 1 : 2);
  }
  case Operator::cast: return converted(node.type, node.arguments[0].type, at(0));
  case Operator::logical_not: {
    const Enclosure value = at(0);
    return value.is_known() ? certain(1 - value.centre) : value;
  }
  case Operator::logical_and:
  case Operator::logical_or: {
    const long double decides = node.operation == Operator::logical_or ? 1 : 0;
    bool known = true;
    for (const EnclosureNode& argument : node.arguments) {
      const Enclosure value = value_of(argument, frame);
      if (value.is_known() && value.centre == decides) return value;
      known = known && value.is_known();
    }
    return known ? certain(1 - decides) : unknown();
  }
  default: break;
  }
  if (is_comparison(node.operation)) return compared(node.operation, at(0), at(1));
  if (is_fold(node.operation)) {
    if (!node.table) return folded(node, frame);
    std::size_t position = 0;
    for (const auto& [slot, extent] : node.table->axes)
      position = position * extent + static_cast<std::size_t>(frame[slot]);
    if (!node.table->known[position]) {
      node.table->values[position] = folded(node, frame);
      node.table->known[position] = true;
    }
    return node.table->values[position];
  }
  const Enclosure x = at(0);
  const Enclosure y = node.arguments.size() > 1 ? at(1) : Enclosure{};
  return is_floating(node.type) ? float_value(node, x, y) : integer_value(node.operation, x, y);
}

}  // namespace kina::tests
