#include "spec/dim.hpp"

#include "spec/render.hpp"
#include "tests/spec/random_terms.hpp"

#include <boost/test/unit_test.hpp>
#include <rapidcheck/boost_test.h>

#include <limits>

BOOST_AUTO_TEST_SUITE(dim_test)

namespace {

using namespace kina;
using namespace kina::tests;

Vocabulary sizes() {
  Vocabulary vocabulary;
  vocabulary.names = {"m", "n", "k"};
  vocabulary.reads = true;
  return vocabulary;
}

Wide value_of(const Polynomial& polynomial, const Meaning& meaning) {
  Wide sum = 0;
  for (const auto& [monomial, coefficient] : polynomial.terms) {
    Wide product = coefficient;
    for (const Term& atom : monomial)
      product *= meaning.integer(atom);
    sum += product;
  }
  return sum;
}

const Term m = variable("m");
const Term n = variable("n");
const Term k = variable("k");
const Term r = variable("r");

}  // namespace

// ---- normal forms ----

/// Sizes that divide are at least 1 (`size/divisor`); here every name may divide.
RC_BOOST_PROP(a_normal_form_has_the_value_of_its_term, ()) {
  const Term term = random_integer(sizes(), 3);
  const Meaning meaning(random_values(sizes(), 1, 9));
  RC_LOG() << to_text(term) << "\nbecomes\n" << to_text(canonical(term)) << '\n';
  RC_ASSERT(value_of(normalise(term), meaning) == meaning.integer(term));
  RC_ASSERT(meaning.integer(canonical(term)) == meaning.integer(term));
}

RC_BOOST_PROP(without_division_the_names_may_be_anything, ()) {
  Vocabulary vocabulary = sizes();
  vocabulary.divides = false;
  const Term term = random_integer(vocabulary, 4);
  const Meaning meaning(random_values(vocabulary, -9, 9));
  RC_ASSERT(value_of(normalise(term), meaning) == meaning.integer(term));
}

RC_BOOST_PROP(a_normal_form_holds_no_zero_coefficient_and_sorted_monomials, ()) {
  const Polynomial form = normalise(random_integer(sizes(), 3));
  for (const auto& [monomial, coefficient] : form.terms) {
    RC_ASSERT(coefficient != 0);
    RC_ASSERT(std::is_sorted(monomial.begin(), monomial.end()));
  }
}

RC_BOOST_PROP(normalising_again_changes_nothing, ()) {
  const Term once = canonical(random_integer(sizes(), 3));
  RC_ASSERT(canonical(once) == once);
}

RC_BOOST_PROP(polynomials_are_a_ring, ()) {
  Vocabulary vocabulary = sizes();
  vocabulary.divides = false;
  const Term a = random_integer(vocabulary, 2);
  const Term b = random_integer(vocabulary, 2);
  const Term c = random_integer(vocabulary, 2);
  RC_ASSERT(identical(a + b, b + a));
  RC_ASSERT(identical(a * b, b * a));
  RC_ASSERT(identical(a * (b + c), a * b + a * c));
  RC_ASSERT(identical((a + b) - b, a));
  RC_ASSERT(identical((a * b) * c, a * (b * c)));
  RC_ASSERT(identical(a - a, integer(0)));
}

RC_BOOST_PROP(what_is_identical_is_equal_everywhere, ()) {
  const Term a = random_integer(sizes(), 2);
  const Term b = random_integer(sizes(), 2);
  const Meaning meaning(random_values(sizes(), 1, 6));
  // A wrong identity of random terms would be rare; of a term and a rearrangement of it, it would be common.
  const Term rearranged = *rc::gen::element(b + a - b, integer(1) * a, (a + a) - a, a + n - n);
  RC_ASSERT(!identical(a, b) || meaning.integer(a) == meaning.integer(b));
  RC_ASSERT(identical(a, rearranged));
  RC_ASSERT(!identical(a, a + integer(1)));
}

BOOST_AUTO_TEST_CASE(quotients_are_taken_apart) {
  const auto text = [](const Term& term) { return to_text(canonical(term)); };
  BOOST_TEST(identical((n * k + r) / n, k + r / n));
  BOOST_TEST(text((n * k + r) % n) == "r % n");
  BOOST_TEST(text((n * k) / n) == "k");
  BOOST_TEST(text((n * k) % n) == "0");
  BOOST_TEST(text((m * n * k) / (k * m)) == "n");
  BOOST_TEST(text(integer(-7) / integer(2)) == "-4");
  BOOST_TEST(text(integer(-7) % integer(2)) == "1");
  BOOST_TEST(text((integer(4) * n + integer(7)) / integer(4)) == "n + 1");
  BOOST_TEST(text((integer(5) * n) / (integer(2) * n)) == to_text(canonical(integer(2) + n / (integer(2) * n))));
  BOOST_TEST(text(n / integer(1)) == "n");
  BOOST_TEST(text(n % integer(1)) == "0");
}

