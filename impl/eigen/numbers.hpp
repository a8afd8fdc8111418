/// \file
/// The integers that a plan needs (extents, slice bounds, paddings), kept up to date with the sizes of a call.
#pragma once

#include "spec/evaluate_integer.hpp"
#include "spec/term.hpp"

#include <tl/expected.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace kina::eigen {

/// Terms over named sizes with their values. When a size changes, what depends on it is computed again, and nothing
/// else.
class Numbers {
public:
  /// Declares a size, or a loop's variable; its index.
  std::size_t add_size(std::string name);
  /// The index of a term over the declared sizes.
  std::size_t add(const Term& term);

  [[nodiscard]] std::int64_t operator[](std::size_t number) const { return numbers_[number].value; }
  [[nodiscard]] const Term& term(std::size_t number) const { return numbers_[number].term; }
  [[nodiscard]] const std::string& size_name(std::size_t size) const { return sizes_[size].name; }

  void set(std::size_t size, std::int64_t value);

  /// Why a number has no value at these sizes; it may be one of a loop's body that is not run at them.
  [[nodiscard]] std::optional<std::string> failure(std::size_t number) const;
  [[nodiscard]] bool has_failures() const { return failures_ > 0; }

private:
  struct Number {
    Term term;
    std::int64_t value = 0;
    std::optional<ArithmeticError> failure;
    /// `constant + sum of coefficient * size` where the term is that; found by its value in general otherwise.
    struct Affine {
      std::int64_t constant = 0;
      std::vector<std::pair<std::int64_t, std::size_t>> terms;
    };
    std::optional<Affine> affine;
  };
  struct Size {
    std::string name;
    std::optional<std::int64_t> value;
    std::vector<std::size_t> dependents;
  };

  void update(std::size_t number);
  [[nodiscard]] std::optional<Number::Affine> affine(const Term& term) const;
  [[nodiscard]] tl::expected<std::int64_t, ArithmeticError> evaluate(const Number& number) const;

  std::vector<Number> numbers_;
  std::vector<Size> sizes_;
  std::size_t failures_ = 0;
};

}  // namespace kina::eigen
