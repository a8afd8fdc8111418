#include "spec/smt.hpp"

#include <z3++.h>

#include <algorithm>
#include <limits>
#include <string>

namespace kina {

struct Solver::State {
  z3::context context;
};

namespace {

/// A query is bounded by resources, not by a timer: an answer is then the same on every machine and in every run, and
/// Z3 4.8.12's timers can deadlock when they expire (docs/decisions/solver-limits.md). Measured on nonlinear questions
/// that it can't decide, a millisecond is 4,000 to 12,000 units.
unsigned resources(unsigned milliseconds) {
  constexpr unsigned units_per_millisecond = 5'000;
  constexpr unsigned most = std::numeric_limits<unsigned>::max() / units_per_millisecond;
  return std::min(milliseconds, most) * units_per_millisecond;
}

}  // namespace

Solver::Solver(SolverHooks hooks) : hooks_(std::move(hooks)), state_(std::make_unique<State>()) {}
Solver::~Solver() = default;

SolverAnswer Solver::check(const std::vector<Term>& conditions, Products products, unsigned milliseconds) {
  return check(smt_question(conditions, products), milliseconds);
}

SolverAnswer Solver::check(const SmtQuestion& question, unsigned milliseconds) {
  SolverAnswer answer;
  if (hooks_.is_known_unsatisfiable && hooks_.is_known_unsatisfiable(question)) {
    answer.satisfiability = Satisfiability::unsatisfiable;
  } else {
    answer = ask(question, milliseconds);
    if (answer.satisfiability == Satisfiability::unsatisfiable && hooks_.found_unsatisfiable)
      hooks_.found_unsatisfiable(question);
  }
  if (record_ != nullptr && answer.satisfiability != Satisfiability::unknown)
    record_->push_back({question, answer.satisfiability});
  return answer;
}

void Solver::note(const std::vector<Term>& conditions, Products products, Satisfiability answer) {
  if (record_ != nullptr) record_->push_back({smt_question(conditions, products), answer});
}

SolverAnswer Solver::ask(const SmtQuestion& question, unsigned milliseconds) {
  SolverAnswer answer;
  if (hooks_.ask_instead) {
    answer.satisfiability = hooks_.ask_instead(question, milliseconds);
    return answer;
  }
  try {
    z3::solver solver(state_->context, z3::solver::simple());
    z3::params parameters(state_->context);
    parameters.set("rlimit", resources(milliseconds));
    parameters.set("arith.solver", 2U);
    solver.set(parameters);
    solver.from_string(question.text.c_str());
    switch (solver.check()) {
    case z3::unsat: answer.satisfiability = Satisfiability::unsatisfiable; break;
    case z3::unknown: break;
    case z3::sat: {
      answer.satisfiability = Satisfiability::satisfiable;
      const z3::model model = solver.get_model();
      for (const auto& [term, name] : question.atoms) {
        // The symbol is what stands between the bars.
        const z3::expr constant = state_->context.int_const(name.substr(1, name.size() - 2).c_str());
        std::int64_t value = 0;
        if (model.eval(constant, true).is_numeral_i64(value)) answer.model.emplace(term, value);
      }
      break;
    }
    }
  } catch (const z3::exception&) {
    // Out of memory or an interrupt inside the solver: nothing is known.
    answer = {};
  }
  return answer;
}

std::string solver_version() {
  unsigned major = 0;
  unsigned minor = 0;
  unsigned build = 0;
  unsigned revision = 0;
  Z3_get_version(&major, &minor, &build, &revision);
  return "Z3 " + std::to_string(major) + "." + std::to_string(minor) + "." + std::to_string(build);
}

}  // namespace kina
