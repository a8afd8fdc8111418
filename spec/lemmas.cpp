#include "spec/lemmas.hpp"

#include "spec/dim.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <set>

namespace kina {
namespace {

/// Products grow with the square of their number; beyond this the lemmas stop, and the question may stay unknown.
constexpr std::size_t greatest_product_count = 80;

/// What the conditions are made of, in normal form.
struct Vocabulary {
  std::set<Monomial> products;  ///< of one atom and more
  std::set<Term> atoms;
};

void collect_polynomial(const Polynomial& polynomial, Vocabulary& vocabulary);

void collect_integer(const Term& term, Vocabulary& vocabulary) { collect_polynomial(normalise(term), vocabulary); }

void collect_condition(const Term& term, Vocabulary& vocabulary) {
  if (is_comparison(term.operation())) {
    collect_polynomial(normalise(term.arguments()[0]) - normalise(term.arguments()[1]), vocabulary);
    return;
  }
  for (const Term& argument : term.arguments())
    collect_condition(argument, vocabulary);
}

void collect_atom(const Term& atom, Vocabulary& vocabulary) {
  if (!vocabulary.atoms.insert(atom).second) return;
  switch (atom.operation()) {
  case Operator::divide:
  case Operator::remainder:
  case Operator::minimum:
  case Operator::maximum:
    for (const Term& argument : atom.arguments())
      collect_integer(argument, vocabulary);
    break;
  case Operator::select:
    collect_condition(atom.arguments()[0], vocabulary);
    collect_integer(atom.arguments()[1], vocabulary);
    collect_integer(atom.arguments()[2], vocabulary);
    break;
  default: break;
  }
}

void collect_polynomial(const Polynomial& polynomial, Vocabulary& vocabulary) {
  for (const auto& [monomial, coefficient] : polynomial.terms) {
    if (monomial.empty()) continue;
    vocabulary.products.insert(monomial);
    for (const Term& atom : monomial)
      collect_atom(atom, vocabulary);
  }
}

Term implies(std::vector<Term> hypotheses, Term conclusion) {
  std::vector<Term> alternatives;
  for (Term& hypothesis : hypotheses)
    alternatives.push_back(logical_not(std::move(hypothesis)));
  alternatives.push_back(std::move(conclusion));
  return any_of(std::move(alternatives));
}

void add_quotient_lemmas(const Term& atom, std::vector<Term>& lemmas) {
  const Term& dividend = atom.arguments()[0];
  const Term& divisor = atom.arguments()[1];
  // The solver knows division by a literal.
  if (divisor.is(Operator::integer)) return;
  const Term quotient = dividend / divisor;
  const Term rest = dividend % divisor;
  const Term zero = integer(0);
  const Term positive = less_equal(integer(1), divisor);
  lemmas.push_back(implies({positive}, equal(dividend, quotient * divisor + rest)));
  lemmas.push_back(implies({positive}, in_range(zero, rest, divisor)));
  lemmas.push_back(implies({in_range(zero, dividend, divisor)}, equal(quotient, zero)));
  lemmas.push_back(implies({in_range(zero, dividend, divisor)}, equal(rest, dividend)));
  lemmas.push_back(implies({positive, in_range(divisor, dividend, divisor + divisor)}, equal(quotient, integer(1))));
  lemmas.push_back(implies({positive, less_equal(zero, dividend)}, less_equal(zero, quotient)));
}

void add_product_lemmas(const Monomial& monomial, std::vector<Term>& lemmas) {
  const Term value = product(monomial);
  const Term zero = integer(0);
  std::vector<Term> nonnegative;
  for (const Term& factor : monomial) {
    nonnegative.push_back(less_equal(zero, factor));
    lemmas.push_back(implies({equal(factor, zero)}, equal(value, zero)));
  }
  lemmas.push_back(implies(nonnegative, less_equal(zero, value)));
  for (std::size_t k = 0; k < monomial.size(); ++k) {
    // With the others at least 1, the product is at least this factor.
    std::vector<Term> hypotheses{less_equal(zero, monomial[k])};
    for (std::size_t other = 0; other < monomial.size(); ++other)
      if (other != k) hypotheses.push_back(less_equal(integer(1), monomial[other]));
    lemmas.push_back(implies(hypotheses, less_equal(monomial[k], value)));
  }
  if (monomial.size() == 2) {
    for (const auto& [a, b] : {std::pair{monomial[0], monomial[1]}, std::pair{monomial[1], monomial[0]}})
      lemmas.push_back(implies({less_equal(a, integer(-1)), less_equal(zero, b)}, less_equal(value, -b)));
  }
}

/// Collects in `parts` the products that the lemmas speak of: the common factor and what is left of each side.
void add_order_lemmas(const Monomial& left, const Monomial& right, std::set<Monomial>& parts,
                      std::vector<Term>& lemmas) {
  Monomial common;
  std::set_intersection(left.begin(), left.end(), right.begin(), right.end(), std::back_inserter(common));
  if (common.empty()) return;
  const Monomial left_rest = *without(left, common);
  const Monomial right_rest = *without(right, common);
  for (const Monomial& part : {common, left_rest, right_rest})
    if (part.size() > 1) parts.insert(part);
  const Term a = product(left_rest);
  const Term b = product(right_rest);
  const Term c = product(common);
  const Term nonnegative = less_equal(integer(0), c);
  lemmas.push_back(implies({nonnegative, less(a, b)}, less_equal(product(left) + c, product(right))));
  lemmas.push_back(implies({nonnegative, less(b, a)}, less_equal(product(right) + c, product(left))));
  lemmas.push_back(implies({equal(a, b)}, equal(product(left), product(right))));
}

/// The one atom that a term is, if it is no more.
std::optional<Term> single_atom(const Term& term) {
  const Polynomial polynomial = normalise(term);
  if (polynomial.terms.size() != 1) return std::nullopt;
  const auto& [monomial, coefficient] = *polynomial.terms.begin();
  return monomial.size() == 1 && coefficient == 1 ? std::optional(monomial.front()) : std::nullopt;
}

/// Products of equal factors are equal: from N / G == N / M the two ways to take N apart, (N / G) * G and (N / M) * M,
/// come to have a common factor.
void add_congruence_lemmas(const std::vector<Term>& conditions, std::set<Monomial>& products,
                           std::vector<Term>& lemmas) {
  for (const Term& condition : conditions) {
    if (!condition.is(Operator::equal)) continue;
    const auto left = single_atom(condition.arguments()[0]);
    const auto right = single_atom(condition.arguments()[1]);
    // A name that is equal to something is replaced before lemmas are asked for.
    if (!left || !right || left->is(Operator::variable) || right->is(Operator::variable)) continue;
    for (const Monomial& monomial : std::set<Monomial>(products)) {
      auto other = without(monomial, {*right});
      if (!other || other->empty()) continue;
      other->insert(std::upper_bound(other->begin(), other->end(), *left), *left);
      lemmas.push_back(implies({condition}, equal(product(monomial), product(*other))));
      products.insert(std::move(*other));
    }
  }
}

}  // namespace

std::vector<Term> ground_lemmas(const std::vector<Term>& conditions) {
  Vocabulary vocabulary;
  for (const Term& condition : conditions)
    collect_condition(condition, vocabulary);

  std::vector<Term> lemmas;
  // Quotients bring products of their own, whose parts may again hold quotients: to a fixed point, which is soon
  // reached because every atom is a subterm of the conditions.
  std::set<Term> done;
  for (bool grew = true; grew;) {
    grew = false;
    for (const Term& atom : std::set<Term>(vocabulary.atoms)) {
      if (!done.insert(atom).second) continue;
      grew = true;
      const std::size_t before = lemmas.size();
      if (atom.is(Operator::divide) || atom.is(Operator::remainder)) add_quotient_lemmas(atom, lemmas);
      for (std::size_t k = before; k < lemmas.size(); ++k)
        collect_condition(lemmas[k], vocabulary);
    }
  }

  add_congruence_lemmas(conditions, vocabulary.products, lemmas);

  // The parts of ordered products are products to be ordered in turn: a quotient of a quotient is bounded that way.
  std::set<Monomial> ordered;
  std::set<Monomial> waiting = vocabulary.products;
  while (!waiting.empty() && ordered.size() < greatest_product_count) {
    const Monomial next = *waiting.begin();
    waiting.erase(waiting.begin());
    if (!ordered.insert(next).second) continue;
    std::set<Monomial> parts;
    for (const Monomial& other : ordered)
      if (!(other == next) && (other.size() > 1 || next.size() > 1)) add_order_lemmas(next, other, parts, lemmas);
    for (const Monomial& part : parts)
      if (!ordered.contains(part)) waiting.insert(part);
  }
  for (const Monomial& monomial : ordered)
    if (monomial.size() > 1) add_product_lemmas(monomial, lemmas);
  return lemmas;
}

}  // namespace kina
