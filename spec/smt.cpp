#include "spec/smt.hpp"

#include "spec/dim.hpp"

#include <z3++.h>

#include <algorithm>
#include <limits>
#include <string>

namespace kina {

struct Solver::State {
  z3::context context;
};

namespace {

/// One question's translation: each atom and each opaque product is a solver constant, by its normal form.
class Translation {
public:
  Translation(z3::context& context, Products products) : context_(context), products_(products) {}

  z3::expr condition(const Term& term) {
    const auto& arguments = term.arguments();
    switch (term.operation()) {
    case Operator::boolean: return context_.bool_val(term.integer_value() != 0);
    case Operator::logical_not: return !condition(arguments[0]);
    case Operator::logical_and:
    case Operator::logical_or: {
      z3::expr_vector parts(context_);
      for (const Term& argument : arguments)
        parts.push_back(condition(argument));
      return term.is(Operator::logical_and) ? z3::mk_and(parts) : z3::mk_or(parts);
    }
    case Operator::equal: return difference(term) == 0;
    case Operator::not_equal: return difference(term) != 0;
    case Operator::less: return difference(term) < 0;
    case Operator::less_equal: return difference(term) <= 0;
    case Operator::greater: return difference(term) > 0;
    case Operator::greater_equal: return difference(term) >= 0;
    default: return integer_atom(term) != 0;
    }
  }

  const std::map<Term, z3::expr>& atoms() const { return atoms_; }

private:
  z3::expr difference(const Term& comparison) {
    return polynomial(normalise(comparison.arguments()[0]) - normalise(comparison.arguments()[1]));
  }

  z3::expr polynomial(const Polynomial& value) {
    z3::expr_vector sum(context_);
    for (const auto& [monomial, coefficient] : value.terms) {
      const z3::expr factor = context_.int_val(coefficient.str().c_str());
      sum.push_back(monomial.empty() ? factor : factor * product_of(monomial));
    }
    return sum.empty() ? context_.int_val(0) : z3::sum(sum);
  }

  z3::expr product_of(const Monomial& monomial) {
    if (monomial.size() == 1) return atom(monomial.front());
    if (products_ == Products::nonlinear) {
      z3::expr value = atom(monomial.front());
      for (std::size_t k = 1; k < monomial.size(); ++k)
        value = value * atom(monomial[k]);
      return value;
    }
    const auto found = products_seen_.find(monomial);
    if (found != products_seen_.end()) return found->second;
    z3::expr value = fresh("product");
    products_seen_.emplace(monomial, value);
    return value;
  }

  z3::expr integer(const Term& term) { return polynomial(normalise(term)); }

  z3::expr atom(const Term& term) {
    const auto found = translated_.find(term);
    if (found != translated_.end()) return found->second;
    z3::expr value = new_atom(term);
    translated_.emplace(term, value);
    return value;
  }

  z3::expr new_atom(const Term& term) {
    const auto& arguments = term.arguments();
    switch (term.operation()) {
    case Operator::minimum: {
      const z3::expr left = integer(arguments[0]);
      const z3::expr right = integer(arguments[1]);
      return z3::ite(left <= right, left, right);
    }
    case Operator::maximum: {
      const z3::expr left = integer(arguments[0]);
      const z3::expr right = integer(arguments[1]);
      return z3::ite(left <= right, right, left);
    }
    case Operator::select: return z3::ite(condition(arguments[0]), integer(arguments[1]), integer(arguments[2]));
    case Operator::divide:
    case Operator::remainder: {
      // SMT-LIB's division is Euclidean, which floors for a positive divisor; `size/divisor` and `divide/divisor` are
      // obligations of their own.
      const bool literal = arguments[1].is(Operator::integer) && arguments[1].integer_value() > 0;
      if (!literal && products_ == Products::opaque) return integer_atom(term);
      const z3::expr dividend = integer(arguments[0]);
      const z3::expr divisor = integer(arguments[1]);
      const z3::expr quotient =
          literal ? dividend / divisor : z3::ite(divisor >= 0, dividend / divisor, (-dividend) / (-divisor));
      return term.is(Operator::divide) ? quotient : dividend - quotient * divisor;
    }
    default: return integer_atom(term);
    }
  }

  /// A read is an uninterpreted function of its indices, so that equal indices read equal values.
  z3::expr integer_atom(const Term& term) {
    const auto found = atoms_.find(term);
    if (found != atoms_.end()) return found->second;
    z3::expr value(context_);
    if (term.is(Operator::read) && !term.arguments().empty()) {
      z3::sort_vector domain(context_);
      z3::expr_vector indices(context_);
      for (const Term& index : term.arguments()) {
        domain.push_back(context_.int_sort());
        indices.push_back(integer(index));
      }
      value = context_.function(("read:" + term.name()).c_str(), domain, context_.int_sort())(indices);
    } else if (term.is(Operator::variable)) {
      value = context_.int_const(term.name().c_str());
    } else {
      value = fresh("atom");
    }
    atoms_.emplace(term, value);
    return value;
  }

  z3::expr fresh(const char* prefix) {
    return context_.int_const((std::string(prefix) + ":" + std::to_string(next_++)).c_str());
  }

  z3::context& context_;
  Products products_;
  std::map<Monomial, z3::expr> products_seen_;
  std::map<Term, z3::expr> translated_;
  std::map<Term, z3::expr> atoms_;
  std::size_t next_ = 0;
};

/// A query is bounded by resources, not by a timer: an answer is then the same on every machine and in every run, and
/// Z3 4.8.12's timers can deadlock when they expire (docs/decisions/solver-limits.md). Measured on nonlinear questions
/// that it can't decide, a millisecond is 4,000 to 12,000 units.
unsigned resources(unsigned milliseconds) {
  constexpr unsigned units_per_millisecond = 5'000;
  constexpr unsigned most = std::numeric_limits<unsigned>::max() / units_per_millisecond;
  return std::min(milliseconds, most) * units_per_millisecond;
}

}  // namespace

Solver::Solver() : state_(std::make_unique<State>()) {}
Solver::~Solver() = default;

SolverAnswer Solver::check(const std::vector<Term>& conditions, Products products, unsigned milliseconds) {
  SolverAnswer answer;
  try {
    Translation translation(state_->context, products);
    z3::solver solver(state_->context, z3::solver::simple());
    z3::params parameters(state_->context);
    parameters.set("rlimit", resources(milliseconds));
    parameters.set("arith.solver", 2U);
    solver.set(parameters);
    for (const Term& condition : conditions)
      solver.add(translation.condition(condition));
    switch (solver.check()) {
    case z3::unsat: answer.satisfiability = Satisfiability::unsatisfiable; break;
    case z3::unknown: break;
    case z3::sat: {
      answer.satisfiability = Satisfiability::satisfiable;
      const z3::model model = solver.get_model();
      for (const auto& [term, expression] : translation.atoms()) {
        std::int64_t value = 0;
        if (model.eval(expression, true).is_numeral_i64(value)) answer.model.emplace(term, value);
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

std::string Solver::smtlib(const std::vector<Term>& conditions, Products products) {
  Translation translation(state_->context, products);
  z3::solver solver(state_->context);
  for (const Term& condition : conditions)
    solver.add(translation.condition(condition));
  return solver.to_smt2();
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
