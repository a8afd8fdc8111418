#include "manual/explanation.hpp"

#include "manual/explanation_operation.hpp"
#include "manual/explanation_text.hpp"
#include "manual/explanation_use.hpp"
#include "proofs/prove.hpp"
#include "proofs/report.hpp"
#include "spec/catalogue.hpp"
#include "spec/lang/checker.hpp"

#include <algorithm>
#include <iterator>
#include <set>

namespace kina {
namespace {

constexpr ObligationKind obligation_kinds[] = {ObligationKind::typing, ObligationKind::bounds,  ObligationKind::range,
                                               ObligationKind::loop,   ObligationKind::theorem, ObligationKind::law};

/// Folders of docs/explain whose names are no family of diagnostics.
constexpr const char* folder_of_operations = "operations/";
constexpr const char* folder_of_kinds = "kinds/";
constexpr const char* folder_of_elementwise = "elementwise/";
constexpr const char* folder_of_any_operation = "operation/";

bool is_file_of_one_diagnostic(std::string_view path) {
  for (const char* folder : {folder_of_operations, folder_of_kinds, folder_of_elementwise, folder_of_any_operation})
    if (path.starts_with(folder)) return false;
  return true;
}

/// `concat` and `agree` of `concat/agree`.
struct Code {
  std::string family;
  std::string name;
};

std::optional<Code> code_of(std::string_view name) {
  const std::size_t slash = name.find('/');
  if (slash == std::string_view::npos) return std::nullopt;
  return Code{std::string(name.substr(0, slash)), std::string(name.substr(slash + 1))};
}

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

void take(Explanation& explanation, const ExplanationText& text) {
  if (explanation.says.empty()) explanation.says = text.heading;
  explanation.file = text.path;
  explanation.why = text.prose;
  explanation.failing = text.failing;
  explanation.repaired = text.repaired;
}

/// The file of an operation's diagnostic: its own, or one that it shares.
std::optional<ExplanationText> text_of(const Operation& operation, const std::string& diagnostic) {
  if (auto own = explanation_text(operation.name + "/" + diagnostic + ".md")) return own;
  auto shared = operation.elementwise ? explanation_text(folder_of_elementwise + diagnostic + ".md") : std::nullopt;
  if (!shared) shared = explanation_text(folder_of_any_operation + diagnostic + ".md");
  if (!shared) return std::nullopt;
  const OperationUse use = shown_use(operation, diagnostic).value_or(shown_use(operation));
  shared->prose = filled_in(shared->prose, operation, use);
  shared->failing = filled_in(shared->failing, operation, use);
  shared->repaired = filled_in(shared->repaired, operation, use);
  return shared;
}

Explanation explained(const Operation& operation) {
  Explanation explanation = described(operation);
  if (const auto text = explanation_text(folder_of_operations + operation.name + ".md")) take(explanation, *text);
  return explanation;
}

Explanation explained(ObligationKind kind) {
  Explanation explanation;
  explanation.name = std::string(name_of(kind));
  explanation.kind = ExplanationKind::obligation_kind;
  if (const auto text = explanation_text(folder_of_kinds + explanation.name + ".md")) take(explanation, *text);
  for (const Operation& operation : catalogue())
    for (const std::string& name : premise_names(operation))
      if (const auto premise = described_premise(operation, name); premise && premise->kind == kind)
        explanation.premises.push_back(*premise);
  return explanation;
}

/// A diagnostic of an operation: a premise, or what the checker reads off its parameters.
std::optional<Explanation> explained(const Operation& operation, const std::string& diagnostic) {
  Explanation explanation;
  explanation.name = operation.name + "/" + diagnostic;
  if (auto premise = described_premise(operation, diagnostic)) {
    explanation.kind = ExplanationKind::premise;
    explanation.operation = operation.name;
    explanation.says = premise->requirement;
    explanation.premises.push_back(std::move(*premise));
  } else if (!contains(diagnostics_beside_premises(operation), diagnostic) &&
             !explanation_text(explanation.name + ".md")) {
    return std::nullopt;
  }
  if (const auto text = text_of(operation, diagnostic)) take(explanation, *text);
  return explanation;
}

std::vector<std::string> premise_codes() {
  std::vector<std::string> codes;
  for (const Operation& operation : catalogue())
    for (const std::string& name : premise_names(operation))
      codes.push_back(operation.name + "/" + name);
  return codes;
}

/// Diagnostics that are no premise: those with a file of their own, and those that operations share.
std::vector<std::string> diagnostic_codes() {
  std::set<std::string> codes;
  for (const EmbeddedFile& file : explanation_files())
    if (is_file_of_one_diagnostic(file.path)) codes.insert(std::string(file.path.substr(0, file.path.rfind('.'))));
  for (const Operation& operation : catalogue())
    for (const std::string& name : diagnostics_beside_premises(operation))
      codes.insert(operation.name + "/" + name);
  for (const std::string& premise : premise_codes())
    codes.erase(premise);
  return {codes.begin(), codes.end()};
}

}  // namespace

std::vector<std::string> explained_names(ExplanationKind kind) {
  std::vector<std::string> names;
  switch (kind) {
  case ExplanationKind::operation:
    for (const Operation& operation : catalogue())
      names.push_back(operation.name);
    return names;
  case ExplanationKind::obligation_kind:
    for (const ObligationKind obligation_kind : obligation_kinds)
      names.emplace_back(name_of(obligation_kind));
    return names;
  case ExplanationKind::premise: return premise_codes();
  case ExplanationKind::diagnostic: return diagnostic_codes();
  }
  return names;
}

std::vector<std::string> explained_names() {
  std::vector<std::string> names;
  for (const ExplanationKind kind : {ExplanationKind::operation, ExplanationKind::obligation_kind,
                                     ExplanationKind::premise, ExplanationKind::diagnostic}) {
    std::vector<std::string> more = explained_names(kind);
    std::move(more.begin(), more.end(), std::back_inserter(names));
  }
  return names;
}

std::optional<Explanation> explain(std::string_view name) {
  // The operator `/` is no code.
  if (const Operation* operation = find_written_operation(name)) return explained(*operation);
  for (const ObligationKind kind : obligation_kinds)
    if (name == name_of(kind)) return explained(kind);
  const std::optional<Code> code = code_of(name);
  if (!code) return std::nullopt;
  if (const Operation* operation = find_operation(code->family)) return explained(*operation, code->name);
  if (!contains(diagnostic_codes(), std::string(name))) return std::nullopt;
  Explanation explanation;
  explanation.name = name;
  take(explanation, *explanation_text(explanation.name + ".md"));
  return explanation;
}

std::string printed(const std::string& program, Colour colour) {
  const Program checked = check_text("example.kina", program);
  std::string text;
  for (const Diagnostic& diagnostic : all_diagnostics(checked, prove(checked, {})))
    text += (text.empty() ? "" : "\n") + render(diagnostic, checked.sources, colour);
  return text;
}

}  // namespace kina
