/// From logits to the next tokens: the picker's types, and what the next step requires of its tokens.
#include "proofs/loop_reader.hpp"

#include "spec/dim.hpp"
#include "spec/render.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace kina {

Substitution LoopReader::picker_sizes(const Type& logits) const {
  const ProgramItem& picker = program_.items[loop_.picker->item];
  Substitution sizes;
  for (const SizeParameter& size : picker.sizes)
    sizes[size.name] = variable(size.name);
  const Type& declared = parameter_type(picker, loop_.picker->logits);
  for (std::size_t axis = 0; axis < std::min(declared.rank(), logits.rank()); ++axis)
    if (declared.extents[axis].is(Operator::variable)) sizes[declared.extents[axis].name()] = logits.extents[axis];
  return sizes;
}

void LoopReader::read_pick(const TokenFunction& before) {
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

void LoopReader::read_picked_tokens(const TokenFunction& before, const TokenFunction& step,
                                    const Substitution& picked) {
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

}  // namespace kina
