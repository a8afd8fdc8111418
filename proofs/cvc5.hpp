/// \file
/// cvc5 as a second solver: a process that reads the same text as Z3.
#pragma once

#include "spec/smt.hpp"

#include <tl/expected.hpp>

#include <string>
#include <vector>

namespace kina {

/// `cvc5 1.0.3`, or why it can't be run.
[[nodiscard]] tl::expected<std::string, std::string> cvc5_version();

/// cvc5's answers, in the order of the questions, each within this time; `unknown` where it gives up, and where it
/// stops without an answer. An error if it can't be run or does not understand a question.
[[nodiscard]] tl::expected<std::vector<Satisfiability>, std::string> ask_cvc5(const std::vector<SmtQuestion>& questions,
                                                                              unsigned milliseconds);

/// A question as a file of its own, with the answer that is expected of a solver (SMT-LIB 2.6, section 3.11.5).
[[nodiscard]] std::string smtlib_script(const SmtQuestion& question, Satisfiability expected);

}  // namespace kina
