#include "proofs/report.hpp"

#include "spec/render.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace kina {
namespace {

/// `S against 1` for an equation, and the condition itself for anything else.
std::string label_of(const Obligation& obligation) {
  const Term& shown = obligation.shown;
  if (shown.is(Operator::equal) && !shown.arguments()[0].is(Operator::remainder))
    return fmt::format("{} against {}", to_text(shown.arguments()[0]), to_text(shown.arguments()[1]));
  if (shown.is(Operator::integer)) return "";
  if (shown.is(Operator::boolean)) return "";
  return fmt::format("requires {}", to_text(shown));
}

/// `S = 0, every other size 1`: sizes of 1 are named together, unless there is only one.
std::string values_text(const ProofResult& result) {
  const auto& declared = result.obligation.question.declared;
  const auto is_size = [&](const std::string& name) {
    const auto sizes_end = declared.begin() + static_cast<std::ptrdiff_t>(result.obligation.size_count);
    return std::any_of(declared.begin(), sizes_end, [&](const Term& atom) { return atom.name() == name; });
  };
  std::vector<std::string> parts;
  std::vector<std::string> ones;
  for (const auto& [name, value] : result.counterexample) {
    std::string part = fmt::format("{} = {}", name, value);
    (value == 1 && is_size(name) ? ones : parts).push_back(std::move(part));
  }
  for (const auto& [name, value] : result.float_counterexample)
    parts.push_back(fmt::format("{} = {}", name, value));
  if (ones.size() == 1) parts.push_back(ones.front());
  if (ones.size() > 1) parts.emplace_back(parts.empty() ? "every size 1" : "every other size 1");
  return fmt::format("{}", fmt::join(parts, ", "));
}

/// What a failure says that is folded under its cause: of the same demand on another axis, or further on.
std::string consequence_note(const Program& program, const ProofResult& cause, const ProofResult& result) {
  const Obligation& obligation = result.obligation;
  if (obligation.axis && is_same_demand(cause.obligation, obligation))
    return fmt::format("the same on axis {}: {}", *obligation.axis, label_of(obligation));
  const Position at = position_of(program.sources[obligation.place.file], obligation.place.begin);
  return fmt::format("it also breaks {} at line {}", obligation.name, at.line);
}

}  // namespace

Diagnostic diagnostic_of(const ProofResult& result) {
  const Obligation& obligation = result.obligation;
  Diagnostic diagnostic;
  diagnostic.code = obligation.name;
  diagnostic.place = obligation.place;
  diagnostic.message = obligation.violation;
  diagnostic.label = label_of(obligation);
  const bool fails_at_values = !result.counterexample.empty() || !result.float_counterexample.empty();
  if (result.verdict == Verdict::refuted && fails_at_values) {
    std::string note = "fails at " + values_text(result);
    if (!result.smallest) note += " (not shown smallest)";
    if (result.holds_only_if) note += "; holds only if " + result.holds_only_if->text;
    const Term& shown = obligation.shown;
    if (obligation.stretches && shown.is(Operator::equal) && shown.arguments()[1].is(Operator::variable))
      note += fmt::format("; broadcast only if {} = 1", shown.arguments()[1].name());
    diagnostic.notes.push_back(std::move(note));
  } else if (result.verdict == Verdict::refuted && !obligation.decided && obligation.question.declared.empty()) {
    diagnostic.notes.push_back("it depends on no size, so it always fails");
  }
  if (result.verdict == Verdict::unknown && !obligation.decided) {
    diagnostic.message = "not decided whether " + obligation.violation;
    diagnostic.notes.push_back("neither proved nor refuted, which fails like a refutation");
    diagnostic.helps.push_back(
        "state what makes it true in where, or give the solver more time: kina prove --timeout SECONDS");
  }
  for (const std::string& note : obligation.notes)
    diagnostic.notes.push_back(note);
  for (const std::string& help : result.helps)
    diagnostic.helps.push_back(help);
  return diagnostic;
}

std::vector<Diagnostic> all_diagnostics(const Program& program, const std::vector<ProofResult>& results) {
  std::vector<Diagnostic> diagnostics = program.diagnostics;
  std::map<std::string, std::pair<const ProofResult*, std::size_t>> causes;
  for (const ProofResult& result : results) {
    if (result.verdict == Verdict::proved || !result.consequence_of.empty()) continue;
    causes.emplace(result.obligation.item + " " + result.obligation.name, std::pair{&result, diagnostics.size()});
    diagnostics.push_back(diagnostic_of(result));
  }
  for (const ProofResult& result : results) {
    if (result.verdict == Verdict::proved || result.consequence_of.empty()) continue;
    const auto& [cause, position] = causes.at(result.obligation.item + " " + result.consequence_of);
    std::vector<std::string>& notes = diagnostics[position].notes;
    std::string note = consequence_note(program, *cause, result);
    if (std::find(notes.begin(), notes.end(), note) == notes.end()) notes.push_back(std::move(note));
  }
  sort_diagnostics(diagnostics);
  return diagnostics;
}

std::size_t ProofCounts::total(Verdict verdict) const {
  std::size_t sum = 0;
  for (const auto& [kind, counts] : by_kind)
    sum += counts[static_cast<std::size_t>(verdict)];
  return sum;
}

ProofCounts count(const std::vector<ProofResult>& results) {
  ProofCounts counts;
  for (const ProofResult& result : results) {
    auto& of_kind = counts.by_kind[result.obligation.kind];
    ++of_kind[static_cast<std::size_t>(result.verdict)];
  }
  return counts;
}

bool all_proved(const Program& program, const std::vector<ProofResult>& results) {
  return program.diagnostics.empty() && std::all_of(results.begin(), results.end(), [](const ProofResult& result) {
           return result.verdict == Verdict::proved;
         });
}

}  // namespace kina
