/// \file
/// What the evaluator's tests share: small tensors, operations run by name, and rules of one operand.
#pragma once

#include "spec/catalogue.hpp"
#include "spec/evaluate.hpp"

#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

namespace kina::tests {

template <typename Element> Tensor tensor(std::vector<std::int64_t> shape, std::vector<Element> elements) {
  return {std::move(shape), std::move(elements)};
}
template <typename Element> Tensor vector_of(std::initializer_list<Element> elements) {
  return tensor({static_cast<std::int64_t>(elements.size())}, std::vector<Element>(elements));
}

using Result = tl::expected<Tensor, EvaluationError>;

/// An operation of the catalogue at these operands. Their ranks and types are taken from the operands.
inline Result run(const char* name, const std::vector<Tensor>& operands, Instance instance = {},
                  const Assignment& sizes = {}) {
  std::vector<const Tensor*> pointers;
  for (const Tensor& operand : operands) {
    instance.ranks.push_back(operand.rank());
    instance.types.push_back(operand.type());
    pointers.push_back(&operand);
  }
  return evaluate(find_operation(name)->rule(instance), sizes, pointers);
}

/// A rule of its own: one operand `x`, and an element.
inline Rule rule_of(const Tensor& x, Type result, Term element) {
  Rule rule;
  rule.name = "test";
  Instance instance;
  instance.ranks = {x.rank()};
  instance.types = {x.type()};
  rule.operands = {make_operand(instance, 0, "x")};
  rule.result = std::move(result);
  rule.element = std::move(element);
  return rule;
}

inline std::string message(const Result& result) { return result ? "a result" : result.error().message; }

template <typename Element> const std::vector<Element>& elements(const Result& result) {
  return std::get<std::vector<Element>>(result.value().elements);
}

inline Instance along(std::size_t axis) {
  Instance instance;
  instance.axis = axis;
  return instance;
}

/// What the element of a rule of one axis mostly reads.
inline Term x_at_i0() { return read("x", {index_variable(0)}); }

}  // namespace kina::tests
