/// The prover's verdicts are those of arithmetic: at fixed sizes a condition is proved if and only if it evaluates to
/// true there, and the counterexample of a refuted one is an assignment at which it is false.
#include "spec/catalogue.hpp"
#include "spec/evaluate_integer.hpp"
#include "spec/render.hpp"
#include "tests/proofs/proving.hpp"

#include <boost/test/unit_test.hpp>
#include <rapidcheck/boost_test.h>

namespace {

using namespace kina;
using namespace kina::testing;

/// An operation at one instance, with its premises about sizes alone.
struct SizePremises {
  std::string name;
  std::vector<std::string> sizes;
  std::vector<Term> premises;
};

bool reads(const Term& condition) {
  bool result = false;
  visit_terms(condition, [&](const Term& term) {
    result = result || term.is(Operator::read);
    return true;
  });
  return result;
}

/// Every instance of the catalogue that has such a premise, up to rank 3.
const std::vector<SizePremises>& all_size_premises() {
  static const std::vector<SizePremises> all = [] {
    std::vector<SizePremises> found;
    for (const Operation& operation : catalogue()) {
      for (const Instance& instance : covered_instances(operation, 3)) {
        const Rule rule = operation.rule(instance);
        SizePremises premises{operation.name, rule.sizes, {}};
        for (const RuleOperand& operand : rule.operands)
          for (const Dim& extent : operand.type.extents)
            premises.sizes.push_back(extent.name());
        for (const Premise& premise : rule.premises)
          if (!reads(premise.condition) && premise.indices.empty()) premises.premises.push_back(premise.condition);
        if (!premises.premises.empty()) found.push_back(std::move(premises));
      }
    }
    return found;
  }();
  return all;
}

const std::vector<std::string>& operations_with_size_premises() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> found;
    for (const SizePremises& premises : all_size_premises())
      if (found.empty() || found.back() != premises.name) found.push_back(premises.name);
    return found;
  }();
  return names;
}

/// An operation first and then one of its instances, so that operations with few instances are tried as often.
SizePremises drawn_premises() {
  const std::string name = *rc::gen::elementOf(operations_with_size_premises());
  std::vector<SizePremises> of_operation;
  for (const SizePremises& premises : all_size_premises())
    if (premises.name == name) of_operation.push_back(premises);
  return of_operation[*rc::gen::inRange<std::size_t>(0, of_operation.size())];
}

/// Few values, so that equations hold often enough.
Assignment drawn_sizes(const std::vector<std::string>& names) {
  const std::int64_t greatest = *rc::gen::inRange<std::int64_t>(0, 5);
  Assignment sizes;
  for (const std::string& name : names)
    sizes[name] = *rc::gen::inRange<std::int64_t>(0, greatest + 1);
  return sizes;
}

Question at_sizes(const Assignment& sizes, const Term& goal) {
  Question question;
  for (const auto& [name, value] : sizes) {
    question.facts.push_back(equal(variable(name), integer(value)));
    question.declared.push_back(variable(name));
  }
  question.goal = goal;
  return question;
}

/// Size terms over three names, as a user might write them: every divisor is at least 1.
Term drawn_term(int depth) {
  const int choice = *rc::gen::inRange(0, depth == 0 ? 2 : 9);
  const auto part = [&] { return drawn_term(depth - 1); };
  const auto divisor = [&] { return variable(*rc::gen::elementOf(std::vector<std::string>{"S", "T"})); };
  switch (choice) {
  case 0: return integer(*rc::gen::inRange<std::int64_t>(0, 4));
  case 1: return variable(*rc::gen::elementOf(std::vector<std::string>{"S", "T", "H"}));
  case 2: return part() + part();
  case 3: return part() - part();
  case 4: return part() * part();
  case 5: return part() / divisor();
  case 6: return part() % divisor();
  case 7: return apply(Operator::minimum, {part(), part()});
  default: return apply(Operator::maximum, {part(), part()});
  }
}

/// Facts as they stand in `where`: definitions, divisibility, order.
Term drawn_fact() {
  const auto name = [] { return variable(*rc::gen::elementOf(std::vector<std::string>{"S", "T", "H"})); };
  switch (*rc::gen::inRange(0, 7)) {
  case 0: return equal(name(), name() * name());
  case 1: return equal(name(), name() + integer(1));
  case 2: return equal(name() % name(), integer(0));
  case 3: return equal(name() % integer(2), integer(0));
  case 4: return less_equal(name(), name());
  case 5: return less(name() + name(), name() * integer(2) + integer(1));
  default: return equal(name() * integer(2), name() + integer(2));
  }
}

