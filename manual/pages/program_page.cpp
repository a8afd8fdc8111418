#include "manual/pages/program_page.hpp"

#include "manual/pages/address.hpp"
#include "manual/pages/data_flow.hpp"
#include "manual/pages/highlight.hpp"
#include "manual/pages/markdown.hpp"
#include "manual/pages/seed_steps.hpp"
#include "proofs/prove.hpp"
#include "proofs/report.hpp"
#include "spec/lang/checker.hpp"
#include "spec/lang/roles.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <stdexcept>

namespace kina::manual {
namespace {

std::string name_of_program(const Program& program) {
  return std::filesystem::path(program.sources.front().path).filename().string();
}

/// Theorems have a folder of their own, and addresses of their own.
std::string label_of_program(const Program& program) {
  const std::filesystem::path path = program.sources.front().path;
  return (path.parent_path().filename() == "theorems" ? "theorem_" : "program_") + path.stem().string();
}

/// The comment at the beginning of the file.
std::string opening_comment(const Source& source) {
  std::string comment;
  for (std::size_t line = 1; line_text(source, line).starts_with("//"); ++line) {
    if (line_text(source, line).starts_with("///")) return "";
    comment += line_text(source, line).substr(2) + "\n";
  }
  return comment;
}

std::string proved_text(const std::vector<ProofResult>& results) {
  const ProofCounts counts = count(results);
  Table table{{"Kind", "Proved", "Not proved"}, {}};
  for (const auto& [kind, verdicts] : counts.by_kind) {
    std::size_t all = 0;
    for (const std::size_t each : verdicts)
      all += each;
    const std::size_t proved = verdicts[static_cast<std::size_t>(Verdict::proved)];
    table.rows.push_back({name_link(name_of(kind)), std::to_string(proved), std::to_string(all - proved)});
  }
  return "\n## What is proved\n\nAt every size, when this page was made.\n" + to_markdown(table);
}

/// The verdict on each assertion of a theorem.
std::string verdicts_text(const Program& program, const ProgramItem& item, const std::vector<ProofResult>& results) {
  std::string text;
  for (const ProofResult& result : results) {
    const Obligation& obligation = result.obligation;
    if (obligation.item != item.name || obligation.kind != ObligationKind::theorem) continue;
    const std::string& source = program.sources[obligation.place.file].text;
    text += fmt::format("- {}: {}\n",
                        code(source.substr(obligation.place.begin, obligation.place.end - obligation.place.begin)),
                        name_of(result.verdict));
  }
  return text;
}

/// The roles that the host finds by the signatures.
std::string roles_text(const Program& program) {
  const HostLoop loop = bind_roles(program);
  std::string text;
  const auto add = [&](const char* role, std::size_t item) {
    text += fmt::format("- {} is {}\n", code(program.items[item].name), role);
  };
  for (const TokenFunction& step : loop.steps)
    add(is_polymorphic(program, step) ? "a step, for every length of its past" : "a step, for one length of its past",
        step.item);
  if (loop.first_step) add("the first step, without a past", loop.first_step->item);
  if (loop.prefill) add("the prefill", loop.prefill->item);
  if (loop.picker) add("the picker", loop.picker->item);
  return text.empty() ? "" : "\n## Roles in the host loop\n\nBy their signatures alone:\n\n" + text;
}

std::string signature_of(const Program& program, const ProgramItem& item) {
  const Source& source = program.sources[item.place.file];
  const std::string keyword = item.kind == syntax::ItemKind::function ? "fn " : "theorem ";
  return keyword + source.text.substr(item.place.begin, source.text.find('{', item.place.begin) - item.place.begin);
}

std::string steps_table(const std::vector<PerformedSteps>& performed) {
  Table table{{"Statement", "Step of the seed's section 4"}, {}};
  for (const PerformedSteps& each : performed) {
    std::string steps;
    for (const std::string& step : each.steps)
      steps += (steps.empty() ? "" : "<br/>") + code(step);
    std::string statement = each.statement;
    std::replace(statement.begin(), statement.end(), '\n', ' ');
    table.rows.push_back({code(statement), steps});
  }
  return to_markdown(table);
}

/// The quoting function whose steps most statements perform.
std::string beside_the_seed(const Program& program, const ProgramItem& item, const std::vector<Program>& quoting) {
  if (!quoted_steps(program, item).empty()) return "";
  std::vector<PerformedSteps> best;
  std::string name;
  std::size_t most = 0;
  for (const Program& other : quoting) {
    for (const ProgramItem& candidate : other.items) {
      std::vector<PerformedSteps> performed = performed_steps(program, item, other, candidate);
      std::size_t steps = 0;
      for (const PerformedSteps& each : performed)
        steps += each.steps.size();
      if (steps <= most) continue;
      most = steps;
      best = std::move(performed);
      name = fmt::format("{} of {}", code(candidate.name),
                         link(name_of_program(other), label_of_program(other) + ".html"));
    }
  }
  if (most == 0) return "";
  return fmt::format("\nBeside the steps that {} quotes: the same expressions of the same parameters.\n", name) +
         steps_table(best);
}

std::string item_text(const Program& program, const ProgramItem& item, const std::vector<ProofResult>& results,
                      const std::vector<Program>& quoting) {
  std::string text = fmt::format("{}## {}\n\n{}\n{}", anchor(item.name), item.name, prose(item.documentation),
                                 kina_block(signature_of(program, item)));
  text += verdicts_text(program, item, results) + beside_the_seed(program, item, quoting);
  return text + fmt::format("\n**Data flow**\n\n\\dot\n{}\\enddot\n\n", data_flow(program, item));
}

}  // namespace

Page program_page(const Program& program, const std::vector<Program>& quoting) {
  const Source& source = program.sources.front();
  const std::string name = name_of_program(program);
  const std::string comment = opening_comment(source);
  const std::vector<ProofResult> results = prove(program, {});
  Page page{label_of_program(program), name, "", {}, "", ""};
  std::vector<std::string> names;
  for (const ProgramItem& item : program.items)
    if (item.place.file == 0) names.push_back(code(item.name));
  page.summary = fmt::format("{}", fmt::join(names, ", "));
  page.text = "\\tableofcontents\n" + prose(comment) + "\n" + proved_text(results) + roles_text(program) +
              "\n## Source\n" + kina_block(source.text);
  for (const ProgramItem& item : program.items)
    if (item.place.file == 0) page.text += item_text(program, item, results, quoting);
  return page;
}

std::vector<Program> programs_in(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  if (std::filesystem::is_directory(folder))
    for (const auto& entry : std::filesystem::directory_iterator(folder))
      if (entry.path().extension() == ".kina") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  std::vector<Program> programs;
  for (const std::filesystem::path& file : files) {
    auto program = load_program(file.string());
    if (!program) throw std::runtime_error(file.string() + ": " + program.error());
    programs.push_back(std::move(*program));
  }
  return programs;
}

Page programs_page(const std::filesystem::path& source_folder) {
  const std::vector<Program> programs = programs_in(source_folder / "spec/programs");
  Page page{"programs", "Programs", "", {}, "", ""};
  page.summary = "the specified programs, with their data flow and what is proved of them";
  for (const Program& program : programs)
    page.pages.push_back(program_page(program, programs));
  page.text = "Each program is proved whenever Kina is built, and run by its tests.\n" + contents(page.pages);
  return page;
}

Page theorems_page(const std::filesystem::path& source_folder) {
  Page page{"theorems", "Theorems", "", {}, "", "the theorems that are proved whenever Kina is built"};
  for (const Program& program : programs_in(source_folder / "proofs/theorems"))
    page.pages.push_back(program_page(program, {}));
  page.text = "Each theorem holds for all sizes, all weights and all inputs.\n" + contents(page.pages);
  return page;
}

}  // namespace kina::manual
