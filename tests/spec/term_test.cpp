#include "spec/term.hpp"

#include "spec/render.hpp"
#include "tests/spec/random_terms.hpp"

#include <boost/test/unit_test.hpp>
#include <rapidcheck/boost_test.h>

#include <algorithm>

BOOST_AUTO_TEST_SUITE(term_test)

namespace {

using namespace kina;
using namespace kina::tests;

/// Free and bound names are drawn from one pool, so that a careless substitution captures.
Vocabulary capturing() {
  Vocabulary vocabulary;
  vocabulary.names = {"a", "j", "j'", "k"};
  vocabulary.reads = true;
  vocabulary.binders = true;
  return vocabulary;
}

Substitution random_substitution(const Vocabulary& vocabulary) {
  Substitution substitution;
  for (const std::string& name : vocabulary.names)
    if (*rc::gen::arbitrary<bool>()) substitution.emplace(name, random_integer(vocabulary, 1));
  return substitution;
}

/// The same tree, no node shared.
Term rebuilt(const Term& term) {
  std::vector<Term> arguments;
  for (const Term& argument : term.arguments())
    arguments.push_back(rebuilt(argument));
  return with_arguments(term, std::move(arguments));
}

int sign(int value) { return value < 0 ? -1 : (value > 0 ? 1 : 0); }

}  // namespace

// ---- substitution ----

RC_BOOST_PROP(a_substituted_term_means_what_the_term_means_at_the_substituted_values, ()) {
  const Vocabulary vocabulary = capturing();
  const Term term = random_integer(vocabulary, 3);
  const Substitution substitution = random_substitution(vocabulary);
  const WideValues values = random_values(vocabulary, -3, 3);
  WideValues composed = values;
  for (const auto& [name, replacement] : substitution)
    composed[name] = Meaning(values).integer(replacement);
  const Term substituted = substitute(term, substitution);
  RC_LOG() << to_text(term) << "\nbecomes\n" << to_text(substituted) << '\n';
  RC_ASSERT(Meaning(values).integer(substituted) == Meaning(composed).integer(term));
}

BOOST_AUTO_TEST_CASE(a_bound_variable_is_renamed_only_where_it_would_capture) {
  const Term j = variable("j");
  const Term sum = fold(Operator::fold_sum, "j", variable("n"), j + variable("a"));
  BOOST_TEST(to_text(substitute(sum, {{"a", variable("b")}})) == "sum(j + b for j < n)");
  BOOST_TEST(to_text(substitute(sum, {{"a", j}})) == "sum(j' + j for j' < n)");
  BOOST_TEST(to_text(substitute(sum, {{"j", integer(7)}})) == "sum(j + a for j < n)");
  BOOST_TEST(to_text(substitute(sum, {{"n", j}})) == "sum(j' + a for j' < j)");
}

BOOST_AUTO_TEST_CASE(replacements_are_simultaneous) {
  const Substitution swapped{{"a", variable("b")}, {"b", variable("a")}};
  BOOST_TEST((substitute(variable("a") - variable("b"), swapped) == variable("b") - variable("a")));
}

// ---- free variables ----

RC_BOOST_PROP(a_term_depends_on_its_free_variables_alone, ()) {
  const Vocabulary vocabulary = capturing();
  const Term term = random_integer(vocabulary, 3);
  const std::set<std::string> free = free_variables(term);
  const WideValues values = random_values(vocabulary, -3, 3);
  WideValues others = random_values(vocabulary, -3, 3);
  for (const std::string& name : free)
    others[name] = values.at(name);
  RC_ASSERT(Meaning(values).integer(term) == Meaning(others).integer(term));
}

BOOST_AUTO_TEST_CASE(a_fold_binds_in_its_body_and_not_in_its_bound) {
  const Term term =
      fold(Operator::fold_sum, "j", variable("j") + variable("n"), variable("j") * read("x", {variable("i")}));
  BOOST_TEST(free_variables(term) == std::set<std::string>({"i", "j", "n"}), boost::test_tools::per_element());
  BOOST_TEST(free_variables(fold(Operator::fold_sum, "j", integer(2), variable("j"))).empty());
}

// ---- equality, order, hash ----

RC_BOOST_PROP(equality_is_structural_and_hashes_follow_it, ()) {
  const Term term = random_integer(capturing(), 3);
  const Term copy = rebuilt(term);
  RC_ASSERT(term == copy);
  RC_ASSERT(term.hash() == copy.hash());
  RC_ASSERT(Term::compare(term, copy) == 0);
  RC_ASSERT(to_text(term) == to_text(copy));
}

RC_BOOST_PROP(the_order_is_total, ()) {
  const Vocabulary vocabulary = capturing();
  const Term a = random_integer(vocabulary, 1);
  const Term b = random_integer(vocabulary, 1);
  const Term c = random_integer(vocabulary, 1);
  RC_ASSERT((Term::compare(a, b) == 0) == (a == b));
  RC_ASSERT(sign(Term::compare(a, b)) == -sign(Term::compare(b, a)));
  RC_ASSERT((!(a < b && b < c) || a < c));
}

