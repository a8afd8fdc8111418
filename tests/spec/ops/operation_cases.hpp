/// \file
/// Random uses of the catalogue's operations: operands that meet every premise, and operands drawn without regard to
/// the premises. Deterministic, so that a failure comes back.
#pragma once

#include "spec/evaluate_integer.hpp"
#include "spec/rule.hpp"
#include "spec/tensor.hpp"

#include <cstdint>
#include <optional>
#include <random>
#include <vector>

namespace kina::testing {

/// One use of an operation: sizes for all its extents and size attributes, and operands of these shapes.
struct OperationCase {
  Instance instance;
  Rule rule;
  Assignment sizes;
  std::vector<Tensor> operands;
};

/// A source of random values.
class CaseGenerator {
public:
  explicit CaseGenerator(std::uint64_t seed) : engine_(seed) {}

  /// Either end can be drawn.
  std::int64_t between(std::int64_t low, std::int64_t high) {
    return std::uniform_int_distribution<std::int64_t>(low, high)(engine_);
  }
  bool chance(double probability) { return std::bernoulli_distribution(probability)(engine_); }
  double normal() { return std::normal_distribution<double>()(engine_); }
  template <typename Value> const Value& one_of(const std::vector<Value>& values) {
    return values[static_cast<std::size_t>(between(0, static_cast<std::int64_t>(values.size()) - 1))];
  }

private:
  std::mt19937_64 engine_;
};

/// Operands that meet every premise; nothing where none were found. A covered instance stands for every element type of
/// a class, so the case's instance may have another one.
[[nodiscard]] std::optional<OperationCase> accepted_case(const Operation& operation, const Instance& covered,
                                                         CaseGenerator& generator);

/// Operands drawn without regard to whether the premises hold, at and around the boundary of each: extents from 0 to 4,
/// size attributes from -2 to 4, often with all premises met but one. At most a few hundred elements.
[[nodiscard]] OperationCase any_case(const Operation& operation, const Instance& covered, CaseGenerator& generator);

/// Whether every premise of `rule` holds at every index of these operands. `rule` may differ from the case's own in
/// its premises.
[[nodiscard]] bool premises_hold(const Rule& rule, const OperationCase& example);

}  // namespace kina::testing
