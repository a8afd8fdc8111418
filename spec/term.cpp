#include "spec/term.hpp"

#include <algorithm>
#include <bit>
#include <functional>

namespace kina {

struct Term::Node {
  Operator operation = Operator::integer;
  ElementType type = ElementType::i64;
  std::int64_t integer = 0;
  double number = 0;
  std::string name;
  std::vector<Term> arguments;
  std::size_t hash = 0;
};

namespace {

std::size_t mixed(std::size_t seed, std::size_t value) {
  return seed ^ (value + 0x9e3779b97f4a7c15ULL + (seed << 6U) + (seed >> 2U));
}

Term make(Term::Node node) {
  std::size_t hash = static_cast<std::size_t>(node.operation);
  hash = mixed(hash, static_cast<std::size_t>(node.type));
  hash = mixed(hash, static_cast<std::size_t>(node.integer));
  hash = mixed(hash, static_cast<std::size_t>(std::bit_cast<std::uint64_t>(node.number)));
  hash = mixed(hash, std::hash<std::string>{}(node.name));
  for (const Term& argument : node.arguments)
    hash = mixed(hash, argument.hash());
  node.hash = hash;
  return Term(std::make_shared<const Term::Node>(std::move(node)));
}

Term make(Operator operation, std::vector<Term> arguments) {
  Term::Node node;
  node.operation = operation;
  node.arguments = std::move(arguments);
  return make(std::move(node));
}

template <typename Value> int three_way(const Value& left, const Value& right) {
  return left < right ? -1 : (right < left ? 1 : 0);
}

/// The first of `name`, `name'`, `name''`, ... that is not taken.
std::string fresh_name(std::string name, const std::set<std::string>& taken) {
  while (taken.contains(name))
    name += '\'';
  return name;
}

}  // namespace

bool is_fold(Operator operation) { return operation >= Operator::fold_sum; }
bool is_comparison(Operator operation) { return operation >= Operator::equal && operation <= Operator::greater_equal; }

Term::Term() {
  static const Term zero = make(Node{});
  node_ = zero.node_;
}

Operator Term::operation() const { return node_->operation; }
const std::vector<Term>& Term::arguments() const { return node_->arguments; }
std::int64_t Term::integer_value() const { return node_->integer; }
double Term::number_value() const { return node_->number; }
const std::string& Term::name() const { return node_->name; }
ElementType Term::cast_type() const { return node_->type; }
std::size_t Term::hash() const { return node_->hash; }
bool Term::is_integer(std::int64_t value) const { return is(Operator::integer) && integer_value() == value; }

int Term::compare(const Term& left, const Term& right) {
  const Node& a = *left.node_;
  const Node& b = *right.node_;
  if (&a == &b) return 0;
  if (const int order = three_way(a.operation, b.operation); order != 0) return order;
  if (const int order = three_way(a.name, b.name); order != 0) return order;
  if (const int order = three_way(a.integer, b.integer); order != 0) return order;
  if (const int order = three_way(std::bit_cast<std::uint64_t>(a.number), std::bit_cast<std::uint64_t>(b.number));
      order != 0)
    return order;
  if (const int order = three_way(a.type, b.type); order != 0) return order;
  if (const int order = three_way(a.arguments.size(), b.arguments.size()); order != 0) return order;
  for (std::size_t i = 0; i < a.arguments.size(); ++i)
    if (const int order = compare(a.arguments[i], b.arguments[i]); order != 0) return order;
  return 0;
}

bool operator==(const Term& left, const Term& right) {
  return left.node_ == right.node_ || (left.hash() == right.hash() && Term::compare(left, right) == 0);
}

Term integer(std::int64_t value) {
  Term::Node node;
  node.integer = value;
  return make(std::move(node));
}
Term number(double value) {
  Term::Node node;
  node.operation = Operator::number;
  node.number = value;
  return make(std::move(node));
}
Term boolean(bool value) {
  Term::Node node;
  node.operation = Operator::boolean;
  node.integer = value ? 1 : 0;
  return make(std::move(node));
}
Term variable(std::string name) {
  Term::Node node;
  node.operation = Operator::variable;
  node.name = std::move(name);
  return make(std::move(node));
}
Term read(std::string tensor, std::vector<Term> indices) {
  Term::Node node;
  node.operation = Operator::read;
  node.name = std::move(tensor);
  node.arguments = std::move(indices);
  return make(std::move(node));
}
Term apply(Operator operation, std::vector<Term> arguments) { return make(operation, std::move(arguments)); }
Term cast(ElementType type, Term value) {
  Term::Node node;
  node.operation = Operator::cast;
  node.type = type;
  node.arguments = {std::move(value)};
  return make(std::move(node));
}
Term fold(Operator operation, std::string variable, Term bound, Term body) {
  Term::Node node;
  node.operation = operation;
  node.name = std::move(variable);
  node.arguments = {std::move(bound), std::move(body)};
  return make(std::move(node));
}

Term operator+(Term left, Term right) { return make(Operator::add, {std::move(left), std::move(right)}); }
Term operator-(Term left, Term right) { return make(Operator::subtract, {std::move(left), std::move(right)}); }
Term operator*(Term left, Term right) { return make(Operator::multiply, {std::move(left), std::move(right)}); }
Term operator/(Term left, Term right) { return make(Operator::divide, {std::move(left), std::move(right)}); }
Term operator%(Term left, Term right) { return make(Operator::remainder, {std::move(left), std::move(right)}); }
Term operator-(Term value) { return make(Operator::negate, {std::move(value)}); }

Term equal(Term left, Term right) { return make(Operator::equal, {std::move(left), std::move(right)}); }
Term not_equal(Term left, Term right) { return make(Operator::not_equal, {std::move(left), std::move(right)}); }
Term less(Term left, Term right) { return make(Operator::less, {std::move(left), std::move(right)}); }
Term less_equal(Term left, Term right) { return make(Operator::less_equal, {std::move(left), std::move(right)}); }
Term select(Term condition, Term if_true, Term if_false) {
  return make(Operator::select, {std::move(condition), std::move(if_true), std::move(if_false)});
}
Term logical_not(Term condition) { return make(Operator::logical_not, {std::move(condition)}); }

namespace {
Term joined(Operator operation, bool neutral, std::vector<Term> conditions) {
  if (conditions.empty()) return boolean(neutral);
  if (conditions.size() == 1) return conditions.front();
  return make(operation, std::move(conditions));
}
}  // namespace

Term all_of(std::vector<Term> conditions) { return joined(Operator::logical_and, true, std::move(conditions)); }
Term any_of(std::vector<Term> conditions) { return joined(Operator::logical_or, false, std::move(conditions)); }
Term in_range(const Term& low, const Term& value, const Term& high) {
  return all_of({less_equal(low, value), less(value, high)});
}
Term product(const std::vector<Term>& factors) {
  if (factors.empty()) return integer(1);
  Term result = factors.front();
  for (std::size_t i = 1; i < factors.size(); ++i)
    result = result * factors[i];
  return result;
}

Term with_arguments(const Term& term, std::vector<Term> arguments) {
  Term::Node node;
  node.operation = term.operation();
  node.integer = term.integer_value();
  node.number = term.number_value();
  node.name = term.name();
  node.type = term.cast_type();
  node.arguments = std::move(arguments);
  return make(std::move(node));
}

namespace {

void collect_free(const Term& term, std::set<std::string>& bound, std::set<std::string>& free) {
  if (term.is(Operator::variable)) {
    if (!bound.contains(term.name())) free.insert(term.name());
    return;
  }
  if (is_fold(term.operation())) {
    collect_free(term.arguments()[0], bound, free);
    const bool inserted = bound.insert(term.name()).second;
    collect_free(term.arguments()[1], bound, free);
    if (inserted) bound.erase(term.name());
    return;
  }
  for (const Term& argument : term.arguments())
    collect_free(argument, bound, free);
}

}  // namespace

std::set<std::string> free_variables(const Term& term) {
  std::set<std::string> bound;
  std::set<std::string> free;
  collect_free(term, bound, free);
  return free;
}

Term substitute(const Term& term, const Substitution& substitution) {
  if (substitution.empty()) return term;
  if (term.is(Operator::variable)) {
    const auto found = substitution.find(term.name());
    return found == substitution.end() ? term : found->second;
  }
  if (term.arguments().empty()) return term;
  if (is_fold(term.operation())) {
    Substitution inner = substitution;
    inner.erase(term.name());
    std::set<std::string> taken;
    for (const auto& [name, value] : inner)
      taken.merge(free_variables(value));
    std::string name = term.name();
    if (taken.contains(name)) {
      std::set<std::string> body = free_variables(term.arguments()[1]);
      taken.merge(body);
      name = fresh_name(name, taken);
      inner[term.name()] = variable(name);
    }
    return fold(term.operation(), name, substitute(term.arguments()[0], substitution),
                substitute(term.arguments()[1], inner));
  }
  std::vector<Term> arguments;
  arguments.reserve(term.arguments().size());
  for (const Term& argument : term.arguments())
    arguments.push_back(substitute(argument, substitution));
  return with_arguments(term, std::move(arguments));
}

Term rewrite_reads(const Term& term, const ReadRewriter& replace) {
  if (term.arguments().empty() && !term.is(Operator::read)) return term;
  std::vector<Term> arguments;
  arguments.reserve(term.arguments().size());
  for (const Term& argument : term.arguments())
    arguments.push_back(rewrite_reads(argument, replace));
  if (term.is(Operator::read)) return replace(term.name(), arguments);
  return with_arguments(term, std::move(arguments));
}

void visit_terms(const Term& term, const std::function<bool(const Term&)>& visit) {
  if (!visit(term)) return;
  for (const Term& argument : term.arguments())
    visit_terms(argument, visit);
}

}  // namespace kina
