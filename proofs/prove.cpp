#include "proofs/prove.hpp"

#include "proofs/advice.hpp"
#include "proofs/loops.hpp"
#include "proofs/parallel.hpp"
#include "proofs/repair.hpp"
#include "proofs/rule_obligations.hpp"
#include "proofs/smallest.hpp"
#include "spec/catalogue.hpp"
#include "spec/evaluate_integer.hpp"
#include "spec/render.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <deque>
#include <fmt/format.h>
#include <iterator>
#include <map>
#include <mutex>
#include <set>
#include <tuple>

namespace kina {
namespace {

/// A repair is searched for only so many failures of a program: with more, its author starts at the first anyway.
constexpr std::size_t greatest_repair_count = 8;

/// The bounds that matter to a divisor: whether an integer is at least 0 or 1, or at most 0 or -1; and a literal's own.
IntegerRange integer_range(Solver& solver, const std::vector<Term>& facts, const Term& term,
                           const DecisionLimits& limits) {
  if (const auto value = evaluate_integer(term, Assignment{}))
    return {static_cast<double>(*value), static_cast<double>(*value)};
  const auto follows = [&](const Term& goal) {
    return decide(solver, {facts, goal, {}}, limits).verdict == Verdict::proved;
  };
  IntegerRange range;
  if (follows(less_equal(integer(1), term))) {
    range.low = 1;
  } else if (follows(less_equal(integer(0), term))) {
    range.low = 0;
  }
  if (follows(less_equal(term, integer(-1)))) {
    range.high = -1;
  } else if (follows(less_equal(term, integer(0)))) {
    range.high = 0;
  }
  return range;
}

/// Whether every value of the range meets a comparison with a literal, or a conjunction of them.
bool all_values_meet(const FloatRange& range, const Term& condition) {
  if (condition.is(Operator::logical_and))
    return std::all_of(condition.arguments().begin(), condition.arguments().end(),
                       [&](const Term& part) { return all_values_meet(range, part); });
  const Term& left = condition.arguments()[0];
  const Term& right = condition.arguments()[1];
  const bool literal_is_left = !left.is(Operator::read);
  const Term& literal = literal_is_left ? left : right;
  const double bound =
      literal.is(Operator::integer) ? static_cast<double>(literal.integer_value()) : literal.number_value();
  // NaN is not equal to anything, and below nothing.
  if (condition.is(Operator::not_equal)) return !range.contains(bound);
  if (range.may_be_nan) return false;
  switch (condition.operation()) {
  case Operator::less:
    return literal_is_left ? range.low > bound || (range.low == bound && range.low_open)
                           : range.high < bound || (range.high == bound && range.high_open);
  case Operator::less_equal: return literal_is_left ? range.low >= bound : range.high <= bound;
  case Operator::equal: return range.low == bound && range.high == bound;
  default: return false;
  }
}

/// A value of the float parameter that the element is, at which the condition fails: 0 for a divisor.
void refute_float(const Obligation& obligation, const FloatRange& range, ProofResult& result) {
  const Term& element = *obligation.float_element;
  if (element.is(Operator::number) || element.is(Operator::integer)) {
    result.verdict = Verdict::refuted;
    return;
  }
  if (!element.is(Operator::read)) return;
  for (const double candidate : {0.0, range.low, range.high, 1.0, -1.0}) {
    const FloatRange point{candidate, candidate, false, false, false};
    if (!range.contains(candidate) || all_values_meet(point, obligation.question.goal)) continue;
    result.verdict = Verdict::refuted;
    result.float_counterexample.emplace_back(element.name(), candidate);
    return;
  }
}

/// Whether a value's text is a number: it says itself what it is.
bool is_literal(const std::string& text) { return text.find_first_not_of("-0123456789") == std::string::npos; }

/// The counterexample in the user's names: declared sizes and scalars, then the values that the obligation is about.
void name_counterexample(const Obligation& obligation, const AtomAssignment& values, ProofResult& result) {
  const AtomValue value_of = [&](const Term& atom) -> std::optional<std::int64_t> {
    const auto found = values.find(atom);
    return found == values.end() ? std::nullopt : std::optional{found->second};
  };
  std::set<std::string> named;
  for (const Term& atom : obligation.question.declared)
    if (const auto value = value_of(atom); value && named.insert(atom.name()).second)
      result.counterexample.emplace_back(atom.name(), *value);
  // A literal argument is no name.
  for (const auto& [name, element] : obligation.named_values)
    if (const auto value = evaluate_integer(element, value_of); value && !is_literal(name) && named.insert(name).second)
      result.counterexample.emplace_back(name, *value);
}

/// For a divisor that is 0 exactly where an integer is: sizes at which that integer is 0.
bool refute_zero(Solver& solver, const Obligation& obligation, const DecisionLimits& limits, ProofResult& result) {
  if (!obligation.question.goal.is(Operator::not_equal)) return false;
  Term element = *obligation.float_element;
  while (element.is(Operator::square_root) || element.is(Operator::absolute) || element.is(Operator::negate))
    element = element.arguments()[0];
  if (!element.is(Operator::cast)) return false;
  Question question = obligation.question;
  question.goal = not_equal(element.arguments()[0], integer(0));
  const Decision decision = decide(solver, question, limits);
  if (decision.verdict != Verdict::refuted) return false;
  result.verdict = Verdict::refuted;
  result.smallest = decision.smallest;
  name_counterexample(obligation, decision.counterexample, result);
  return true;
}

void decide_float(Solver& solver, const Obligation& obligation, const std::vector<Term>& float_facts,
                  const DecisionLimits& limits, ProofResult& result) {
  const auto integers = [&](const Term& term) {
    return integer_range(solver, obligation.question.facts, term, limits);
  };
  std::vector<Term> known = float_facts;
  known.insert(known.end(), obligation.float_facts.begin(), obligation.float_facts.end());
  const FloatRange range = range_of(*obligation.float_element, known, integers);
  result.verdict = all_values_meet(range, obligation.question.goal) ? Verdict::proved : Verdict::unknown;
  if (result.verdict == Verdict::proved) return;
  if (refute_zero(solver, obligation, limits, result)) return;
  refute_float(obligation, range, result);
  if (result.verdict != Verdict::refuted) return;
  for (const Term& atom : obligation.question.declared) {
    const Satisfied sizes = satisfy(solver, obligation.question.facts, obligation.question.declared, limits);
    if (const auto found = sizes.values.find(atom); found != sizes.values.end())
      result.counterexample.emplace_back(atom.name(), found->second);
  }
}

bool divides_by(const Term& term, const Term& divisor) {
  bool found = false;
  visit_terms(term, [&](const Term& part) {
    const bool divides = part.is(Operator::divide) || part.is(Operator::remainder);
    return !(found = found || (divides && part.arguments()[1] == divisor));
  });
  return found;
}

/// Where a divisor may be below 1, nothing that divides by it can be proved, and it need not be said again elsewhere.
void fold_under_divisors(std::vector<ProofResult>& results) {
  for (const ProofResult& cause : results) {
    const Term& goal = cause.obligation.question.goal;
    if (cause.verdict == Verdict::proved || !cause.consequence_of.empty()) continue;
    if (!goal.is(Operator::less_equal) || !goal.arguments()[0].is_integer(1)) continue;
    for (ProofResult& result : results) {
      const Term& other = result.obligation.question.goal;
      if (&result == &cause || result.verdict == Verdict::proved || !result.consequence_of.empty()) continue;
      if (divides_by(other, goal.arguments()[1]) || (other == goal && &result > &cause))
        result.consequence_of = cause.obligation.name;
    }
  }
}

/// Failures that follow from an earlier one are folded under it: an operation that fails gives a wrong value, and what
/// is asked of a wrong value says nothing of its own. Nor does the same demand on a further axis.
void fold_consequences(const ProgramItem& item, std::vector<ProofResult>& results) {
  std::map<ValueId, std::string> tainted;
  // Values flow forward through the steps; a result computed from a wrong value is wrong.
  const auto flow = [&](const auto& self, const std::vector<Step>& steps) -> void {
    for (const Step& step : steps) {
      const auto spread = [&](const std::vector<ValueId>& from, const std::vector<ValueId>& to) {
        for (const ValueId source : from)
          if (const auto found = tainted.find(source); found != tainted.end())
            for (const ValueId target : to)
              tainted.emplace(target, found->second);
      };
      if (const auto* operation = std::get_if<OperationStep>(&step.node)) {
        spread(operation->operands, {operation->result});
      } else if (const auto* call = std::get_if<CallStep>(&step.node)) {
        spread(call->arguments, call->results);
      } else if (const auto* loop = std::get_if<LoopStep>(&step.node)) {
        for (const auto& carry : loop->carries)
          spread({carry.initial}, {carry.inside});
        self(self, loop->body);
        for (const auto& carry : loop->carries)
          spread({carry.next, carry.initial}, {carry.after});
        for (const auto& stack : loop->stacks)
          spread({stack.value}, {stack.after});
      }
    }
  };
  fold_under_divisors(results);
  std::vector<const ProofResult*> causes;
  for (ProofResult& result : results) {
    if (result.verdict == Verdict::proved) continue;
    for (const ProofResult* cause : causes)
      if (result.consequence_of.empty() && is_same_demand(cause->obligation, result.obligation))
        result.consequence_of = cause->obligation.name;
    for (const ValueId id : result.obligation.about)
      if (const auto found = tainted.find(id); found != tainted.end() && result.consequence_of.empty())
        result.consequence_of = found->second;
    if (!result.consequence_of.empty()) continue;
    causes.push_back(&result);
    for (const ValueId id : result.obligation.taints)
      tainted.emplace(id, result.obligation.name);
    flow(flow, item.body);
  }
}

/// An obligation and the facts about floats around it.
struct Work {
  Obligation obligation;
  const std::vector<Term>* float_facts;
};

/// The results in the order of the work.
std::vector<ProofResult> decide_all(const std::vector<Work>& work, const ProveOptions& options) {
  std::vector<ProofResult> results(work.size());
  std::mutex mutex;
  std::size_t done = 0;
  run_in_parallel(options.jobs, work.size(), [&](const auto& next) {
    Solver solver(options.hooks);
    for (std::size_t k = next(); k < work.size(); k = next()) {
      std::vector<AskedQuestion> questions;
      if (options.records_questions) solver.record_into(&questions);
      results[k] = decide_obligation(solver, work[k].obligation, *work[k].float_facts, options.limits);
      solver.record_into(nullptr);
      results[k].questions = std::move(questions);
      if (!options.progress) continue;
      const std::lock_guard lock(mutex);
      options.progress(++done, work.size());
    }
  });
  return results;
}

}  // namespace

ProofResult decide_obligation(Solver& solver, const Obligation& obligation, const std::vector<Term>& float_facts,
                              const DecisionLimits& limits) {
  const auto start = std::chrono::steady_clock::now();
  ProofResult result;
  result.obligation = obligation;
  if (obligation.decided) {
    result.verdict = *obligation.decided;
    // It fails at every size; the smallest is shown.
    if (result.verdict == Verdict::refuted)
      name_counterexample(
          obligation, satisfy(solver, obligation.question.facts, obligation.question.declared, limits).values, result);
  } else if (obligation.float_element) {
    decide_float(solver, obligation, float_facts, limits, result);
  } else if (obligation.question.goal.is(Operator::boolean) && obligation.name.ends_with("where/satisfiable")) {
    // The one question that has to have an answer: it is proved by the instance that is found.
    const Satisfied found = satisfy(solver, obligation.question.facts, obligation.question.declared, limits);
    result.verdict = found.satisfiability == Satisfiability::satisfiable     ? Verdict::proved
                     : found.satisfiability == Satisfiability::unsatisfiable ? Verdict::refuted
                                                                             : Verdict::unknown;
  } else {
    const Decision decision = decide(solver, obligation.question, limits);
    const bool believed = decision.verdict != Verdict::refuted || !obligation.is_partly_opaque;
    result.verdict = believed ? decision.verdict : Verdict::unknown;
    result.smallest = decision.smallest;
    if (result.verdict == Verdict::refuted) name_counterexample(obligation, decision.counterexample, result);
  }
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return result;
}

std::vector<ProofResult> prove(const Program& program, const ProveOptions& options) {
  struct Part {
    const ProgramItem* item;
    std::size_t begin;
    std::size_t end;
  };
  std::vector<Part> parts;
  std::vector<Work> work;
  // Pointed to by the work.
  std::deque<std::vector<Term>> facts{{}};
  for (const ProgramItem& item : program.items) {
    // What is imported is proved as well: its signatures are relied on here. A theorem is its own file's.
    if (item.place.file != 0 && item.kind == syntax::ItemKind::theorem) continue;
    facts.push_back(float_facts(item));
    const std::size_t begin = work.size();
    for (Obligation& obligation : obligations_of(program, item))
      if (!options.typing_only || obligation.kind == ObligationKind::typing)
        work.push_back({std::move(obligation), &facts.back()});
    parts.push_back({&item, begin, work.size()});
  }
  if (!options.typing_only)
    for (Obligation& obligation : loop_obligations(program))
      work.push_back({std::move(obligation), &facts.front()});

  std::vector<ProofResult> all = decide_all(work, options);
  std::vector<ProofResult> results;
  Solver solver(options.hooks);
  std::size_t repaired = 0;
  std::size_t decided = 0;
  for (const Part& part : parts) {
    const auto at = [&](std::size_t index) { return all.begin() + static_cast<std::ptrdiff_t>(index); };
    std::vector<ProofResult> of_item(std::make_move_iterator(at(part.begin)), std::make_move_iterator(at(part.end)));
    decided = part.end;
    fold_consequences(*part.item, of_item);
    for (ProofResult& result : of_item) {
      if (result.verdict != Verdict::refuted || !result.consequence_of.empty()) continue;
      result.holds_only_if = simpler_equivalent(solver, result.obligation, options.limits);
      if (repaired < greatest_repair_count) {
        result.helps = repairs(solver, program, *part.item, result, options);
        ++repaired;
      }
    }
    std::move(of_item.begin(), of_item.end(), std::back_inserter(results));
  }
  for (auto result = all.begin() + static_cast<std::ptrdiff_t>(decided); result != all.end(); ++result) {
    if (result->verdict == Verdict::refuted)
      result->holds_only_if = simpler_equivalent(solver, result->obligation, options.limits);
    results.push_back(std::move(*result));
  }
  return results;
}

namespace {

/// One instance of an operation, in words for a message: `x of rank 3, axis 1`.
std::string describe(const Rule& rule) {
  std::string text;
  for (const RuleOperand& operand : rule.operands)
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", operand.name, to_text(operand.type));
  return fmt::format("at {} -> {}", text, to_text(rule.result));
}

/// One result for each obligation of an operation: proved where it is proved at every covered instance.
void merge(std::vector<ProofResult>& results, std::map<std::string, std::size_t>& positions, ProofResult result,
           const Rule& rule) {
  const auto [found, inserted] = positions.emplace(result.obligation.name, results.size());
  if (result.verdict != Verdict::proved) result.obligation.notes.push_back(describe(rule));
  if (inserted) {
    results.push_back(std::move(result));
    return;
  }
  ProofResult& merged = results[found->second];
  const double seconds = merged.seconds + result.seconds;
  std::vector<AskedQuestion> questions = std::move(merged.questions);
  std::move(result.questions.begin(), result.questions.end(), std::back_inserter(questions));
  if (merged.verdict == Verdict::proved && result.verdict != Verdict::proved) merged = std::move(result);
  merged.seconds = seconds;
  merged.questions = std::move(questions);
}

}  // namespace

std::vector<ProofResult> prove_operations(const std::vector<Operation>& operations, const ProveOptions& options) {
  std::vector<Rule> rules;
  for (const Operation& operation : operations) {
    for (const Instance& instance : covered_instances(operation, covered_rank)) {
      Rule rule = operation.rule(instance);
      // An instance that a premise rejects outright is no use of the operation.
      const bool rejected = std::any_of(rule.premises.begin(), rule.premises.end(),
                                        [](const Premise& premise) { return premise.condition == boolean(false); });
      if (!rejected) rules.push_back(std::move(rule));
    }
  }
  // Instances that differ in their element types alone ask the same question, once.
  std::map<std::tuple<std::string, std::vector<Term>, Term>, std::size_t> asked;
  std::vector<std::pair<std::size_t, const Rule*>> uses;
  std::vector<Work> work;
  const std::vector<Term> no_facts;
  for (const Rule& rule : rules) {
    for (Obligation& obligation : rule_obligations(rule)) {
      const auto [found, is_new] =
          asked.emplace(std::tuple{obligation.name, obligation.question.facts, obligation.question.goal}, work.size());
      uses.emplace_back(found->second, &rule);
      if (is_new) work.push_back({std::move(obligation), &no_facts});
    }
  }
  const std::vector<ProofResult> decided = decide_all(work, options);
  std::vector<ProofResult> results;
  std::map<std::string, std::size_t> positions;
  std::set<std::size_t> merged;
  for (const auto& [index, rule] : uses)
    if (merged.insert(index).second || decided[index].verdict != Verdict::proved)
      merge(results, positions, decided[index], *rule);
  return results;
}

std::vector<ProofResult> prove_catalogue(const ProveOptions& options) { return prove_operations(catalogue(), options); }

}  // namespace kina
