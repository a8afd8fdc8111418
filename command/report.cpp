#include "command/report.hpp"

#include "proofs/report.hpp"
#include "spec/lang/parser.hpp"
#include "spec/render.hpp"

#include <algorithm>
#include <map>

namespace kina {
namespace {

std::string message_of(const Diagnostic& diagnostic) {
  return diagnostic.label.empty() ? diagnostic.message : diagnostic.message + ": " + diagnostic.label;
}

void set_place(ReportLine& line, const Program& program, Place place) {
  if (place.file >= program.sources.size()) return;
  const Source& source = program.sources[place.file];
  line.file = source.path;
  line.begin = position_of(source, place.begin);
  line.end = position_of(source, place.end);
}

/// The items that diagnostics stand in. The program knows only where an item's name is, so a file with errors is parsed
/// once more.
class ItemFinder {
public:
  explicit ItemFinder(const Program& program) : program_(program) {}

  std::string item_at(Place place) {
    if (place.file >= program_.sources.size()) return "";
    auto found = files_.find(place.file);
    if (found == files_.end())
      found = files_.emplace(place.file, parse(program_.sources[place.file], place.file).file).first;
    for (const syntax::Item& item : found->second.items)
      if (item.place.begin <= place.begin && place.begin < item.place.end) return item.name.text;
    return "";
  }

private:
  const Program& program_;
  std::map<std::uint32_t, syntax::File> files_;
};

/// What a diagnostic became among those that are printed, or null if it was folded under its cause.
const Diagnostic* printed_form(const std::vector<Diagnostic>& printed, const Diagnostic& diagnostic) {
  const auto found = std::find_if(printed.begin(), printed.end(), [&](const Diagnostic& other) {
    return other.code == diagnostic.code && other.place == diagnostic.place && other.message == diagnostic.message &&
           other.label == diagnostic.label;
  });
  return found == printed.end() ? nullptr : &*found;
}

void set_words(ReportLine& line, const Diagnostic& diagnostic, const std::vector<Source>& sources) {
  line.message = message_of(diagnostic);
  line.notes = diagnostic.notes;
  line.helps = diagnostic.helps;
  line.rendered = render(diagnostic, sources, Colour::off);
}

/// A result without its place and its words.
ReportLine line_of(const ProofResult& result) {
  ReportLine line;
  line.item = result.obligation.item;
  line.obligation = result.obligation.name;
  line.kind = result.obligation.kind;
  line.verdict = result.verdict;
  line.seconds = result.seconds;
  if (result.verdict == Verdict::refuted) {
    line.counterexample.emplace();
    for (const auto& [name, value] : result.counterexample)
      line.counterexample->emplace_back(name, value);
    for (const auto& [name, value] : result.float_counterexample)
      line.counterexample->emplace_back(name, value);
  }
  return line;
}

std::string compact(const Type& type) {
  std::string text = to_text(type);
  text.erase(std::remove(text.begin(), text.end(), ' '), text.end());
  return text;
}

ReportItem item_of(const Program& program, const ProgramItem& item) {
  ReportItem reported;
  reported.file = program.sources[item.place.file].path;
  reported.name = item.name;
  reported.kind = item.kind;
  for (const ItemParameter& parameter : item.parameters)
    reported.parameters.emplace_back(parameter.name, compact(item.values[parameter.value].type));
  for (const ItemResult& result : item.results)
    reported.results.emplace_back(result.name, compact(result.type));
  return reported;
}

}  // namespace

std::size_t Report::count(Verdict verdict) const {
  return static_cast<std::size_t>(
      std::count_if(lines.begin(), lines.end(), [&](const ReportLine& line) { return line.verdict == verdict; }));
}

std::size_t Report::count(ObligationKind kind, Verdict verdict) const {
  return static_cast<std::size_t>(std::count_if(lines.begin(), lines.end(), [&](const ReportLine& line) {
    return line.kind == kind && line.verdict == verdict;
  }));
}

void add_program(Report& report, const Program& program, const std::vector<ProofResult>& results) {
  ItemFinder finder(program);
  const std::vector<Diagnostic> printed = all_diagnostics(program, results);
  for (const Diagnostic& diagnostic : program.diagnostics) {
    ReportLine line;
    set_place(line, program, diagnostic.place);
    line.item = finder.item_at(diagnostic.place);
    line.obligation = diagnostic.code;
    line.verdict = Verdict::refuted;
    set_words(line, diagnostic, program.sources);
    report.lines.push_back(std::move(line));
  }
  for (const ProofResult& result : results) {
    ReportLine line = line_of(result);
    set_place(line, program, result.obligation.place);
    if (result.verdict != Verdict::proved) {
      const Diagnostic diagnostic = diagnostic_of(result);
      const Diagnostic* shown = printed_form(printed, diagnostic);
      if (shown == nullptr) line.consequence_of = result.consequence_of;
      set_words(line, shown == nullptr ? diagnostic : *shown, program.sources);
    }
    report.lines.push_back(std::move(line));
  }
  for (const ProgramItem& item : program.items)
    if (item.place.file == 0) report.items.push_back(item_of(program, item));
}

void add_catalogue(Report& report, const std::vector<ProofResult>& results) {
  for (const ProofResult& result : results) {
    ReportLine line = line_of(result);
    if (result.verdict != Verdict::proved) set_words(line, diagnostic_of(result), {});
    report.lines.push_back(std::move(line));
  }
}

bool all_proved(const Report& report) { return report.count(Verdict::proved) == report.lines.size(); }

}  // namespace kina
