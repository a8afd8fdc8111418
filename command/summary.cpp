#include "command/summary.hpp"

#include <array>
#include <fmt/format.h>

namespace kina {
namespace {

constexpr std::array kinds{ObligationKind::typing, ObligationKind::bounds,  ObligationKind::range,
                           ObligationKind::loop,   ObligationKind::theorem, ObligationKind::law};
constexpr std::array verdicts{Verdict::proved, Verdict::refuted, Verdict::unknown};

}  // namespace

std::string summary_table(const Report& report) {
  std::string table = fmt::format("{:<8}", "kind");
  for (const Verdict verdict : verdicts)
    table += fmt::format("{:>9}", name_of(verdict));
  table += "\n";
  for (const ObligationKind kind : kinds) {
    std::string row = fmt::format("{:<8}", name_of(kind));
    std::size_t all = 0;
    for (const Verdict verdict : verdicts) {
      const std::size_t count = report.count(kind, verdict);
      row += fmt::format("{:>9}", count);
      all += count;
    }
    if (all > 0) table += row + "\n";
  }
  table += fmt::format("{:<8}", "total");
  for (const Verdict verdict : verdicts)
    table += fmt::format("{:>9}", report.count(verdict));
  return table + "\n";
}

}  // namespace kina
