/// `kina prove`: decides every obligation of programs, or of the catalogue of operations.
#include "proofs/prove.hpp"
#include "command/command.hpp"
#include "command/report_files.hpp"
#include "command/solver_options.hpp"
#include "command/summary.hpp"
#include "command/terminal.hpp"
#include "proofs/report.hpp"

#include <memory>

namespace kina {
namespace {

struct ProveArguments {
  std::vector<std::string> files;
  bool catalogue = false;
  ReportPaths reports;
  SolverArguments solver;
};

/// Runs a proof with a bar that is gone before anything else is written.
template <typename Prove>
std::vector<ProofResult> with_bar(const std::string& label, ProveOptions options, const Prove& run) {
  ProgressBar bar("proving " + label);
  options.progress = [&](std::size_t done, std::size_t all) { bar.update(done, all); };
  return run(options);
}

void prove_programs(Report& report, const std::vector<Program>& programs, const SolverArguments& arguments,
                    const ProveOptions& options) {
  for (const Program& program : programs) {
    const std::string& path = program.sources.front().path;
    std::vector<ProofResult> results =
        with_bar(path, options, [&](const ProveOptions& with_progress) { return prove(program, with_progress); });
    ask_and_write(arguments, options, path, results);
    write_diagnostics(all_diagnostics(program, results), program.sources);
    add_program(report, program, results);
  }
}

void prove_operations_of_catalogue(Report& report, const SolverArguments& arguments, const ProveOptions& options) {
  std::vector<ProofResult> results = with_bar("the catalogue", options, prove_catalogue);
  ask_and_write(arguments, options, "catalogue", results);
  std::vector<Diagnostic> diagnostics;
  for (const ProofResult& result : results)
    if (result.verdict != Verdict::proved) diagnostics.push_back(diagnostic_of(result));
  write_diagnostics(diagnostics, {});
  add_catalogue(report, results);
}

int run(const ProveArguments& arguments) {
  if (arguments.catalogue && !arguments.files.empty()) throw UsageError("prove: give files or --catalogue, not both");
  if (!arguments.catalogue && arguments.files.empty()) throw UsageError("prove: give a file, or --catalogue");
  const ProveOptions options = prove_options(arguments.solver);
  const std::vector<Program> programs = load_all(arguments.files);
  const ReportFiles reports(arguments.reports, programs);

  Report report;
  if (arguments.catalogue) {
    prove_operations_of_catalogue(report, arguments.solver, options);
  } else {
    prove_programs(report, programs, arguments.solver, options);
  }
  reports.write(report);
  if (!reports.use_standard_output()) write_results(summary_table(report));
  return all_proved(report) ? success : failure;
}

}  // namespace

void add_prove(CLI::App& application, Command& chosen) {
  CLI::App* subcommand = application.add_subcommand("prove", "Prove every obligation of programs, for all sizes.");
  const auto arguments = std::make_shared<ProveArguments>();
  subcommand->add_option("FILE", arguments->files, "Kina programs")->type_name("");
  subcommand->add_flag("--catalogue", arguments->catalogue, "prove every operation of the language instead");
  add_report_options(*subcommand, arguments->reports);
  add_solver_options(*subcommand, arguments->solver);
  subcommand->callback([arguments, &chosen] { chosen = [arguments] { return run(*arguments); }; });
}

}  // namespace kina
