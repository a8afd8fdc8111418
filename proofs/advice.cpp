#include "proofs/advice.hpp"

#include "proofs/smallest.hpp"
#include "spec/dim.hpp"
#include "spec/render.hpp"

#include <algorithm>
#include <set>

namespace kina {
namespace {

/// The sizes and scalars that the goal and its connected facts are about, in the order of their declaration.
std::vector<Term> relevant_names(const Obligation& obligation) {
  std::set<std::string> names = free_variables(obligation.question.goal);
  for (bool grew = true; grew;) {
    grew = false;
    for (const Term& fact : obligation.question.facts) {
      const std::set<std::string> in_fact = free_variables(fact);
      const bool connected =
          in_fact.size() > 1 &&
          std::any_of(in_fact.begin(), in_fact.end(), [&](const std::string& name) { return names.contains(name); });
      if (!connected) continue;
      const std::size_t before = names.size();
      names.insert(in_fact.begin(), in_fact.end());
      grew = grew || names.size() > before;
    }
  }
  std::vector<Term> result;
  for (const Term& atom : obligation.question.declared)
    if (names.contains(atom.name())) result.push_back(atom);
  return result;
}

std::set<std::int64_t> literals_of(const Term& term) {
  std::set<std::int64_t> literals{0, 1, 2};
  visit_terms(term, [&](const Term& part) {
    if (part.is(Operator::integer)) literals.insert(part.integer_value());
    return true;
  });
  return literals;
}

/// Simple conditions, the simplest first: S = 1, S = T, S <= T, S < T.
std::vector<Term> candidates(const Obligation& obligation) {
  const std::vector<Term> names = relevant_names(obligation);
  const std::set<std::string> in_goal = free_variables(obligation.question.goal);
  // Names that the goal itself speaks of come first: they are what the reader sees beside the message.
  std::vector<Term> ordered = names;
  std::stable_partition(ordered.begin(), ordered.end(),
                        [&](const Term& name) { return in_goal.contains(name.name()); });
  std::vector<Term> result;
  for (const Term& name : ordered)
    for (const std::int64_t literal : literals_of(obligation.question.goal))
      result.push_back(equal(name, integer(literal)));
  for (std::size_t a = 0; a < ordered.size(); ++a)
    for (std::size_t b = a + 1; b < ordered.size(); ++b)
      result.push_back(equal(ordered[a], ordered[b]));
  for (const Term& a : ordered)
    for (const Term& b : ordered)
      if (!(a == b)) result.push_back(less_equal(a, b));
  for (const Term& a : ordered)
    for (const Term& b : ordered)
      if (!(a == b)) result.push_back(less(a, b));
  return result;
}

}  // namespace

std::string simpler_equivalent(Solver& solver, const Obligation& obligation, const DecisionLimits& limits) {
  const Question& question = obligation.question;
  // A condition on elements is about more than sizes; it has no short form.
  bool about_sizes = !obligation.float_element;
  visit_terms(question.goal, [&](const Term& term) {
    about_sizes = about_sizes && !term.is(Operator::read) && !is_fold(term.operation()) &&
                  !(term.is(Operator::variable) && term.name().starts_with("?"));
    return true;
  });
  if (!about_sizes || question.goal.is(Operator::boolean)) return "";
  const DecisionLimits quick{std::min(limits.milliseconds, 500U), 20'000};
  const auto follows = [&](const Term& hypothesis, const Term& goal) {
    Question asked{question.facts, goal, question.declared};
    asked.facts.push_back(hypothesis);
    return decide(solver, asked, quick).verdict == Verdict::proved;
  };
  const auto satisfiable_with = [&](const Term& condition) {
    std::vector<Term> conditions = question.facts;
    conditions.push_back(condition);
    return find_smallest(conditions, question.declared, quick.search_steps).values.has_value();
  };
  // Points where the condition holds and where it fails tell most candidates apart without the solver.
  std::vector<AtomAssignment> holding;
  std::vector<AtomAssignment> failing;
  for (const Term& side : {question.goal, logical_not(question.goal)}) {
    std::vector<Term> conditions = question.facts;
    conditions.push_back(side);
    std::vector<AtomAssignment>& points = side == question.goal ? holding : failing;
    for (int round = 0; round < 4; ++round) {
      const Smallest found = find_smallest(conditions, question.declared, quick.search_steps);
      if (!found.values) break;
      points.push_back(*found.values);
      std::vector<Term> different;
      for (const Term& atom : question.declared)
        if (const auto value = found.values->find(atom); value != found.values->end())
          different.push_back(not_equal(atom, integer(value->second)));
      conditions.push_back(any_of(different));
    }
  }
  if (holding.empty()) return "";
  for (const Term& candidate : candidates(obligation)) {
    const auto at = [&](const AtomAssignment& values) { return holds_at({candidate}, values); };
    if (!std::all_of(holding.begin(), holding.end(), at) || std::any_of(failing.begin(), failing.end(), at)) continue;
    if (follows(candidate, question.goal) && follows(question.goal, candidate) && satisfiable_with(candidate)) {
      std::string text = to_text(candidate);
      if (const std::size_t equals = text.find("=="); equals != std::string::npos) text.replace(equals, 2, "=");
      return text;
    }
  }
  return "";
}

}  // namespace kina
