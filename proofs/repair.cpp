#include "proofs/repair.hpp"

#include "proofs/edit.hpp"
#include "proofs/loops.hpp"
#include "proofs/stated_fact.hpp"
#include "spec/dim.hpp"
#include "spec/render.hpp"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>

namespace kina {
namespace {

/// Trying an edit costs a proof of the item; a line has few names and axes.
constexpr std::size_t greatest_edit_count = 40;

bool is_word(char character) { return std::isalnum(static_cast<unsigned char>(character)) != 0 || character == '_'; }

std::string text_of(const Program& program, Place place) {
  return program.sources[place.file].text.substr(place.begin, place.end - place.begin);
}

/// The words of a place, each with where it stands.
std::vector<Place> words_in(const Program& program, Place place) {
  const std::string& text = program.sources[place.file].text;
  std::vector<Place> words;
  for (std::uint32_t at = place.begin; at < place.end;) {
    if (!is_word(text[at])) {
      ++at;
      continue;
    }
    std::uint32_t end = at;
    while (end < place.end && is_word(text[end]))
      ++end;
    words.push_back({place.file, at, end});
    at = end;
  }
  return words;
}

/// Whether the failing condition is known to be that the two are equal: then one may stand for the other by mistake.
bool explains(const std::optional<SimplerCondition>& holds_only_if, const std::string& name, const std::string& other) {
  if (!holds_only_if || !holds_only_if->condition) return false;
  const Term& condition = *holds_only_if->condition;
  return condition == equal(variable(name), variable(other)) || condition == equal(variable(other), variable(name));
}

/// An axis in place of another one.
Edit axis_edit(const Program& program, const Obligation& obligation, const Place& place, std::size_t axis) {
  const bool is_inside =
      place.begin >= obligation.whole->begin && place.end <= obligation.whole->end && obligation.taints.size() == 1;
  const Position at = position_of(program.sources[place.file], place.begin);
  return {place, std::to_string(axis),
          is_inside && obligation.name.ends_with("/agree")
              ? fmt::format("all axes but {} agree: axis={}", axis, axis)
              : fmt::format("with axis={} at {}:{} everything here is proved", axis, at.line, at.column)};
}

/// A name in place of another one.
Edit name_edit(const Program& program, const Place& place, const std::string& name) {
  const Position at = position_of(program.sources[place.file], place.begin);
  return {place, name,
          fmt::format("with {} in place of {} at {}:{} everything here is proved", name, text_of(program, place),
                      at.line, at.column)};
}

/// An operand whose one slice is meant for all: it is stretched where that is written.
std::optional<Edit> broadcast_edit(const Program& program, const ProgramItem& item, const Obligation& obligation,
                                   const Place& word) {
  if (!obligation.stretches || !obligation.axis) return std::nullopt;
  const std::string name = text_of(program, word);
  for (const ValueId id : obligation.about) {
    const Value& value = item.values[id];
    if (value.name != name || *obligation.axis >= value.type.rank()) continue;
    if (!value.type.extents[*obligation.axis].is_integer(1)) continue;
    return Edit{word, "broadcast(" + name + ")",
                fmt::format("if the one slice of '{}' on axis {} is meant for all: broadcast({})", name,
                            *obligation.axis, name)};
  }
  return std::nullopt;
}

/// Every axis and every size name in the failing expression, and in those that its operands were computed by, replaced
/// by another one; and its operands stretched.
std::vector<Edit> candidate_edits(const Program& program, const ProgramItem& item, const ProofResult& result) {
  const Obligation& obligation = result.obligation;
  std::vector<Place> places{*obligation.whole};
  for (const ValueId id : obligation.about)
    places.push_back(item.values[id].place);
  std::vector<Edit> edits;
  std::vector<Place> seen;
  for (const Place& place : places) {
    const std::vector<Place> words = words_in(program, place);
    for (std::size_t k = 0; k < words.size(); ++k) {
      if (std::find(seen.begin(), seen.end(), words[k]) != seen.end()) continue;
      seen.push_back(words[k]);
      const std::string word = text_of(program, words[k]);
      if (k > 0 && text_of(program, words[k - 1]) == "axis" && std::isdigit(static_cast<unsigned char>(word[0])) != 0) {
        // A minus sign before it is a part of the axis.
        Place axis_place = words[k];
        const std::string& text = program.sources[place.file].text;
        for (std::uint32_t at = axis_place.begin; at > words[k - 1].end; --at)
          if (text[at - 1] == '-') axis_place.begin = at - 1;
        for (std::size_t axis = 0; axis < 5; ++axis)
          if (std::to_string(axis) != text_of(program, axis_place))
            edits.push_back(axis_edit(program, obligation, axis_place, axis));
      }
      if (place == *obligation.whole)
        if (auto edit = broadcast_edit(program, item, obligation, words[k])) edits.push_back(std::move(*edit));
      const bool is_size = std::any_of(item.sizes.begin(), item.sizes.end(),
                                       [&](const SizeParameter& size) { return size.name == word; });
      if (!is_size) continue;
      for (const SizeParameter& size : item.sizes)
        if (size.name != word && explains(result.holds_only_if, word, size.name))
          edits.push_back(name_edit(program, words[k], size.name));
    }
  }
  return edits;
}

bool are_proved(Solver& solver, const ProgramItem& item, const std::vector<Obligation>& obligations,
                const DecisionLimits& limits) {
  const std::vector<Term> floats = float_facts(item);
  return std::all_of(obligations.begin(), obligations.end(), [&](const Obligation& obligation) {
    return obligation.kind == ObligationKind::theorem ||
           decide_obligation(solver, obligation, floats, limits).verdict == Verdict::proved;
  });
}

/// Whether the item is proved, all of it, in the edited program.
bool is_accepted(Solver& solver, const Program& program, const ProgramItem& item, const Edit& edit,
                 const DecisionLimits& limits) {
  const auto changed = edited(program, edit);
  const ProgramItem* candidate = changed ? find_item(*changed, item.name) : nullptr;
  return candidate != nullptr && are_proved(solver, *candidate, obligations_of(*changed, *candidate), limits);
}

/// How many obligations are not proved: of the host loop, and of the facts that calls owe.
std::size_t owed_elsewhere(Solver& solver, const Program& program, const DecisionLimits& limits) {
  std::size_t count = 0;
  const auto count_unproved = [&](const Obligation& obligation) {
    if (decide_obligation(solver, obligation, {}, limits).verdict != Verdict::proved) ++count;
  };
  for (const ProgramItem& item : program.items)
    for (const Obligation& obligation : obligations_of(program, item))
      if (obligation.is_owed_by_caller) count_unproved(obligation);
  for (const Obligation& obligation : loop_obligations(program))
    count_unproved(obligation);
  return count;
}

/// A fact that is stated is owed by every caller, and by the host loop: none of these may fail for it.
bool is_accepted_everywhere(Solver& solver, const Program& program, const ProgramItem& item, const Edit& edit,
                            const DecisionLimits& limits) {
  const auto changed = edited(program, edit);
  return changed && is_accepted(solver, program, item, edit, limits) &&
         owed_elsewhere(solver, *changed, limits) <= owed_elsewhere(solver, program, limits);
}

/// For operands that differ by a block: what is missing, and where it would be joined. It fits by construction.
std::optional<std::string> missing_block(Solver& solver, const ProgramItem& item, const Obligation& obligation,
                                         const DecisionLimits& limits) {
  const Term& goal = obligation.question.goal;
  const bool stretched = obligation.name == "broadcast/agree" && obligation.about.size() == 1;
  if (!obligation.axis || (!stretched && (!obligation.stretches || obligation.about.size() != 2))) return std::nullopt;
  for (const bool left_is_short : {false, true}) {
    if (stretched && !left_is_short) continue;
    const Term missing = canonical(left_is_short ? goal.arguments()[1] - goal.arguments()[0]
                                                 : goal.arguments()[0] - goal.arguments()[1]);
    const bool simple = missing.is(Operator::variable) || missing.is(Operator::integer);
    if (!simple || decide(solver, {obligation.question.facts, less_equal(integer(0), missing), {}}, limits).verdict !=
                       Verdict::proved)
      continue;
    const Value& value = item.values[obligation.about[left_is_short ? 0 : 1]];
    if (value.name.empty()) return std::nullopt;
    // Right-aligned: a stretched operand may have fewer axes than the shape.
    const std::size_t added = stretched ? item.values[obligation.taints.front()].type.rank() - value.type.rank() : 0;
    const std::size_t axis = *obligation.axis - added;
    return fmt::format("'{}' lacks {} on axis {}: concat a block of that extent with it, axis={}", value.name,
                       to_text(missing), axis, axis);
  }
  return std::nullopt;
}

/// For a left extent that is a multiple of the right one: how often the right operand would have to be repeated.
std::optional<std::string> missing_repetition(const ProgramItem& item, const Obligation& obligation) {
  const Term& goal = obligation.question.goal;
  if (!obligation.stretches || !obligation.axis || obligation.about.size() != 2) return std::nullopt;
  const Term count = canonical(goal.arguments()[0] / goal.arguments()[1]);
  const std::string& name = item.values[obligation.about[1]].name;
  if (!count.is(Operator::variable) || name.empty() || !identical(count * goal.arguments()[1], goal.arguments()[0]))
    return std::nullopt;
  return fmt::format("'{}' fits if each of its slices stands for {} in a row: repeat({}, {}, axis={})", name,
                     to_text(count), name, to_text(count), *obligation.axis);
}

/// For an argmax that runs over more than the table's axis: over what it has to run.
std::optional<std::string> argmax_over_too_much(const Obligation& obligation) {
  const Term& goal = obligation.question.goal;
  if (!goal.is(Operator::logical_and) || goal.arguments().size() != 2) return std::nullopt;
  const Term& upper = goal.arguments()[1];
  if (!upper.is(Operator::less) || !upper.arguments()[0].is(Operator::fold_argmax)) return std::nullopt;
  const std::string over = to_text(upper.arguments()[0].arguments()[0]);
  const std::string extent = to_text(upper.arguments()[1]);
  return fmt::format(
      "the argmax runs over {}, and the axis has {}: slice or index the other axes first, so that it runs "
      "over {}",
      over, extent, extent);
}

}  // namespace

std::vector<std::string> repairs(Solver& solver, const Program& program, const ProgramItem& item,
                                 const ProofResult& result, const ProveOptions& options) {
  const Obligation& obligation = result.obligation;
  if (const auto argmax = argmax_over_too_much(obligation)) return {*argmax};
  const DecisionLimits quick{std::min(options.limits.milliseconds, 200U), 5'000};
  for (const Edit& edit : stated_facts(solver, program, item, result, quick))
    if (is_accepted_everywhere(solver, program, item, edit, quick)) return {edit.advice};
  if (!obligation.whole || obligation.whole->file != 0 || !obligation.question.goal.is(Operator::equal)) return {};
  const std::vector<Edit> edits = candidate_edits(program, item, result);
  std::vector<const Edit*> accepted;
  for (std::size_t k = 0; k < std::min(edits.size(), greatest_edit_count) && accepted.size() < 2; ++k)
    if (is_accepted(solver, program, item, edits[k], quick)) accepted.push_back(&edits[k]);
  if (accepted.size() == 1) return {accepted.front()->advice};
  if (const auto repetition = missing_repetition(item, obligation)) return {*repetition};
  if (const auto block = missing_block(solver, item, obligation, quick)) return {*block};
  return {};
}

}  // namespace kina
