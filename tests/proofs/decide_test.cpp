#include "proofs/decide.hpp"

#include "proofs/smallest.hpp"
#include "spec/evaluate_integer.hpp"
#include "spec/render.hpp"
#include "tests/spec/random_terms.hpp"

#include <boost/test/unit_test.hpp>
#include <rapidcheck/boost_test.h>

BOOST_AUTO_TEST_SUITE(decide_test)

namespace {

using namespace kina;
using namespace kina::tests;

const Term heads = variable("H");
const Term width = variable("Dh");
const Term model = variable("D");
const Term length = variable("S");
const std::vector<Term> declared{heads, width, model, length};

/// The facts of a decode step: sizes, and how the model's width is made up.
const std::vector<Term> facts{less_equal(integer(1), heads), less_equal(integer(1), width),
                              less_equal(integer(1), model), less_equal(integer(0), length),
                              equal(model, heads* width)};

Vocabulary names() {
  Vocabulary vocabulary;
  vocabulary.names = {"H", "Dh", "D", "S"};
  return vocabulary;
}

Decision ask(const Term& goal, const std::vector<Term>& known = facts) {
  Solver solver;
  return decide(solver, {known, goal, declared});
}

/// Whether the goal holds at every small instance of the facts; a term without a value does not hold.
bool holds_on_the_grid(const Term& goal) {
  for (std::int64_t h = 1; h <= 4; ++h) {
    for (std::int64_t w = 1; w <= 4; ++w) {
      for (std::int64_t s = 0; s <= 4; ++s) {
        const Assignment values{{"H", h}, {"Dh", w}, {"D", h * w}, {"S", s}};
        if (!evaluate_condition(goal, values).value_or(true)) return false;
      }
    }
  }
  return true;
}

std::string verdict(const Term& goal, const std::vector<Term>& known = facts) {
  return std::string(name_of(ask(goal, known).verdict));
}

}  // namespace

// ---- soundness ----

RC_BOOST_PROP(what_is_proved_holds_and_what_is_refuted_fails, ()) {
  Vocabulary vocabulary = names();
  vocabulary.divides = false;
  const Term goal = random_condition(vocabulary, 2);
  RC_LOG() << to_text(goal) << '\n';
  const Decision decision = ask(goal);
  if (decision.verdict == Verdict::proved) RC_ASSERT(holds_on_the_grid(goal));
  if (decision.verdict == Verdict::refuted) {
    std::vector<Term> conditions = facts;
    conditions.push_back(logical_not(goal));
    RC_ASSERT(holds_at(conditions, decision.counterexample));
  }
}

/// A proof has to be found for what is true by arithmetic.
RC_BOOST_PROP(rearrangements_are_proved, ()) {
  Vocabulary vocabulary = names();
  vocabulary.divides = false;
  const Term x = random_integer(vocabulary, 2);
  const Term y = random_integer(vocabulary, 2);
  RC_ASSERT(verdict(equal((x + y) * model, y * (heads * width) + model * x)) == "proved");
  RC_ASSERT(verdict(not_equal(x, x + integer(1))) == "proved");
  RC_ASSERT(verdict(equal(x, x + length)) == "refuted");
}

// ---- counterexamples ----

BOOST_AUTO_TEST_CASE(a_counterexample_is_the_smallest_and_names_every_size) {
  const Decision decision = ask(equal(length + integer(1), integer(1) + length * length));
  BOOST_TEST((decision.verdict == Verdict::refuted));
  BOOST_TEST(decision.smallest);
  // 0 and 1 are their own squares.
  BOOST_TEST(decision.counterexample.at(length) == 2);
  BOOST_TEST(decision.counterexample.at(heads) == 1);
  BOOST_TEST(decision.counterexample.at(model) == 1);
}

BOOST_AUTO_TEST_CASE(a_bug_that_hides_at_one_head_of_width_two_is_found) {
  const Decision decision = ask(equal(heads * heads * width, integer(2) * heads * width));
  BOOST_TEST((decision.verdict == Verdict::refuted));
  BOOST_TEST(decision.counterexample.at(heads) == 1);
  const std::vector<Term> two_heads{less_equal(integer(1), width), equal(heads, integer(2))};
  BOOST_TEST(verdict(equal(heads * width, width + width), two_heads) == "proved");
}

BOOST_AUTO_TEST_CASE(a_far_failure_is_found_at_its_smallest_too) {
  const Decision decision = ask(less(length, integer(1'000'000)));
  BOOST_TEST((decision.verdict == Verdict::refuted));
  BOOST_TEST(decision.counterexample.at(length) == 1'000'000);
}

// ---- equalities and divisibility ----

BOOST_AUTO_TEST_CASE(an_equality_of_sizes_is_used_both_ways) {
  BOOST_TEST(verdict(equal(model / width, heads)) == "proved");
  BOOST_TEST(verdict(equal(model % heads, integer(0))) == "proved");
  BOOST_TEST(verdict(less_equal(width, model)) == "proved");
  BOOST_TEST(verdict(equal(length * model, width * length * heads)) == "proved");
  BOOST_TEST(verdict(less(width, model)) == "refuted");
}

BOOST_AUTO_TEST_CASE(an_exact_division_is_used) {
  const Term groups = variable("G");
  const std::vector<Term> known{less_equal(integer(1), width), less_equal(integer(1), groups),
                                equal(width % groups, integer(0))};
  BOOST_TEST(verdict(equal(width / groups * groups, width), known) == "proved");
  BOOST_TEST(verdict(less_equal(integer(1), width / groups), known) == "proved");
  BOOST_TEST(verdict(equal(width / integer(2) * integer(2), width), known) == "refuted");
}

// ---- reads ----

BOOST_AUTO_TEST_CASE(reads_are_functions_of_their_indices) {
  const Term i = variable("i");
  const Term j = variable("j");
  const Term same = equal(read("x", {i}), read("x", {j}));
  BOOST_TEST(verdict(same, {equal(i, j)}) == "proved");
  BOOST_TEST(verdict(same, {less_equal(i, j), less_equal(j, i)}) == "proved");
  const Decision decision = ask(same, {less(i, j)});
  BOOST_TEST((decision.verdict == Verdict::refuted));
  BOOST_TEST(decision.counterexample.at(i) < decision.counterexample.at(j));
}

// ---- satisfaction ----

BOOST_AUTO_TEST_CASE(conditions_are_met_by_their_smallest_values_or_can_t_be_met) {
  Solver solver;
  const Satisfied met = satisfy(solver, facts, declared);
  BOOST_TEST((met.satisfiability == Satisfiability::satisfiable));
  BOOST_TEST(met.values.at(length) == 0);
  BOOST_TEST(met.values.at(model) == 1);
  std::vector<Term> contradictory = facts;
  contradictory.push_back(less(model, width));
  BOOST_TEST((satisfy(solver, contradictory, declared).satisfiability == Satisfiability::unsatisfiable));
}

BOOST_AUTO_TEST_CASE(verdicts_have_the_names_of_the_report) {
  BOOST_TEST(name_of(Verdict::proved) == "proved");
  BOOST_TEST(name_of(Verdict::refuted) == "refuted");
  BOOST_TEST(name_of(Verdict::unknown) == "unknown");
  BOOST_TEST(name_of(Verdict::disagreement) == "disagreement");
}

BOOST_AUTO_TEST_SUITE_END()
