#include "tests/spec/ops/operation_cases.hpp"

#include "spec/evaluate.hpp"
#include "tests/random/instance_types.hpp"
#include "tests/spec/ops/operation_cases_parts.hpp"

#include <algorithm>
#include <limits>
#include <string>
#include <type_traits>
#include <utility>

namespace kina::testing {
namespace {

/// Random values for all extents and sizes, with equal ones where the premises want equal ones.
Assignment random_sizes(const Rule& rule, CaseGenerator& generator) {
  const std::int64_t least = generator.chance(0.2) ? 0 : 1;
  Assignment sizes;
  for (const std::string& name : rule.sizes)
    sizes[name] = generator.between(least, 4);
  for (const RuleOperand& operand : rule.operands)
    for (const Dim& extent : operand.type.extents)
      sizes[extent.name()] = generator.between(least, 4);
  make_equal(rule, sizes);
  return sizes;
}

template <typename Float> Float random_float(int mode, CaseGenerator& generator) {
  using Limits = std::numeric_limits<Float>;
  static const std::vector<Float> zeros{0, -Float{0}, 1, -1, Limits::denorm_min(), -Limits::denorm_min()};
  static const std::vector<Float> special{0,
                                          -Float{0},
                                          1,
                                          -1,
                                          2,
                                          Float{0.5},
                                          3,
                                          Limits::denorm_min(),
                                          Limits::min(),
                                          Limits::max(),
                                          Limits::lowest(),
                                          Limits::infinity(),
                                          -Limits::infinity(),
                                          Limits::quiet_NaN(),
                                          static_cast<Float>(0x1p31),
                                          static_cast<Float>(-0x1p63)};
  switch (mode) {
  case 0: return static_cast<Float>(generator.normal());
  case 1: return static_cast<Float>(generator.between(-2, 2)) / 2;
  case 2: return static_cast<Float>(generator.normal() * 100);
  case 3: return generator.one_of(zeros);
  default: return generator.one_of(special);
  }
}

template <typename Integer> Integer random_integer(int mode, CaseGenerator& generator) {
  using Limits = std::numeric_limits<Integer>;
  static const std::vector<Integer> special{
      0, 1, -1, 2, Limits::max(), Limits::min(), Limits::max() / 2, Limits::min() + 1};
  switch (mode) {
  case 0: return static_cast<Integer>(generator.between(0, 1));
  case 1: return static_cast<Integer>(generator.between(0, 3));
  case 2: return static_cast<Integer>(generator.between(-3, 3));
  case 3: return static_cast<Integer>(generator.between(-1000, 1000));
  default: return generator.one_of(special);
  }
}

}  // namespace

Instance any_types(Instance covered, const Operation& operation, CaseGenerator& generator) {
  const bool doubles = generator.chance(0.5);
  const bool narrow = generator.chance(0.5);
  return tests::with_types(std::move(covered), operation, doubles, narrow);
}

void make_equal(const Rule& rule, Assignment& sizes) {
  for (const Premise& premise : rule.premises) {
    const auto& sides = premise.condition.arguments();
    if (!premise.condition.is(Operator::equal)) continue;
    if (sides[0].is(Operator::variable) && sides[1].is(Operator::variable))
      sizes[sides[1].name()] = sizes[sides[0].name()];
    if (sides[0].is(Operator::variable) && sides[1].is(Operator::integer))
      sizes[sides[0].name()] = sides[1].integer_value();
  }
}

Tensor random_tensor(const Type& type, const Assignment& sizes, CaseGenerator& generator) {
  std::vector<std::int64_t> shape;
  for (const Dim& extent : type.extents)
    shape.push_back(sizes.at(extent.name()));
  Tensor tensor = zeros(type.element, shape);
  const int mode = static_cast<int>(generator.between(0, 4));
  std::visit(
      [&]<typename Element>(std::vector<Element>& elements) {
        for (Element& element : elements) {
          if constexpr (std::is_floating_point_v<Element>)
            element = random_float<Element>(mode, generator);
          else if constexpr (std::is_same_v<Element, std::uint8_t>)
            element = generator.chance(0.5) ? 1 : 0;
          else
            element = random_integer<Element>(mode, generator);
        }
      },
      tensor.elements);
  return tensor;
}

bool is_about_sizes(const Premise& premise) {
  bool found = !premise.indices.empty();
  visit_terms(premise.condition, [&](const Term& term) { return !(found = found || term.is(Operator::read)); });
  return !found;
}

bool is_small(const Rule& rule, const Assignment& sizes) {
  const auto small = [&](const Type& type) {
    std::vector<std::int64_t> shape;
    for (const Dim& extent : type.extents)
      shape.push_back(std::max<std::int64_t>(evaluate_integer(extent, sizes).value_or(0), 0));
    return element_count(shape).value_or(least_refused_size) < least_refused_size;
  };
  return small(rule.result) && std::all_of(rule.operands.begin(), rule.operands.end(),
                                           [&](const RuleOperand& operand) { return small(operand.type); });
}

bool holds(const Rule& rule, const Premise& premise, const OperationCase& example) {
  if (is_about_sizes(premise)) return evaluate_condition(premise.condition, example.sizes).value_or(false);
  // The condition as an element: the evaluator knows how a literal takes the type of the float beside it.
  Rule condition;
  condition.name = rule.name + "/" + premise.name;
  condition.operands = rule.operands;
  condition.sizes = rule.sizes;
  condition.result.element = ElementType::boolean;
  Substitution indices;
  for (std::size_t k = 0; k < premise.indices.size(); ++k) {
    condition.result.extents.push_back(premise.indices[k].extent);
    indices[premise.indices[k].name] = index_variable(k);
  }
  condition.element = substitute(premise.condition, indices);
  std::vector<const Tensor*> operands;
  for (const Tensor& operand : example.operands)
    operands.push_back(&operand);
  const auto result = evaluate(condition, example.sizes, operands);
  if (!result) return false;
  const auto& truths = std::get<std::vector<std::uint8_t>>(result->elements);
  return std::all_of(truths.begin(), truths.end(), [](std::uint8_t truth) { return truth != 0; });
}

bool premises_hold(const Rule& rule, const OperationCase& example) {
  return std::all_of(rule.premises.begin(), rule.premises.end(),
                     [&](const Premise& premise) { return holds(rule, premise, example); });
}

std::optional<OperationCase> accepted_case(const Operation& operation, const Instance& covered,
                                           CaseGenerator& generator) {
  OperationCase example;
  example.instance = any_types(covered, operation, generator);
  example.rule = operation.rule(example.instance);
  const Rule& rule = example.rule;
  // Most sizes are turned down at little cost, before there are operands.
  const auto all_met_over_sizes = [&] {
    return std::all_of(rule.premises.begin(), rule.premises.end(), [&](const Premise& premise) {
      return !is_about_sizes(premise) || holds(rule, premise, example);
    });
  };
  // A cast of a number to bool has no premise that can be met.
  if (std::any_of(rule.premises.begin(), rule.premises.end(),
                  [](const Premise& premise) { return premise.condition == boolean(false); }))
    return std::nullopt;
  for (int attempt = 0; attempt < 20000; ++attempt) {
    example.sizes = random_sizes(rule, generator);
    example.operands.clear();
    if (!all_met_over_sizes() || !is_small(rule, example.sizes)) continue;
    for (const RuleOperand& operand : rule.operands)
      example.operands.push_back(random_tensor(operand.type, example.sizes, generator));
    if (premises_hold(rule, example)) return example;
  }
  return std::nullopt;
}

}  // namespace kina::testing
