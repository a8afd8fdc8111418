#include "proofs/decide.hpp"

#include "proofs/smallest.hpp"
#include "spec/dim.hpp"
#include "spec/lemmas.hpp"

#include <iterator>

namespace kina {
namespace {

/// The conditions with defined names replaced, and the ground lemmas about what is then in them.
std::vector<Term> with_lemmas(const std::vector<Term>& conditions) {
  const Substitution rewrites = oriented(conditions);
  std::vector<Term> all;
  all.reserve(conditions.size());
  for (const Term& condition : conditions)
    all.push_back(substitute(condition, rewrites));
  std::vector<Term> lemmas = ground_lemmas(all);
  all.insert(all.end(), std::make_move_iterator(lemmas.begin()), std::make_move_iterator(lemmas.end()));
  return all;
}

Term total_magnitude(const std::vector<Term>& declared) {
  Term total = integer(0);
  for (const Term& atom : declared)
    total = total + apply(Operator::maximum, {atom, -atom});
  return total;
}

/// A model from the solver, made smaller while that is quick.
Satisfied from_solver(Solver& solver, const std::vector<Term>& conditions, const std::vector<Term>& declared,
                      const DecisionLimits& limits) {
  Satisfied best;
  // The defined names stay as equations here: the solver's model then has a value for each.
  SolverAnswer answer = solver.check(conditions, Products::nonlinear, limits.milliseconds);
  best.satisfiability = answer.satisfiability;
  best.smallest = false;
  if (answer.satisfiability != Satisfiability::satisfiable) return best;
  if (!holds_at(conditions, answer.model)) return {Satisfiability::unknown, {}, false};
  best.values = std::move(answer.model);
  const Term total = total_magnitude(declared);
  for (int attempt = 0; attempt < 24; ++attempt) {
    std::int64_t sum = 0;
    for (const Term& atom : declared) {
      const auto found = best.values.find(atom);
      if (found == best.values.end()) continue;
      if (__builtin_add_overflow(sum, found->second < 0 ? -(found->second + 1) : found->second, &sum)) return best;
    }
    std::vector<Term> smaller = conditions;
    smaller.push_back(less_equal(total, integer(attempt % 2 == 0 ? sum / 2 : sum - 1)));
    answer = solver.check(smaller, Products::nonlinear, limits.milliseconds / 8 + 1);
    if (answer.satisfiability == Satisfiability::satisfiable && holds_at(conditions, answer.model)) {
      best.values = std::move(answer.model);
    } else if (attempt % 2 == 1) {
      best.smallest = answer.satisfiability == Satisfiability::unsatisfiable;
      return best;
    }
  }
  return best;
}

}  // namespace

std::string_view name_of(Verdict verdict) {
  switch (verdict) {
  case Verdict::proved: return "proved";
  case Verdict::refuted: return "refuted";
  case Verdict::unknown: return "unknown";
  case Verdict::disagreement: return "disagreement";
  }
  return "";
}

Satisfied satisfy(Solver& solver, const std::vector<Term>& conditions, const std::vector<Term>& declared,
                  const DecisionLimits& limits) {
  Smallest smallest = find_smallest(conditions, declared, limits.search_steps);
  if (smallest.values) {
    solver.note(conditions, Products::nonlinear, Satisfiability::satisfiable);
    return {Satisfiability::satisfiable, std::move(*smallest.values), true};
  }
  if (solver.check(with_lemmas(conditions), Products::opaque, limits.milliseconds).satisfiability ==
      Satisfiability::unsatisfiable)
    return {Satisfiability::unsatisfiable, {}, true};
  return from_solver(solver, conditions, declared, limits);
}

Decision decide(Solver& solver, const Question& question, const DecisionLimits& limits) {
  std::vector<Term> conditions = question.facts;
  conditions.push_back(logical_not(question.goal));
  Decision decision;
  const SolverAnswer quick = solver.check(with_lemmas(conditions), Products::opaque, limits.milliseconds);
  if (quick.satisfiability == Satisfiability::unsatisfiable) {
    decision.verdict = Verdict::proved;
    return decision;
  }
  Smallest smallest = find_smallest(conditions, question.declared, limits.search_steps);
  if (smallest.values) {
    decision.verdict = Verdict::refuted;
    decision.counterexample = std::move(*smallest.values);
    solver.note(conditions, Products::nonlinear, Satisfiability::satisfiable);
    return decision;
  }
  Satisfied found = from_solver(solver, conditions, question.declared, limits);
  decision.smallest = found.smallest;
  if (found.satisfiability == Satisfiability::unsatisfiable) decision.verdict = Verdict::proved;
  if (found.satisfiability == Satisfiability::satisfiable) {
    decision.verdict = Verdict::refuted;
    decision.counterexample = std::move(found.values);
  }
  return decision;
}

}  // namespace kina
