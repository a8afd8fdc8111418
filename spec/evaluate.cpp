#include "spec/evaluate.hpp"

#include "spec/evaluate_element.hpp"

#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

namespace kina {
namespace {

/// The values of the operands' extents and of the size attributes. Operands that are not the rule's are refused.
Assignment bound_sizes(const Rule& rule, const Assignment& sizes, const std::vector<const Tensor*>& operands) {
  const auto reject = [&](const std::string& problem) { throw std::logic_error("rule " + rule.name + ": " + problem); };
  if (operands.size() != rule.operands.size())
    reject("it has " + std::to_string(rule.operands.size()) + " operands, not " + std::to_string(operands.size()));
  Assignment bound;
  for (const std::string& name : rule.sizes) {
    const auto found = sizes.find(name);
    if (found == sizes.end()) reject("its size " + name + " has no value");
    bound[name] = found->second;
  }
  for (std::size_t k = 0; k < operands.size(); ++k) {
    const auto& [name, type] = rule.operands[k];
    const Tensor& tensor = *operands[k];
    if (tensor.type() != type.element || tensor.rank() != type.rank())
      reject("operand " + name + " is " + describe_type(tensor.type(), tensor.shape) + ", not " +
             std::string(name_of(type.element)) + " of rank " + std::to_string(type.rank()));
    const std::size_t held = std::visit([](const auto& elements) { return elements.size(); }, tensor.elements);
    if (element_count(tensor.shape) != held)
      reject("operand " + name + " has a shape of another number of elements than it holds");
    for (std::size_t axis = 0; axis < type.rank(); ++axis)
      bound[extent_of(name, axis).name()] = tensor.shape[axis];
  }
  return bound;
}

tl::expected<std::vector<std::int64_t>, EvaluationError> result_shape(const Rule& rule, const Assignment& bound) {
  std::vector<std::int64_t> shape;
  for (std::size_t axis = 0; axis < rule.result.rank(); ++axis) {
    const auto refuse = [&](const std::string& problem) {
      return tl::unexpected(
          EvaluationError{rule.name, "the extent of the result's axis " + std::to_string(axis) + problem});
    };
    const auto extent = evaluate_integer(rule.result.extents[axis], bound);
    if (!extent) return refuse(" has no value: " + std::string(describe(extent.error())));
    if (*extent < 0) return refuse(" is " + std::to_string(*extent));
    shape.push_back(*extent);
  }
  if (!element_count(shape))
    return tl::unexpected(EvaluationError{rule.name, "the result, " + describe_type(rule.result.element, shape) +
                                                         ", would have more than " +
                                                         std::to_string(greatest_element_count) + " elements"});
  return shape;
}

/// Steps to the next index in row-major order.
void advance(std::vector<std::int64_t>& index, const std::vector<std::int64_t>& shape) {
  for (std::size_t axis = shape.size(); axis-- > 0;) {
    if (++index[axis] < shape[axis]) return;
    index[axis] = 0;
  }
}

}  // namespace

std::string describe(const EvaluationError& error) {
  std::string text = error.operation + ": " + error.message;
  if (!error.element) return text;
  text += ", for element [";
  for (std::size_t axis = 0; axis < error.element->size(); ++axis)
    text += (axis == 0 ? "" : ", ") + std::to_string((*error.element)[axis]);
  return text + "] of the result";
}

tl::expected<Tensor, EvaluationError> evaluate(const Rule& rule, const Assignment& sizes,
                                               const std::vector<const Tensor*>& operands) {
  const Assignment bound = bound_sizes(rule, sizes, operands);
  const auto shape = result_shape(rule, bound);
  if (!shape) return tl::unexpected(shape.error());
  const ElementProgram program = compile_element(rule, bound, *shape, operands);

  Tensor result = zeros(rule.result.element, *shape);
  Frame frame;
  frame.variables.resize(program.slots);
  std::visit(
      [&]<typename Value>(const NodePointer<Value>& element) {
        using Stored = std::conditional_t<std::is_same_v<Value, bool>, std::uint8_t, Value>;
        for (Stored& stored : std::get<std::vector<Stored>>(result.elements)) {
          stored = static_cast<Stored>(element->value(frame));
          if (frame.failure.happened()) return;
          // The result's indices are the frame's first variables; those after them belong to folds.
          advance(frame.variables, *shape);
        }
      },
      program.element);
  if (frame.failure.happened()) {
    frame.variables.resize(shape->size());
    return tl::unexpected(EvaluationError{rule.name, frame.failure.message(), std::move(frame.variables)});
  }
  return result;
}

}  // namespace kina
