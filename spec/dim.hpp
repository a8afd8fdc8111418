/// \file
/// Integer terms in normal form: polynomials over atoms. Two sizes whose normal forms are equal are equal at every
/// assignment, so most obligations are decided before the solver is asked.
#pragma once

#include "spec/term.hpp"

#include <boost/multiprecision/cpp_int.hpp>

#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace kina {

/// Integers are mathematical in proofs (design section 4), so coefficients do not overflow.
using Coefficient = boost::multiprecision::cpp_int;

/// A product of atoms, sorted; a power repeats its atom; the empty product is 1. An atom is what polynomial arithmetic
/// can't see into: a variable, a read, a quotient, a remainder, `min`, `max`, a choice, a fold.
using Monomial = std::vector<Term>;

/// A sum of monomials; no coefficient is 0.
struct Polynomial {
  std::map<Monomial, Coefficient> terms;

  friend bool operator==(const Polynomial&, const Polynomial&) = default;
};

[[nodiscard]] Polynomial constant_polynomial(Coefficient value);
[[nodiscard]] Polynomial operator+(const Polynomial& left, const Polynomial& right);
[[nodiscard]] Polynomial operator-(const Polynomial& left, const Polynomial& right);
[[nodiscard]] Polynomial operator*(const Polynomial& left, const Polynomial& right);

/// The value of a polynomial without atoms.
[[nodiscard]] std::optional<Coefficient> constant_value(const Polynomial& polynomial);

/// The normal form of an integer term. Quotients by a divisor that divides a part of the dividend exactly are taken
/// apart: (n*k + r) / n = k + r / n, for n at least 1, which every divisor of a size is (`size/divisor`).
[[nodiscard]] Polynomial normalise(const Term& term);

/// A term with this normal form; nothing if a coefficient does not fit an i64.
[[nodiscard]] std::optional<Term> to_term(const Polynomial& polynomial);

/// `to_term(normalise(term))`, or the term itself where that does not fit.
[[nodiscard]] Term canonical(const Term& term);

/// The term as a reader would write it: without `+ 0`, `- 0` and `* 1`, and in normal form where that has fewer parts.
[[nodiscard]] Term tidy(const Term& term);

/// Whether the normal forms are equal.
[[nodiscard]] bool identical(const Term& left, const Term& right);

/// The monomial without these factors, if it has them all.
[[nodiscard]] std::optional<Monomial> without(const Monomial& monomial, const Monomial& factors);

/// Equalities that define a name, as rewrites: `D == H * Dh` replaces D, and `H % G == 0` replaces H by G * (H / G).
/// A rewrite's right side is free of every name that is replaced. Facts that define no name are left out.
[[nodiscard]] Substitution oriented(const std::vector<Term>& facts);

}  // namespace kina
