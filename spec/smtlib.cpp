#include "spec/smtlib.hpp"

#include "spec/dim.hpp"

#include <map>

namespace kina {
namespace {

/// A name as a quoted symbol. The names of the language and of rules have neither bar nor backslash.
std::string symbol(const std::string& name) { return "|" + name + "|"; }

std::string call(const std::string& head, const std::vector<std::string>& arguments) {
  std::string text = "(" + head;
  for (const std::string& argument : arguments)
    text += " " + argument;
  return text + ")";
}

std::string integer_text(const Coefficient& value) {
  return value < 0 ? "(- " + Coefficient(-value).str() + ")" : value.str();
}

/// One question's translation: each atom and each opaque product is a constant, by its normal form.
class Translation {
public:
  explicit Translation(Products products) : products_(products) {}

  SmtQuestion question(const std::vector<Term>& conditions) {
    std::string assertions;
    for (const Term& term : conditions)
      assertions += call("assert", {condition(term)}) + "\n";
    SmtQuestion result;
    result.text = declarations_ + definitions_ + assertions;
    result.logic = std::string("QF_") + (functions_.empty() ? "" : "UF") + (is_linear_ ? "LIA" : "NIA");
    result.atoms = std::move(atoms_);
    return result;
  }

private:
  std::string condition(const Term& term) {
    const auto& arguments = term.arguments();
    switch (term.operation()) {
    case Operator::boolean: return term.integer_value() != 0 ? "true" : "false";
    case Operator::logical_not: return call("not", {condition(arguments[0])});
    case Operator::logical_and:
    case Operator::logical_or: {
      std::vector<std::string> parts;
      for (const Term& argument : arguments)
        parts.push_back(condition(argument));
      if (parts.empty()) return term.is(Operator::logical_and) ? "true" : "false";
      return parts.size() == 1 ? parts[0] : call(term.is(Operator::logical_and) ? "and" : "or", parts);
    }
    case Operator::equal: return compared("=", term);
    case Operator::not_equal: return call("not", {compared("=", term)});
    case Operator::less: return compared("<", term);
    case Operator::less_equal: return compared("<=", term);
    case Operator::greater: return compared(">", term);
    case Operator::greater_equal: return compared(">=", term);
    default: return call("not", {call("=", {integer_atom(term), "0"})});
    }
  }

  std::string compared(const std::string& head, const Term& comparison) {
    return call(head, {polynomial(normalise(comparison.arguments()[0]) - normalise(comparison.arguments()[1])), "0"});
  }

  std::string polynomial(const Polynomial& value) {
    std::vector<std::string> sum;
    for (const auto& [monomial, coefficient] : value.terms) {
      if (monomial.empty()) {
        sum.push_back(integer_text(coefficient));
      } else if (coefficient == 1) {
        sum.push_back(product_of(monomial));
      } else {
        sum.push_back(call("*", {integer_text(coefficient), product_of(monomial)}));
      }
    }
    if (sum.empty()) return "0";
    return sum.size() == 1 ? sum[0] : call("+", sum);
  }

  std::string product_of(const Monomial& monomial) {
    if (monomial.size() == 1) return atom(monomial.front());
    if (products_ == Products::nonlinear) {
      is_linear_ = false;
      std::vector<std::string> factors;
      for (const Term& factor : monomial)
        factors.push_back(atom(factor));
      return call("*", factors);
    }
    const auto found = products_seen_.find(monomial);
    if (found != products_seen_.end()) return found->second;
    return products_seen_.emplace(monomial, fresh("product")).first->second;
  }

  std::string integer(const Term& term) { return polynomial(normalise(term)); }

  std::string atom(const Term& term) {
    const auto found = translated_.find(term);
    if (found != translated_.end()) return found->second;
    std::string value = new_atom(term);
    return translated_.emplace(term, std::move(value)).first->second;
  }

  std::string new_atom(const Term& term) {
    const auto& arguments = term.arguments();
    switch (term.operation()) {
    case Operator::minimum:
    case Operator::maximum: {
      const std::string left = integer(arguments[0]);
      const std::string right = integer(arguments[1]);
      const bool is_minimum = term.is(Operator::minimum);
      return call("ite", {call("<=", {left, right}), is_minimum ? left : right, is_minimum ? right : left});
    }
    case Operator::select: return call("ite", {condition(arguments[0]), integer(arguments[1]), integer(arguments[2])});
    case Operator::divide:
    case Operator::remainder: {
      // SMT-LIB's division is Euclidean, which floors for a positive divisor; `size/divisor` and `divide/divisor` are
      // obligations of their own.
      const bool literal = arguments[1].is(Operator::integer) && arguments[1].integer_value() > 0;
      if (!literal && products_ == Products::opaque) return integer_atom(term);
      const std::string dividend = integer(arguments[0]);
      const std::string divisor = integer(arguments[1]);
      is_linear_ = is_linear_ && literal;
      const std::string quotient = literal ? call("div", {dividend, divisor})
                                           : call("ite", {call(">=", {divisor, "0"}), call("div", {dividend, divisor}),
                                                          call("div", {call("-", {dividend}), call("-", {divisor})})});
      return term.is(Operator::divide) ? quotient : call("-", {dividend, call("*", {quotient, divisor})});
    }
    default: return integer_atom(term);
    }
  }

  /// A read is an uninterpreted function of its indices, so that equal indices read equal values; a constant is defined
  /// as its value, so that a model has one for it.
  std::string integer_atom(const Term& term) {
    const auto found = atom_names_.find(term);
    if (found != atom_names_.end()) return found->second;
    std::string name;
    if (term.is(Operator::read) && !term.arguments().empty()) {
      std::vector<std::string> indices;
      for (const Term& index : term.arguments())
        indices.push_back(integer(index));
      const std::string function = symbol("read:" + term.name());
      if (functions_.emplace(function, indices.size()).second) {
        declarations_ += "(declare-fun " + function + " (Int";
        for (std::size_t k = 1; k < indices.size(); ++k)
          declarations_ += " Int";
        declarations_ += ") Int)\n";
      }
      name = fresh("value");
      definitions_ += call("assert", {call("=", {name, call(function, indices)})}) + "\n";
    } else if (term.is(Operator::variable)) {
      name = declared(symbol(term.name()));
    } else {
      name = fresh("atom");
    }
    atom_names_.emplace(term, name);
    atoms_.emplace_back(term, name);
    return name;
  }

  std::string declared(std::string name) {
    declarations_ += "(declare-fun " + name + " () Int)\n";
    return name;
  }
  std::string fresh(const std::string& prefix) { return declared(symbol(prefix + ":" + std::to_string(next_++))); }

  Products products_;
  std::string declarations_;
  std::string definitions_;
  bool is_linear_ = true;
  std::map<std::string, std::size_t> functions_;
  std::map<Monomial, std::string> products_seen_;
  std::map<Term, std::string> translated_;
  std::map<Term, std::string> atom_names_;
  std::vector<std::pair<Term, std::string>> atoms_;
  std::size_t next_ = 0;
};

}  // namespace

SmtQuestion smt_question(const std::vector<Term>& conditions, Products products) {
  return Translation(products).question(conditions);
}

}  // namespace kina