BOOST_AUTO_TEST_CASE(extrema_that_differ_by_a_constant_are_decided) {
  const auto minimum = [](const Term& a, const Term& b) { return apply(Operator::minimum, {a, b}); };
  const auto maximum = [](const Term& a, const Term& b) { return apply(Operator::maximum, {a, b}); };
  BOOST_TEST(identical(minimum(n, n + integer(1)), n));
  BOOST_TEST(identical(maximum(n, n + integer(1)), n + integer(1)));
  BOOST_TEST(identical(maximum(n - integer(2), n), n));
  BOOST_TEST(identical(minimum(m, n), minimum(n, m)));
  BOOST_TEST(identical(maximum(m, n), maximum(n, m)));
  BOOST_TEST(!identical(minimum(m, n), maximum(m, n)));
}

BOOST_AUTO_TEST_CASE(coefficients_exceed_64_bits) {
  const std::int64_t greatest = std::numeric_limits<std::int64_t>::max();
  const Term square = integer(greatest) * integer(greatest);
  BOOST_TEST((constant_value(normalise(square)) == Wide(greatest) * Wide(greatest)));
  BOOST_TEST(!to_term(normalise(square)).has_value());
  BOOST_TEST((canonical(square) == square));
  BOOST_TEST(identical(square * n - square * n, integer(0)));
  BOOST_TEST(identical(square * n / square, n));
  const Meaning meaning({{"n", 3}});
  const Term quotient = (square * n + n) / integer(7);
  BOOST_TEST((value_of(normalise(quotient), meaning) == meaning.integer(quotient)));
}

BOOST_AUTO_TEST_CASE(the_constant_comes_last_and_signs_are_not_doubled) {
  BOOST_TEST(to_text(canonical(integer(1) + n)) == "n + 1");
  BOOST_TEST(to_text(canonical(integer(-1) + n)) == "n - 1");
  BOOST_TEST(to_text(canonical(m - integer(2) * n)).find("- -") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(the_parts_of_a_monomial_are_taken_out_with_multiplicity) {
  const auto monomial = [](const Term& term) { return normalise(term).terms.begin()->first; };
  BOOST_TEST((without(monomial(m * n * n), monomial(n)) == monomial(m * n)));
  BOOST_TEST((without(monomial(m * n), monomial(n * n)) == std::nullopt));
  BOOST_TEST((without(monomial(m), monomial(m)) == Monomial{}));
}

RC_BOOST_PROP(a_tidy_term_has_the_same_value_and_no_units, ()) {
  const Term term = random_integer(sizes(), 3);
  const Term neat = tidy(term);
  const Meaning meaning(random_values(sizes(), 1, 9));
  RC_ASSERT(meaning.integer(neat) == meaning.integer(term));
  RC_ASSERT(tidy(neat) == neat);
}

// ---- definitions ----

BOOST_AUTO_TEST_CASE(an_equality_defines_a_name) {
  const Substitution rewrites = oriented({equal(variable("D"), m * n)});
  BOOST_TEST(rewrites.size() == 1U);
  BOOST_TEST(to_text(rewrites.at("D")) == "m * n");
  BOOST_TEST(oriented({equal(m * n, variable("D"))}).contains("D"));
  BOOST_TEST(oriented({equal(n, n + integer(0))}).empty());
  BOOST_TEST(oriented({less_equal(m, n)}).empty());
}

BOOST_AUTO_TEST_CASE(an_exact_division_makes_the_dividend_a_product) {
  const Substitution rewrites = oriented({equal(variable("H") % variable("G"), integer(0))});
  const Term group = rewrites.at("H");
  BOOST_TEST(group.is(Operator::multiply));
  BOOST_TEST(identical(substitute(variable("H") % variable("G"), rewrites), integer(0)));
}

/// At values that meet the facts, rewriting by them changes no value.
RC_BOOST_PROP(a_rewrite_keeps_values_where_its_facts_hold, ()) {
  Vocabulary vocabulary;
  vocabulary.names = {"a", "b"};
  vocabulary.divides = false;
  WideValues values = random_values(vocabulary, 1, 5);
  // Facts are made true by giving the defined names the values that they define.
  const Term first = random_integer(vocabulary, 2);
  values["c"] = Meaning(values).integer(first);
  vocabulary.names.emplace_back("c");
  const Term second = random_integer(vocabulary, 2);
  values["d"] = Meaning(values).integer(second);
  std::vector<Term> facts{equal(variable("c"), first), equal(second, variable("d"))};
  if (*rc::gen::arbitrary<bool>()) std::swap(facts[0], facts[1]);
  vocabulary.names.emplace_back("d");
  const Term term = random_integer(vocabulary, 2);
  const Substitution rewrites = oriented(facts);
  for (const auto& [name, value] : rewrites) {
    RC_ASSERT(Meaning(values).integer(value) == values.at(name));
    for (const std::string& free : free_variables(value))
      RC_ASSERT(!rewrites.contains(free));
  }
  RC_ASSERT(Meaning(values).integer(substitute(term, rewrites)) == Meaning(values).integer(term));
}

BOOST_AUTO_TEST_SUITE_END()
