/// Cases drawn without regard to the premises.
///
/// Values drawn apart from each other break several premises at once and say nothing about any. So most cases start
/// from sizes at which all premises hold, found by mending one at a time, and then change one name or one element. A
/// premise that is off by one, or that is not looked at on some axis, decides some of them wrongly.
#include "spec/evaluate.hpp"
#include "tests/spec/ops/operation_cases_parts.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <string>
#include <type_traits>
#include <utility>

namespace kina::testing {
namespace {

constexpr std::int64_t least_attribute = -2;
constexpr std::int64_t greatest_size = 4;

/// What is changed about operands that meet every premise.
enum class Disturbance { none, size, element, everything };

// ---- sizes ----

/// The names of a rule's sizes, and the least value that is drawn for each: an extent is never negative.
std::map<std::string, std::int64_t> least_values(const Rule& rule) {
  std::map<std::string, std::int64_t> least;
  for (const std::string& name : rule.sizes)
    least[name] = least_attribute;
  for (const RuleOperand& operand : rule.operands)
    for (const Dim& extent : operand.type.extents)
      least[extent.name()] = 0;
  return least;
}

class Sizes {
public:
  Sizes(const Rule& rule, std::int64_t greatest, CaseGenerator& generator)
      : rule_(rule), least_(least_values(rule)), greatest_(greatest), generator_(generator) {
    for (const Premise& premise : rule.premises)
      if (is_about_sizes(premise)) over_sizes_.push_back(&premise);
  }

  Assignment any() {
    Assignment sizes;
    for (const auto& [name, least] : least_)
      sizes[name] = generator_.between(least, greatest_);
    return sizes;
  }

  /// Sizes at which every premise over sizes holds, if a few repairs get there. Sometimes without the repairs: they
  /// would keep away from what a premise refuses wrongly, where no change of one name leads back.
  Assignment met() {
    // Of which the products that a reshape compares are equal often enough.
    static const std::vector<std::pair<std::int64_t, std::int64_t>> ranges{{0, 1}, {1, 1}, {1, 2}, {0, 4}, {1, 4}};
    const auto [low, high] = generator_.one_of(ranges);
    const bool of_one_shape = generator_.chance(0.4);
    Assignment sizes;
    Assignment by_axis;
    for (const auto& [name, least] : least_) {
      const std::int64_t value = generator_.between(low, std::min(high, greatest_));
      const std::size_t dot = name.find('.');
      const bool shared = of_one_shape && dot != std::string::npos;
      sizes[name] = shared ? by_axis.try_emplace(name.substr(dot), value).first->second : value;
    }
    if (generator_.chance(0.25)) return sizes;
    make_equal(rule_, sizes);
    for (int step = 0; step < 24; ++step) {
      const Premise* failing = first_failing(sizes);
      if (failing == nullptr) break;
      mend(*failing, sizes);
    }
    return sizes;
  }

  /// Another value for one name: most often one at which a premise fails, and the next one where that is enough.
  void disturb(Assignment& sizes) {
    if (sizes.empty()) return;
    std::vector<Change> breaks;
    if (!over_sizes_.empty() && generator_.chance(0.8)) {
      const Premise& premise = *generator_.one_of(over_sizes_);
      const bool by_one = generator_.chance(0.7);
      for (const Change& change : changes_of(free_variables(premise.condition), sizes))
        if (!holds_after(change, premise, sizes) && (!by_one || std::abs(change.second - sizes.at(change.first)) == 1))
          breaks.push_back(change);
    }
    if (breaks.empty()) {
      const auto chosen = std::next(sizes.begin(), generator_.between(0, static_cast<std::int64_t>(sizes.size()) - 1));
      breaks = changes_of({chosen->first}, sizes);
    }
    make(generator_.one_of(breaks), sizes);
  }

private:
  static bool holds_at(const Premise& premise, const Assignment& sizes) {
    return evaluate_condition(premise.condition, sizes).value_or(false);
  }

