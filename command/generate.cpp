/// `kina generate`: the host loop over a program that is proved.
#include "command/arguments.hpp"
#include "command/command.hpp"
#include "command/terminal.hpp"
#include "command/weights.hpp"
#include "impl/host_loop.hpp"
#include "proofs/prove.hpp"
#include "proofs/report.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <limits>
#include <memory>
#include <optional>

namespace kina {
namespace {

constexpr std::int64_t most_steps = std::numeric_limits<std::int32_t>::max();

struct GenerateArguments {
  std::string file;
  std::optional<std::string> token;
  std::optional<std::string> prompt;
  std::string steps = "16";
  std::vector<std::string> sizes;
  std::vector<std::string> weights;
  std::string engine = "reference";
};

std::vector<std::int64_t> prompt_of(const GenerateArguments& arguments) {
  if (arguments.token && arguments.prompt) throw UsageError("generate: give --token or --prompt, not both");
  if (arguments.token) return {parse_integer("--token", *arguments.token, 0, std::numeric_limits<std::int64_t>::max())};
  if (arguments.prompt) return parse_token_ids("--prompt", *arguments.prompt);
  throw UsageError("generate: give --token N or --prompt IDS to start from");
}

using EngineMaker = std::unique_ptr<Engine> (*)(const Program&);

EngineMaker engine_named(const std::string& name) {
  if (name == "reference") return make_reference_engine;
  if (name == "eigen") return make_eigen_engine;
  throw UsageError(fmt::format("--engine {}: unknown engine; there are reference and eigen", name));
}

/// Proves what the loop rests on, imported functions included, and prints what fails. A theorem is a statement about
/// the program, not a condition for running it.
bool proves(const Program& program) {
  std::vector<ProofResult> results;
  {
    ProgressBar bar("proving " + program.sources.front().path);
    ProveOptions options;
    options.progress = [&](std::size_t done, std::size_t all) { bar.update(done, all); };
    results = prove(program, options);
  }
  results.erase(
      std::remove_if(results.begin(), results.end(),
                     [](const ProofResult& result) { return result.obligation.kind == ObligationKind::theorem; }),
      results.end());
  if (all_proved(program, results)) return true;
  write_diagnostics(all_diagnostics(program, results), program.sources);
  return false;
}

std::string row_text(const std::vector<std::int64_t>& ids) { return fmt::format("[{}]\n", fmt::join(ids, ", ")); }

int run(const GenerateArguments& arguments) {
  GenerateOptions options;
  options.prompt = prompt_of(arguments);
  options.steps = static_cast<std::size_t>(parse_integer("--steps", arguments.steps, 0, most_steps));
  options.sizes = parse_sizes("--size", arguments.sizes);
  const EngineMaker make_engine = engine_named(arguments.engine);
  const WeightArguments weights(arguments.weights);
  options.patterned = weights.patterned();
  const Program program = load(arguments.file);
  if (!proves(program)) return failure;

  options.weights = weights.read(weight_names(program));
  if (const std::vector<Diagnostic> errors = non_finite(options.weights); !errors.empty()) {
    write_diagnostics(errors, {});
    return failure;
  }
  const std::unique_ptr<Engine> engine = make_engine(program);
  tl::expected<std::vector<std::vector<std::int64_t>>, HostError> rows;
  {
    ProgressBar bar("running " + arguments.file);
    std::size_t taken = 0;
    const std::size_t most = options.prompt.size() + options.steps;
    rows = generate(program, *engine, options, [&](const StepRecord&) { bar.update(++taken, most); });
  }
  if (!rows) {
    Diagnostic diagnostic;
    diagnostic.code = rows.error().code;
    diagnostic.place.file = std::numeric_limits<std::uint32_t>::max();
    diagnostic.message = rows.error().message;
    diagnostic.notes = rows.error().notes;
    write_diagnostics({diagnostic}, {});
    return failure;
  }
  std::string text;
  for (const std::vector<std::int64_t>& row : *rows)
    text += row_text(row);
  write_results(text);
  return success;
}

}  // namespace

void add_generate(CLI::App& application, Command& chosen) {
  CLI::App* subcommand = application.add_subcommand("generate", "Run the host loop and print the token ids.");
  const auto arguments = std::make_shared<GenerateArguments>();
  subcommand->add_option("FILE", arguments->file, "a Kina program")->type_name("")->required();
  subcommand->add_option("--token", arguments->token, "the token id to start from")->type_name("N");
  subcommand->add_option("--prompt", arguments->prompt, "token ids to start from, as in 3,5,1")->type_name("IDS");
  subcommand->add_option("--steps", arguments->steps, "how many new tokens; 16 if not given")->type_name("N");
  subcommand->add_option("--size", arguments->sizes, "a size; may be repeated")
      ->type_name("NAME=N")
      ->allow_extra_args(false);
  subcommand
      ->add_option("--weights", arguments->weights,
                   "pattern (the default), NAME=FILE.npy, FILE.npy, or a folder of NAME.npy files; may be repeated")
      ->type_name("WEIGHTS")
      ->allow_extra_args(false);
  subcommand->add_option("--engine", arguments->engine, "what runs the functions: reference (the default) or eigen")
      ->type_name("ENGINE");
  subcommand->callback([arguments, &chosen] { chosen = [arguments] { return run(*arguments); }; });
}

}  // namespace kina
