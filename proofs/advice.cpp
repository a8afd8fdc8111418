#include "proofs/advice.hpp"

#include "proofs/smallest.hpp"
#include "spec/dim.hpp"
#include "spec/render.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <optional>
#include <set>

namespace kina {
namespace {

/// The sizes and scalars that the goal and its connected facts are about, in the order of their declaration.
std::vector<Term> relevant_names(const Question& question) {
  std::set<std::string> names = free_variables(question.goal);
  for (bool grew = true; grew;) {
    grew = false;
    for (const Term& fact : question.facts) {
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
  for (const Term& atom : question.declared)
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
std::vector<Term> candidates(const Question& question) {
  const std::vector<Term> names = relevant_names(question);
  const std::set<std::string> in_goal = free_variables(question.goal);
  // Names that the goal itself speaks of come first: they are what the reader sees beside the message.
  std::vector<Term> ordered = names;
  std::stable_partition(ordered.begin(), ordered.end(),
                        [&](const Term& name) { return in_goal.contains(name.name()); });
  std::vector<Term> result;
  for (const Term& name : ordered)
    for (const std::int64_t literal : literals_of(question.goal))
      result.push_back(equal(name, integer(literal)));
  for (const Term& name : ordered)
    for (const std::int64_t literal : literals_of(question.goal))
      result.push_back(less_equal(integer(literal), name));
  for (const Term& name : ordered)
    for (const std::int64_t literal : literals_of(question.goal))
      result.push_back(less_equal(name, integer(literal)));
  visit_terms(question.goal, [&](const Term& part) {
    if (part.is(Operator::divide)) result.push_back(equal(part.arguments()[0] % part.arguments()[1], integer(0)));
    return true;
  });
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

/// The equation without the factors that both sides share and that are at least 1: S = 6 for B * S * D = B * 6 * D. The
/// condition stays equivalent, since what is left out is not 0.
Term without_common_factors(Solver& solver, const Question& question, const DecisionLimits& limits) {
  if (!question.goal.is(Operator::equal)) return question.goal;
  const Substitution rewrites = oriented(question.facts);
  const Polynomial difference = normalise(substitute(question.goal.arguments()[0], rewrites)) -
                                normalise(substitute(question.goal.arguments()[1], rewrites));
  if (difference.terms.empty()) return question.goal;
  Monomial common = difference.terms.begin()->first;
  Coefficient content = 0;
  for (const auto& [monomial, coefficient] : difference.terms) {
    Monomial shared;
    std::set_intersection(common.begin(), common.end(), monomial.begin(), monomial.end(), std::back_inserter(shared));
    common = std::move(shared);
    content = gcd(content, coefficient);
  }
  common.erase(
      std::remove_if(common.begin(), common.end(),
                     [&](const Term& factor) {
                       return decide(solver, {question.facts, less_equal(integer(1), factor), {}}, limits).verdict !=
                              Verdict::proved;
                     }),
      common.end());
  Polynomial left;
  Polynomial right;
  for (const auto& [monomial, coefficient] : difference.terms) {
    const Coefficient reduced = coefficient / content;
    (reduced > 0 ? left : right).terms.emplace(*without(monomial, common), reduced > 0 ? reduced : -reduced);
  }
  const auto a = to_term(left);
  const auto b = to_term(right);
  return a && b ? equal(*a, *b) : question.goal;
}

/// An argmax takes every index of its axis, so its being in range is a condition on extents.
Term about_extents(const Term& goal) {
  if (!goal.is(Operator::logical_and) || goal.arguments().size() != 2) return goal;
  const Term& upper = goal.arguments()[1];
  if (!upper.is(Operator::less) || !upper.arguments()[0].is(Operator::fold_argmax)) return goal;
  return less_equal(upper.arguments()[0].arguments()[0], upper.arguments()[1]);
}

std::string equation_text(const Term& condition) {
  // A name comes before what it equals.
  const bool turned = condition.is(Operator::equal) && condition.arguments()[0].is(Operator::integer);
  if (condition.is(Operator::less_equal) && condition.arguments()[0].is(Operator::integer))
    return to_text(condition.arguments()[1]) + " >= " + to_text(condition.arguments()[0]);
  std::string text = to_text(turned ? equal(condition.arguments()[1], condition.arguments()[0]) : condition);
  if (const std::size_t equals = text.find("=="); equals != std::string::npos) text.replace(equals, 2, "=");
  return text;
}

bool is_plain(const Term& term) { return term.is(Operator::variable) || term.is(Operator::integer); }

/// The simplest candidate that is equivalent to the goal under the facts.
std::optional<Term> equivalent_of(Solver& solver, Question question, const DecisionLimits& limits) {
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
  if (holding.empty()) return std::nullopt;
  question.goal = without_common_factors(solver, question, quick);
  if (question.goal.is(Operator::equal) && is_plain(question.goal.arguments()[0]) &&
      is_plain(question.goal.arguments()[1]))
    return question.goal;
  for (const Term& candidate : candidates(question)) {
    const auto at = [&](const AtomAssignment& values) { return holds_at({candidate}, values); };
    if (!std::all_of(holding.begin(), holding.end(), at) || std::any_of(failing.begin(), failing.end(), at)) continue;
    if (follows(candidate, question.goal) && follows(question.goal, candidate) && satisfiable_with(candidate))
      return candidate;
  }
  return std::nullopt;
}

/// The quotients by a literal in a term: dividend and divisor.
std::vector<std::pair<Term, Term>> literal_quotients(const Term& term) {
  std::vector<std::pair<Term, Term>> quotients;
  visit_terms(term, [&](const Term& part) {
    if (part.is(Operator::divide) && part.arguments()[1].is(Operator::integer))
      quotients.emplace_back(part.arguments()[0], part.arguments()[1]);
    return true;
  });
  return quotients;
}

}  // namespace

std::optional<SimplerCondition> simpler_equivalent(Solver& solver, const Obligation& obligation,
                                                   const DecisionLimits& limits) {
  if (obligation.decided || obligation.float_element) return std::nullopt;
  Question question = obligation.question;
  question.goal = about_extents(question.goal);
  // A condition on elements is about more than sizes; it has no short form.
  bool about_sizes = true;
  visit_terms(question.goal, [&](const Term& term) {
    about_sizes = about_sizes && !term.is(Operator::read) && !is_fold(term.operation()) &&
                  !(term.is(Operator::variable) && term.name().starts_with("?"));
    return true;
  });
  if (!about_sizes || question.goal.is(Operator::boolean)) return std::nullopt;
  if (const auto found = equivalent_of(solver, question, limits))
    return SimplerCondition{*found, equation_text(*found)};
  // A floored quotient can agree by accident; where the division is exact, more can be said.
  std::string divisible;
  for (const auto& [dividend, divisor] : literal_quotients(question.goal)) {
    const Term exact = equal(dividend % divisor, integer(0));
    if (decide(solver, {question.facts, exact, question.declared}, limits).verdict == Verdict::proved) continue;
    question.facts.push_back(exact);
    divisible += fmt::format("{}{} divides {}", divisible.empty() ? "" : " and ", to_text(divisor), to_text(dividend));
  }
  if (divisible.empty()) return std::nullopt;
  const auto found = equivalent_of(solver, question, limits);
  if (!found) return std::nullopt;
  return SimplerCondition{std::nullopt, fmt::format("{}, where {}", equation_text(*found), divisible)};
}

}  // namespace kina