/// The facts of least sizes: S and T from 1, H from 0.
std::vector<Term> least_sizes() {
  return {less_equal(integer(1), variable("S")), less_equal(integer(1), variable("T")),
          less_equal(integer(0), variable("H"))};
}

}  // namespace

BOOST_AUTO_TEST_SUITE(agreement_test)

RC_BOOST_PROP(premises_at_fixed_sizes_are_proved_where_they_hold, ()) {
  const SizePremises premises = drawn_premises();
  const Assignment sizes = drawn_sizes(premises.sizes);
  const Term all = all_of(premises.premises);
  const auto holds = evaluate_condition(all, sizes);
  RC_ASSERT(holds.has_value());
  Solver solver;
  const Decision decision = decide(solver, at_sizes(sizes, all));
  RC_CLASSIFY(*holds, premises.name + " holds");
  RC_LOG() << premises.name << ": " << to_text(all);
  RC_ASSERT(decision.verdict == (*holds ? Verdict::proved : Verdict::refuted));
}

/// With the sizes left open the verdict is about all of them, so it has to be right at any.
RC_BOOST_PROP(a_proved_condition_holds_at_every_size_and_a_counterexample_breaks_it, ()) {
  const Term goal = apply(*rc::gen::element(Operator::equal, Operator::less_equal, Operator::less, Operator::not_equal),
                          {drawn_term(3), drawn_term(2)});
  const Question question{least_sizes(), goal, {variable("S"), variable("T"), variable("H")}};
  Solver solver;
  const Decision decision = decide(solver, question, {300, 20'000});
  RC_LOG() << to_text(goal);
  RC_TAG(std::string(name_of(decision.verdict)));
  if (decision.verdict == Verdict::proved) {
    for (std::int64_t s = 1; s <= 4; ++s)
      for (std::int64_t t = 1; t <= 4; ++t)
        for (std::int64_t h = 0; h <= 4; ++h)
          RC_ASSERT(evaluate_condition(goal, Assignment{{"S", s}, {"T", t}, {"H", h}}) == true);
  }
  if (decision.verdict == Verdict::refuted) {
    Assignment values{{"S", 1}, {"T", 1}, {"H", 0}};
    for (const auto& [atom, value] : decision.counterexample)
      values[atom.name()] = value;
    RC_ASSERT(values.at("S") >= 1 && values.at("T") >= 1 && values.at("H") >= 0);
    RC_ASSERT(evaluate_condition(goal, values) == false);
  }
}

/// What follows from facts holds wherever the facts do. A fact that divides by 0 says nothing, so it is not met there.
RC_BOOST_PROP(what_is_proved_from_facts_holds_wherever_they_do, ()) {
  Question question{least_sizes(), boolean(true), {variable("S"), variable("T"), variable("H")}};
  const int facts = *rc::gen::inRange(1, 4);
  for (int fact = 0; fact < facts; ++fact)
    question.facts.push_back(drawn_fact());
  question.goal =
      apply(*rc::gen::element(Operator::equal, Operator::less_equal, Operator::less), {drawn_term(2), drawn_term(2)});
  Solver solver;
  const Decision decision = decide(solver, question, {300, 20'000});
  RC_TAG(std::string(name_of(decision.verdict)));
  for (const Term& fact : question.facts)
    RC_LOG() << to_text(fact) << "\n";
  RC_LOG() << "goal: " << to_text(question.goal);
  if (decision.verdict == Verdict::refuted) {
    for (const Term& fact : question.facts)
      RC_ASSERT(evaluate_condition(fact, [&](const Term& atom) -> std::optional<std::int64_t> {
                  const auto found = decision.counterexample.find(atom);
                  return found == decision.counterexample.end() ? std::nullopt : std::optional{found->second};
                }) == true);
  }
  if (decision.verdict != Verdict::proved) return;
  for (std::int64_t s = 1; s <= 6; ++s) {
    for (std::int64_t t = 1; t <= 6; ++t) {
      for (std::int64_t h = 0; h <= 6; ++h) {
        const Assignment sizes{{"S", s}, {"T", t}, {"H", h}};
        if (evaluate_condition(all_of(question.facts), sizes).value_or(false))
          RC_ASSERT(evaluate_condition(question.goal, sizes) == true);
      }
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()
