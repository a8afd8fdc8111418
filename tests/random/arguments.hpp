/// \file
/// Random sizes and arguments for a function, which meet the facts of its `where`.
#pragma once

#include "spec/evaluate_integer.hpp"
#include "spec/lang/interpret.hpp"
#include "spec/lang/program.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <type_traits>
#include <vector>

namespace kina::testing {

using Generator = std::mt19937_64;

inline std::size_t below(Generator& generator, std::size_t bound) {
  return static_cast<std::size_t>(generator() % bound);
}

inline std::size_t index_of(const Program& program, const std::string& name) {
  return static_cast<std::size_t>(find_item(program, name) - program.items.data());
}

inline bool reads(const Term& condition) {
  bool result = false;
  visit_terms(condition, [&](const Term& term) {
    result = result || term.is(Operator::read);
    return true;
  });
  return result;
}

// ---- sizes and arguments ----

/// Small sizes that meet the facts about sizes alone.
inline std::optional<Assignment> drawn_sizes(const ProgramItem& item, Generator& generator) {
  for (int attempt = 0; attempt < 60; ++attempt) {
    Assignment sizes;
    for (const SizeParameter& size : item.sizes)
      sizes[size.name] = size.least + static_cast<std::int64_t>(below(generator, 5));
    bool holds = true;
    for (const ProgramFact& fact : item.facts)
      if (!reads(fact.condition)) holds = holds && evaluate_condition(fact.condition, sizes).value_or(false);
    if (holds) return sizes;
  }
  return std::nullopt;
}

template <typename Value> Value drawn_element(Generator& generator) {
  if constexpr (std::is_floating_point_v<Value>) {
    constexpr auto infinity = std::numeric_limits<Value>::infinity();
    constexpr std::array<Value, 18> values{0,
                                           Value(-0.0),
                                           Value(0.5),
                                           Value(-0.5),
                                           1,
                                           -1,
                                           2,
                                           -2.5,
                                           Value(1e-30),
                                           Value(0.99),
                                           infinity,
                                           -infinity,
                                           Value(4.5),
                                           3,
                                           Value(0.1),
                                           std::numeric_limits<Value>::quiet_NaN(),
                                           Value(1e-44),
                                           Value(1e30)};
    return values[below(generator, values.size())];
  } else if constexpr (std::is_same_v<Value, std::uint8_t>) {
    return static_cast<Value>(below(generator, 2));
  } else {
    if (below(generator, 60) == 0) return std::numeric_limits<Value>::max();
    if (below(generator, 60) == 0) return std::numeric_limits<Value>::min();
    return static_cast<Value>(static_cast<std::int64_t>(below(generator, 10)) - 3);
  }
}

/// Whether an element meets the facts that are about it and sizes alone; other facts are left to `check_arguments`.
template <typename Value>
bool meets(const ProgramItem& item, const std::string& name, const Assignment& sizes, Value element) {
  return std::all_of(item.facts.begin(), item.facts.end(), [&](const ProgramFact& fact) {
    if (fact.about_result) return true;
    bool is_about_it = false;
    visit_terms(fact.condition, [&](const Term& term) {
      is_about_it = is_about_it || (term.is(Operator::read) && term.name() == name);
      return true;
    });
    if (!is_about_it) return true;
    if constexpr (std::is_floating_point_v<Value>) {
      const auto value = [&](const Term& term) -> double {
        if (term.is(Operator::read)) return static_cast<double>(element);
        return term.is(Operator::number) ? term.number_value() : static_cast<double>(term.integer_value());
      };
      const double left = value(fact.condition.arguments()[0]);
      const double right = value(fact.condition.arguments()[1]);
      switch (fact.condition.operation()) {
      case Operator::less: return left < right;
      case Operator::less_equal: return left <= right;
      case Operator::not_equal: return left != right;
      default: return left == right;
      }
    } else {
      return evaluate_condition(fact.condition,
                                [&](const Term& atom) -> std::optional<std::int64_t> {
                                  if (atom.is(Operator::read) && atom.name() == name) return element;
                                  const auto size = atom.is(Operator::variable) ? sizes.find(atom.name()) : sizes.end();
                                  return size == sizes.end() ? std::nullopt : std::optional{size->second};
                                })
          .value_or(true);
    }
  });
}

/// Arguments that meet the facts, if a few attempts find some.
inline std::optional<std::vector<TensorPointer>> drawn_arguments(const Program& program, std::size_t index,
                                                                 const Assignment& sizes, Generator& generator) {
  const ProgramItem& item = program.items[index];
  std::vector<TensorPointer> arguments;
  for (const ItemParameter& parameter : item.parameters) {
    const Type& type = item.values[parameter.value].type;
    const auto shape = shape_at(type, sizes);
    if (!shape) return std::nullopt;
    Tensor tensor = zeros(type.element, *shape);
    std::visit(
        [&](auto& elements) {
          for (auto& element : elements) {
            for (int attempt = 0; attempt < 50; ++attempt) {
              element = drawn_element<std::decay_t<decltype(element)>>(generator);
              if (meets(item, parameter.name, sizes, element)) break;
            }
          }
        },
        tensor.elements);
    arguments.push_back(std::make_shared<const Tensor>(std::move(tensor)));
  }
  if (check_arguments(program, index, sizes, arguments)) return std::nullopt;
  return arguments;
}

}  // namespace kina::testing
