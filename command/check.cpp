/// `kina check`: parses and decides the typing obligations.
#include "command/command.hpp"
#include "command/report_files.hpp"
#include "command/terminal.hpp"
#include "proofs/prove.hpp"
#include "proofs/report.hpp"

#include <memory>

namespace kina {
namespace {

/// There is no `--json` and no `--junit` here: they list what is proved, and a list without bounds and loops would look
/// like a proof.
struct CheckArguments {
  std::vector<std::string> files;
  ReportPaths reports;
};

int check(const CheckArguments& arguments) {
  const std::vector<Program> programs = load_all(arguments.files);
  const ReportFiles reports(arguments.reports, programs);
  Report report;
  for (const Program& program : programs) {
    std::vector<ProofResult> results;
    {
      ProgressBar bar("checking " + program.sources.front().path);
      ProveOptions options;
      options.typing_only = true;
      options.progress = [&](std::size_t done, std::size_t all) { bar.update(done, all); };
      results = prove(program, options);
    }
    write_diagnostics(all_diagnostics(program, results), program.sources);
    add_program(report, program, results);
  }
  reports.write(report);
  return all_proved(report) ? success : failure;
}

}  // namespace

void add_check(CLI::App& application, Command& chosen) {
  CLI::App* subcommand = application.add_subcommand("check", "Check names, types and shapes, and print every error.");
  const auto arguments = std::make_shared<CheckArguments>();
  subcommand->add_option("FILE", arguments->files, "Kina programs")->type_name("")->required();
  add_failure_report_options(*subcommand, arguments->reports);
  subcommand->callback([arguments, &chosen] { chosen = [arguments] { return check(*arguments); }; });
}

}  // namespace kina
