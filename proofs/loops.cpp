#include "proofs/loops.hpp"

#include "proofs/elements.hpp"
#include "spec/dim.hpp"
#include "spec/lang/roles.hpp"
#include "spec/render.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <set>

namespace kina {
namespace {

/// Reads the obligations of every hand-over of the loop: from what ran before to the step that runs next, over the
/// names of what ran before. A polymorphic step that follows itself is the induction for every number of steps.
class LoopReader {
public:
  explicit LoopReader(const Program& program) : program_(program), loop_(bind_roles(program)) {}

  std::vector<Obligation> read_all() {
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

private:
  std::vector<const TokenFunction*> all_functions() const {
    std::vector<const TokenFunction*> functions;
    if (loop_.first_step) functions.push_back(&*loop_.first_step);
    if (loop_.prefill) functions.push_back(&*loop_.prefill);
    for (const TokenFunction& step : loop_.steps)
      functions.push_back(&step);
    return functions;
  }

  const ProgramItem& item_of(const TokenFunction& function) const { return program_.items[function.item]; }

  Obligation start(const ProgramItem& item, std::string name, Place place) const {
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

  void finish(Obligation obligation, std::vector<Term> facts) {
    auto& all = obligation.question.facts;
    all.insert(all.end(), facts.begin(), facts.end());
    obligations_.push_back(std::move(obligation));
  }

  /// One type for one thing: every axis is an obligation.
  void add_agreement(const ProgramItem& item, const std::string& name, Place place, const Type& found,
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

  static Type substituted(const Type& type, const Substitution& sizes) {
    Type result{type.element, {}};
    for (const Dim& extent : type.extents)
      result.extents.push_back(substitute(extent, sizes));
    return result;
  }

  const Type& parameter_type(const ProgramItem& item, std::size_t parameter) const {
    return item.values[item.parameters[parameter].value].type;
  }

  /// Names of sizes and scalars that the state determines: a fact about one of them is an invariant; every other fact
  /// is about files and flags, and is checked when they are bound.
  std::set<std::string> state_names(const TokenFunction& step, const Substitution& sizes) const {
    std::set<std::string> names;
    for (const auto& [name, size] : sizes)
      if (!size.is(Operator::variable) || size.name() != name) names.insert(name);
    names.merge(state_sizes(program_, step));
    for (const StateSlot& state : step.states)
      names.insert(item_of(step).parameters[*state.parameter].name);
    return names;
  }

  static std::set<std::string> names_in(const ProgramFact& fact) {
    std::set<std::string> names = free_variables(fact.condition);
    visit_terms(fact.condition, [&](const Term& term) {
      if (term.is(Operator::read)) names.insert(term.name());
      return true;
    });
    return names;
  }

  /// Facts of `step` about what is bound once: they are checked then, and hold at every step.
  std::vector<Term> bound_facts(const TokenFunction& step, const std::set<std::string>& state) const {
    std::vector<Term> facts;
    for (const SizeParameter& size : item_of(step).sizes)
      if (!state.contains(size.name)) facts.push_back(less_equal(integer(size.least), variable(size.name)));
    for (const ProgramFact& fact : item_of(step).facts) {
      const std::set<std::string> names = names_in(fact);
      const bool about_state =
          std::any_of(names.begin(), names.end(), [&](const auto& n) { return state.contains(n); });
      if (!about_state && !fact.about_result && !fact.about_float && fact.tensor.empty())
        facts.push_back(rewrite_reads(
            fact.condition, [](const std::string& name, const std::vector<Term>&) { return variable(name); }));
    }
    return facts;
  }

  void read_hand_over(const TokenFunction& before, const TokenFunction& step) {
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
        obligation.violation = fmt::format("'{}' has no result '{}_next' for '{}' of '{}'", item.name, slot.name,
                                           parameter.name, next.name);
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

  void add_invariants(const TokenFunction& before, const TokenFunction& step, const Substitution& sizes,
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
      const bool about_state =
          std::any_of(names.begin(), names.end(), [&](const auto& n) { return state.contains(n); });
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

  const Type& weight_type(const ProgramItem& item, const std::string& name) const {
    const auto found = std::find_if(item.parameters.begin(), item.parameters.end(),
                                    [&](const ItemParameter& parameter) { return parameter.name == name; });
    return item.values[found->value].type;
  }

  /// The float parameter that a fact bounds.
  static std::string float_name(const ProgramFact& fact) {
    const Term& left = fact.condition.arguments()[0];
    return left.is(Operator::read) ? left.name() : fact.condition.arguments()[1].name();
  }

  /// What the function that ran before knows of a weight, at any index.
  static void add_weight_facts(Obligation& obligation, const ProgramItem& item, const std::string& tensor) {
    for (const ProgramFact& fact : item.facts) {
      if (fact.tensor != tensor || fact.about_result || fact.about_float) continue;
      obligation.question.facts.push_back(
          rewrite_reads(fact.condition, [](const std::string& name, const std::vector<Term>& at) {
            return at.empty() ? variable(name) : read(name, at);
          }));
    }
  }

  /// The fact of the next function, its state read from what ran before, every other scalar by its name.
  static Term goal_of(Elements& elements, const ProgramFact& fact, const Substitution& sizes,
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

  /// The picker's sizes from the logits' type.
  Substitution picker_sizes(const Type& logits) const {
    const ProgramItem& picker = program_.items[loop_.picker->item];
    Substitution sizes;
    for (const SizeParameter& size : picker.sizes)
      sizes[size.name] = variable(size.name);
    const Type& declared = parameter_type(picker, loop_.picker->logits);
    for (std::size_t axis = 0; axis < std::min(declared.rank(), logits.rank()); ++axis)
      if (declared.extents[axis].is(Operator::variable)) sizes[declared.extents[axis].name()] = logits.extents[axis];
    return sizes;
  }

  void read_pick(const TokenFunction& before) {
    const ProgramItem& item = item_of(before);
    const ProgramItem& picker = program_.items[loop_.picker->item];
    const ItemResult& logits = item.results[before.logits];
    const Substitution sizes = picker_sizes(logits.type);
    const Type& declared = parameter_type(picker, loop_.picker->logits);
    add_agreement(item, "loop/pick", logits.place, logits.type, substituted(declared, sizes), "the result 'logits'",
                  fmt::format("'logits' of the picker '{}' is declared {}", picker.name, to_text(declared)), {});
    if (picker.returned.size() != picker.results.size()) return;
    for (const TokenFunction& step : loop_.steps) {
      if (!follows_statically(program_, before, step) && !is_polymorphic(program_, step)) continue;
      read_picked_tokens(before, step, sizes);
    }
  }

  /// What the picker returns is what the next step takes: in type, and in range for its gather.
  void read_picked_tokens(const TokenFunction& before, const TokenFunction& step, const Substitution& picked) {
    const ProgramItem& item = item_of(before);
    const ProgramItem& next = item_of(step);
    const ProgramItem& picker = program_.items[loop_.picker->item];
    const ItemResult& tokens = picker.results[loop_.picker->token_ids];
    const Substitution sizes = next_sizes(program_, before, step);
    const std::vector<Term> facts = bound_facts(step, state_names(step, sizes));
    const Type& declared = parameter_type(next, step.token_ids);
    add_agreement(item, "loop/token", tokens.place, substituted(tokens.type, picked), substituted(declared, sizes),
                  "the picked 'token_ids'",
                  fmt::format("'token_ids' of '{}', which runs next, is declared {}", next.name, to_text(declared)),
                  facts);
    Elements elements(program_, picker);
    Elements states(program_, item);
    for (const ProgramFact& fact : next.facts) {
      if (fact.tensor != "token_ids" || fact.about_result) continue;
      Obligation obligation = start(item, "loop/token", tokens.place);
      std::vector<Term> indices;
      for (std::size_t axis = 0; axis < tokens.type.rank(); ++axis) {
        indices.push_back(any_index(axis));
        obligation.question.facts.push_back(
            in_range(integer(0), indices.back(), substitute(tokens.type.extents[axis], picked)));
      }
      // The picker's element is over the picker's sizes; those are the logits' extents.
      const Term element = substitute(elements.element(picker.returned[loop_.picker->token_ids], indices), picked);
      // In a fact, the tokens are what was picked; a state is what was returned; anything else keeps its name.
      const auto token = [&](const std::string& name, const std::vector<Term>& where) -> Term {
        if (name == "token_ids") return element;
        for (const StateSlot& slot : step.states)
          for (const StateSlot& given : before.states)
            if (given.name == slot.name && next.parameters[*slot.parameter].name == name &&
                given.result < item.returned.size())
              return states.element(item.returned[given.result], where);
        return where.empty() ? variable(name) : read(name, where);
      };
      const auto picked_token = [&](const std::string& name, const std::vector<Term>& where) -> Term {
        if (name == "token_ids") return element;
        return where.empty() ? variable("?picker." + name) : read("?picker." + name, where);
      };
      for (const Term& known : elements.take_facts())
        obligation.question.facts.push_back(substitute(known, picked));
      for (const ProgramFact& stated : picker.facts) {
        if (!stated.about_result || stated.tensor != "token_ids") continue;
        Substitution at = picked;
        for (std::size_t axis = 0; axis < indices.size(); ++axis)
          at[any_index(axis).name()] = indices[axis];
        obligation.question.facts.push_back(rewrite_reads(substitute(stated.condition, at), picked_token));
      }
      Substitution at = sizes;
      for (std::size_t axis = 0; axis < indices.size(); ++axis)
        at[any_index(axis).name()] = indices[axis];
      obligation.question.goal = rewrite_reads(substitute(fact.condition, at), token);
      for (Term& known : states.take_facts())
        obligation.question.facts.push_back(std::move(known));
      obligation.shown = rewrite_reads(substitute(fact.condition, sizes),
                                       [&](const std::string& name, const auto&) { return variable(name); });
      obligation.named_values.emplace_back("token_ids", element);
      obligation.violation = fmt::format("a picked token may be out of range for '{}', which runs next", next.name);
      obligation.requirement = "Picked tokens meet what the next step requires of its token_ids.";
      finish(std::move(obligation), facts);
    }
  }

  /// Without a first step and a prefill, state starts as zeros: sizes that `where` allows at 0 are 0, scalars are 0.
  void read_starts() {
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
      const bool about_state =
          std::any_of(names.begin(), names.end(), [&](const auto& n) { return state.contains(n); });
      if (!about_state || fact.about_result || names.contains("token_ids")) continue;
      Obligation obligation = start(item, "loop/start", item.place);
      obligation.question.facts = bound_facts(step, state);
      if (fact.about_float) obligation.float_element = number(0);
      obligation.question.goal =
          fact.about_float
              ? fact.condition
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

  /// Whether the state grows, and its length is a size that no axis of a past shows by itself.
  bool has_hidden_length(const TokenFunction& step) const {
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

  void add_hidden_length(const TokenFunction& step) {
    const ProgramItem& item = item_of(step);
    Obligation obligation = start(item, "loop/length", item.place);
    obligation.violation =
        fmt::format("the length of the state of '{}' is no size of its own, so the loop can't be followed", item.name);
    obligation.requirement = "A past that grows has an axis whose extent is a name, from which its length is read.";
    obligation.decided = Verdict::refuted;
    finish(std::move(obligation), {});
  }

  void add_unreached(const TokenFunction& step) {
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

  void read_ambiguities() {
    for (std::size_t a = 0; a < loop_.steps.size(); ++a) {
      for (std::size_t b = a + 1; b < loop_.steps.size(); ++b) {
        const ProgramItem& first = item_of(loop_.steps[a]);
        const ProgramItem& second = item_of(loop_.steps[b]);
        const bool same =
            std::all_of(loop_.steps[a].states.begin(), loop_.steps[a].states.end(), [&](const StateSlot& slot) {
              return std::any_of(loop_.steps[b].states.begin(), loop_.steps[b].states.end(),
                                 [&](const StateSlot& other) {
                                   return slot.name == other.name && parameter_type(first, *slot.parameter) ==
                                                                         parameter_type(second, *other.parameter);
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

  const Program& program_;
  HostLoop loop_;
  std::vector<Obligation> obligations_;
};

}  // namespace

std::vector<Obligation> loop_obligations(const Program& program) { return LoopReader(program).read_all(); }

}  // namespace kina
