#include "proofs/smallest.hpp"

#include "spec/evaluate_integer.hpp"
#include "spec/render.hpp"
#include "tests/spec/random_terms.hpp"

#include <boost/test/unit_test.hpp>
#include <rapidcheck/boost_test.h>

#include <cstdlib>

BOOST_AUTO_TEST_SUITE(smallest_test)

namespace {

using namespace kina;
using namespace kina::tests;

constexpr std::size_t enough_steps = 300'000;
constexpr std::int64_t greatest = 6;

const Term a = variable("a");
const Term b = variable("b");
const Term n = variable("n");
const std::vector<Term> declared{a, b, n};

Vocabulary names() {
  Vocabulary vocabulary;
  vocabulary.names = {"a", "b", "n"};
  return vocabulary;
}

/// The conditions of sizes: each at least 1, or 0.
std::vector<Term> least(std::int64_t of_a, std::int64_t of_b) {
  return {less_equal(integer(of_a), a), less_equal(integer(of_b), b), less_equal(integer(1), n)};
}

/// The least sum of sizes up to `greatest` at which the conditions hold, by trying them all.
std::optional<std::int64_t> least_sum(const std::vector<Term>& conditions) {
  std::optional<std::int64_t> best;
  for (std::int64_t x = 0; x <= greatest; ++x) {
    for (std::int64_t y = 0; y <= greatest; ++y) {
      for (std::int64_t z = 1; z <= greatest; ++z) {
        const Assignment values{{"a", x}, {"b", y}, {"n", z}};
        const bool hold = std::all_of(conditions.begin(), conditions.end(), [&](const Term& condition) {
          return evaluate_condition(condition, values).value_or(false);
        });
        if (hold && (!best || x + y + z < *best)) best = x + y + z;
      }
    }
  }
  return best;
}

std::int64_t sum_of(const AtomAssignment& values) {
  std::int64_t sum = 0;
  for (const Term& atom : declared)
    sum += std::abs(values.at(atom));
  return sum;
}

}  // namespace

RC_BOOST_PROP(what_is_found_holds_and_nothing_smaller_does, ()) {
  std::vector<Term> conditions = least(*rc::gen::inRange(0, 2), *rc::gen::inRange(0, 2));
  // Equations that define a name are computed and not tried; here only inequalities are asked, so all are tried.
  const Term condition = random_condition(names(), 2);
  conditions.push_back(logical_not(logical_not(condition)));
  const Smallest found = find_smallest(conditions, declared, enough_steps);
  const std::optional<std::int64_t> expected = least_sum(conditions);
  if (found.values) {
    RC_ASSERT(holds_at(conditions, *found.values));
    RC_ASSERT((!expected || sum_of(*found.values) <= *expected));
    if (sum_of(*found.values) <= greatest) RC_ASSERT(sum_of(*found.values) == expected.value());
  } else {
    RC_ASSERT(!expected.has_value());
  }
}

BOOST_AUTO_TEST_CASE(sizes_start_at_their_least_and_grow_together) {
  const auto values = [&](const Term& condition) {
    std::vector<Term> conditions = least(0, 1);
    conditions.push_back(condition);
    return find_smallest(conditions, declared, enough_steps).values.value();
  };
  const AtomAssignment anywhere = values(boolean(true));
  BOOST_TEST(anywhere.at(a) == 0);
  BOOST_TEST(anywhere.at(b) == 1);
  BOOST_TEST(anywhere.at(n) == 1);
  const AtomAssignment product = values(equal(a * b, integer(6)));
  BOOST_TEST(product.at(a) + product.at(b) == 5);
}

/// The order, written down a second time: by the sum of all sizes, then by each in turn.
std::optional<std::vector<std::int64_t>> first_in_order(const std::vector<Term>& conditions) {
  std::optional<std::pair<std::int64_t, std::vector<std::int64_t>>> best;
  constexpr std::int64_t most = 12;
  for (std::int64_t w = 0; w <= most; ++w) {
    for (std::int64_t x = 0; x <= most; ++x) {
      for (std::int64_t y = 0; y <= most; ++y) {
        for (std::int64_t z = 0; z <= most; ++z) {
          const Assignment values{{"w", w}, {"a", x}, {"b", y}, {"n", z}};
          std::pair candidate{w + x + y + z, std::vector<std::int64_t>{w, x, y, z}};
          if (candidate.first > most || (best && *best < candidate)) continue;
          if (std::all_of(conditions.begin(), conditions.end(),
                          [&](const Term& condition) { return evaluate_condition(condition, values).value_or(false); }))
            best = std::move(candidate);
        }
      }
    }
  }
  return best ? std::optional(best->second) : std::nullopt;
}

