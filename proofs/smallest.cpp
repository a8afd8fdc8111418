#include "proofs/smallest.hpp"

#include "spec/dim.hpp"
#include "spec/evaluate_integer.hpp"

#include <algorithm>
#include <cstdlib>
#include <set>
#include <tuple>
#include <unordered_map>

namespace kina {
namespace {

struct TermHash {
  std::size_t operator()(const Term& term) const { return term.hash(); }
};

bool is_atom(const Term& term) {
  return term.is(Operator::variable) || term.is(Operator::read) || is_fold(term.operation()) || term.is(Operator::cast);
}

/// The search: values for `atoms_` in turn, with each condition tested as soon as its last atom has a value.
class Search {
public:
  Search(const std::vector<Term>& conditions, const std::vector<Term>& declared, std::size_t steps)
      : rewrites_(oriented(conditions)), originals_(atoms_of(conditions)), steps_(steps) {
    for (const Term& condition : conditions)
      conditions_.push_back(substitute(condition, rewrites_));
    order_atoms(declared);
    compared_ = declared;
    for (const Term& original : originals_)
      if (std::find(declared.begin(), declared.end(), original) == declared.end()) compared_.push_back(original);
    least_.resize(atoms_.size());
    signed_.assign(atoms_.size(), true);
    find_lower_bounds();
    ready_.resize(atoms_.size() + 1);
    for (const Term& condition : conditions_)
      ready_[last_atom(condition)].push_back(&condition);
    values_.resize(atoms_.size());
  }

  Smallest run() {
    Smallest result;
    std::int64_t least_total = 0;
    for (const std::int64_t least : least_)
      least_total += least;
    if (!conditions_hold(0)) return {std::nullopt, true};
    // A total beyond this is left to the solver. A defined name is no less than the unknown that defines it, H than the
    // H / G of `H % G == 0`, so what is found at a total has at least that cost.
    constexpr std::int64_t span = 64;
    for (std::int64_t total = least_total; total <= least_total + span; ++total) {
      result.complete = best_ && best_->cost < total;
      if (result.complete || assign(0, total)) break;
      if (steps_ == 0 || atoms_.empty()) break;
    }
    result.complete = result.complete || atoms_.empty() || (best_ && rewrites_.empty());
    if (best_) result.values = std::move(best_->values);
    return result;
  }

private:
  void order_atoms(const std::vector<Term>& declared) {
    const std::vector<Term> present = atoms_of(conditions_);
    for (const Term& atom : declared)
      if (!(atom.is(Operator::variable) && rewrites_.contains(atom.name()))) add_atom(atom);
    for (const Term& atom : present)
      add_atom(atom);
  }

  void add_atom(const Term& atom) {
    if (position_.emplace(atom, atoms_.size()).second) atoms_.push_back(atom);
  }

  void find_lower_bounds() {
    for (const Term& condition : conditions_) {
      if (!condition.is(Operator::less_equal)) continue;
      const Term& low = condition.arguments()[0];
      const auto found = position_.find(condition.arguments()[1]);
      if (!low.is(Operator::integer) || low.integer_value() < 0 || found == position_.end()) continue;
      signed_[found->second] = false;
      least_[found->second] = std::max(least_[found->second], low.integer_value());
    }
  }

  std::size_t last_atom(const Term& condition) const {
    std::size_t last = 0;
    visit_terms(condition, [&](const Term& term) {
      const auto found = position_.find(term);
      if (found != position_.end()) last = std::max(last, found->second + 1);
      return found == position_.end();
    });
    return last;
  }

  std::optional<std::int64_t> value_of(const Term& atom) const {
    const auto found = position_.find(atom);
    return found == position_.end() ? std::nullopt : std::optional{values_[found->second]};
  }

  bool conditions_hold(std::size_t assigned) const {
    return std::all_of(ready_[assigned].begin(), ready_[assigned].end(), [&](const Term* condition) {
      return evaluate_condition(*condition, [&](const Term& atom) { return value_of(atom); }).value_or(false);
    });
  }

  bool assign(std::size_t position, std::int64_t remaining) {
    if (position == atoms_.size()) return remaining == 0 && reads_are_functions() && is_best();
    const bool is_last = position + 1 == atoms_.size();
    for (std::int64_t magnitude = is_last ? remaining : least_[position]; magnitude <= remaining; ++magnitude) {
      for (const std::int64_t value : {magnitude, -magnitude}) {
        if (steps_ == 0) return false;
        --steps_;
        values_[position] = value;
        if (value >= least_[position] - (signed_[position] ? remaining : 0) && conditions_hold(position + 1) &&
            assign(position + 1, remaining - magnitude))
          return true;
        if (magnitude == 0 || !signed_[position]) break;
      }
    }
    return false;
  }

