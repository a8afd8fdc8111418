/// \file
/// Proves a program: every obligation of its items, and of the host loop over them.
#pragma once

#include "proofs/obligation.hpp"

#include <functional>
#include <string>
#include <vector>

namespace kina {

struct ProveOptions {
  DecisionLimits limits;
  /// Only the typing obligations: what `kina check` decides.
  bool typing_only = false;
  /// How many obligations are decided at once. The results do not depend on it.
  std::size_t jobs = 1;
  /// Whether each result keeps the questions that it rests on.
  bool records_questions = false;
  /// What stands between the questions and Z3. Called from every job's thread.
  SolverHooks hooks;
  /// Called after each obligation, with how many are done of how many.
  std::function<void(std::size_t done, std::size_t all)> progress;
};

/// The results for the items of the program's file and for the functions that it imports, in the order of the text.
[[nodiscard]] std::vector<ProofResult> prove(const Program& program, const ProveOptions& options);

/// The results for every operation of the catalogue, at every covered rank.
[[nodiscard]] std::vector<ProofResult> prove_catalogue(const ProveOptions& options);

/// The results for these operations: `prove_catalogue` for a list that is not the catalogue's.
[[nodiscard]] std::vector<ProofResult> prove_operations(const std::vector<Operation>& operations,
                                                        const ProveOptions& options);

/// Decides one obligation.
[[nodiscard]] ProofResult decide_obligation(Solver& solver, const Obligation& obligation,
                                            const std::vector<Term>& float_facts, const DecisionLimits& limits);

}  // namespace kina
