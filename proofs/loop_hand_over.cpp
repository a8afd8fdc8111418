/// From what ran before to the step that runs next: states, weights, sizes and the facts that are invariants.
#include "proofs/loop_reader.hpp"

#include "spec/dim.hpp"
#include "spec/render.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace kina {

void LoopReader::read_hand_over(const TokenFunction& before, const TokenFunction& step) {
  const ProgramItem& item = item_of(before);
  const ProgramItem& next = item_of(step);
  const Substitution sizes = next_sizes(program_, before, step);
  const std::set<std::string> state = state_names(step, sizes);
  const std::vector<Term> facts = bound_facts(step, state);
  for (const StateSlot& slot : step.states) {
    const auto given = std::find_if(before.states.begin(), before.states.end(),
                                    [&](const StateSlot& candidate) { return candidate.name == slot.name; });
    const ItemParameter& parameter = next.parameters[*slot.parameter];
    const Type& declared = parameter_type(next, *slot.parameter);
    if (given == before.states.end()) {
      Obligation obligation = start(item, "loop/next", item.place);
      obligation.violation =
          fmt::format("'{}' has no result '{}_next' for '{}' of '{}'", item.name, slot.name, parameter.name, next.name);
      obligation.decided = Verdict::refuted;
      finish(std::move(obligation), facts);
      continue;
    }
    const ItemResult& result = item.results[given->result];
    add_agreement(
        item, "loop/next", result.place, result.type, substituted(declared, sizes),
        fmt::format("the result '{}'", result.name),
        fmt::format("'{}' of '{}', which runs next, is declared {}", parameter.name, next.name, to_text(declared)),
        facts);
  }
  // Without all of its state the step's sizes are not known, and nothing more can be asked.
  const bool complete = std::all_of(step.states.begin(), step.states.end(), [&](const StateSlot& slot) {
    return std::any_of(before.states.begin(), before.states.end(),
                       [&](const StateSlot& candidate) { return candidate.name == slot.name; });
  });
  if (!complete) return;
  for (const std::size_t weight : step.weights) {
    for (const std::size_t own : before.weights) {
      if (item.parameters[own].name != next.parameters[weight].name) continue;
      add_agreement(item, "loop/weight", item.parameters[own].place, parameter_type(item, own),
                    substituted(parameter_type(next, weight), sizes),
                    fmt::format("the weight '{}'", item.parameters[own].name),
                    fmt::format("'{}' of '{}' is declared {}", next.parameters[weight].name, next.name,
                                to_text(parameter_type(next, weight))),
                    facts);
    }
  }
  for (const SizeParameter& size : next.sizes) {
    if (!state.contains(size.name)) continue;
    Obligation obligation = start(item, "loop/size", item.place);
    obligation.question.goal = less_equal(integer(size.least), sizes.at(size.name));
    obligation.shown = obligation.question.goal;
    obligation.violation =
        fmt::format("the size {} of '{}', which runs next, may be below {}", size.name, next.name, size.least);
    finish(std::move(obligation), facts);
  }
  add_invariants(before, step, sizes, state, facts);
}

void LoopReader::add_invariants(const TokenFunction& before, const TokenFunction& step, const Substitution& sizes,
                                const std::set<std::string>& state, const std::vector<Term>& facts) {
  const ProgramItem& item = item_of(before);
  const ProgramItem& next = item_of(step);
  if (item.returned.size() != item.results.size()) return;
  Elements elements(program_, item);
  std::map<std::string, ValueId> values;
  for (const StateSlot& slot : step.states)
    for (const StateSlot& given : before.states)
      if (given.name == slot.name) values[next.parameters[*slot.parameter].name] = item.returned[given.result];
  for (const ProgramFact& fact : next.facts) {
    const std::set<std::string> names = names_in(fact);
    const bool about_state = std::any_of(names.begin(), names.end(), [&](const auto& n) { return state.contains(n); });
    if (!about_state || fact.about_result || names.contains("token_ids")) continue;
    // That a size is not negative is `loop/size` already.
    if (fact.condition.is(Operator::less_equal) && fact.condition.arguments()[0].is_integer(0) &&
        fact.condition.arguments()[1].is(Operator::variable))
      continue;
    Obligation obligation = start(item, "loop/invariant", item.place);
    obligation.violation = fmt::format(
        "a fact of '{}', which runs next, may not hold: {}", next.name,
        to_text(rewrite_reads(fact.condition, [](const std::string& name, const auto&) { return variable(name); })));
    obligation.requirement = "Facts about state are invariants of the loop: each step preserves them.";
    std::vector<Term> indices;
    if (!fact.tensor.empty()) {
      // A tensor that is no state is a weight, which is the same before and after.
      const auto state_value = values.find(fact.tensor);
      const Type type = state_value != values.end() ? item.values[state_value->second].type
                                                    : substituted(weight_type(next, fact.tensor), sizes);
      if (state_value == values.end()) add_weight_facts(obligation, item, fact.tensor);
      for (std::size_t axis = 0; axis < type.rank(); ++axis) {
        indices.push_back(any_index(axis));
        obligation.question.facts.push_back(in_range(integer(0), indices.back(), type.extents[axis]));
      }
    }
    if (fact.about_float && !values.contains(float_name(fact))) continue;
    if (fact.about_float) {
      const ValueId state_tensor = values.at(float_name(fact));
      obligation.float_element = elements.float_element(state_tensor, indices);
      obligation.float_facts = float_facts(item);
      obligation.question.goal = fact.condition;
    } else {
      obligation.question.goal = goal_of(elements, fact, sizes, values, indices);
    }
    obligation.shown = obligation.question.goal;
    for (Term& known : elements.take_facts())
      obligation.question.facts.push_back(std::move(known));
    finish(std::move(obligation), facts);
  }
}

const Type& LoopReader::weight_type(const ProgramItem& item, const std::string& name) const {
  const auto found = std::find_if(item.parameters.begin(), item.parameters.end(),
                                  [&](const ItemParameter& parameter) { return parameter.name == name; });
  return item.values[found->value].type;
}

std::string LoopReader::float_name(const ProgramFact& fact) {
  const Term& left = fact.condition.arguments()[0];
  return left.is(Operator::read) ? left.name() : fact.condition.arguments()[1].name();
}

void LoopReader::add_weight_facts(Obligation& obligation, const ProgramItem& item, const std::string& tensor) {
  for (const ProgramFact& fact : item.facts) {
    if (fact.tensor != tensor || fact.about_result || fact.about_float) continue;
    obligation.question.facts.push_back(
        rewrite_reads(fact.condition, [](const std::string& name, const std::vector<Term>& at) {
          return at.empty() ? variable(name) : read(name, at);
        }));
  }
}

Term LoopReader::goal_of(Elements& elements, const ProgramFact& fact, const Substitution& sizes,
                         const std::map<std::string, ValueId>& values, const std::vector<Term>& indices) {
  Substitution all = sizes;
  for (std::size_t axis = 0; axis < indices.size(); ++axis)
    all[any_index(axis).name()] = indices[axis];
  return rewrite_reads(substitute(fact.condition, all),
                       [&](const std::string& name, const std::vector<Term>& at) -> Term {
                         const auto found = values.find(name);
                         return found == values.end() ? (at.empty() ? variable(name) : read(name, at))
                                                      : elements.element(found->second, at);
                       });
}

}  // namespace kina
