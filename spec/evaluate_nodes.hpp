/// \file
/// The parts of a compiled element term: each node knows its element type and its arguments, so that evaluating one
/// costs a virtual call and looks up no name.
#pragma once

#include "spec/evaluate_scalar.hpp"
#include "spec/term.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace kina {

/// The state of an evaluation: the values of index and fold variables, by slot, and the first failure.
struct Frame {
  std::vector<std::int64_t> variables;
  Failure failure;
};

/// A compiled term whose value is held as `Value`.
template <typename Value> class Node {
public:
  Node() = default;
  Node(const Node&) = delete;
  Node& operator=(const Node&) = delete;
  virtual ~Node() = default;
  virtual Value value(Frame& frame) = 0;
};

/// Nodes are shared where a hoisted fold occurs twice.
template <typename Value> using NodePointer = std::shared_ptr<Node<Value>>;

template <typename Value> class ConstantNode final : public Node<Value> {
public:
  explicit ConstantNode(Value constant) : constant_(constant) {}
  Value value(Frame&) override { return constant_; }

private:
  Value constant_;
};

class VariableNode final : public Node<std::int64_t> {
public:
  explicit VariableNode(std::size_t slot) : slot_(slot) {}
  std::int64_t value(Frame& frame) override { return frame.variables[slot_]; }

private:
  std::size_t slot_;
};

/// One index of a read: a variable, which is most of them, or any other term.
struct ReadIndex {
  std::optional<std::size_t> slot;
  NodePointer<std::int64_t> term;
  std::uint64_t extent = 0;
  std::uint64_t stride = 0;
};

/// A bounds-checked read of a tensor whose elements are stored as `Stored`.
template <typename Value, typename Stored> class ReadNode final : public Node<Value> {
public:
  ReadNode(std::string operand, const std::vector<Stored>& elements, std::vector<ReadIndex> indices)
      : operand_(std::move(operand)), elements_(elements.data()), indices_(std::move(indices)) {}

  Value value(Frame& frame) override {
    std::uint64_t offset = 0;
    for (const ReadIndex& index : indices_) {
      const std::int64_t at = index.slot ? frame.variables[*index.slot] : index.term->value(frame);
      // A negative index is, as an unsigned number, above every extent.
      if (static_cast<std::uint64_t>(at) >= index.extent) return out_of_range(frame, index, at);
      offset += static_cast<std::uint64_t>(at) * index.stride;
    }
    return static_cast<Value>(elements_[offset]);
  }

private:
  Value out_of_range(Frame& frame, const ReadIndex& index, std::int64_t at) const {
    const auto axis = static_cast<std::size_t>(&index - indices_.data());
    frame.failure.report("operand " + operand_ + " is read at index " + std::to_string(at) + " of axis " +
                         std::to_string(axis) + ", whose extent is " + std::to_string(index.extent));
    return Value{};
  }

  std::string operand_;
  const Stored* elements_;
  std::vector<ReadIndex> indices_;
};

/// A function of one value. It is a template argument, so that it is inlined.
template <typename Result, typename Value, Result (*Function)(Value, Failure&)>
class UnaryNode final : public Node<Result> {
public:
  explicit UnaryNode(NodePointer<Value> argument) : argument_(std::move(argument)) {}
  Result value(Frame& frame) override { return Function(argument_->value(frame), frame.failure); }

private:
  NodePointer<Value> argument_;
};

/// A function of two values, the left one evaluated first.
template <typename Result, typename Value, Result (*Function)(Value, Value, Failure&)>
class BinaryNode final : public Node<Result> {
public:
  BinaryNode(NodePointer<Value> left, NodePointer<Value> right) : left_(std::move(left)), right_(std::move(right)) {}
  Result value(Frame& frame) override {
    const Value left = left_->value(frame);
    const Value right = right_->value(frame);
    return Function(left, right, frame.failure);
  }

private:
  NodePointer<Value> left_;
  NodePointer<Value> right_;
};

/// `and` and `or`: stops at the first argument that decides.
class JunctionNode final : public Node<bool> {
public:
  JunctionNode(bool decides, std::vector<NodePointer<bool>> arguments)
      : decides_(decides), arguments_(std::move(arguments)) {}
  bool value(Frame& frame) override {
    for (const NodePointer<bool>& argument : arguments_)
      if (argument->value(frame) == decides_) return decides_;
    return !decides_;
  }

private:
  bool decides_;
  std::vector<NodePointer<bool>> arguments_;
};

