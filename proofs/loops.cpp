#include "proofs/loops.hpp"

#include "proofs/loop_reader.hpp"

#include "spec/dim.hpp"
#include "spec/render.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace kina {

std::vector<Obligation> LoopReader::read_all() {
  for (const Diagnostic& diagnostic : loop_.diagnostics) {
    Obligation obligation;
    obligation.name = diagnostic.code;
    obligation.kind = ObligationKind::loop;
    obligation.place = diagnostic.place;
    obligation.violation = diagnostic.message;
    obligation.decided = Verdict::refuted;
    obligations_.push_back(std::move(obligation));
  }
  if (loop_.steps.empty()) return std::move(obligations_);
  read_starts();
  std::set<std::size_t> reached;
  for (const TokenFunction* before : all_functions()) {
    for (const TokenFunction& step : loop_.steps) {
      if (!follows_statically(program_, *before, step) && !is_polymorphic(program_, step)) continue;
      // Within a static family only the exact type follows; a polymorphic step follows whatever the state is.
      reached.insert(step.item);
      read_hand_over(*before, step);
    }
    if (loop_.picker) read_pick(*before);
  }
  for (const TokenFunction& step : loop_.steps) {
    const bool starts_empty = !loop_.first_step && !loop_.prefill;
    if (!reached.contains(step.item) && !(starts_empty && &step == &loop_.steps.front())) add_unreached(step);
  }
  for (const TokenFunction& step : loop_.steps)
    if (has_hidden_length(step)) add_hidden_length(step);
  read_ambiguities();
  return std::move(obligations_);
}

std::vector<const TokenFunction*> LoopReader::all_functions() const {
  std::vector<const TokenFunction*> functions;
  if (loop_.first_step) functions.push_back(&*loop_.first_step);
  if (loop_.prefill) functions.push_back(&*loop_.prefill);
  for (const TokenFunction& step : loop_.steps)
    functions.push_back(&step);
  return functions;
}

void LoopReader::read_starts() {
  if (loop_.first_step || loop_.prefill) return;
  const TokenFunction& step = loop_.steps.front();
  const ProgramItem& item = item_of(step);
  const Substitution sizes = next_sizes(program_, step, step);
  const std::set<std::string> state = state_names(step, sizes);
  Substitution empty;
  for (const SizeParameter& size : item.sizes)
    if (state.contains(size.name)) empty[size.name] = integer(size.least);
  for (const ProgramFact& fact : item.facts) {
    const std::set<std::string> names = names_in(fact);
    const bool about_state = std::any_of(names.begin(), names.end(), [&](const auto& n) { return state.contains(n); });
    if (!about_state || fact.about_result || names.contains("token_ids")) continue;
    Obligation obligation = start(item, "loop/start", item.place);
    obligation.question.facts = bound_facts(step, state);
    if (fact.about_float) obligation.float_element = number(0);
    obligation.question.goal =
        fact.about_float ? fact.condition
                         : rewrite_reads(substitute(fact.condition, empty), [&](const std::string& name, const auto&) {
                             return state.contains(name) ? integer(0) : variable(name);
                           });
    obligation.shown = obligation.question.goal;
    obligation.violation =
        fmt::format("a fact of '{}' may not hold where the loop starts, with zeros for its state", item.name);
    obligation.requirement = "Facts about state are invariants of the loop: they hold where it starts.";
    finish(std::move(obligation), {});
  }
}

bool LoopReader::has_hidden_length(const TokenFunction& step) const {
  if (is_polymorphic(program_, step) || follows_statically(program_, step, step)) return false;
  const ProgramItem& item = item_of(step);
  return std::any_of(step.states.begin(), step.states.end(), [&](const StateSlot& state) {
    const Type& past = parameter_type(item, *state.parameter);
    const Type& next = item.results[state.result].type;
    for (std::size_t axis = 0; axis < std::min(past.rank(), next.rank()); ++axis)
      if (!identical(past.extents[axis], next.extents[axis]) && !free_variables(past.extents[axis]).empty())
        return true;
    return false;
  });
}

void LoopReader::add_hidden_length(const TokenFunction& step) {
  const ProgramItem& item = item_of(step);
  Obligation obligation = start(item, "loop/length", item.place);
  obligation.violation =
      fmt::format("the length of the state of '{}' is no size of its own, so the loop can't be followed", item.name);
  obligation.requirement = "A past that grows has an axis whose extent is a name, from which its length is read.";
  obligation.decided = Verdict::refuted;
  finish(std::move(obligation), {});
}

void LoopReader::add_unreached(const TokenFunction& step) {
  const ProgramItem& item = item_of(step);
  Obligation obligation = start(item, "loop/reach", item.place);
  const StateSlot& slot = step.states.front();
  obligation.violation =
      fmt::format("'{}' is never reached: nothing returns its '{}' {}", item.name,
                  item.parameters[*slot.parameter].name, to_text(parameter_type(item, *slot.parameter)));
  obligation.requirement = "Every member of a family follows the first step, a prefill or another member.";
  obligation.decided = Verdict::refuted;
  finish(std::move(obligation), {});
}

