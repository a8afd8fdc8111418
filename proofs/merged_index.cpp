#include "proofs/merged_index.hpp"

#include <algorithm>
#include <utility>

namespace kina {
namespace {

const Term& left_of(const Term& term) { return term.arguments()[0]; }
const Term& right_of(const Term& term) { return term.arguments()[1]; }

void collect_factors(const Term& term, std::vector<Term>& factors) {
  if (term.is(Operator::multiply)) {
    collect_factors(left_of(term), factors);
    collect_factors(right_of(term), factors);
  } else if (!term.is_integer(1)) {
    factors.push_back(term);
  }
}

/// The factors of a product in a fixed order; 1 has none.
std::vector<Term> factors_of(const Term& term) {
  std::vector<Term> factors;
  collect_factors(term, factors);
  std::sort(factors.begin(), factors.end());
  return factors;
}

/// The factors without one of them, if it is there.
std::optional<std::vector<Term>> without_factor(std::vector<Term> factors, const Term& factor) {
  const auto found = std::find(factors.begin(), factors.end(), factor);
  if (found == factors.end()) return std::nullopt;
  factors.erase(found);
  return factors;
}

bool has_product(const Term& term) {
  bool found = false;
  visit_terms(term, [&](const Term& part) { return !(found = found || part.is(Operator::multiply)); });
  return found;
}

/// Takes an index apart. Each step is sound by itself; what a step needs of the question's terms is asked in turn.
class Digits {
public:
  explicit Digits(const std::vector<Term>& facts) {
    for (const Term& fact : facts) {
      if (fact.is(Operator::equal)) equations_.emplace_back(factors_of(left_of(fact)), factors_of(right_of(fact)));
      // Products would bring lemmas that no digit needs.
      if (!has_product(fact)) linear_.push_back(fact);
    }
  }

  std::optional<std::vector<Question>> steps_to_range(const Term& index, const Term& extent) {
    if (!bound(index, factors_of(extent))) return std::nullopt;
    return std::move(steps_);
  }

  std::optional<std::vector<Question>> steps_to_positive(const Term& radix) {
    if (!is_positive(radix)) return std::nullopt;
    return std::move(steps_);
  }

private:
  /// Whether `0 <= index < product(extent)` comes apart into steps.
  bool bound(const Term& index, const std::vector<Term>& extent) {
    const std::size_t before = steps_.size();
    if (takes_apart(index, extent)) return true;
    steps_.resize(before);
    // A product that the facts equate with this one has other factors.
    for (const auto& [left, right] : equations_) {
      if (left != extent && right != extent) continue;
      if (takes_apart(index, left == extent ? right : left)) return true;
      steps_.resize(before);
    }
    return false;
  }

  bool takes_apart(const Term& index, const std::vector<Term>& extent) {
    const Term a = variable("a");
    const Term i = variable("i");
    const Term p = variable("p");
    const Term s = variable("s");
    const Term zero = integer(0);
    if (index.is(Operator::add) && left_of(index).is(Operator::multiply)) {
      const Term& radix = right_of(left_of(index));
      const auto rest = without_factor(extent, radix);
      if (!rest) return false;
      ask({in_range(zero, a, p), in_range(zero, i, s)}, in_range(zero, a * s + i, p * s));
      return bound(left_of(left_of(index)), *rest) && bound(right_of(index), {radix});
    }
    if (index.is(Operator::divide)) {
      ask({in_range(zero, a, p * s), less_equal(integer(1), s)}, in_range(zero, a / s, p));
      if (!is_positive(right_of(index))) return false;
      std::vector<Term> whole = extent;
      whole.insert(std::upper_bound(whole.begin(), whole.end(), right_of(index)), right_of(index));
      return bound(left_of(index), whole);
    }
    if (index.is(Operator::remainder)) {
      if (extent != std::vector{right_of(index)}) return false;
      ask({less_equal(integer(1), s)}, in_range(zero, a % s, s));
      return is_positive(right_of(index));
    }
    // The last digit: a variable in its range.
    if (!index.is(Operator::variable) && !index.is(Operator::integer)) return false;
    if (extent.size() > 1) return false;
    ask(linear_, in_range(zero, index, product(extent)));
    return true;
  }

  /// A radix is at least 1 where a product that it is a factor of equals one whose factors are all at least 1.
  bool is_positive(const Term& radix) {
    const Term one = integer(1);
    const Term zero = integer(0);
    const Term p = variable("p");
    const Term s = variable("s");
    // A digit below it says so at once.
    const bool is_bounded = std::any_of(linear_.begin(), linear_.end(), [&](const Term& fact) {
      return radix.is(Operator::variable) && !(fact == less_equal(zero, radix)) &&
             free_variables(fact).contains(radix.name());
    });
    for (const auto& [left, right] : equations_) {
      if (is_bounded || !radix.is(Operator::variable)) break;
      for (const auto& [known, other] : {std::pair{&left, &right}, std::pair{&right, &left}}) {
        const auto rest = without_factor(*other, radix);
        if (!rest) continue;
        for (const Term& factor : *known)
          ask(linear_, less_equal(one, factor));
        for (const Term& factor : *other)
          ask(linear_, less_equal(zero, factor));
        ask({less_equal(one, p), less_equal(one, s)}, less_equal(one, p * s));
        ask({less_equal(zero, p), less_equal(zero, s)}, less_equal(zero, p * s));
        ask({less_equal(zero, p), less_equal(zero, s), less_equal(one, p * s)}, less_equal(one, s));
        return true;
      }
    }
    ask(linear_, less_equal(one, radix));
    return true;
  }

  /// Every question once: digits are alike.
  void ask(const std::vector<Term>& facts, const Term& goal) {
    const bool is_new = std::none_of(steps_.begin(), steps_.end(),
                                     [&](const Question& step) { return step.goal == goal && step.facts == facts; });
    if (is_new) steps_.push_back({facts, goal, {}});
  }

  std::vector<Term> linear_;
  std::vector<std::pair<std::vector<Term>, std::vector<Term>>> equations_;
  std::vector<Question> steps_;
};

}  // namespace

std::optional<std::vector<Question>> merged_index_steps(const Question& question) {
  const Term& goal = question.goal;
  if (goal.is(Operator::not_equal) && left_of(goal).is(Operator::variable) && right_of(goal).is_integer(0))
    return Digits(question.facts).steps_to_positive(left_of(goal));
  if (!goal.is(Operator::logical_and) || goal.arguments().size() != 2) return std::nullopt;
  const Term& low = left_of(goal);
  const Term& high = right_of(goal);
  if (!low.is(Operator::less_equal) || !left_of(low).is_integer(0) || !high.is(Operator::less)) return std::nullopt;
  const Term& index = right_of(low);
  if (!(index == left_of(high))) return std::nullopt;
  // Other indices are no numbers in mixed radix, and their questions are small.
  if (!index.is(Operator::divide) && !index.is(Operator::remainder) && !has_product(index)) return std::nullopt;
  return Digits(question.facts).steps_to_range(index, right_of(high));
}

}  // namespace kina