class NotNode final : public Node<bool> {
public:
  explicit NotNode(NodePointer<bool> argument) : argument_(std::move(argument)) {}
  bool value(Frame& frame) override { return !argument_->value(frame); }

private:
  NodePointer<bool> argument_;
};

/// Evaluates the chosen branch only.
template <typename Value> class SelectNode final : public Node<Value> {
public:
  SelectNode(NodePointer<bool> condition, NodePointer<Value> if_true, NodePointer<Value> if_false)
      : condition_(std::move(condition)), if_true_(std::move(if_true)), if_false_(std::move(if_false)) {}
  Value value(Frame& frame) override {
    return condition_->value(frame) ? if_true_->value(frame) : if_false_->value(frame);
  }

private:
  NodePointer<bool> condition_;
  NodePointer<Value> if_true_;
  NodePointer<Value> if_false_;
};

/// What a fold runs over: a variable below a bound, and a body.
template <typename Body> struct FoldParts {
  std::size_t slot = 0;
  NodePointer<std::int64_t> bound;
  NodePointer<Body> body;

  /// Calls `step` with each index and the body's value there, in index order, and stops at a failure.
  template <typename Step> void run(Frame& frame, Step&& step) const {
    const std::int64_t end = bound->value(frame);
    for (std::int64_t index = 0; index < end && !frame.failure.happened(); ++index) {
      frame.variables[slot] = index;
      step(index, body->value(frame));
    }
  }
};

/// `fold_sum`, `fold_maximum`, `fold_minimum`: `Function` over the body's values, in index order.
template <typename Value, Value (*Function)(Value, Value, Failure&)> class FoldNode final : public Node<Value> {
public:
  /// Without an `identity` the first value starts.
  FoldNode(FoldParts<Value> parts, std::optional<Value> identity) : parts_(std::move(parts)), identity_(identity) {}
  Value value(Frame& frame) override {
    Value result = identity_.value_or(Value{});
    bool started = identity_.has_value();
    parts_.run(frame, [&](std::int64_t, Value next) {
      result = started ? Function(result, next, frame.failure) : next;
      started = true;
    });
    if (!started) frame.failure.report("the greatest or least of no integers has no value");
    return result;
  }

private:
  FoldParts<Value> parts_;
  std::optional<Value> identity_;
};

/// The lowest index of the greatest value. Equal is as IEEE 754 has it, so -0 and +0 tie; NaN ranks highest.
template <typename Body> class ArgmaxNode final : public Node<std::int64_t> {
public:
  explicit ArgmaxNode(FoldParts<Body> parts) : parts_(std::move(parts)) {}
  std::int64_t value(Frame& frame) override {
    std::int64_t best = -1;
    Body greatest{};
    parts_.run(frame, [&](std::int64_t index, Body next) {
      if (best >= 0 && !ranks_above(next, greatest)) return;
      best = index;
      greatest = next;
    });
    if (best < 0) frame.failure.report("the index of the greatest of no elements has no value");
    return best;
  }

private:
  static bool ranks_above(Body next, Body greatest) {
    if constexpr (std::is_floating_point_v<Body>) {
      if (std::isnan(greatest)) return false;
      if (std::isnan(next)) return true;
    }
    return next > greatest;
  }
  FoldParts<Body> parts_;
};

/// A fold that depends on some of the variables only, remembered for each of their values. It is computed when first
/// asked for, so a fold that no chosen branch reads is never run.
template <typename Value> class TableNode final : public Node<Value> {
public:
  struct Axis {
    std::size_t slot = 0;
    std::size_t extent = 0;
  };
  TableNode(std::vector<Axis> axes, std::size_t count, NodePointer<Value> fold)
      : axes_(std::move(axes)), fold_(std::move(fold)), values_(count), known_(count) {}
  Value value(Frame& frame) override {
    std::size_t position = 0;
    for (const Axis& axis : axes_)
      position = position * axis.extent + static_cast<std::size_t>(frame.variables[axis.slot]);
    if (!known_[position]) {
      values_[position] = fold_->value(frame);
      known_[position] = true;
    }
    return values_[position];
  }

private:
  std::vector<Axis> axes_;
  NodePointer<Value> fold_;
  std::vector<Value> values_;
  std::vector<bool> known_;
};

}  // namespace kina
