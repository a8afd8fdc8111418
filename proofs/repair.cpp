#include "proofs/repair.hpp"

#include "spec/dim.hpp"
#include "spec/lang/checker.hpp"
#include "spec/render.hpp"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>

namespace kina {
namespace {

/// One replacement in the text of the program's own file.
struct Edit {
  Place place;
  std::string replacement;
  bool is_axis = false;
};

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
bool explains(const std::string& holds_only_if, const std::string& name, const std::string& other) {
  return holds_only_if == name + " = " + other || holds_only_if == other + " = " + name;
}

/// Every axis and every size name in the failing expression, and in those that its operands were computed by, replaced
/// by another one.
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
            edits.push_back({axis_place, std::to_string(axis), true});
      }
      const bool is_size = std::any_of(item.sizes.begin(), item.sizes.end(),
                                       [&](const SizeParameter& size) { return size.name == word; });
      if (!is_size) continue;
      for (const SizeParameter& size : item.sizes)
        if (size.name != word && explains(result.holds_only_if, word, size.name))
          edits.push_back({words[k], size.name, false});
    }
  }
  return edits;
}

/// Whether the item is proved, all of it, in the edited program.
bool is_accepted(Solver& solver, const Program& program, const ProgramItem& item, const Edit& edit,
                 const DecisionLimits& limits) {
  const FileReader reader = [&](const std::string& path) -> tl::expected<std::string, std::string> {
    for (const Source& source : program.sources) {
      if (source.path != path) continue;
      std::string text = source.text;
      if (&source == program.sources.data())
        text.replace(edit.place.begin, edit.place.end - edit.place.begin, edit.replacement);
      return text;
    }
    return tl::unexpected(std::string("no such file"));
  };
  const auto edited = load_program(program.sources.front().path, reader);
  if (!edited || edited->diagnostics.size() > program.diagnostics.size()) return false;
  const ProgramItem* candidate = find_item(*edited, item.name);
  if (candidate == nullptr) return false;
  const std::vector<Term> floats = float_facts(*candidate);
  const std::vector<Obligation> obligations = obligations_of(*edited, *candidate);
  return std::all_of(obligations.begin(), obligations.end(), [&](const Obligation& obligation) {
    return obligation.kind == ObligationKind::theorem ||
           decide_obligation(solver, obligation, floats, limits).verdict == Verdict::proved;
  });
}

/// What the edit says, in one line.
std::string advice(const Program& program, const Obligation& obligation, const Edit& edit) {
  const bool is_inside = obligation.whole && edit.place.begin >= obligation.whole->begin &&
                         edit.place.end <= obligation.whole->end && obligation.taints.size() == 1;
  if (edit.is_axis && is_inside && obligation.name.ends_with("/agree"))
    return fmt::format("all axes but {} agree: axis={}", edit.replacement, edit.replacement);
  const Position at = position_of(program.sources[edit.place.file], edit.place.begin);
  if (edit.is_axis)
    return fmt::format("with axis={} at {}:{} everything here is proved", edit.replacement, at.line, at.column);
  return fmt::format("with {} in place of {} at {}:{} everything here is proved", edit.replacement,
                     text_of(program, edit.place), at.line, at.column);
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
  if (!obligation.whole || obligation.whole->file != 0 || !obligation.question.goal.is(Operator::equal)) return {};
  const DecisionLimits quick{std::min(options.limits.milliseconds, 200U), 5'000};
  const std::vector<Edit> edits = candidate_edits(program, item, result);
  std::vector<const Edit*> accepted;
  for (std::size_t k = 0; k < std::min(edits.size(), greatest_edit_count) && accepted.size() < 2; ++k)
    if (is_accepted(solver, program, item, edits[k], quick)) accepted.push_back(&edits[k]);
  if (accepted.size() == 1) return {advice(program, obligation, *accepted.front())};
  if (const auto repetition = missing_repetition(item, obligation)) return {*repetition};
  if (const auto block = missing_block(solver, item, obligation, quick)) return {*block};
  return {};
}

}  // namespace kina
