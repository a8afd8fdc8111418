#include "manual/explanation_operation.hpp"

#include "manual/explanation_use.hpp"
#include "spec/catalogue.hpp"
#include "spec/render.hpp"
#include "spec/usage.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace kina {
namespace {

bool is_tensor(const Parameter& parameter) {
  return parameter.kind == ParameterKind::tensor || parameter.kind == ParameterKind::tensors;
}

/// `any element type; at least 1 axis`.
std::string takes_text(const Parameter& parameter) {
  switch (parameter.kind) {
  case ParameterKind::tensor:
  case ParameterKind::tensors: {
    std::string text(describe(parameter.types));
    if (parameter.greatest_rank == 0) return text + "; a scalar";
    if (parameter.least_rank > 0) text += fmt::format("; at least {}", axes_text(parameter.least_rank));
    return text;
  }
  case ParameterKind::axis: return fmt::format("an axis of {}, as an integer literal", parameter.of);
  case ParameterKind::size: return "a size";
  case ParameterKind::shape:
  case ParameterKind::stretched_shape: return "a list of sizes";
  case ParameterKind::permutation: return "a list of axes";
  case ParameterKind::element_type: return "f32, f64, i32, i64 or bool";
  case ParameterKind::flag: return "true or false";
  case ParameterKind::slices: return "ranges of sizes, integer scalars, or :";
  }
  return {};
}

Formula formula(const Term& term) { return {to_text(term), to_latex(term)}; }

/// The extents as a tuple.
Formula tuple(const std::vector<Dim>& extents) {
  std::vector<std::string> texts;
  std::vector<std::string> latex;
  for (const Dim& extent : extents) {
    texts.push_back(to_text(extent));
    latex.push_back(to_latex(extent));
  }
  return {fmt::format("[{}]", fmt::join(texts, ", ")), fmt::format("\\left[{}\\right]", fmt::join(latex, ", "))};
}

bool has_premise(const Rule& rule, std::string_view name) {
  return std::any_of(rule.premises.begin(), rule.premises.end(),
                     [&](const Premise& premise) { return premise.name == name; });
}

ExplainedPremise described_premise(const Operation& operation, const OperationUse& use, std::string_view name) {
  ExplainedPremise described;
  described.name = fmt::format("{}/{}", operation.name, name);
  described.at = written_use(operation, use);
  std::vector<Term> conditions;
  for (const Premise& premise : use.rule.premises) {
    if (premise.name != name) continue;
    described.kind = premise.kind;
    described.requirement = premise.requirement;
    described.conditions.push_back(formula(premise.condition));
    conditions.push_back(premise.condition);
  }
  described.legend = legend_text(use, conditions);
  return described;
}

bool has(const Operation& operation, const std::function<bool(const Parameter&)>& property) {
  return std::any_of(operation.parameters.begin(), operation.parameters.end(), property);
}

/// Whether the letter stands for one thing in several places: two parameters, or a list of operands.
bool is_shared(const Operation& operation, const std::string Parameter::*letter) {
  return has(operation, [&](const Parameter& parameter) {
    if (!is_tensor(parameter) || (parameter.*letter).empty()) return false;
    return parameter.kind == ParameterKind::tensors || has(operation, [&](const Parameter& other) {
             return &other != &parameter && other.*letter == parameter.*letter &&
                    (is_tensor(other) || other.kind == ParameterKind::element_type);
           });
  });
}

}  // namespace

const Operation* find_written_operation(std::string_view name) {
  if (const Operation* operation = find_operation(name)) return operation;
  for (const Operation& operation : catalogue())
    if (!operation.spelling.empty() && operation.spelling == name) return &operation;
  return nullptr;
}

Explanation described(const Operation& operation) {
  Explanation explanation;
  explanation.name = operation.name;
  explanation.kind = ExplanationKind::operation;
  explanation.operation = operation.name;
  explanation.says = operation.summary;
  explanation.written = usage(operation);
  for (const Parameter& parameter : operation.parameters)
    explanation.parameters.push_back({parameter.name, parameter.says, takes_text(parameter), parameter.default_text});
  const OperationUse use = shown_use(operation);
  for (const std::string& name : premise_names(operation))
    explanation.premises.push_back(
        described_premise(operation, has_premise(use.rule, name) ? use : *shown_use(operation, name), name));
  explanation.at = written_use(operation, use);
  explanation.operands = operands_text(operation, use);
  explanation.result = result_text(operation, use);
  explanation.result_extents = tuple(use.rule.result.extents);
  explanation.element = formula(use.rule.element);
  std::vector<Term> terms = use.rule.result.extents;
  terms.push_back(use.rule.element);
  explanation.legend = legend_text(use, terms);
  return explanation;
}

std::optional<ExplainedPremise> described_premise(const Operation& operation, std::string_view premise) {
  const std::optional<OperationUse> use = shown_use(operation, premise);
  if (!use) return std::nullopt;
  return described_premise(operation, *use, premise);
}

std::vector<std::string> diagnostics_beside_premises(const Operation& operation) {
  const bool has_permutation = has(operation, [](const Parameter& p) { return p.kind == ParameterKind::permutation; });
  const bool has_axis = has(operation, [](const Parameter& p) { return p.kind == ParameterKind::axis; });
  const bool has_ranks = has(operation, [](const Parameter& p) {
    return p.kind == ParameterKind::stretched_shape ||
           (is_tensor(p) && (p.least_rank > 0 || p.greatest_rank < SIZE_MAX));
  });
  const bool has_types = has(operation, [](const Parameter& p) { return is_tensor(p) && p.types != TypePattern::any; });
  const auto has_many_axes = [](const Parameter& p) { return is_tensor(p) && p.greatest_rank > covered_rank; };
  std::vector<std::string> names;
  if (operation.notation == Notation::call) names.emplace_back("argument");
  if (has_axis || has_permutation) names.emplace_back("axis");
  if (has_permutation) names.emplace_back("permutation");
  if (has_ranks || is_shared(operation, &Parameter::rank_variable)) names.emplace_back("rank");
  if (operation.elementwise) names.emplace_back("shape");
  if (has_types || is_shared(operation, &Parameter::type_variable)) names.emplace_back("type");
  for (const char* of_many_axes : {"defined", "read"})
    if (has(operation, has_many_axes)) names.emplace_back(of_many_axes);
  return names;
}

}  // namespace kina
