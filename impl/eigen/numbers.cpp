#include "impl/eigen/numbers.hpp"

#include "spec/render.hpp"

#include <algorithm>
#include <stdexcept>

namespace kina::eigen {

std::size_t Numbers::add_size(std::string name) {
  sizes_.push_back({std::move(name), std::nullopt, {}});
  return sizes_.size() - 1;
}

std::size_t Numbers::add(const Term& term) {
  const auto known =
      std::find_if(numbers_.begin(), numbers_.end(), [&](const Number& number) { return number.term == term; });
  if (known != numbers_.end()) return static_cast<std::size_t>(known - numbers_.begin());
  const std::size_t index = numbers_.size();
  numbers_.push_back({term, 0, affine(term)});
  if (term.is(Operator::integer)) numbers_.back().value = term.integer_value();
  for (const std::string& name : free_variables(term)) {
    const auto size = std::find_if(sizes_.begin(), sizes_.end(), [&](const Size& s) { return s.name == name; });
    if (size == sizes_.end()) throw std::logic_error("a plan's number is over an undeclared size: " + name);
    size->dependents.push_back(index);
  }
  // A term without names has its value now.
  if (free_variables(term).empty()) {
    const auto value = evaluate_integer(term, Assignment{});
    if (value) numbers_.back().value = *value;
  }
  return index;
}

tl::expected<void, std::string> Numbers::set(std::size_t size, std::int64_t value) {
  if (sizes_[size].value == value) return {};
  sizes_[size].value = value;
  changed_ = true;
  for (const std::size_t index : sizes_[size].dependents) {
    const auto result = evaluate(numbers_[index]);
    if (result) {
      numbers_[index].value = *result;
    } else if (result.error() != ArithmeticError::unbound) {
      // It is computed anew at the next call, whatever the sizes are.
      sizes_[size].value.reset();
      return tl::unexpected(to_text(numbers_[index].term) + ": " + std::string(describe(result.error())));
    }
  }
  return {};
}

std::optional<Numbers::Number::Affine> Numbers::affine(const Term& term) const {
  Number::Affine result;
  if (term.is(Operator::integer)) {
    result.constant = term.integer_value();
    return result;
  }
  if (term.is(Operator::variable)) {
    const auto size = std::find_if(sizes_.begin(), sizes_.end(), [&](const Size& s) { return s.name == term.name(); });
    if (size == sizes_.end()) return std::nullopt;
    result.terms = {{1, static_cast<std::size_t>(size - sizes_.begin())}};
    return result;
  }
  const bool subtracts = term.is(Operator::subtract);
  if (!term.is(Operator::add) && !subtracts) return std::nullopt;
  for (std::size_t k = 0; k < term.arguments().size(); ++k) {
    const auto part = affine(term.arguments()[k]);
    if (!part) return std::nullopt;
    const std::int64_t sign = subtracts && k > 0 ? -1 : 1;
    if (__builtin_add_overflow(result.constant, sign * part->constant, &result.constant)) return std::nullopt;
    for (const auto& [coefficient, size] : part->terms)
      result.terms.emplace_back(sign * coefficient, size);
  }
  return result;
}

tl::expected<std::int64_t, ArithmeticError> Numbers::evaluate(const Number& number) const {
  if (number.affine) {
    std::int64_t value = number.affine->constant;
    for (const auto& [coefficient, size] : number.affine->terms) {
      if (!sizes_[size].value) return tl::unexpected(ArithmeticError::unbound);
      std::int64_t product = 0;
      if (__builtin_mul_overflow(coefficient, *sizes_[size].value, &product) ||
          __builtin_add_overflow(value, product, &value))
        return tl::unexpected(ArithmeticError::overflow);
    }
    return value;
  }
  return evaluate_integer(number.term, [&](const Term& atom) -> std::optional<std::int64_t> {
    if (!atom.is(Operator::variable)) return std::nullopt;
    const auto size = std::find_if(sizes_.begin(), sizes_.end(), [&](const Size& s) { return s.name == atom.name(); });
    return size == sizes_.end() ? std::nullopt : size->value;
  });
}

}  // namespace kina::eigen
