/// \file
/// Random integer terms and conditions, and what they mean in unbounded arithmetic: an evaluator that shares nothing
/// with the project's own.
#pragma once

#include "spec/term.hpp"

#include <boost/multiprecision/cpp_int.hpp>
#include <rapidcheck.h>

#include <cstdint>
#include <functional>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace kina::tests {

using Wide = boost::multiprecision::cpp_int;
using WideValues = std::map<std::string, Wide>;

inline Wide floor_quotient(const Wide& dividend, const Wide& divisor) {
  Wide quotient = dividend / divisor;
  if (quotient * divisor != dividend && (dividend < 0) != (divisor < 0)) --quotient;
  return quotient;
}

/// A small number that depends on everything it is given, and on nothing else: an uninterpreted function.
inline Wide arbitrary(const std::string& seed, const std::vector<Wide>& arguments) {
  std::string text = seed;
  for (const Wide& argument : arguments)
    text += "," + argument.str();
  return Wide(std::hash<std::string>{}(text) % 11U) - 5;
}

/// The value of a read at these indices.
using ReadMeaning = std::function<Wide(const std::string& tensor, const std::vector<Wide>& indices)>;

/// The meaning of integer terms and conditions at an assignment. Reads are an uninterpreted function of their indices,
/// unless they are given one, and so is a quotient or a remainder by a divisor below 1.
class Meaning {
public:
  explicit Meaning(WideValues values, std::string seed = "") : values_(std::move(values)), seed_(std::move(seed)) {}
  Meaning(WideValues values, ReadMeaning reads) : values_(std::move(values)), reads_(std::move(reads)) {}

  [[nodiscard]] Wide integer(const Term& term) const {
    const auto& arguments = term.arguments();
    const auto at = [&](std::size_t k) { return integer(arguments[k]); };
    switch (term.operation()) {
    case Operator::integer: return term.integer_value();
    case Operator::variable: return values_.at(term.name());
    case Operator::add: return at(0) + at(1);
    case Operator::subtract: return at(0) - at(1);
    case Operator::multiply: return at(0) * at(1);
    case Operator::negate: return -at(0);
    case Operator::absolute: return abs(at(0));
    case Operator::minimum: return std::min(at(0), at(1));
    case Operator::maximum: return std::max(at(0), at(1));
    case Operator::divide:
      if (at(1) < 1) return arbitrary(seed_ + "/", {at(0), at(1)});
      return floor_quotient(at(0), at(1));
    case Operator::remainder:
      if (at(1) < 1) return arbitrary(seed_ + "%", {at(0), at(1)});
      return at(0) - floor_quotient(at(0), at(1)) * at(1);
    case Operator::select: return holds(arguments[0]) ? at(1) : at(2);
    case Operator::read: {
      std::vector<Wide> indices;
      for (const Term& index : arguments)
        indices.push_back(integer(index));
      return reads_ ? reads_(term.name(), indices) : arbitrary(seed_ + term.name(), indices);
    }
    default: break;
    }
    if (is_fold(term.operation())) return folded(term);
    return holds(term) ? 1 : 0;
  }

  [[nodiscard]] bool holds(const Term& term) const {
    const auto& arguments = term.arguments();
    const auto at = [&](std::size_t k) { return integer(arguments[k]); };
    switch (term.operation()) {
    case Operator::boolean: return term.integer_value() != 0;
    case Operator::logical_not: return !holds(arguments[0]);
    case Operator::logical_and:
      return std::all_of(arguments.begin(), arguments.end(), [&](const Term& part) { return holds(part); });
    case Operator::logical_or:
      return std::any_of(arguments.begin(), arguments.end(), [&](const Term& part) { return holds(part); });
    case Operator::equal: return at(0) == at(1);
    case Operator::not_equal: return at(0) != at(1);
    case Operator::less: return at(0) < at(1);
    case Operator::less_equal: return at(0) <= at(1);
    case Operator::greater: return at(0) > at(1);
    case Operator::greater_equal: return at(0) >= at(1);
    case Operator::select: return holds(arguments[holds(arguments[0]) ? 1 : 2]);
    case Operator::variable:
    case Operator::read: return integer(term) != 0;
    default: throw std::logic_error("a term that is no condition");
    }
  }

private:
  /// A fold over nothing is 0 here: its value is not asked for.
  [[nodiscard]] Wide folded(const Term& term) const {
    const Wide bound = integer(term.arguments()[0]);
    Meaning inside = *this;
    Wide result = 0;
    Wide greatest = 0;
    for (Wide index = 0; index < bound; ++index) {
      inside.values_[term.name()] = index;
      const Wide value = inside.integer(term.arguments()[1]);
      switch (term.operation()) {
      case Operator::fold_sum: result += value; break;
      case Operator::fold_maximum: result = index == 0 ? value : std::max(result, value); break;
      case Operator::fold_minimum: result = index == 0 ? value : std::min(result, value); break;
      default:
        if (index == 0 || value > greatest) {
          result = index;
          greatest = value;
        }
      }
    }
    return result;
  }