/// A name that others define is declared before them or after them; the order is the same as if it were tried.
RC_BOOST_PROP(the_first_in_the_order_is_found_though_names_are_computed, ()) {
  const Term w = variable("w");
  std::vector<Term> conditions = least(1, 1);
  conditions.push_back(less_equal(integer(1), w));
  const Term definition = *rc::gen::element(equal(w, a * b), equal(w, a + n), equal(b, w * n), equal(w % a, integer(0)),
                                            equal(n % b, integer(0)), equal(a, integer(2) * n));
  conditions.push_back(definition);
  conditions.push_back(logical_not(random_condition(names(), 1)));
  const auto expected = first_in_order(conditions);
  const Smallest found = find_smallest(conditions, {w, a, b, n}, enough_steps);
  RC_PRE(expected.has_value());
  RC_ASSERT(found.values.has_value());
  RC_ASSERT(found.complete);
  const std::vector<std::int64_t> values{found.values->at(w), found.values->at(a), found.values->at(b),
                                         found.values->at(n)};
  RC_ASSERT(values == *expected);
}

BOOST_AUTO_TEST_CASE(a_defined_name_is_computed) {
  const Term width = variable("D");
  const std::vector<Term> conditions{less_equal(integer(2), a), less_equal(integer(3), b),
                                     less_equal(integer(1), width), equal(width, a * b)};
  const auto found = find_smallest(conditions, {width, a, b}, enough_steps).values.value();
  BOOST_TEST(found.at(width) == 6);
  BOOST_TEST(holds_at(conditions, found));
}

BOOST_AUTO_TEST_CASE(an_exact_division_is_met) {
  const Term heads = variable("H");
  const Term groups = variable("G");
  const std::vector<Term> conditions{less_equal(integer(1), heads), less_equal(integer(1), groups),
                                     equal(heads % groups, integer(0)), less(integer(1), groups), less(groups, heads)};
  const auto found = find_smallest(conditions, {heads, groups}, enough_steps).values.value();
  BOOST_TEST(found.at(heads) == 4);
  BOOST_TEST(found.at(groups) == 2);
  BOOST_TEST(holds_at(conditions, found));
}

BOOST_AUTO_TEST_CASE(integers_without_a_least_may_be_negative) {
  const Term token = read("token_ids", {integer(0)});
  const auto found = find_smallest({less(token, integer(0))}, {}, enough_steps).values.value();
  BOOST_TEST(found.at(token) == -1);
}

BOOST_AUTO_TEST_CASE(reads_are_functions) {
  const Term i = variable("i");
  const Term j = variable("j");
  const Term differ = not_equal(read("x", {i}), read("x", {j}));
  const auto found =
      find_smallest({differ, less_equal(integer(0), i), less_equal(integer(0), j)}, {i, j}, enough_steps);
  BOOST_TEST(found.values.value().at(i) != found.values.value().at(j));
  BOOST_TEST(!find_smallest({differ, equal(i, j)}, {i, j}, 20'000).values.has_value());
}

BOOST_AUTO_TEST_CASE(a_search_ends_when_its_steps_are_used_up) {
  const Smallest found = find_smallest({less(a * a, integer(0))}, {a}, 100);
  BOOST_TEST(!found.values.has_value());
  BOOST_TEST(!found.complete);
  BOOST_TEST(find_smallest({boolean(false)}, {}, 100).complete);
  BOOST_TEST(find_smallest({boolean(true)}, {}, 100).values.has_value());
}

BOOST_AUTO_TEST_CASE(what_has_no_value_does_not_hold) {
  BOOST_TEST(!holds_at({equal(integer(1) / a, integer(1))}, {{a, 0}}));
  BOOST_TEST(!holds_at({less(a, b)}, {{a, 0}}));
  BOOST_TEST(holds_at({less(a, b)}, {{a, 0}, {b, 1}}));
  BOOST_TEST(holds_at({}, {}));
}

BOOST_AUTO_TEST_CASE(atoms_are_listed_once_and_indices_before_their_reads) {
  const Term element = read("x", {a + integer(1)});
  const Term sum = fold(Operator::fold_sum, "j", n, read("x", {variable("j")}));
  const std::vector<Term> atoms = atoms_of({less(element, sum), less(element, b)});
  BOOST_TEST((atoms == std::vector<Term>{a, element, n, sum, b}));
}

BOOST_AUTO_TEST_SUITE_END()
