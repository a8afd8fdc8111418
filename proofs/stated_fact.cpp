#include "proofs/stated_fact.hpp"

#include "spec/dim.hpp"
#include "spec/render.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <optional>
#include <set>

namespace kina {
namespace {

std::vector<Term> conjuncts_of(const Term& condition) {
  if (condition.is(Operator::logical_and)) return condition.arguments();
  return {condition};
}

/// The last value of a variable that the facts keep in `0 <= v < n`: `n - 1`.
std::optional<Term> last_value(const std::vector<Term>& facts, const Term& name) {
  for (const Term& fact : facts)
    for (const Term& part : conjuncts_of(fact))
      if (part.is(Operator::less) && part.arguments()[0] == name && !free_variables(part.arguments()[1]).empty())
        return part.arguments()[1] - integer(1);
  return std::nullopt;
}

/// `S + N <= P` for `S + (N - 1) < P`.
Term tidy_inequality(const Term& condition) {
  if (!condition.is(Operator::less)) return condition;
  const Term left = canonical(condition.arguments()[0]);
  const Term right = canonical(condition.arguments()[1]);
  const Polynomial difference = normalise(left + integer(1));
  const bool has_constant = normalise(left).terms.contains(Monomial{});
  if (has_constant && !difference.terms.contains(Monomial{}))
    if (const auto shorter = to_term(difference)) return less_equal(*shorter, right);
  return less(left, right);
}

/// `0 <= x < n` for its two parts, and the parts one by one otherwise.
std::string fact_text(const std::vector<Term>& parts) {
  if (parts.size() == 2 && parts[0].is(Operator::less_equal) && parts[1].is(Operator::less) &&
      parts[0].arguments()[1] == parts[1].arguments()[0])
    return fmt::format("{} <= {} < {}", to_text(parts[0].arguments()[0]), to_text(parts[0].arguments()[1]),
                       to_text(parts[1].arguments()[1]));
  std::vector<std::string> texts;
  for (const Term& part : parts)
    texts.push_back(to_text(part));
  return fmt::format("{}", fmt::join(texts, ", "));
}

bool is_inequality(const Term& term) { return term.is(Operator::less) || term.is(Operator::less_equal); }

/// What of the condition does not follow yet, as inequalities over what the signature declares.
std::optional<std::string> missing_inequalities(Solver& solver, const ProgramItem& item, const Question& question,
                                                const DecisionLimits& limits) {
  std::set<std::string> declared;
  for (const Term& atom : declared_atoms(item))
    declared.insert(atom.name());
  std::vector<Term> missing;
  for (const Term& part : conjuncts_of(question.goal)) {
    if (!is_inequality(part)) return std::nullopt;
    if (decide(solver, {question.facts, part, {}}, limits).verdict == Verdict::proved) continue;
    Substitution at_last;
    for (const std::string& name : free_variables(part))
      if (!declared.contains(name))
        if (const auto last = last_value(question.facts, variable(name))) at_last.emplace(name, *last);
    missing.push_back(at_last.empty() ? part : tidy_inequality(substitute(part, at_last)));
  }
  if (missing.empty() || missing.size() > 2) return std::nullopt;
  // The elements of a parameter are stated by its name alone.
  for (Term& part : missing) {
    part = rewrite_reads(part, [&](const std::string& tensor, const std::vector<Term>&) { return variable(tensor); });
    for (const std::string& name : free_variables(part)) {
      const bool is_parameter =
          std::any_of(item.parameters.begin(), item.parameters.end(), [&](const ItemParameter& parameter) {
            return parameter.name == name && is_integer(item.values[parameter.value].type.element);
          });
      if (!declared.contains(name) && !is_parameter) return std::nullopt;
    }
  }
  return fact_text(missing);
}

/// Where a fact is added to the signature, and with what before it: after the last one, or in a `where` of its own.
Edit with_fact(const Program& program, const ProgramItem& item, const std::string& fact) {
  const std::string& text = program.sources[item.place.file].text;
  auto body = static_cast<std::uint32_t>(std::min(text.find('{', item.place.end), text.size()));
  while (body > item.place.end && (text[body - 1] == ' ' || text[body - 1] == '\n'))
    --body;
  const bool has_where = text.substr(item.place.end, body - item.place.end).find("where ") != std::string::npos;
  return {{item.place.file, body, body}, (has_where ? ", " : " where ") + fact, "add where " + fact};
}

}  // namespace

std::vector<Edit> stated_facts(Solver& solver, const Program& program, const ProgramItem& item,
                               const ProofResult& result, const DecisionLimits& limits) {
  const Obligation& obligation = result.obligation;
  if (item.place.file != 0 || item.kind != syntax::ItemKind::function) return {};
  std::vector<Edit> edits;
  if (obligation.float_element) {
    const bool is_divisor = obligation.question.goal.is(Operator::not_equal);
    if (is_divisor && !result.float_counterexample.empty())
      edits.push_back(with_fact(program, item, result.float_counterexample.front().first + " > 0"));
    return edits;
  }
  const auto& simpler = result.holds_only_if;
  if (simpler && simpler->condition && is_inequality(*simpler->condition))
    edits.push_back(with_fact(program, item, simpler->text));
  if (const auto fact = missing_inequalities(solver, item, obligation.question, limits))
    edits.push_back(with_fact(program, item, *fact));
  return edits;
}

}  // namespace kina
