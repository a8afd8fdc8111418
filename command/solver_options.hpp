/// \file
/// The options of `kina prove` about the solvers: which one, how long, how many at once, what is remembered, and the
/// questions as files.
#pragma once

#include "proofs/prove.hpp"

#include <CLI/CLI.hpp>

#include <optional>
#include <string>
#include <vector>

namespace kina {

struct SolverArguments {
  std::optional<std::string> timeout;
  std::string solver = "z3";
  std::optional<std::string> jobs;
  std::optional<std::string> smt2;
  bool no_cache = false;
};

void add_solver_options(CLI::App& subcommand, SolverArguments& arguments);

/// What the arguments mean; what can't be used is a `UsageError`.
[[nodiscard]] ProveOptions prove_options(const SolverArguments& arguments);

/// What is done with results once they are there: the second solver is asked, and says on standard error what it did
/// not decide; the questions are written.
void ask_and_write(const SolverArguments& arguments, const ProveOptions& options, const std::string& label,
                   std::vector<ProofResult>& results);

}  // namespace kina
