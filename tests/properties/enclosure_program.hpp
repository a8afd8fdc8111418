/// \file
/// A checked function, run in enclosures: what each of its results may be in any engine (enclosure.hpp).
#pragma once

#include "spec/lang/interpret.hpp"
#include "spec/lang/program.hpp"
#include "tests/properties/enclosure_element.hpp"

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace kina::tests {

using EnclosedPointer = std::shared_ptr<const EnclosedTensor>;

/// A tensor that every engine is given.
inline EnclosedPointer enclosed(const Tensor& tensor) {
  auto result = std::make_shared<EnclosedTensor>();
  result->type = tensor.type();
  result->shape = tensor.shape;
  std::visit(
      [&](const auto& elements) {
        for (const auto element : elements)
          result->elements.push_back(certain(static_cast<long double>(element)));
      },
      tensor.elements);
  return result;
}

/// Calls `visit` at each index of the shape, in row-major order, with the frame's first slots set to it.
template <typename Visit> void at_each_index(const std::vector<std::int64_t>& shape, IndexFrame& frame, Visit&& visit) {
  for (const std::int64_t extent : shape)
    if (extent == 0) return;
  std::fill(frame.begin(), frame.begin() + static_cast<std::ptrdiff_t>(shape.size()), 0);
  for (;;) {
    visit();
    std::size_t axis = shape.size();
    for (;;) {
      if (axis == 0) return;
      --axis;
      if (++frame[axis] < shape[axis]) break;
      frame[axis] = 0;
    }
  }
}

/// One use of an operation: its rule, the values of the rule's sizes, and the operands.
struct EnclosedUse {
  const Rule& rule;
  Assignment sizes;
  std::vector<const EnclosedTensor*> operands;

  /// The extents of the operands, with the sizes.
  [[nodiscard]] Assignment constants() const {
    Assignment bound = sizes;
    for (std::size_t k = 0; k < operands.size(); ++k)
      for (std::size_t axis = 0; axis < operands[k]->shape.size(); ++axis)
        bound[extent_of(rule.operands[k].name, axis).name()] = operands[k]->shape[axis];
    return bound;
  }
};

/// The result; nothing where it has no shape.
inline EnclosedPointer enclosed_result(const EnclosedUse& use) {
  const Assignment constants = use.constants();
  auto result = std::make_shared<EnclosedTensor>();
  result->type = use.rule.result.element;
  EnclosureCompiler compiler(use.rule, constants, use.operands);
  for (std::size_t axis = 0; axis < use.rule.result.rank(); ++axis) {
    const auto extent = evaluate_integer(use.rule.result.extents[axis], constants);
    if (!extent || *extent < 0) return nullptr;
    result->shape.push_back(*extent);
    compiler.bind(index_variable(axis).name(), *extent);
  }
  const EnclosureNode node = compiler.compiled(use.rule.element);
  IndexFrame frame(compiler.frame_size());
  at_each_index(result->shape, frame, [&] { result->elements.push_back(value_of(node, frame)); });
  return result;
}

/// Whether the premise certainly holds, at every index that it is about.
inline bool holds(const EnclosedUse& use, const Premise& premise) {
  const Assignment constants = use.constants();
  EnclosureCompiler compiler(use.rule, constants, use.operands);
  std::vector<std::int64_t> shape;
  for (const auto& [name, extent] : premise.indices) {
    const auto value = evaluate_integer(extent, constants);
    if (!value) return false;
    shape.push_back(*value);
    compiler.bind(name, *value);
  }
  const EnclosureNode node = compiler.compiled(premise.condition);
  IndexFrame frame(compiler.frame_size());
  bool all = true;
  at_each_index(shape, frame, [&] {
    const Enclosure value = value_of(node, frame);
    all = all && value.is_certain() && value.centre == 1;
  });
  return all;
}

/// Runs functions as spec/lang/interpret does. With `checked`, what has to hold for an engine to be run at all is
/// looked at too: every premise at the operands at hand, and the declared shapes at calls, loops and returns.
class EnclosedRun {
public:
  explicit EnclosedRun(const Program& program, bool checked = false) : program_(program), checked_(checked) {}

  /// The results; nothing where something does not hold that an engine relies on.
  std::optional<std::vector<EnclosedPointer>> run(std::size_t index, const Assignment& sizes,
                                                  const std::vector<EnclosedPointer>& arguments) const {
    const ProgramItem& item = program_.items[index];
    Frame frame{item, sizes, std::vector<EnclosedPointer>(item.values.size())};
    for (std::size_t k = 0; k < arguments.size(); ++k) {
      if (!fits(arguments[k], item.values[item.parameters[k].value].type, sizes)) return std::nullopt;
      frame.values[item.parameters[k].value] = arguments[k];
    }
    if (!run_steps(item.body, frame)) return std::nullopt;
    std::vector<EnclosedPointer> results;
    for (std::size_t k = 0; k < item.returned.size(); ++k) {
      results.push_back(frame.values[item.returned[k]]);
      if (!fits(results.back(), item.results[k].type, sizes)) return std::nullopt;
    }
    return results;
  }

private:
  struct Frame {
    const ProgramItem& item;
    Assignment sizes;
    std::vector<EnclosedPointer> values;
  };

  bool fits(const EnclosedPointer& tensor, const Type& type, const Assignment& sizes) const {
    if (!checked_) return true;
    const auto shape = shape_at(type, sizes);
    return shape && *shape == tensor->shape;
  }

  static EnclosedPointer scalar(ElementType type, long double value) {
    auto tensor = std::make_shared<EnclosedTensor>();
    tensor->type = type;
    tensor->elements.push_back(is_floating(type) ? converted(type, ElementType::i64, certain(value)) : certain(value));
    return tensor;
  }

  bool run_steps(const std::vector<Step>& steps, Frame& frame) const {
    for (const Step& step : steps)
      if (!run_step(step, frame)) return false;
    return true;
  }

  bool run_step(const Step& step, Frame& frame) const {
    if (const auto* literal = std::get_if<LiteralStep>(&step.node)) {
      const Term& term = literal->literal;
      frame.values[literal->result] =
          scalar(frame.item.values[literal->result].type.element, term.is(Operator::number)
                                                                      ? static_cast<long double>(term.number_value())
                                                                      : static_cast<long double>(term.integer_value()));
      return true;
    }
    if (const auto* size = std::get_if<SizeStep>(&step.node)) {
      const auto value = evaluate_integer(size->size, frame.sizes);
      if (value) frame.values[size->result] = scalar(ElementType::i64, static_cast<long double>(*value));
      return value.has_value();
    }
    if (const auto* operation = std::get_if<OperationStep>(&step.node)) return run_operation(*operation, frame);
    if (const auto* call = std::get_if<CallStep>(&step.node)) return run_call(*call, frame);
    if (const auto* loop = std::get_if<LoopStep>(&step.node)) return run_loop(*loop, frame);
    return true;
  }

  bool run_operation(const OperationStep& step, Frame& frame) const {
    EnclosedUse use{step.rule, {}, {}};
    for (const std::string& name : step.rule.sizes) {
      const auto value = evaluate_integer(step.sizes.at(name), frame.sizes);
      if (!value) return false;
      use.sizes[name] = *value;
    }
    for (const ValueId id : step.operands)
      use.operands.push_back(frame.values[id].get());
    if (checked_)
      for (const Premise& premise : step.rule.premises)
        if (!holds(use, premise)) return false;
    EnclosedPointer result = enclosed_result(use);
    if (!result || !fits(result, frame.item.values[step.result].type, frame.sizes)) return false;
    frame.values[step.result] = std::move(result);
    return true;
  }

  bool run_call(const CallStep& step, Frame& frame) const {
    Assignment sizes;
    for (const auto& [name, size] : step.sizes) {
      const auto value = evaluate_integer(size, frame.sizes);
      if (!value) return false;
      sizes[name] = *value;
    }
    for (const SizeParameter& size : program_.items[step.callee].sizes)
      if (checked_ && sizes.at(size.name) < size.least) return false;
    std::vector<EnclosedPointer> arguments;
    for (const ValueId id : step.arguments)
      arguments.push_back(frame.values[id]);
    const auto results = run(step.callee, sizes, arguments);
    for (std::size_t k = 0; results && k < step.results.size(); ++k)
      frame.values[step.results[k]] = (*results)[k];
    return results.has_value();
  }

  bool run_loop(const LoopStep& step, Frame& frame) const {
    const auto bound = evaluate_integer(step.bound, frame.sizes);
    if (!bound || *bound < 0) return false;
    const auto value = [&](ValueId id) -> EnclosedPointer& { return frame.values[id]; };
    for (const LoopStep::Carry& carry : step.carries)
      value(carry.inside) = value(carry.initial);
    std::vector<std::shared_ptr<EnclosedTensor>> stacks;
    for (const LoopStep::Stack& stack : step.stacks) {
      const auto shape = shape_at(frame.item.values[stack.after].type, frame.sizes);
      if (!shape) return false;
      stacks.push_back(
          std::make_shared<EnclosedTensor>(EnclosedTensor{frame.item.values[stack.after].type.element, *shape, {}}));
    }
    for (std::int64_t layer = 0; layer < *bound; ++layer) {
      frame.sizes[step.variable] = layer;
      if (!run_steps(step.body, frame)) return false;
      for (std::size_t k = 0; k < stacks.size(); ++k) {
        const EnclosedTensor& slice = *value(step.stacks[k].value);
        if (!std::equal(slice.shape.begin(), slice.shape.end(), stacks[k]->shape.begin() + 1, stacks[k]->shape.end()))
          return false;
        stacks[k]->elements.insert(stacks[k]->elements.end(), slice.elements.begin(), slice.elements.end());
      }
      std::vector<EnclosedPointer> next;
      for (const LoopStep::Carry& carry : step.carries) {
        next.push_back(value(carry.next));
        if (next.back()->shape != value(carry.inside)->shape) return false;
      }
      for (std::size_t k = 0; k < next.size(); ++k)
        value(step.carries[k].inside) = next[k];
    }
    frame.sizes.erase(step.variable);
    for (const LoopStep::Carry& carry : step.carries)
      value(carry.after) = value(carry.inside);
    for (std::size_t k = 0; k < stacks.size(); ++k)
      value(step.stacks[k].after) = stacks[k];
    return true;
  }

  const Program& program_;
  bool checked_;
};

}  // namespace kina::tests
