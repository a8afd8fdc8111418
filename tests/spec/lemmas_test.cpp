#include "spec/lemmas.hpp"

#include "spec/render.hpp"
#include "spec/smt.hpp"
#include "tests/spec/random_terms.hpp"

#include <boost/test/unit_test.hpp>
#include <rapidcheck/boost_test.h>

#include <iterator>

BOOST_AUTO_TEST_SUITE(lemmas_test)

namespace {

using namespace kina;
using namespace kina::tests;

Vocabulary sizes() {
  Vocabulary vocabulary;
  vocabulary.names = {"m", "n", "k"};
  vocabulary.reads = true;
  return vocabulary;
}

/// Whether the lemmas and linear arithmetic alone show that the goal follows.
bool follows(const std::vector<Term>& facts, const Term& goal) {
  std::vector<Term> conditions = facts;
  conditions.push_back(logical_not(goal));
  std::vector<Term> lemmas = ground_lemmas(conditions);
  std::move(lemmas.begin(), lemmas.end(), std::back_inserter(conditions));
  Solver solver;
  return solver.check(conditions, Products::opaque, 10'000).satisfiability == Satisfiability::unsatisfiable;
}

const Term i = variable("i");
const Term j = variable("j");
const Term m = variable("m");
const Term n = variable("n");
const Term e = variable("e");
const Term zero = integer(0);
const Term one = integer(1);

Term index(const Term& variable, const Term& extent) { return in_range(zero, variable, extent); }

}  // namespace

// ---- soundness ----

/// Quotients by what is not positive may be anything, and so may reads; a lemma holds all the same.
RC_BOOST_PROP(a_lemma_is_true_at_every_assignment, (const std::string& seed)) {
  const std::vector<Term> conditions{random_condition(sizes(), 2), random_condition(sizes(), 2)};
  const std::vector<Term> lemmas = ground_lemmas(conditions);
  for (int round = 0; round < 4; ++round) {
    const Meaning meaning(random_values(sizes(), -4, 4), seed);
    for (const Term& lemma : lemmas) {
      RC_LOG() << to_text(lemma) << '\n';
      RC_ASSERT(meaning.holds(lemma));
    }
  }
}

/// Products of many factors, and quotients of quotients, as reshapes make them.
BOOST_AUTO_TEST_CASE(lemmas_about_nested_quotients_are_true_on_a_grid) {
  const Term flat = (i * m + j) * n + variable("k");
  const std::vector<Term> conditions{less(flat / n % m * n, flat / (m * n)), equal(flat % n, variable("k")),
                                     less((flat / n) / m, i * i)};
  const std::vector<Term> lemmas = ground_lemmas(conditions);
  BOOST_TEST(lemmas.size() > 20U);
  for (int point = 0; point < 7 * 7 * 7 * 7 * 7; ++point) {
    WideValues values;
    int rest = point;
    for (const char* name : {"i", "j", "k", "m", "n"}) {
      values[name] = rest % 7 - 3;
      rest /= 7;
    }
    const Meaning meaning(values);
    for (const Term& lemma : lemmas)
      if (!meaning.holds(lemma)) BOOST_ERROR(to_text(lemma));
  }
}

// ---- completeness: what index arithmetic needs (design section 5, "Merged axes") ----

BOOST_AUTO_TEST_CASE(a_merged_index_is_in_range) {
  BOOST_TEST(follows({index(i, m), index(j, n)}, index(i * n + j, m * n)));
  const Term k = variable("k");
  const Term p = variable("p");
  BOOST_TEST(follows({index(i, m), index(j, n), index(k, p)}, index((i * n + j) * p + k, m * n * p)));
  BOOST_TEST(!follows({index(i, m), less_equal(zero, j), less_equal(j, n)}, index(i * n + j, m * n)));
}

BOOST_AUTO_TEST_CASE(a_merged_index_is_split_where_it_was_merged) {
  BOOST_TEST(follows({index(i, m), index(j, n)}, equal((i * n + j) / n, i)));
  BOOST_TEST(follows({index(i, m), index(j, n)}, equal((i * n + j) % n, j)));
  BOOST_TEST(follows({index(e, m * n), less_equal(one, n)}, index(e / n, m)));
  BOOST_TEST(follows({index(e, m * n), less_equal(one, n)}, index(e % n, n)));
  BOOST_TEST(follows({less_equal(one, n)}, equal(e / n * n + e % n, e)));
}

BOOST_AUTO_TEST_CASE(a_quotient_below_two_divisors_is_known) {
  BOOST_TEST(follows({in_range(n, e, n + n), less_equal(one, n)}, equal(e / n, one)));
  BOOST_TEST(follows({in_range(n, e, n + n), less_equal(one, n)}, equal(e % n, e - n)));
  BOOST_TEST(follows({index(e, n)}, equal(e / n, zero)));
  BOOST_TEST(follows({index(e, n)}, equal(e % n, e)));
  BOOST_TEST(!follows({in_range(n, e, n + n)}, equal(e / n, zero)));
}

BOOST_AUTO_TEST_CASE(a_product_with_a_positive_factor_is_at_least_the_other) {
  BOOST_TEST(follows({less_equal(one, m), less_equal(zero, n)}, less_equal(n, m * n)));
  BOOST_TEST(follows({less_equal(m, integer(-1)), less_equal(zero, n)}, less_equal(m * n, -n)));
  BOOST_TEST(follows({equal(m, zero)}, equal(m * n, zero)));
  BOOST_TEST(!follows({less_equal(zero, m), less_equal(zero, n)}, less_equal(n, m * n)));
}

/// Rows and columns of a head, merged and split again: [B, S, H * Dh] and [B, S, H, Dh].
BOOST_AUTO_TEST_CASE(heads_are_merged_and_split) {
  const Term batch = variable("B");
  const Term length = variable("S");
  const Term heads = variable("H");
  const Term width = variable("Dh");
  const Term b = variable("b");
  const Term s = variable("s");
  const Term h = variable("h");
  const Term d = variable("d");
  const std::vector<Term> split{index(b, batch), index(s, length), index(h, heads), index(d, width)};
  const Term flat = ((b * length + s) * heads + h) * width + d;
  BOOST_TEST(follows(split, index(flat % (heads * width), heads * width)));
  BOOST_TEST(follows(split, equal(flat % (heads * width), h * width + d)));
  BOOST_TEST(follows(split, equal(flat / (heads * width), b * length + s)));
  BOOST_TEST(follows(split, equal(flat / (heads * width) % length, s)));
  BOOST_TEST(follows(split, equal(flat / (heads * width) / length, b)));
  const std::vector<Term> merged{index(b, batch), index(s, length), index(e, heads * width), less_equal(one, heads),
                                 less_equal(one, width)};
  const Term position = (b * length + s) * (heads * width) + e;
  BOOST_TEST(follows(merged, equal(position % width, e % width)));
  BOOST_TEST(follows(merged, equal(position / width % heads, e / width)));
  BOOST_TEST(follows(merged, equal(position / width / heads, b * length + s)));
}

BOOST_AUTO_TEST_SUITE_END()
