/// `kina prove`: decides every obligation of programs, or of the catalogue of operations.
#include "proofs/prove.hpp"
#include "command/arguments.hpp"
#include "command/command.hpp"
#include "command/output_file.hpp"
#include "command/report_json.hpp"
#include "command/summary.hpp"
#include "command/terminal.hpp"
#include "proofs/report.hpp"

#include <memory>
#include <optional>

namespace kina {
namespace {

struct ProveArguments {
  std::vector<std::string> files;
  bool catalogue = false;
  std::optional<std::string> json;
  std::optional<std::string> timeout;
};

/// Runs a proof with a bar that is gone before anything else is written.
template <typename Prove>
std::vector<ProofResult> with_bar(const std::string& label, ProveOptions options, const Prove& run) {
  ProgressBar bar("proving " + label);
  options.progress = [&](std::size_t done, std::size_t all) { bar.update(done, all); };
  return run(options);
}

void prove_programs(Report& report, const std::vector<Program>& programs, const ProveOptions& options) {
  for (const Program& program : programs) {
    const std::vector<ProofResult> results =
        with_bar(program.sources.front().path, options,
                 [&](const ProveOptions& with_progress) { return prove(program, with_progress); });
    write_diagnostics(all_diagnostics(program, results), program.sources);
    add_program(report, program, results);
  }
}

void prove_operations_of_catalogue(Report& report, const ProveOptions& options) {
  const std::vector<ProofResult> results = with_bar("the catalogue", options, prove_catalogue);
  std::vector<Diagnostic> diagnostics;
  for (const ProofResult& result : results)
    if (result.verdict != Verdict::proved) diagnostics.push_back(diagnostic_of(result));
  write_diagnostics(diagnostics, {});
  add_catalogue(report, results);
}

int run(const ProveArguments& arguments) {
  if (arguments.catalogue && !arguments.files.empty()) throw UsageError("prove: give files or --catalogue, not both");
  if (!arguments.catalogue && arguments.files.empty()) throw UsageError("prove: give a file, or --catalogue");
  ProveOptions options;
  if (arguments.timeout) options.limits.milliseconds = parse_seconds("--timeout", *arguments.timeout);
  const std::vector<Program> programs = load_all(arguments.files);
  std::optional<OutputFile> json;
  if (arguments.json) json.emplace("--json", *arguments.json, arguments.files);

  Report report;
  if (arguments.catalogue) {
    prove_operations_of_catalogue(report, options);
  } else {
    prove_programs(report, programs, options);
  }
  if (json) json->write(report_json(report));
  if (!json || !json->is_standard_output()) write_results(summary_table(report));
  return all_proved(report) ? success : failure;
}

}  // namespace

void add_prove(CLI::App& application, Command& chosen) {
  CLI::App* subcommand = application.add_subcommand("prove", "Prove every obligation of programs, for all sizes.");
  const auto arguments = std::make_shared<ProveArguments>();
  subcommand->add_option("FILE", arguments->files, "Kina programs")->type_name("");
  subcommand->add_flag("--catalogue", arguments->catalogue, "prove every operation of the language instead");
  subcommand->add_option("--json", arguments->json, "write the report to this path; - is standard output")
      ->type_name("PATH");
  subcommand->add_option("--timeout", arguments->timeout, "the time for one query of the solver")->type_name("SECONDS");
  subcommand->callback([arguments, &chosen] { chosen = [arguments] { return run(*arguments); }; });
}

}  // namespace kina
