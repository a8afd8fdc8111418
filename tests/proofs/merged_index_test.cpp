#include "proofs/merged_index.hpp"

#include "proofs/prove.hpp"
#include "proofs/rule_obligations.hpp"
#include "proofs/smallest.hpp"
#include "spec/catalogue.hpp"
#include "spec/mutants.hpp"
#include "spec/render.hpp"

#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <rapidcheck/boost_test.h>

#include <algorithm>
#include <utility>

BOOST_AUTO_TEST_SUITE(merged_index_test)

namespace {

using namespace kina;

Rule reshape(std::size_t from, std::size_t to) {
  Instance instance;
  instance.ranks = {from};
  instance.types = {ElementType::f32};
  instance.shape_rank = to;
  return find_operation("reshape")->rule(instance);
}

bool proves(Solver& solver, const Rule& rule) {
  const std::vector<Obligation> obligations = use_obligations(rule);
  return std::all_of(obligations.begin(), obligations.end(), [&](const Obligation& obligation) {
    return decide_obligation(solver, obligation, {}, {1'000, 2'000}).verdict == Verdict::proved;
  });
}

/// Whether every step is proved.
bool is_proved_in_steps(Solver& solver, const Question& question) {
  const auto steps = merged_index_steps(question);
  return steps && std::all_of(steps->begin(), steps->end(), [&](const Question& step) {
           return decide(solver, step, {1'000, 2'000}).verdict == Verdict::proved;
         });
}

const std::vector<std::pair<std::size_t, std::size_t>> ranks{{6, 3},  {3, 6},   {6, 6}, {1, 12},
                                                             {12, 1}, {12, 12}, {0, 8}};

}  // namespace

/// NumPy allows 32 axes; no program of a decode step has more than a handful.
BOOST_AUTO_TEST_CASE(a_reshape_between_any_ranks_reads_in_bounds) {
  Solver solver;
  for (const auto& [from, to] : ranks)
    BOOST_TEST(proves(solver, reshape(from, to)), from << " axes to " << to);
}

BOOST_AUTO_TEST_CASE(an_index_that_is_off_by_one_is_not_proved) {
  Solver solver;
  for (const Mutant& mutant : mutants_of(reshape(3, 5)))
    if (mutant.part == "read" && mutant.change.find(" + 1") != std::string::npos)
      BOOST_TEST(!proves(solver, mutant.rule), mutant.change);
}

namespace {

/// RapidCheck's ranges start small and grow with the test's number; here every number is as likely from the first on.
std::size_t below(std::size_t bound) {
  return *rc::gen::resize(rc::kNominalSize, rc::gen::inRange<std::size_t>(0, bound));
}

/// An index with the factors of an extent that it mostly is below.
struct Merged {
  Term index;
  std::vector<Term> extent;
};

const std::vector<Term> radices{variable("p"), variable("q"), variable("r")};

/// The digit `i.p` lies below p.
Term digit(const Term& radix) { return variable("i." + radix.name()); }

Merged random_merged(int depth) {
  const Term radix = radices[below(radices.size())];
  const std::size_t choice = depth == 0 ? 0 : below(6);
  if (choice == 0) return {digit(radix), {radix}};
  Merged merged = random_merged(depth - 1);
  if (choice == 1) return {merged.index % radix, {radix}};
  if (choice == 2 && merged.extent.size() > 1) {
    const Term last = merged.extent.back();
    merged.extent.pop_back();
    return {merged.index / last, merged.extent};
  }
  merged.extent.push_back(radix);
  return {merged.index * radix + digit(radix), merged.extent};
}

}  // namespace

/// Random numbers in mixed radix, many of them out of their range somewhere: what is proved in steps holds at all small
/// values.
RC_BOOST_PROP(what_is_proved_in_steps_holds, ()) {
  Question question;
  for (const Term& radix : radices) {
    question.facts.push_back(less_equal(integer(0), radix));
    // Now and then a digit reaches its radix.
    const Term most = below(12) == 0 ? radix + integer(1) : radix;
    question.facts.push_back(in_range(integer(0), digit(radix), most));
  }
  Merged merged = random_merged(4);
  if (below(4) == 0) merged.extent.front() = radices[below(radices.size())];
  Term extent = product(merged.extent);
  if (below(2) == 0) {
    question.facts.push_back(equal(variable("n") * variable("m"), extent));
    extent = variable("m") * variable("n");
  }
  question.goal = in_range(integer(0), merged.index, extent);
  Solver solver;
  const bool is_proved = is_proved_in_steps(solver, question);
  RC_TAG(is_proved ? "proved" : "not proved");
  if (!is_proved) return;
  std::vector<Term> broken = question.facts;
  broken.push_back(logical_not(question.goal));
  const Smallest found = find_smallest(broken, {}, 20'000);
  RC_LOG() << to_text(question.goal);
  RC_ASSERT(!found.values.has_value());
}

BOOST_AUTO_TEST_SUITE_END()