  const Premise* first_failing(const Assignment& sizes) const {
    const auto found = std::find_if(over_sizes_.begin(), over_sizes_.end(),
                                    [&](const Premise* premise) { return !holds_at(*premise, sizes); });
    return found == over_sizes_.end() ? nullptr : *found;
  }

  /// A name and its new value.
  using Change = std::pair<std::string, std::int64_t>;

  std::vector<Change> changes_of(const std::set<std::string>& names, const Assignment& sizes) const {
    std::vector<Change> changes;
    for (const std::string& name : names)
      for (std::int64_t value = least_.at(name); value <= greatest_; ++value)
        if (value != sizes.at(name)) changes.emplace_back(name, value);
    return changes;
  }

  static void make(const Change& change, Assignment& sizes) { sizes[change.first] = change.second; }

  static bool holds_after(const Change& change, const Premise& premise, Assignment& sizes) {
    const Change back(change.first, sizes.at(change.first));
    make(change, sizes);
    const bool holds = holds_at(premise, sizes);
    make(back, sizes);
    return holds;
  }

  /// One of the changes of one name after which the premise holds; any change, if there is none.
  void mend(const Premise& premise, Assignment& sizes) {
    std::vector<Change> changes = changes_of(free_variables(premise.condition), sizes);
    std::vector<Change> repairs;
    std::copy_if(changes.begin(), changes.end(), std::back_inserter(repairs),
                 [&](const Change& change) { return holds_after(change, premise, sizes); });
    if (!repairs.empty()) changes = std::move(repairs);
    if (!changes.empty()) make(generator_.one_of(changes), sizes);
  }

