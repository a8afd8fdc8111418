#include "tests/spec/ops/premise_steps.hpp"

#include <cmath>
#include <limits>
#include <optional>
#include <utility>

namespace kina::testing {
namespace {

/// A step's name and what becomes of the comparison.
struct Step {
  std::string name;
  bool weaker = false;
  Term comparison;
};

/// The float type in which a comparison is made, if it is one of floats.
std::optional<ElementType> float_type(const Rule& rule, const Term& comparison) {
  std::optional<ElementType> type;
  visit_terms(comparison, [&](const Term& term) {
    for (const RuleOperand& operand : rule.operands)
      if (term.is(Operator::read) && term.name() == operand.name && is_floating(operand.type.element))
        type = operand.type.element;
    return true;
  });
  return type;
}

/// The bound's neighbour, below or above.
Term moved(double bound, ElementType type, bool up) {
  const double infinity = up ? std::numeric_limits<double>::infinity() : -std::numeric_limits<double>::infinity();
  if (type == ElementType::f64) return number(std::nextafter(bound, infinity));
  return number(std::nextafter(static_cast<float>(bound), static_cast<float>(infinity)));
}

std::vector<Step> steps_of_floats(const Term& comparison, ElementType type) {
  const Term& left = comparison.arguments()[0];
  const Term& right = comparison.arguments()[1];
  const Operator operation = comparison.operation();
  if (left.is(Operator::number))
    return {{"weaker", true, apply(operation, {moved(left.number_value(), type, false), right})},
            {"stricter", false, apply(operation, {moved(left.number_value(), type, true), right})}};
  if (right.is(Operator::number))
    return {{"weaker", true, apply(operation, {left, moved(right.number_value(), type, true)})},
            {"stricter", false, apply(operation, {left, moved(right.number_value(), type, false)})}};
  return {{"weaker", true, boolean(true)}, {"stricter", false, boolean(false)}};
}

std::vector<Step> steps_of_comparison(const Rule& rule, const Term& comparison) {
  if (comparison.is(Operator::boolean)) return {{"weaker", true, boolean(true)}};
  const Term& left = comparison.arguments()[0];
  const Term& right = comparison.arguments()[1];
  if (const auto type = float_type(rule, comparison)) return steps_of_floats(comparison, *type);
  const Term next = integer(1);
  switch (comparison.operation()) {
  case Operator::less_equal:
    return {{"weaker", true, less_equal(left, right + next)}, {"stricter", false, less(left, right)}};
  case Operator::less:
    return {{"weaker", true, less_equal(left, right)}, {"stricter", false, less(left + next, right)}};
  case Operator::equal: {
    std::vector<Step> steps{{"below", true, less_equal(left, right)},
                            {"above", true, less_equal(right, left)},
                            {"equal", false, boolean(false)}};
    // An extent that is 1 is what other languages stretch.
    if (!left.is(Operator::integer) && !right.is(Operator::integer)) {
      steps.push_back({"left 1", true, any_of({comparison, equal(left, next)})});
      steps.push_back({"right 1", true, any_of({comparison, equal(right, next)})});
    }
    return steps;
  }
  default:
    return {{"weaker", true, boolean(true)},
            {"above", false, all_of({comparison, not_equal(left, right + next)})},
            {"below", false, all_of({comparison, not_equal(left, right - next)})}};
  }
}

}  // namespace

std::vector<PremiseStep> steps_of(const Rule& rule, const Premise& premise) {
  const bool several = premise.condition.is(Operator::logical_and);
  const std::vector<Term> comparisons = several ? premise.condition.arguments() : std::vector{premise.condition};
  std::vector<PremiseStep> steps;
  for (std::size_t k = 0; k < comparisons.size(); ++k) {
    for (Step& step : steps_of_comparison(rule, comparisons[k])) {
      std::vector<Term> changed = comparisons;
      changed[k] = std::move(step.comparison);
      std::string name = rule.name + "/" + premise.name + " ";
      if (several) name += std::to_string(k + 1) + " ";
      steps.push_back({std::move(name) + step.name, step.weaker, premise});
      steps.back().premise.condition = all_of(std::move(changed));
    }
  }
  return steps;
}

}  // namespace kina::testing
