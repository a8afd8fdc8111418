/// `kina check`: parses and decides the typing obligations.
#include "command/command.hpp"
#include "command/terminal.hpp"
#include "proofs/prove.hpp"
#include "proofs/report.hpp"

#include <memory>

namespace kina {
namespace {

int check(const std::vector<std::string>& files) {
  bool clean = true;
  for (const Program& program : load_all(files)) {
    std::vector<Diagnostic> diagnostics;
    {
      ProgressBar bar("checking " + program.sources.front().path);
      ProveOptions options;
      options.typing_only = true;
      options.progress = [&](std::size_t done, std::size_t all) { bar.update(done, all); };
      diagnostics = all_diagnostics(program, prove(program, options));
    }
    write_diagnostics(diagnostics, program.sources);
    clean = clean && diagnostics.empty();
  }
  return clean ? success : failure;
}

}  // namespace

void add_check(CLI::App& application, Command& chosen) {
  CLI::App* subcommand = application.add_subcommand("check", "Check names, types and shapes, and print every error.");
  const auto files = std::make_shared<std::vector<std::string>>();
  subcommand->add_option("FILE", *files, "Kina programs")->type_name("")->required();
  subcommand->callback([files, &chosen] { chosen = [files] { return check(*files); }; });
}

}  // namespace kina
