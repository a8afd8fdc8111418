#include "spec/mutants.hpp"

#include "spec/render.hpp"

#include <functional>
#include <optional>
#include <utility>

namespace kina {
namespace {

/// A term in another's place, with what stood there.
struct Change {
  Term from;
  Term to;
};

/// One place changed: the whole term as it then is, and the change itself.
struct Changed {
  Term whole;
  Change change;
};

using LocalChanges = std::function<std::vector<Term>(const Term&)>;

/// Every term that is one local change away: `changes` says what may stand in a node's place.
std::vector<Changed> one_change_away(const Term& term, const LocalChanges& changes) {
  std::vector<Changed> all;
  for (Term& other : changes(term))
    if (!(other == term)) all.push_back({other, {term, other}});
  const std::vector<Term>& arguments = term.arguments();
  for (std::size_t k = 0; k < arguments.size(); ++k) {
    for (Changed& inner : one_change_away(arguments[k], changes)) {
      std::vector<Term> replaced = arguments;
      replaced[k] = std::move(inner.whole);
      all.push_back({with_arguments(term, std::move(replaced)), std::move(inner.change)});
    }
  }
  return all;
}

std::string words(const Change& change) { return to_text(change.to) + " for " + to_text(change.from); }

/// What a comparison of integers may be mistaken for.
std::vector<Term> other_comparisons(const Term& term) {
  if (!is_comparison(term.operation())) return {};
  const Term& left = term.arguments()[0];
  const Term& right = term.arguments()[1];
  const Term one = integer(1);
  switch (term.operation()) {
  case Operator::equal: return {less_equal(left, right), less_equal(right, left), equal(left, right + one)};
  case Operator::not_equal: return {less(left, right), less(right, left), not_equal(left, right + one)};
  case Operator::less: return {less_equal(left, right), less(left + one, right), less(right, left)};
  case Operator::less_equal: return {less(left, right), less_equal(left, right + one), less_equal(right, left)};
  default: return {};
  }
}

/// `x.1` for `x.0`, where the operand has an axis 1: the axis beside it, the last one's being the first.
std::optional<Term> neighbour(const Rule& rule, const Term& term) {
  if (!term.is(Operator::variable)) return std::nullopt;
  for (const RuleOperand& operand : rule.operands)
    for (std::size_t axis = 0; axis < operand.type.rank(); ++axis)
      if (operand.type.extents[axis] == term) return operand.type.extents[(axis + 1) % operand.type.rank()];
  return std::nullopt;
}

/// A conjunction with one of its parts left out.
std::vector<Term> without_a_conjunct(const Term& term) {
  std::vector<Term> all;
  if (!term.is(Operator::logical_and)) return all;
  for (std::size_t k = 0; k < term.arguments().size(); ++k) {
    std::vector<Term> rest = term.arguments();
    rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(k));
    all.push_back(all_of(std::move(rest)));
  }
  return all;
}

class Mutator {
public:
  explicit Mutator(const Rule& rule) : rule_(rule) {}

  std::vector<Mutant> mutate() {
    for (std::size_t k = 0; k < rule_.premises.size(); ++k)
      change_premise(k);
    for (std::size_t axis = 0; axis < rule_.result.rank(); ++axis)
      change_extent(axis);
    change_element();
    return std::move(mutants_);
  }

private:
  Rule& add(std::string part, std::string change) {
    mutants_.push_back({std::move(part), std::move(change), rule_});
    return mutants_.back().rule;
  }

  void change_premise(std::size_t position) {
    const Premise& premise = rule_.premises[position];
    const std::string part = "premise " + premise.name;
    Rule& weaker = add(part, "without " + to_text(premise.condition));
    weaker.premises.erase(weaker.premises.begin() + static_cast<std::ptrdiff_t>(position));
    const auto changes = [&](const Term& term) {
      std::vector<Term> all = other_comparisons(term);
      for (Term& rest : without_a_conjunct(term))
        all.push_back(std::move(rest));
      if (const auto beside = neighbour(rule_, term)) all.push_back(*beside);
      return all;
    };
    for (Changed& changed : one_change_away(premise.condition, changes))
      add(part, words(changed.change)).premises[position].condition = std::move(changed.whole);
    for (std::size_t k = 0; k < premise.indices.size(); ++k) {
      const Dim& extent = premise.indices[k].extent;
      add(part, "for all but the last " + premise.indices[k].name).premises[position].indices[k].extent =
          extent - integer(1);
    }
  }

  void change_extent(std::size_t axis) {
    const std::vector<Dim>& extents = rule_.result.extents;
    const Dim& extent = extents[axis];
    for (const Dim& other : {extent + integer(1), extent - integer(1), extents[(axis + 1) % extents.size()]})
      if (!(other == extent))
        add("extent", "axis " + std::to_string(axis) + ": " + words({extent, other})).result.extents[axis] = other;
  }

  void change_element() {
    const auto change = [&](const std::string& part, const LocalChanges& changes) {
      for (Changed& changed : one_change_away(rule_.element, changes))
        add(part, words(changed.change)).element = std::move(changed.whole);
    };
    change("read", [](const Term& term) {
      std::vector<Term> all;
      if (!term.is(Operator::read)) return all;
      const std::vector<Term>& indices = term.arguments();
      for (std::size_t axis = 0; axis < indices.size(); ++axis) {
        for (const Term& other :
             {indices[axis] + integer(1), indices[axis] - integer(1), indices[(axis + 1) % indices.size()]}) {
          std::vector<Term> at = indices;
          at[axis] = other;
          all.push_back(with_arguments(term, std::move(at)));
        }
      }
      return all;
    });
    change("fold bound", [](const Term& term) {
      std::vector<Term> all;
      if (!is_fold(term.operation())) return all;
      const Term& bound = term.arguments()[0];
      for (const Term& other : {bound + integer(1), bound - integer(1)})
        all.push_back(with_arguments(term, {other, term.arguments()[1]}));
      return all;
    });
    change("guard", [](const Term& term) {
      std::vector<Term> all;
      if (!term.is(Operator::select)) return all;
      const std::vector<Term>& parts = term.arguments();
      for (Changed& changed : one_change_away(parts[0], other_comparisons))
        all.push_back(with_arguments(term, {std::move(changed.whole), parts[1], parts[2]}));
      return all;
    });
  }

  const Rule& rule_;
  std::vector<Mutant> mutants_;
};

}  // namespace

std::vector<Mutant> mutants_of(const Rule& rule) { return Mutator(rule).mutate(); }

}  // namespace kina