void LoopReader::read_ambiguities() {
  for (std::size_t a = 0; a < loop_.steps.size(); ++a) {
    for (std::size_t b = a + 1; b < loop_.steps.size(); ++b) {
      const ProgramItem& first = item_of(loop_.steps[a]);
      const ProgramItem& second = item_of(loop_.steps[b]);
      const bool same =
          std::all_of(loop_.steps[a].states.begin(), loop_.steps[a].states.end(), [&](const StateSlot& slot) {
            return std::any_of(loop_.steps[b].states.begin(), loop_.steps[b].states.end(), [&](const StateSlot& other) {
              return slot.name == other.name &&
                     parameter_type(first, *slot.parameter) == parameter_type(second, *other.parameter);
            });
          });
      const bool both = is_polymorphic(program_, loop_.steps[a]) && is_polymorphic(program_, loop_.steps[b]);
      if (!same && !both) continue;
      Obligation obligation = start(second, "loop/role", second.place);
      obligation.violation = fmt::format("'{}' and '{}' are both the step for one state", first.name, second.name);
      obligation.decided = Verdict::refuted;
      finish(std::move(obligation), {});
    }
  }
}

const ProgramItem& LoopReader::item_of(const TokenFunction& function) const { return program_.items[function.item]; }

Obligation LoopReader::start(const ProgramItem& item, std::string name, Place place) const {
  Obligation obligation;
  obligation.item = item.name;
  obligation.name = std::move(name);
  obligation.kind = ObligationKind::loop;
  obligation.place = place;
  obligation.question.facts = item_facts(item);
  obligation.question.declared = declared_atoms(item);
  obligation.size_count = item.sizes.size();
  return obligation;
}

void LoopReader::finish(Obligation obligation, std::vector<Term> facts) {
  auto& all = obligation.question.facts;
  all.insert(all.end(), facts.begin(), facts.end());
  obligations_.push_back(std::move(obligation));
}

void LoopReader::add_agreement(const ProgramItem& item, const std::string& name, Place place, const Type& found,
                               const Type& expected, const std::string& what, const std::string& note,
                               const std::vector<Term>& facts) {
  if (found.element != expected.element || found.rank() != expected.rank()) {
    Obligation obligation = start(item, name, place);
    obligation.violation = fmt::format("{} is {}, and {} is expected", what, to_text(found), to_text(expected));
    obligation.notes.push_back(note);
    obligation.decided = Verdict::refuted;
    finish(std::move(obligation), facts);
    return;
  }
  for (std::size_t axis = 0; axis < found.rank(); ++axis) {
    Obligation obligation = start(item, name, place);
    obligation.axis = axis;
    obligation.question.goal = equal(found.extents[axis], expected.extents[axis]);
    obligation.shown = obligation.question.goal;
    obligation.violation = fmt::format("{} differs on axis {}", what, axis);
    obligation.requirement = "Each step's results are the next step's parameters.";
    obligation.notes.push_back(note);
    finish(std::move(obligation), facts);
  }
}

Type LoopReader::substituted(const Type& type, const Substitution& sizes) {
  Type result{type.element, {}};
  for (const Dim& extent : type.extents)
    result.extents.push_back(substitute(extent, sizes));
  return result;
}

const Type& LoopReader::parameter_type(const ProgramItem& item, std::size_t parameter) const {
  return item.values[item.parameters[parameter].value].type;
}

std::set<std::string> LoopReader::state_names(const TokenFunction& step, const Substitution& sizes) const {
  std::set<std::string> names;
  for (const auto& [name, size] : sizes)
    if (!size.is(Operator::variable) || size.name() != name) names.insert(name);
  names.merge(state_sizes(program_, step));
  for (const StateSlot& state : step.states)
    names.insert(item_of(step).parameters[*state.parameter].name);
  return names;
}

std::set<std::string> LoopReader::names_in(const ProgramFact& fact) {
  std::set<std::string> names = free_variables(fact.condition);
  visit_terms(fact.condition, [&](const Term& term) {
    if (term.is(Operator::read)) names.insert(term.name());
    return true;
  });
  return names;
}

std::vector<Term> LoopReader::bound_facts(const TokenFunction& step, const std::set<std::string>& state) const {
  std::vector<Term> facts;
  for (const SizeParameter& size : item_of(step).sizes)
    if (!state.contains(size.name)) facts.push_back(less_equal(integer(size.least), variable(size.name)));
  for (const ProgramFact& fact : item_of(step).facts) {
    const std::set<std::string> names = names_in(fact);
    const bool about_state = std::any_of(names.begin(), names.end(), [&](const auto& n) { return state.contains(n); });
    if (!about_state && !fact.about_result && !fact.about_float && fact.tensor.empty())
      facts.push_back(rewrite_reads(fact.condition,
                                    [](const std::string& name, const std::vector<Term>&) { return variable(name); }));
  }
  return facts;
}

std::vector<Obligation> loop_obligations(const Program& program) { return LoopReader(program).read_all(); }

}  // namespace kina
