/// \file
/// Proof results as messages and counts.
#pragma once

#include "proofs/obligation.hpp"
#include "spec/lang/diagnostic.hpp"

#include <array>
#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace kina {

/// What a failed result says to its reader (design section 4): the place, both sides in the user's names, the smallest
/// sizes that break it, what it would need, and what to do.
[[nodiscard]] Diagnostic diagnostic_of(const ProofResult& result);

/// The diagnostics of a program with its failed results, in source order; consequences are folded under their cause.
[[nodiscard]] std::vector<Diagnostic> all_diagnostics(const Program& program, const std::vector<ProofResult>& results);

/// How many results have each verdict, by kind.
struct ProofCounts {
  std::map<ObligationKind, std::array<std::size_t, 4>> by_kind;
  [[nodiscard]] std::size_t total(Verdict verdict) const;
};
[[nodiscard]] ProofCounts count(const std::vector<ProofResult>& results);

/// Whether a program is accepted: no diagnostic, and nothing but proved.
[[nodiscard]] bool all_proved(const Program& program, const std::vector<ProofResult>& results);

}  // namespace kina
