/// The gate's proof of the catalogue, and that it is not vacuous: without one of its premises a rule is not proved.
#include "proofs/rule_obligations.hpp"

#include "proofs/prove.hpp"
#include "spec/catalogue.hpp"
#include "spec/render.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <functional>
#include <set>
#include <string>

BOOST_AUTO_TEST_SUITE(rule_obligations_test)

namespace {

using namespace kina;

/// The rule that breaks most easily is the one of least rank: enough to see a premise missing.
constexpr std::size_t small_rank = 2;

bool is_rejected(const Rule& rule) {
  return std::any_of(rule.premises.begin(), rule.premises.end(),
                     [](const Premise& premise) { return premise.condition == boolean(false); });
}

bool proves(Solver& solver, const Rule& rule) {
  const std::vector<Obligation> obligations = rule_obligations(rule);
  return std::all_of(obligations.begin(), obligations.end(), [&](const Obligation& obligation) {
    // What can't be decided quickly is not proved.
    return decide_obligation(solver, obligation, {}, {2'000, 20'000}).verdict == Verdict::proved;
  });
}

/// The rule of an operation at an instance, changed.
Rule changed(const char* operation, Instance instance, const std::function<void(Rule&)>& change) {
  Rule rule = find_operation(operation)->rule(instance);
  change(rule);
  return rule;
}

Instance of_rank(std::size_t rank, std::size_t operands, ElementType type = ElementType::f32) {
  Instance instance;
  instance.ranks.assign(operands, rank);
  instance.types.assign(operands, type);
  return instance;
}

/// Premises that no obligation of their own rule needs, with the reason. They are what the language asks beside the
/// meaning of an element.
const std::set<std::string> needed_by_the_language{
    // An update that lies partly outside would be cut off without a sound; no element is read out of bounds.
    "dynamic_update_slice/position",
};

}  // namespace

BOOST_AUTO_TEST_CASE(small_ranks_of_every_operation_are_proved) {
  Solver solver;
  for (const Operation& operation : catalogue()) {
    for (const Instance& instance : covered_instances(operation, small_rank)) {
      const Rule rule = operation.rule(instance);
      if (!is_rejected(rule)) BOOST_TEST(proves(solver, rule), operation.name << ": " << to_text(rule.element));
    }
  }
}

/// Each premise of each operation is dropped in turn. Somewhere among the operation's instances an obligation then
/// fails: a premise that nothing needs would be noise to every user, and one that the proof does not use might be
/// wrong.
BOOST_AUTO_TEST_CASE(without_any_of_its_premises_an_operation_is_not_proved) {
  Solver solver;
  std::set<std::string> needless;
  for (const Operation& operation : catalogue()) {
    std::set<std::string> names;
    std::set<std::string> needed;
    for (const Instance& instance : covered_instances(operation, small_rank)) {
      const Rule rule = operation.rule(instance);
      for (std::size_t k = 0; k < rule.premises.size(); ++k) {
        const std::string name = rule.name + "/" + rule.premises[k].name;
        names.insert(name);
        if (needed.contains(name)) continue;
        Rule weaker = rule;
        weaker.premises.erase(weaker.premises.begin() + static_cast<std::ptrdiff_t>(k));
        if (!proves(solver, weaker)) needed.insert(name);
      }
    }
    std::set_difference(names.begin(), names.end(), needed.begin(), needed.end(),
                        std::inserter(needless, needless.end()));
  }
  for (const std::string& name : needless)
    BOOST_TEST(needed_by_the_language.contains(name), name);
  BOOST_TEST(needless.size() == needed_by_the_language.size());
}

// ---- a rule that is wrong is caught, whatever part of it is wrong ----

BOOST_AUTO_TEST_CASE(a_wrong_element_is_caught) {
  Solver solver;
  Instance instance = of_rank(2, 2);
  instance.axis = 1;
  const Term along = index_variable(1);
  BOOST_TEST(proves(solver, changed("concat", instance, [](Rule&) {})));
  BOOST_TEST(!proves(solver, changed("concat", instance, [&](Rule& rule) {
                       rule.element = substitute(rule.element, {{"i1", along + integer(1)}});
                     })));
  BOOST_TEST(!proves(solver, changed("concat", instance, [&](Rule& rule) {
                       rule.element = select(less_equal(along, extent_of("x0", 1)), rule.element.arguments()[1],
                                             rule.element.arguments()[2]);
                     })));
  BOOST_TEST(!proves(solver, changed("concat", instance, [&](Rule& rule) {
                       rule.element = select(rule.element.arguments()[0], rule.element.arguments()[2],
                                             rule.element.arguments()[1]);
                     })));
}

BOOST_AUTO_TEST_CASE(a_wrong_extent_is_caught) {
  Solver solver;
  Instance instance = of_rank(2, 2);
  instance.axis = 1;
  BOOST_TEST(!proves(solver, changed("concat", instance, [](Rule& rule) {
                       rule.result.extents[1] = rule.result.extents[1] + integer(1);
                     })));
  BOOST_TEST(!proves(solver, changed("concat", instance, [](Rule& rule) {
                       rule.result.extents[0] = rule.result.extents[0] * integer(2);
                     })));
  BOOST_TEST(!proves(solver, changed("concat", instance, [](Rule& rule) {
                       rule.result.extents[1] = extent_of("x0", 1) - extent_of("x1", 1);
                     })));
}

BOOST_AUTO_TEST_CASE(a_fold_that_runs_too_far_is_caught) {
  Solver solver;
  const auto longer = [](Rule& rule) {
    const Term& fold_term = rule.element;
    rule.element =
        fold(fold_term.operation(), fold_term.name(), fold_term.arguments()[0] + integer(1), fold_term.arguments()[1]);
  };
  BOOST_TEST(!proves(solver, changed("sum", of_rank(2, 1), longer)));
  BOOST_TEST(!proves(solver, changed("cumsum", of_rank(1, 1), longer)));
  BOOST_TEST(!proves(solver, changed("matmul", of_rank(2, 2), longer)));
}

BOOST_AUTO_TEST_CASE(premises_that_contradict_each_other_are_caught) {
  Solver solver;
  const Rule rule = changed(
      "transpose",
      [] {
        Instance instance = of_rank(2, 1);
        instance.permutation = {1, 0};
        return instance;
      }(),
      [](Rule& impossible) {
        Premise premise;
        premise.name = "impossible";
        premise.condition = less(extent_of("x", 0), integer(0));
        impossible.premises.push_back(premise);
      });
  BOOST_TEST(!proves(solver, rule));
}

BOOST_AUTO_TEST_CASE(a_part_without_a_value_is_caught) {
  Solver solver;
  Instance instance = of_rank(1, 2, ElementType::i64);
  BOOST_TEST(proves(solver, changed("divide", instance, [](Rule&) {})));
  BOOST_TEST(!proves(solver, changed("multiply", instance, [](Rule& rule) {
                       rule.element = read("x", {index_variable(0)}) / read("y", {index_variable(0)});
                     })));
}

BOOST_AUTO_TEST_SUITE_END()
