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
  numbers_.push_back({term, 0, std::nullopt, affine(term)});
  for (const std::string& name : free_variables(term)) {
    const auto size = std::find_if(sizes_.begin(), sizes_.end(), [&](const Size& s) { return s.name == name; });
    if (size == sizes_.end()) throw std::logic_error("a plan's number is over an undeclared size: " + name);
    size->dependents.push_back(index);
  }
  // A term without names has its value now.
  if (free_variables(term).empty()) update(index);
  return index;
}

void Numbers::set(std::size_t size, std::int64_t value) {
  if (sizes_[size].value == value) return;
  sizes_[size].value = value;
  for (const std::size_t index : sizes_[size].dependents)
    update(index);
}

void Numbers::update(std::size_t index) {
  Number& number = numbers_[index];
  const auto result = evaluate(number);
  if (number.failure) --failures_;
  number.failure.reset();
  if (result) {
    number.value = *result;
  } else if (result.error() != ArithmeticError::unbound) {
    // A number whose other sizes are still to be set is computed when they are.
    number.failure = result.error();
    ++failures_;
  }
}

std::optional<std::string> Numbers::failure(std::size_t number) const {
  if (!numbers_[number].failure) return std::nullopt;
  return to_text(numbers_[number].term) + ": " + std::string(describe(*numbers_[number].failure));
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
