#include "command/summary.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <vector>

namespace kina {
namespace {

constexpr std::array kinds{ObligationKind::typing, ObligationKind::bounds,  ObligationKind::range,
                           ObligationKind::loop,   ObligationKind::theorem, ObligationKind::law};
/// The columns; solvers seldom contradict each other, and a column of zeros for that would only be asked about.
std::vector<Verdict> columns_of(const Report& report) {
  std::vector<Verdict> verdicts{Verdict::proved, Verdict::refuted, Verdict::unknown};
  if (report.count(Verdict::disagreement) > 0) verdicts.push_back(Verdict::disagreement);
  return verdicts;
}

std::size_t width_of(Verdict verdict) { return std::max<std::size_t>(9, name_of(verdict).size() + 2); }

}  // namespace

std::string summary_table(const Report& report) {
  const std::vector<Verdict> verdicts = columns_of(report);
  std::string table = fmt::format("{:<8}", "kind");
  for (const Verdict verdict : verdicts)
    table += fmt::format("{:>{}}", name_of(verdict), width_of(verdict));
  table += "\n";
  for (const ObligationKind kind : kinds) {
    std::string row = fmt::format("{:<8}", name_of(kind));
    std::size_t all = 0;
    for (const Verdict verdict : verdicts) {
      const std::size_t count = report.count(kind, verdict);
      row += fmt::format("{:>{}}", count, width_of(verdict));
      all += count;
    }
    if (all > 0) table += row + "\n";
  }
  table += fmt::format("{:<8}", "total");
  for (const Verdict verdict : verdicts)
    table += fmt::format("{:>{}}", report.count(verdict), width_of(verdict));
  return table + "\n";
}

}  // namespace kina