  WideValues values_;
  std::string seed_;
  ReadMeaning reads_;
};

/// What a random term is made of.
struct Vocabulary {
  std::vector<std::string> names;
  bool divides = true;   ///< by 1..4 or by a name
  bool products = true;  ///< of two terms
  bool reads = false;    ///< of a tensor `x`
  bool choices = true;   ///< min, max and select
  bool binders = false;  ///< folds, over variables that may be called like a free one
  std::int64_t literal = 4;
};

Term random_condition(const Vocabulary& vocabulary, int depth);

inline std::string random_name(const Vocabulary& vocabulary) { return *rc::gen::elementOf(vocabulary.names); }

inline Term random_leaf(const Vocabulary& vocabulary) {
  if (vocabulary.names.empty() || *rc::gen::inRange(0, 3) == 0)
    return integer(*rc::gen::inRange<std::int64_t>(-vocabulary.literal, vocabulary.literal + 1));
  return variable(random_name(vocabulary));
}

inline Term random_integer(const Vocabulary& vocabulary, int depth) {
  if (depth == 0) return random_leaf(vocabulary);
  const auto part = [&] { return random_integer(vocabulary, depth - 1); };
  const auto divisor = [&] {
    return *rc::gen::arbitrary<bool>() ? integer(*rc::gen::inRange<std::int64_t>(1, 5))
                                       : variable(random_name(vocabulary));
  };
  switch (*rc::gen::inRange(0, 12)) {
  case 0:
  case 1: return part() + part();
  case 2: return part() - part();
  case 3:
  case 4: return vocabulary.products ? part() * part() : part() * integer(*rc::gen::inRange<std::int64_t>(-3, 4));
  case 5: return -part();
  case 6: return vocabulary.divides ? part() / divisor() : part();
  case 7: return vocabulary.divides ? part() % divisor() : part();
  case 8: return vocabulary.reads ? read("x", {part()}) : part();
  case 9: {
    if (!vocabulary.choices) return part();
    const bool least = *rc::gen::arbitrary<bool>();
    return apply(least ? Operator::minimum : Operator::maximum, {part(), part()});
  }
  case 10: return vocabulary.choices ? select(random_condition(vocabulary, depth - 1), part(), part()) : part();
  default:
    if (!vocabulary.binders) return part();
    const auto head =
        *rc::gen::element(Operator::fold_sum, Operator::fold_maximum, Operator::fold_minimum, Operator::fold_argmax);
    // A bound of 1 to 3 that may mention the variable's own name, which is free there.
    const Term bound = integer(1) + random_leaf(vocabulary) % integer(3);
    return fold(head, random_name(vocabulary), bound, part());
  }
}

inline Term random_comparison(const Vocabulary& vocabulary, int depth) {
  const auto head = *rc::gen::element(Operator::equal, Operator::not_equal, Operator::less, Operator::less_equal,
                                      Operator::greater, Operator::greater_equal);
  return apply(head, {random_integer(vocabulary, depth), random_integer(vocabulary, depth)});
}

inline Term random_condition(const Vocabulary& vocabulary, int depth) {
  if (depth == 0) return random_comparison(vocabulary, 0);
  switch (*rc::gen::inRange(0, 5)) {
  case 0: return logical_not(random_condition(vocabulary, depth - 1));
  case 1: return all_of({random_condition(vocabulary, depth - 1), random_condition(vocabulary, depth - 1)});
  case 2: return any_of({random_condition(vocabulary, depth - 1), random_condition(vocabulary, depth - 1)});
  default: return random_comparison(vocabulary, depth);
  }
}

/// Values in low <= . <= high for the names.
inline WideValues random_values(const Vocabulary& vocabulary, std::int64_t low, std::int64_t high) {
  WideValues values;
  for (const std::string& name : vocabulary.names)
    values[name] = *rc::gen::inRange<std::int64_t>(low, high + 1);
  return values;
}

}  // namespace kina::tests
