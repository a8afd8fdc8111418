/// \file
/// What `kina prove` found, as a value that every report is a reading of.
#pragma once

#include "proofs/obligation.hpp"
#include "spec/lang/program.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace kina {

/// Values by the user's names, at which an obligation fails.
using Counterexample = std::vector<std::pair<std::string, std::variant<std::int64_t, double>>>;

/// One result of design section 8.
struct ReportLine {
  std::string file;
  /// Counted from 1; all are 0 where a result has no place. The end is the position after the last character.
  Position begin{0, 0};
  Position end{0, 0};
  std::string item;
  std::string obligation;
  ObligationKind kind = ObligationKind::typing;
  Verdict verdict = Verdict::unknown;
  double seconds = 0;
  /// Why it is not proved, in words: a headline, then what explains it and what helps. All are empty if it is proved.
  std::string message;
  std::vector<std::string> notes;
  std::vector<std::string> helps;
  /// The same as it is printed, with its line of the program.
  std::string rendered;
  /// The obligation whose failure explains this one, if that one's notes tell of it already; or "".
  std::string consequence_of;
  std::optional<Counterexample> counterexample;
};

/// The signature of a function or theorem: names with types such as `f32[1,2,2,3]`.
struct ReportItem {
  std::string file;
  std::string name;
  syntax::ItemKind kind = syntax::ItemKind::function;
  std::vector<std::pair<std::string, std::string>> parameters;
  std::vector<std::pair<std::string, std::string>> results;
};

struct Report {
  std::vector<ReportLine> lines;
  std::vector<ReportItem> items;

  [[nodiscard]] std::size_t count(Verdict verdict) const;
  [[nodiscard]] std::size_t count(ObligationKind kind, Verdict verdict) const;
};

/// Adds a program's diagnostics, its results and the signatures of its own items.
void add_program(Report& report, const Program& program, const std::vector<ProofResult>& results);

/// Adds the results for the catalogue, which have no place.
void add_catalogue(Report& report, const std::vector<ProofResult>& results);

/// Whether there is nothing but proved results.
[[nodiscard]] bool all_proved(const Report& report);

}  // namespace kina
