#include "manual/pages/operation_page.hpp"

#include "manual/explanation.hpp"
#include "manual/pages/address.hpp"
#include "manual/pages/explained.hpp"
#include "manual/pages/highlight.hpp"
#include "manual/pages/markdown.hpp"
#include "spec/catalogue.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace kina::manual {
namespace {

std::string parameters_text(const Explanation& explanation) {
  const bool has_default = std::any_of(explanation.parameters.begin(), explanation.parameters.end(),
                                       [](const ExplainedParameter& each) { return !each.default_text.empty(); });
  Table table{{"Parameter", "Takes", "Is"}, {}};
  if (has_default) table.headings.emplace_back("Default");
  for (const ExplainedParameter& parameter : explanation.parameters) {
    table.rows.push_back({code(parameter.name), prose(parameter.takes), prose(parameter.says)});
    if (has_default) table.rows.back().push_back(parameter.default_text.empty() ? "" : code(parameter.default_text));
  }
  return "\n## Parameters\n" + to_markdown(table);
}

/// A rule exists at one rank, so the page says at which use it is shown.
std::string result_text(const Explanation& explanation) {
  std::string text = fmt::format("\n## Result\n\nShown at {}", code(explanation.at));
  if (!explanation.operands.empty()) text += fmt::format(" for {}", code(explanation.operands));
  text += fmt::format("; at other ranks it has the same form, and the gate proves every rank up to {}. Its type is "
                      "{}, with the extents\n{}"
                      "and its element at the indices of the result is\n{}",
                      covered_rank, code(explanation.result), displayed(explanation.result_extents.latex),
                      displayed(explanation.element.latex));
  return text + prose(explanation.legend) + "\n";
}

std::string premise_text(const std::string& name) {
  const Explanation explanation = *explain(name);
  const ExplainedPremise& premise = explanation.premises.front();
  std::string text = fmt::format("{}### {}\n\n{} It is an obligation of the kind {}.\n", anchor(name), name,
                                 prose(premise.requirement), name_link(name_of(premise.kind)));
  for (const Formula& condition : premise.conditions)
    text += displayed(condition.latex);
  text += fmt::format("at {}. {}\n\n{}\n", code(premise.at), prose(premise.legend), prose(explanation.why));
  return text + failing_and_repaired(explanation);
}

/// What is not a premise is read off the parameters in the same way for many operations: it is folded up.
std::string folded_diagnostic(const std::string& name) {
  const Explanation explanation = *explain(name);
  // A browser opens what holds the place that a link leads to.
  return html_block(fmt::format("<details><summary><code>{0}</code></summary><a id=\"{0}\"></a>", name)) +
         fmt::format("{}\n\n{}\n{}", prose(explanation.says), prose(explanation.why),
                     failing_and_repaired(explanation)) +
         html_block("</details>");
}

}  // namespace

Page operation_page(const Operation& operation) {
  const Explanation explanation = *explain(operation.name);
  Page page{operation.name, operation.name, "", {}, explanation.written, prose(explanation.says)};
  page.text = fmt::format("\\tableofcontents\n{}\n{}\n{}\n", prose(explanation.says), kina_block(explanation.written),
                          prose(explanation.why));
  if (!explanation.repaired.empty())
    page.text += "\n## Example\n\nProved for all sizes.\n" + kina_block(explanation.repaired);
  page.text += parameters_text(explanation) + result_text(explanation);
  if (!explanation.premises.empty())
    page.text += "\n## Premises\n\nEach is proved wherever the operation is used, for all sizes at once.\n";
  for (const ExplainedPremise& premise : explanation.premises)
    page.text += premise_text(premise.name);
  std::string others;
  for (const std::string& name : explained_names(ExplanationKind::diagnostic))
    if (label_of(name) == operation.name) others += folded_diagnostic(name);
  if (!others.empty()) page.text += "\n## Other diagnostics\n" + others;
  return page;
}

Page operations_page() {
  Page page{"operations", "Operations", "", {}, "", "every operation with its rule, its premises and how they fail"};
  for (const Operation& operation : catalogue())
    page.pages.push_back(operation_page(operation));
  page.text =
      "Each operation is one value: what is written here is read off the value that is checked, proved and run.\n" +
      contents(page.pages);
  return page;
}

}  // namespace kina::manual
