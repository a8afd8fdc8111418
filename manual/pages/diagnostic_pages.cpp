#include "manual/pages/diagnostic_pages.hpp"

#include "manual/explanation.hpp"
#include "manual/pages/address.hpp"
#include "manual/pages/explained.hpp"
#include "manual/pages/markdown.hpp"
#include "proofs/prove.hpp"
#include "spec/lang/checker.hpp"

#include <fmt/format.h>
#include <map>

namespace kina::manual {
namespace {

std::string family_of(const std::string& code) { return code.substr(0, code.find('/')); }

/// The codes with what they require, by requirement, so that one that operations share is told once.
std::string codes_by_requirement(const std::vector<std::string>& codes) {
  std::vector<std::string> order;
  std::map<std::string, std::string> links;
  for (const std::string& name : codes) {
    const std::string says = explain(name)->says;
    std::string& text = links[says];
    if (text.empty()) order.push_back(says);
    text += (text.empty() ? "" : ", ") + name_link(name);
  }
  Table table{{"Requires", "Codes"}, {}};
  for (const std::string& says : order)
    table.rows.push_back({prose(says), links[says]});
  return to_markdown(table);
}

/// The kind of a diagnostic that is an obligation and no premise: that of the result which its failing program has; ""
/// if it is no obligation.
std::string kind_of(const std::string& code) {
  const Program program = check_text("example.kina", explain(code)->failing);
  for (const ProofResult& result : prove(program, {}))
    if (result.obligation.name == code) return std::string(name_of(result.obligation.kind));
  return "";
}

Page kind_page(const std::string& name, const std::vector<std::string>& others) {
  const Explanation explanation = *explain(name);
  Page page{name, name, "", {}, "", prose(explanation.says)};
  page.text =
      fmt::format("{}\n\n{}\n{}", prose(explanation.says), prose(explanation.why), failing_and_repaired(explanation));
  std::vector<std::string> premises;
  for (const ExplainedPremise& premise : explanation.premises)
    premises.push_back(premise.name);
  if (!premises.empty()) page.text += "\n## Premises of this kind\n" + codes_by_requirement(premises);
  if (!others.empty()) page.text += "\n## Other obligations of this kind\n" + codes_by_requirement(others);
  return page;
}

}  // namespace

Page kinds_page() {
  Page page{"proofs", "Proofs", "", {}, "", "what is proved, by kind, and what a verdict rests on"};
  std::map<std::string, std::vector<std::string>> codes;
  for (const std::string& code : explained_names(ExplanationKind::diagnostic))
    codes[kind_of(code)].push_back(code);
  for (const std::string& name : explained_names(ExplanationKind::obligation_kind))
    page.pages.push_back(kind_page(name, codes[name]));
  page.text =
      "Every obligation has a name, a place and a kind. It is proved for all sizes at once, or it is refuted with "
      "the smallest sizes that break it; what can't be decided fails as well.\n" +
      contents(page.pages);
  return page;
}

Page diagnostics_page() {
  Page page{
      "diagnostics", "Diagnostics", "", {}, "", "every message by its name, with a program that fails and its repair"};
  std::map<std::string, Page> pages;
  for (const std::string& name : explained_names(ExplanationKind::diagnostic)) {
    if (label_of(name) == family_of(name)) continue;  // an operation's page has it
    const auto [found, is_new] = pages.try_emplace(family_of(name));
    Page& family = found->second;
    if (is_new) family = {label_of(name), family_of(name) + "/...", "\\tableofcontents\n", {}, "", ""};
    family.text += diagnostic_section(*explain(name));
    family.summary += (is_new ? "" : ", ") + name_link(name);
  }
  for (auto& [name, family] : pages)
    page.pages.push_back(std::move(family));
  std::vector<std::string> all = explained_names(ExplanationKind::premise);
  for (const std::string& name : explained_names(ExplanationKind::diagnostic))
    all.push_back(name);
  page.text = "A diagnostic is named by what it belongs to and by what is wrong. Those of operations are on the "
              "operations' pages.\n" +
              contents(page.pages) + "\n## By what they require\n" + codes_by_requirement(all);
  return page;
}

}  // namespace kina::manual
