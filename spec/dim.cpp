#include "spec/dim.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

namespace kina {
namespace {

void accumulate(Polynomial& sum, const Monomial& monomial, const Coefficient& coefficient) {
  const auto [position, inserted] = sum.terms.emplace(monomial, coefficient);
  if (!inserted) position->second += coefficient;
  if (position->second == 0) sum.terms.erase(position);
}

Polynomial of_atom(Term atom) {
  Polynomial result;
  result.terms.emplace(Monomial{std::move(atom)}, 1);
  return result;
}

Coefficient floor_quotient(const Coefficient& dividend, const Coefficient& divisor) {
  Coefficient quotient = dividend / divisor;
  if (quotient * divisor != dividend && (dividend < 0) != (divisor < 0)) --quotient;
  return quotient;
}

/// The dividend taken apart as divisor * quotient + rest, monomial by monomial, for a divisor of one monomial.
struct Division {
  Polynomial quotient;
  Polynomial rest;
};
Division divided(const Polynomial& dividend, const Monomial& divisor, const Coefficient& coefficient) {
  Division division;
  for (const auto& [monomial, value] : dividend.terms) {
    const std::optional<Monomial> factor = without(monomial, divisor);
    if (!factor) {
      accumulate(division.rest, monomial, value);
      continue;
    }
    const Coefficient whole = floor_quotient(value, coefficient);
    if (whole != 0) accumulate(division.quotient, *factor, whole);
    if (const Coefficient rest = value - whole * coefficient; rest != 0) accumulate(division.rest, monomial, rest);
  }
  return division;
}

/// A term for an atom's argument, in normal form where it fits.
Term argument_term(const Polynomial& polynomial, const Term& original) {
  return to_term(polynomial).value_or(original);
}

Polynomial normalise_division(const Term& term) {
  const bool wants_quotient = term.is(Operator::divide);
  const Polynomial dividend = normalise(term.arguments()[0]);
  const Polynomial divisor = normalise(term.arguments()[1]);
  if (divisor.terms.size() == 1) {
    const auto& [monomial, coefficient] = *divisor.terms.begin();
    if (coefficient > 0) {
      Division division = divided(dividend, monomial, coefficient);
      if (division.rest.terms.empty()) return wants_quotient ? division.quotient : Polynomial{};
      const std::optional<Coefficient> rest = constant_value(division.rest);
      if (rest && monomial.empty()) return wants_quotient ? division.quotient : division.rest;
      const Term atom = with_arguments(
          term, {argument_term(division.rest, term.arguments()[0]), argument_term(divisor, term.arguments()[1])});
      return wants_quotient ? division.quotient + of_atom(atom) : of_atom(atom);
    }
  }
  return of_atom(with_arguments(
      term, {argument_term(dividend, term.arguments()[0]), argument_term(divisor, term.arguments()[1])}));
}

Polynomial normalise_extremum(const Term& term) {
  Polynomial left = normalise(term.arguments()[0]);
  Polynomial right = normalise(term.arguments()[1]);
  if (const std::optional<Coefficient> difference = constant_value(left - right)) {
    const bool left_is_less = *difference <= 0;
    return left_is_less == term.is(Operator::minimum) ? left : right;
  }
  Term first = argument_term(left, term.arguments()[0]);
  Term second = argument_term(right, term.arguments()[1]);
  if (second < first) std::swap(first, second);
  return of_atom(with_arguments(term, {first, second}));
}

/// Indices of reads are integers wherever they stand, so they are normalised; what surrounds them may be a float
/// expression, whose order of operations is part of its meaning.
Term with_canonical_indices(const Term& term) {
  return rewrite_reads(term, [](const std::string& tensor, const std::vector<Term>& indices) {
    std::vector<Term> normal;
    normal.reserve(indices.size());
    std::transform(indices.begin(), indices.end(), std::back_inserter(normal), canonical);
    return read(tensor, std::move(normal));
  });
}

Term canonical_condition(const Term& term) {
  if (is_comparison(term.operation())) return with_canonical_indices(term);
  std::vector<Term> arguments;
  for (const Term& argument : term.arguments())
    arguments.push_back(canonical_condition(argument));
  return term.arguments().empty() ? term : with_arguments(term, std::move(arguments));
}

}  // namespace

Polynomial constant_polynomial(Coefficient value) {
  Polynomial result;
  if (value != 0) result.terms.emplace(Monomial{}, std::move(value));
  return result;
}

Polynomial operator+(const Polynomial& left, const Polynomial& right) {
  Polynomial sum = left;
  for (const auto& [monomial, coefficient] : right.terms)
    accumulate(sum, monomial, coefficient);
  return sum;
}

Polynomial operator-(const Polynomial& left, const Polynomial& right) {
  Polynomial difference = left;
  for (const auto& [monomial, coefficient] : right.terms)
    accumulate(difference, monomial, -coefficient);
  return difference;
}

Polynomial operator*(const Polynomial& left, const Polynomial& right) {
  Polynomial result;
  for (const auto& [a, x] : left.terms) {
    for (const auto& [b, y] : right.terms) {
      Monomial monomial;
      std::merge(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(monomial));
      accumulate(result, monomial, x * y);
    }
  }
  return result;
}

std::optional<Coefficient> constant_value(const Polynomial& polynomial) {
  if (polynomial.terms.empty()) return Coefficient{0};
  if (polynomial.terms.size() == 1 && polynomial.terms.begin()->first.empty()) return polynomial.terms.begin()->second;
  return std::nullopt;
}

Polynomial normalise(const Term& term) {
  const auto argument = [&](std::size_t k) { return normalise(term.arguments()[k]); };
  switch (term.operation()) {
  case Operator::integer: return constant_polynomial(term.integer_value());
  case Operator::number:
    // A bound of a float's range is an integer; a fraction is an atom of its own.
    if (std::isfinite(term.number_value()) && term.number_value() == std::trunc(term.number_value()))
      return constant_polynomial(Coefficient(term.number_value()));
    return of_atom(term);
  case Operator::add: return argument(0) + argument(1);
  case Operator::subtract: return argument(0) - argument(1);
  case Operator::negate: return Polynomial{} - argument(0);
  case Operator::multiply: return argument(0) * argument(1);
  case Operator::divide:
  case Operator::remainder: return normalise_division(term);
  case Operator::minimum:
  case Operator::maximum: return normalise_extremum(term);
  case Operator::select:
    if (identical(term.arguments()[1], term.arguments()[2])) return argument(1);
    return of_atom(select(canonical_condition(term.arguments()[0]), canonical(term.arguments()[1]),
                          canonical(term.arguments()[2])));
  default: return of_atom(with_canonical_indices(term));
  }
}

namespace {

/// The factors of a multiple of a monomial, the number first: 2 * H * Dh.
std::vector<Term> scaled(std::int64_t number, const Monomial& monomial) {
  std::vector<Term> factors{integer(number)};
  factors.insert(factors.end(), monomial.begin(), monomial.end());
  return factors;
}

}  // namespace

std::optional<Term> to_term(const Polynomial& polynomial) {
  // What is added comes before what is taken away, and the constant last: S - T + 1.
  std::vector<std::pair<Monomial, Coefficient>> ordered(polynomial.terms.rbegin(), polynomial.terms.rend());
  std::stable_sort(ordered.begin(), ordered.end(), [](const auto& left, const auto& right) {
    const auto rank = [](const auto& term) { return term.first.empty() ? 2 : (term.second < 0 ? 1 : 0); };
    return rank(left) < rank(right);
  });
  std::optional<Term> sum;
  for (const auto& [monomial, coefficient] : ordered) {
    if (abs(coefficient) > std::numeric_limits<std::int64_t>::max()) return std::nullopt;
    const auto value = coefficient.convert_to<std::int64_t>();
    const std::int64_t magnitude = sum && value < 0 ? -value : value;
    Term product_term = magnitude == 1 && !monomial.empty() ? product(monomial)
                        : monomial.empty()                  ? integer(magnitude)
                                                            : product(scaled(magnitude, monomial));
    if (!sum) {
      sum = std::move(product_term);
    } else {
      sum = value < 0 ? *sum - product_term : *sum + product_term;
    }
  }
  return sum.value_or(integer(0));
}

Term canonical(const Term& term) {
  if (term.is(Operator::integer) || term.is(Operator::variable)) return term;
  return to_term(normalise(term)).value_or(term);
}

namespace {

std::size_t part_count(const Term& term) {
  std::size_t count = 0;
  visit_terms(term, [&](const Term&) {
    ++count;
    return true;
  });
  return count;
}

Term without_units(const Term& term) {
  if (term.arguments().empty()) return term;
  std::vector<Term> arguments;
  for (const Term& argument : term.arguments())
    arguments.push_back(without_units(argument));
  const auto is_unit = [&](std::size_t k, std::int64_t unit) { return arguments[k].is_integer(unit); };
  if ((term.is(Operator::add) || term.is(Operator::subtract)) && is_unit(1, 0)) return arguments[0];
  if (term.is(Operator::add) && is_unit(0, 0)) return arguments[1];
  if ((term.is(Operator::multiply) || term.is(Operator::divide)) && is_unit(1, 1)) return arguments[0];
  if (term.is(Operator::multiply) && is_unit(0, 1)) return arguments[1];
  return with_arguments(term, std::move(arguments));
}

}  // namespace

Term tidy(const Term& term) {
  // Each round has fewer parts than the one before, so this ends.
  Term result = without_units(term);
  while (true) {
    const Term plain = without_units(result);
    const Term normal = without_units(canonical(plain));
    const Term& neater = part_count(normal) < part_count(plain) ? normal : plain;
    if (part_count(neater) >= part_count(result)) return result;
    result = neater;
  }
}

bool identical(const Term& left, const Term& right) { return left == right || normalise(left) == normalise(right); }

std::optional<Monomial> without(const Monomial& monomial, const Monomial& factors) {
  if (!std::includes(monomial.begin(), monomial.end(), factors.begin(), factors.end())) return std::nullopt;
  Monomial rest;
  std::set_difference(monomial.begin(), monomial.end(), factors.begin(), factors.end(), std::back_inserter(rest));
  return rest;
}

namespace {

std::string divisor_name(const Term& divisor) {
  return divisor.is(Operator::integer) ? std::to_string(divisor.integer_value()) : divisor.name();
}

/// `name -> value` if the fact defines a name by a term that does not mention it.
std::optional<std::pair<std::string, Term>> definition(const Term& fact) {
  if (!fact.is(Operator::equal)) return std::nullopt;
  const Term& left = fact.arguments()[0];
  const Term& right = fact.arguments()[1];
  for (const auto& [name, value] : {std::pair{left, right}, std::pair{right, left}})
    if (name.is(Operator::variable) && !free_variables(value).contains(name.name()))
      return std::pair{name.name(), value};
  // H % G == 0: H is G times its quotient, which becomes an atom of its own.
  for (const auto& [rest, zero] : {std::pair{left, right}, std::pair{right, left}}) {
    if (!rest.is(Operator::remainder) || !zero.is_integer(0)) continue;
    const Term& dividend = rest.arguments()[0];
    const Term& divisor = rest.arguments()[1];
    if (dividend.is(Operator::variable) && !free_variables(divisor).contains(dividend.name()))
      return std::pair{dividend.name(), divisor * variable(dividend.name() + "/" + divisor_name(divisor))};
  }
  return std::nullopt;
}

}  // namespace

Substitution oriented(const std::vector<Term>& facts) {
  Substitution rewrites;
  for (const Term& fact : facts) {
    const auto defined = definition(substitute(fact, rewrites));
    if (!defined) continue;
    const Substitution one{{defined->first, defined->second}};
    for (auto& [name, value] : rewrites)
      value = substitute(value, one);
    rewrites.insert(one.begin(), one.end());
  }
  return rewrites;
}

}  // namespace kina
