#include "proofs/decide.hpp"

#include "proofs/merged_index.hpp"
#include "proofs/smallest.hpp"
#include "spec/dim.hpp"
#include "spec/evaluate_integer.hpp"
#include "spec/lemmas.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

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

Term magnitude(const Term& atom) { return apply(Operator::maximum, {atom, -atom}); }

/// Values from the solver, made smaller while that is quick, in the order of `find_smallest`.
class Reduction {
public:
  Reduction(Solver& solver, std::vector<Term> conditions, const std::vector<Term>& declared,
            const DecisionLimits& limits)
      : solver_(solver), conditions_(std::move(conditions)), limits_(limits), counted_(declared) {
    for (const Term& atom : atoms_of(conditions_))
      if (std::find(declared.begin(), declared.end(), atom) == declared.end()) counted_.push_back(atom);
  }

  Satisfied run() {
    // The defined names stay as equations here: the solver's model then has a value for each.
    SolverAnswer answer = solver_.check(conditions_, Products::nonlinear, limits_.milliseconds);
    Satisfied best{answer.satisfiability, {}, false};
    if (answer.satisfiability != Satisfiability::satisfiable) return best;
    if (!holds_at(conditions_, answer.model)) return {Satisfiability::unknown, {}, false};
    values_ = std::move(answer.model);
    Term total = integer(0);
    for (const Term& atom : counted_)
      total = total + magnitude(atom);
    best.smallest = reduce(total);
    for (std::size_t k = 0; best.smallest && k < counted_.size(); ++k)
      best.smallest = reduce(magnitude(counted_[k]));
    best.values = std::move(values_);
    return best;
  }

private:
  /// Makes the measure as small as it can be and keeps it there; whether it was shown to be that.
  bool reduce(const Term& measure) {
    const AtomValue value_of = [&](const Term& atom) -> std::optional<std::int64_t> {
      const auto found = values_.find(atom);
      return found == values_.end() ? 0 : found->second;
    };
    for (int attempt = 0; attempt < 24; ++attempt) {
      const auto now = evaluate_integer(measure, value_of);
      if (!now) return false;
      std::vector<Term> smaller = conditions_;
      smaller.push_back(less_equal(measure, integer(attempt % 2 == 0 ? *now / 2 : *now - 1)));
      SolverAnswer answer = solver_.check(smaller, Products::nonlinear, limits_.milliseconds / 8 + 1);
      if (answer.satisfiability == Satisfiability::satisfiable && holds_at(smaller, answer.model)) {
        values_ = std::move(answer.model);
      } else if (attempt % 2 == 1) {
        conditions_.push_back(less_equal(measure, integer(*now)));
        return answer.satisfiability == Satisfiability::unsatisfiable;
      }
    }
    return false;
  }

  Solver& solver_;
  std::vector<Term> conditions_;
  const DecisionLimits& limits_;
  std::vector<Term> counted_;
  AtomAssignment values_;
};

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
    return {Satisfiability::satisfiable, std::move(*smallest.values), smallest.complete};
  }
  if (solver.check(with_lemmas(conditions), Products::opaque, limits.milliseconds).satisfiability ==
      Satisfiability::unsatisfiable)
    return {Satisfiability::unsatisfiable, {}, true};
  return Reduction(solver, conditions, declared, limits).run();
}

namespace {

bool follows(Solver& solver, const Question& question, const DecisionLimits& limits) {
  std::vector<Term> conditions = question.facts;
  conditions.push_back(logical_not(question.goal));
  return solver.check(with_lemmas(conditions), Products::opaque, limits.milliseconds).satisfiability ==
         Satisfiability::unsatisfiable;
}

/// Whether the question falls into steps that are all proved.
bool follows_in_steps(Solver& solver, const Question& question, const DecisionLimits& limits) {
  const auto steps = merged_index_steps(question);
  return steps &&
         std::all_of(steps->begin(), steps->end(), [&](const Question& step) { return follows(solver, step, limits); });
}

}  // namespace

Decision decide(Solver& solver, const Question& question, const DecisionLimits& limits) {
  std::vector<Term> conditions = question.facts;
  conditions.push_back(logical_not(question.goal));
  Decision decision;
  // What is a fact needs no other; among many products it would be asked with all their lemmas.
  const bool is_fact = std::find(question.facts.begin(), question.facts.end(), question.goal) != question.facts.end();
  if (is_fact && follows(solver, {{question.goal}, question.goal, {}}, limits)) {
    decision.verdict = Verdict::proved;
    return decision;
  }
  if (follows_in_steps(solver, question, limits) || follows(solver, question, limits)) {
    decision.verdict = Verdict::proved;
    return decision;
  }
  Smallest smallest = find_smallest(conditions, question.declared, limits.search_steps);
  if (smallest.values) {
    decision.verdict = Verdict::refuted;
    decision.counterexample = std::move(*smallest.values);
    decision.smallest = smallest.complete;
    solver.note(conditions, Products::nonlinear, Satisfiability::satisfiable);
    return decision;
  }
  Satisfied found = Reduction(solver, conditions, question.declared, limits).run();
  decision.smallest = found.smallest;
  if (found.satisfiability == Satisfiability::unsatisfiable) decision.verdict = Verdict::proved;
  if (found.satisfiability == Satisfiability::satisfiable) {
    decision.verdict = Verdict::refuted;
    decision.counterexample = std::move(found.values);
  }
  return decision;
}

}  // namespace kina
