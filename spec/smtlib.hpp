/// \file
/// Questions about terms in SMT-LIB 2 (Barrett, Fontaine and Tinelli, The SMT-LIB Standard, version 2.6).
///
/// This text is the one translation for solvers: Z3 reads it (spec/smt), a second solver reads it as a process, and the
/// proof cache is keyed by it.
#pragma once

#include "spec/term.hpp"

#include <string>
#include <utility>
#include <vector>

namespace kina {

/// How a product of two unknowns is read.
enum class Products {
  opaque,     ///< as an unknown of its own: linear arithmetic, decided quickly; a model may be spurious
  nonlinear,  ///< as a product: a model is real, but the solver may give up
};

/// Whether conditions can hold together, as text.
struct SmtQuestion {
  /// Declarations and assertions, without a command.
  std::string text;
  /// The least logic that has what the text uses: `QF_LIA`, `QF_UFNIA`, ...
  std::string logic;
  /// Each atom (variable, read, fold, opaque quotient) with the constant that is its value.
  std::vector<std::pair<Term, std::string>> atoms;
};

[[nodiscard]] SmtQuestion smt_question(const std::vector<Term>& conditions, Products products);

}  // namespace kina