BOOST_AUTO_TEST_CASE(what_differs_in_one_field_is_another_term) {
  const std::vector<Term> terms{
      integer(0),
      integer(1),
      boolean(false),
      boolean(true),
      number(0.0),
      number(-0.0),
      number(1.0),
      variable("x"),
      variable("y"),
      read("x", {}),
      read("x", {integer(0)}),
      read("y", {integer(0)}),
      cast(ElementType::i32, variable("x")),
      cast(ElementType::f32, variable("x")),
      variable("x") + variable("y"),
      variable("y") + variable("x"),
      variable("x") - variable("y"),
      fold(Operator::fold_sum, "j", integer(2), variable("x")),
      fold(Operator::fold_sum, "k", integer(2), variable("x")),
      fold(Operator::fold_maximum, "j", integer(2), variable("x")),
  };
  for (std::size_t a = 0; a < terms.size(); ++a)
    for (std::size_t b = 0; b < terms.size(); ++b)
      BOOST_TEST(((terms[a] == terms[b]) == (a == b) && (Term::compare(terms[a], terms[b]) == 0) == (a == b)),
                 a << " and " << b);
  BOOST_TEST((Term() == integer(0)));
}

// ---- reads ----

RC_BOOST_PROP(rewriting_reads_replaces_each_by_what_its_indices_give, ()) {
  Vocabulary vocabulary = capturing();
  vocabulary.binders = false;
  const Term term = random_integer(vocabulary, 3);
  // x[i] is defined as y[2 i] + i; the definition is then read by the meaning of the whole.
  const auto definition = [](const std::string&, const std::vector<Term>& indices) {
    return read("y", {integer(2) * indices[0]}) + indices[0];
  };
  const Term rewritten = rewrite_reads(term, definition);
  visit_terms(rewritten, [&](const Term& part) {
    RC_ASSERT(!part.is(Operator::read) || part.name() == "y");
    return true;
  });
  // Innermost reads first, by hand: the same result for every order of rewriting.
  const Term identity = rewrite_reads(
      term, [](const std::string& name, const std::vector<Term>& indices) { return read(name, indices); });
  RC_ASSERT(identity == term);
}

BOOST_AUTO_TEST_CASE(indices_are_rewritten_before_the_read_that_they_are_of) {
  const Term term = read("x", {read("x", {variable("i")})});
  const Term rewritten =
      rewrite_reads(term, [](const std::string&, const std::vector<Term>& indices) { return indices[0] + integer(1); });
  BOOST_TEST(to_text(rewritten) == "i + 1 + 1");
}

BOOST_AUTO_TEST_CASE(a_visit_sees_parents_first_and_can_leave_subterms_out) {
  const Term term = (variable("a") + variable("b")) * variable("c");
  std::vector<std::string> seen;
  visit_terms(term, [&](const Term& part) {
    seen.push_back(to_text(part));
    return !part.is(Operator::add);
  });
  BOOST_TEST(seen == std::vector<std::string>({"(a + b) * c", "a + b", "c"}), boost::test_tools::per_element());
}

// ---- builders ----

BOOST_AUTO_TEST_CASE(empty_conjunctions_disjunctions_and_products_are_their_identities) {
  BOOST_TEST((all_of({}) == boolean(true)));
  BOOST_TEST((any_of({}) == boolean(false)));
  BOOST_TEST((product({}) == integer(1)));
  const Term condition = less(variable("a"), variable("b"));
  BOOST_TEST((all_of({condition}) == condition));
  BOOST_TEST((any_of({condition}) == condition));
}

RC_BOOST_PROP(in_range_is_half_open, ()) {
  Vocabulary vocabulary;
  vocabulary.names = {"low", "value", "high"};
  const WideValues values = random_values(vocabulary, -3, 3);
  const bool inside = values.at("low") <= values.at("value") && values.at("value") < values.at("high");
  RC_ASSERT(Meaning(values).holds(in_range(variable("low"), variable("value"), variable("high"))) == inside);
}

BOOST_AUTO_TEST_CASE(heads_are_classified) {
  for (const Operator head : {Operator::equal, Operator::not_equal, Operator::less, Operator::less_equal,
                              Operator::greater, Operator::greater_equal})
    BOOST_TEST((is_comparison(head) && !is_fold(head)));
  for (const Operator head :
       {Operator::fold_sum, Operator::fold_maximum, Operator::fold_minimum, Operator::fold_argmax})
    BOOST_TEST((is_fold(head) && !is_comparison(head)));
  for (const Operator head : {Operator::add, Operator::logical_and, Operator::select, Operator::cast, Operator::read})
    BOOST_TEST((!is_fold(head) && !is_comparison(head)));
}

BOOST_AUTO_TEST_SUITE_END()