  const Rule& rule_;
  std::map<std::string, std::int64_t> least_;
  std::int64_t greatest_;
  CaseGenerator& generator_;
  std::vector<const Premise*> over_sizes_;
};

// ---- elements that a premise reads ----

/// Values at and around what the condition compares with: its literals, and the extents, which are small. Overflowing
/// ones are left out.
template <typename Element> std::vector<Element> near_boundaries(const Term& condition) {
  std::set<Element> values;
  std::vector<Element> all;
  for (int value = least_attribute; value <= greatest_size + 2; ++value)
    values.insert(static_cast<Element>(value));
  visit_terms(condition, [&](const Term& term) {
    if constexpr (std::is_floating_point_v<Element>) {
      constexpr Element infinity = std::numeric_limits<Element>::infinity();
      if (!term.is(Operator::number) && !term.is(Operator::integer)) return true;
      const auto bound =
          static_cast<Element>(term.is(Operator::number) ? term.number_value() : double(term.integer_value()));
      for (const Element value : {bound, bound - Element{0.5}, std::nextafter(bound, -infinity),
                                  std::nextafter(bound, infinity), std::trunc(std::nextafter(bound, Element{0}))})
        values.insert(value);
    } else if (term.is(Operator::integer)) {
      for (std::int64_t value = term.integer_value() - 1; value <= term.integer_value() + 1; ++value)
        if (std::in_range<Element>(value)) values.insert(static_cast<Element>(value));
    }
    return true;
  });
  all.assign(values.begin(), values.end());
  // Not a member of the set, where it would be 0's equal.
  if constexpr (std::is_floating_point_v<Element>) all.push_back(-Element{0});
  return all;
}

template <typename Element> std::vector<Element> far_from_boundaries() {
  using Limits = std::numeric_limits<Element>;
  if constexpr (std::is_floating_point_v<Element>)
    return {Limits::quiet_NaN(), Limits::infinity(), -Limits::infinity(), Limits::max(), Limits::denorm_min()};
  else
    return {Limits::min(), Limits::max()};
}

/// Values of the element that a premise reads, by whether it holds for them.
template <typename Element> struct Candidates {
  std::vector<Element> taken;
  std::vector<Element> refused;
};

/// The premise's verdict about each value. All are read from one tensor, so that one evaluation decides.
template <typename Element>
Candidates<Element> judged(const Premise& premise, ElementType type, const Assignment& sizes,
                           const std::vector<Element>& values) {
  const Tensor tensor{{static_cast<std::int64_t>(values.size())}, values};
  Rule probe;
  probe.name = premise.name;
  probe.operands = {{"candidate", {type, {extent_of("candidate", 0)}}}};
  for (const auto& [name, value] : sizes)
    probe.sizes.push_back(name);
  probe.result = {ElementType::boolean, {extent_of("candidate", 0)}};
  probe.element = rewrite_reads(premise.condition, [](const std::string&, const std::vector<Term>&) {
    return read("candidate", {index_variable(0)});
  });
  const auto truths = evaluate(probe, sizes, {&tensor});
  Candidates<Element> candidates;
  for (std::size_t k = 0; truths && k < values.size(); ++k) {
    const bool holds = std::get<std::vector<std::uint8_t>>(truths->elements)[k] != 0;
    (holds ? candidates.taken : candidates.refused).push_back(values[k]);
  }
  return candidates;
}

/// The operand's elements, for a premise that reads them.
template <typename Element>
void draw_elements(const Premise& premise, const RuleOperand& operand, const Assignment& sizes, Disturbance disturbance,
                   std::vector<Element>& elements, CaseGenerator& generator) {
  const std::vector<Element> near = near_boundaries<Element>(premise.condition);
  const std::vector<Element> far = far_from_boundaries<Element>();
  const auto any = [&] { return generator.one_of(generator.chance(0.9) ? near : far); };
  const auto [taken, refused] = judged(premise, operand.type.element, sizes, near);
  const bool free = disturbance == Disturbance::everything || taken.empty();
  for (Element& element : elements)
    element = free ? any() : generator.one_of(taken);
  if (disturbance != Disturbance::element || elements.empty()) return;
  const auto at = generator.between(0, static_cast<std::int64_t>(elements.size()) - 1);
  elements[static_cast<std::size_t>(at)] = refused.empty() || generator.chance(0.2) ? any() : generator.one_of(refused);
}

bool reads(const Premise& premise, const std::string& operand) {
  bool found = false;
  visit_terms(premise.condition, [&](const Term& term) {
    return !(found = found || (term.is(Operator::read) && term.name() == operand));
  });
  return found;
}

}  // namespace

OperationCase any_case(const Operation& operation, const Instance& covered, CaseGenerator& generator) {
  OperationCase example;
  example.instance = any_types(covered, operation, generator);
  // Of a quotient of floats it says whether the divisor may be 0. No other operation asks.
  example.instance.scalar_divisor = generator.chance(0.5);
  example.rule = operation.rule(example.instance);
  const Rule& rule = example.rule;
  const bool elements_matter = !std::all_of(rule.premises.begin(), rule.premises.end(), is_about_sizes);

  static const std::vector<Disturbance> of_sizes{Disturbance::none, Disturbance::none, Disturbance::size,
                                                 Disturbance::size, Disturbance::size, Disturbance::everything};
  static const std::vector<Disturbance> of_elements{Disturbance::none,      Disturbance::none,    Disturbance::size,
                                                    Disturbance::size,      Disturbance::element, Disturbance::element,
                                                    Disturbance::everything};
  const Disturbance disturbance = generator.one_of(elements_matter ? of_elements : of_sizes);
  const auto draw_sizes = [&](std::int64_t greatest) {
    Sizes sizes(rule, greatest, generator);
    example.sizes = disturbance == Disturbance::everything ? sizes.any() : sizes.met();
    if (disturbance == Disturbance::size) sizes.disturb(example.sizes);
  };
  draw_sizes(greatest_size);
  // At most 2^7 elements: no result has more axes than 7.
  if (!is_small(rule, example.sizes)) draw_sizes(2);

  for (const RuleOperand& operand : rule.operands) {
    example.operands.push_back(random_tensor(operand.type, example.sizes, generator));
    for (const Premise& premise : rule.premises) {
      if (!reads(premise, operand.name)) continue;
      std::visit(
          [&](auto& elements) { draw_elements(premise, operand, example.sizes, disturbance, elements, generator); },
          example.operands.back().elements);
    }
  }
  return example;
}

}  // namespace kina::testing
