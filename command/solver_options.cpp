#include "command/solver_options.hpp"

#include "command/arguments.hpp"
#include "command/command.hpp"
#include "command/terminal.hpp"
#include "proofs/cache.hpp"
#include "proofs/cvc5.hpp"
#include "proofs/second_opinion.hpp"

#include <algorithm>
#include <atomic>
#include <cctype>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <map>
#include <memory>
#include <stdexcept>
#include <system_error>
#include <thread>

namespace kina {
namespace {

constexpr std::int64_t most_jobs = 1024;

bool asks_both(const SolverArguments& arguments) { return arguments.solver == "both"; }

void use_cvc5(ProveOptions& options) {
  options.hooks.ask_instead = [](const SmtQuestion& question, unsigned milliseconds) {
    const auto answers = ask_cvc5({question}, milliseconds);
    if (!answers) throw UsageError("--solver: " + answers.error());
    return answers->front();
  };
}

void use_cache(ProveOptions& options, const ProofCache& cache) {
  options.hooks.is_known_unsatisfiable = [cache](const SmtQuestion& question) {
    return is_remembered(cache, question);
  };
  const auto stored = std::make_shared<std::atomic<std::size_t>>(0);
  options.hooks.found_unsatisfiable = [cache, stored](const SmtQuestion& question) {
    // A run that only reads leaves the folder as it is; one that writes looks at its size at first, and now and then.
    if (stored->fetch_add(1) % 4096 == 0) prune(cache);
    remember(cache, question);
  };
}

/// A name of letters, digits, `-`, `_` and `.`.
std::string as_file_name(std::string name) {
  for (char& c : name)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '-' && c != '_' && c != '.') c = '-';
  // What is left of a long name still tells the item; the number tells equal ones apart.
  constexpr std::size_t longest = 200;
  if (name.size() > longest) name.erase(0, name.size() - longest);
  return name;
}

/// `decode.decode.concat-agree.1.smt2`: the file's path, the item, the obligation and a number that tells equal names
/// apart.
void write_questions(const std::string& folder, const std::string& label, const std::vector<ProofResult>& results) {
  std::filesystem::path path_of_label(label);
  const std::string stem = path_of_label.replace_extension().string();
  std::map<std::string, std::size_t> seen;
  for (const ProofResult& result : results) {
    const std::string name =
        as_file_name(fmt::format("{}.{}.{}", stem, result.obligation.item, result.obligation.name));
    for (const AskedQuestion& asked : result.questions) {
      const std::filesystem::path path = std::filesystem::path(folder) / fmt::format("{}.{}.smt2", name, ++seen[name]);
      std::ofstream file(path, std::ios::binary);
      file << smtlib_script(asked.question, asked.answer);
      if (!file.flush()) throw UsageError(fmt::format("--smt2: {} can't be written", path.string()));
    }
  }
}

}  // namespace

void add_solver_options(CLI::App& subcommand, SolverArguments& arguments) {
  subcommand.add_option("--timeout", arguments.timeout, "the time for one query of the solver")->type_name("SECONDS");
  subcommand
      .add_option("--solver", arguments.solver,
                  "z3 (the default), cvc5, or both: cvc5 then answers again what verdicts rest on")
      ->type_name("SOLVER");
  subcommand
      .add_option("--jobs", arguments.jobs, "how many obligations are decided at once; one a processor if not given")
      ->type_name("N");
  subcommand.add_option("--smt2", arguments.smt2, "write each query as an SMT-LIB 2 file into this folder")
      ->type_name("DIR");
  subcommand.add_flag("--no-cache", arguments.no_cache, "ask the solver again what is remembered as proved");
}

ProveOptions prove_options(const SolverArguments& arguments) {
  ProveOptions options;
  if (arguments.timeout) options.limits.milliseconds = parse_seconds("--timeout", *arguments.timeout);
  options.jobs = arguments.jobs ? static_cast<std::size_t>(parse_integer("--jobs", *arguments.jobs, 1, most_jobs))
                                : std::max(1U, std::thread::hardware_concurrency());
  if (arguments.solver != "z3" && arguments.solver != "cvc5" && !asks_both(arguments))
    throw UsageError(fmt::format("--solver {}: unknown solver; there are z3, cvc5 and both", arguments.solver));
  if (arguments.solver != "z3")
    if (const auto version = cvc5_version(); !version) throw UsageError("--solver: " + version.error());
  if (arguments.solver == "cvc5") {
    use_cvc5(options);
  } else if (const auto cache = arguments.no_cache ? std::nullopt : user_cache()) {
    use_cache(options, *cache);
  }
  options.records_questions = asks_both(arguments) || arguments.smt2.has_value();
  if (arguments.smt2) {
    std::error_code error;
    std::filesystem::create_directories(*arguments.smt2, error);
    if (error || !std::filesystem::is_directory(*arguments.smt2))
      throw UsageError(fmt::format("--smt2: the folder {} can't be made", *arguments.smt2));
  }
  return options;
}

void ask_and_write(const SolverArguments& arguments, const ProveOptions& options, const std::string& label,
                   std::vector<ProofResult>& results) {
  if (arguments.smt2) write_questions(*arguments.smt2, label, results);
  if (!asks_both(arguments)) return;
  const auto opinion = ask_second_solver(results, options.jobs, options.limits.milliseconds);
  if (!opinion) throw UsageError("--solver: " + opinion.error());
  write_error(fmt::format("{}: {}: {} of {} agreed\n", label, cvc5_version().value_or("cvc5"), opinion->agreed,
                          opinion->agreed + opinion->contradicted + opinion->undecided.size()));
  for (const std::string& name : opinion->undecided)
    write_error(fmt::format("{}: not decided by cvc5: {}\n", label, name));
}

}  // namespace kina