  /// Reads of one tensor at equal indices have equal values.
  bool reads_are_functions() const {
    std::map<std::pair<std::string, std::vector<std::int64_t>>, std::int64_t> seen;
    for (std::size_t k = 0; k < atoms_.size(); ++k) {
      if (!atoms_[k].is(Operator::read)) continue;
      std::vector<std::int64_t> indices;
      for (const Term& index : atoms_[k].arguments()) {
        const auto value = evaluate_integer(index, [&](const Term& atom) { return value_of(atom); });
        if (!value) return false;
        indices.push_back(*value);
      }
      const auto [found, inserted] = seen.emplace(std::pair{atoms_[k].name(), indices}, values_[k]);
      if (!inserted && found->second != values_[k]) return false;
    }
    return true;
  }

  /// Keeps this assignment if it comes first in the order; whether no other can come before it.
  bool is_best() {
    Candidate candidate{0, {}, assignment()};
    for (const Term& atom : compared_) {
      const auto found = candidate.values.find(atom);
      if (found == candidate.values.end()) continue;
      candidate.cost += std::abs(found->second);
      candidate.order.emplace_back(std::abs(found->second), found->second < 0);
    }
    if (!best_ || std::tie(candidate.cost, candidate.order) < std::tie(best_->cost, best_->order))
      best_ = std::move(candidate);
    // Where no name is defined by others, assignments are tried in their order.
    return rewrites_.empty();
  }

  AtomAssignment assignment() const {
    AtomAssignment result;
    for (std::size_t k = 0; k < atoms_.size(); ++k)
      result.emplace(atoms_[k], values_[k]);
    for (const auto& [name, value] : rewrites_) {
      if (const auto number = evaluate_integer(value, [&](const Term& atom) { return value_of(atom); }))
        result.emplace(variable(name), *number);
    }
    // An atom whose parts were replaced is still asked for by its own form.
    for (const Term& original : originals_)
      if (const auto value = value_of(substitute(original, rewrites_))) result.emplace(original, *value);
    return result;
  }

  /// An assignment at which the conditions hold, with what it is ordered by: the sum of magnitudes, and the values in
  /// the order of their declaration, a value before its negative.
  struct Candidate {
    std::int64_t cost;
    std::vector<std::pair<std::int64_t, bool>> order;
    AtomAssignment values;
  };

  Substitution rewrites_;
  std::vector<Term> originals_;
  std::vector<Term> compared_;
  std::optional<Candidate> best_;
  std::size_t steps_;
  std::vector<Term> conditions_;
  std::vector<Term> atoms_;
  std::unordered_map<Term, std::size_t, TermHash> position_;
  std::vector<std::int64_t> least_;
  std::vector<bool> signed_;
  std::vector<std::vector<const Term*>> ready_;
  std::vector<std::int64_t> values_;
};

}  // namespace

std::vector<Term> atoms_of(const std::vector<Term>& conditions) {
  std::vector<Term> atoms;
  std::set<Term> seen;
  for (const Term& condition : conditions) {
    visit_terms(condition, [&](const Term& term) {
      if (!is_atom(term)) return true;
      if (seen.insert(term).second) {
        // The indices of a read are integers with atoms of their own; they come before it. A fold's body is closed.
        if (term.is(Operator::read))
          for (const Term& atom : atoms_of(term.arguments()))
            if (seen.insert(atom).second) atoms.push_back(atom);
        if (is_fold(term.operation()))
          for (const Term& atom : atoms_of({term.arguments()[0]}))
            if (seen.insert(atom).second) atoms.push_back(atom);
        atoms.push_back(term);
      }
      return false;
    });
  }
  return atoms;
}

bool holds_at(const std::vector<Term>& conditions, const AtomAssignment& values) {
  return std::all_of(conditions.begin(), conditions.end(), [&](const Term& condition) {
    return evaluate_condition(condition,
                              [&](const Term& atom) -> std::optional<std::int64_t> {
                                const auto found = values.find(atom);
                                return found == values.end() ? std::nullopt : std::optional{found->second};
                              })
        .value_or(false);
  });
}

Smallest find_smallest(const std::vector<Term>& conditions, const std::vector<Term>& declared, std::size_t steps) {
  return Search(conditions, declared, steps).run();
}

}  // namespace kina
