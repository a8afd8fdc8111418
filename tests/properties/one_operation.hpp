/// \file
/// Programs of one operation: its source text at random sizes and attributes, with operands that are views of others.
#pragma once

#include "spec/catalogue.hpp"
#include "spec/evaluate_integer.hpp"
#include "tests/properties/special_values.hpp"
#include "tests/random/instance_types.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace kina::tests {

inline bool reads_operand(const Term& condition) {
  bool found = false;
  visit_terms(condition, [&](const Term& term) { return !(found = found || term.is(Operator::read)); });
  return found;
}

inline std::vector<std::int64_t> shape_of(const std::vector<Dim>& extents, const Assignment& sizes) {
  std::vector<std::int64_t> shape;
  for (const Dim& extent : extents)
    shape.push_back(evaluate_integer(extent, sizes).value());
  return shape;
}

/// More elements than this are left to the decode programs.
inline constexpr std::size_t greatest_count = 4000;

inline bool is_small(const Rule& rule, const Assignment& sizes) {
  const auto small = [&](const Type& type) {
    return element_count(shape_of(type.extents, sizes)).value_or(greatest_count + 1) <= greatest_count;
  };
  return small(rule.result) && std::all_of(rule.operands.begin(), rule.operands.end(),
                                           [&](const RuleOperand& operand) { return small(operand.type); });
}

/// Extents and sizes of at most `greatest`, most of them small, that meet the premises about them, if a few attempts
/// find some.
inline std::optional<Assignment> drawn_sizes(const Rule& rule, std::int64_t greatest, NumberStream& numbers) {
  for (int attempt = 0; attempt < 5000; ++attempt) {
    const std::int64_t least = numbers.one_in(8) ? 0 : 1;
    const auto draw = [&] {
      const std::int64_t most = numbers.one_in(3) ? greatest : std::min<std::int64_t>(greatest, 5);
      return least + numbers.below(most + 1 - least);
    };
    Assignment sizes;
    for (const std::string& name : rule.sizes)
      sizes[name] = draw();
    for (const RuleOperand& operand : rule.operands)
      for (const Dim& extent : operand.type.extents)
        sizes[extent.name()] = draw();
    for (const Premise& premise : rule.premises) {
      const auto& sides = premise.condition.arguments();
      if (!premise.condition.is(Operator::equal) || !sides[0].is(Operator::variable)) continue;
      if (sides[1].is(Operator::variable)) sizes[sides[1].name()] = sizes[sides[0].name()];
      if (sides[1].is(Operator::integer)) sizes[sides[0].name()] = sides[1].integer_value();
    }
    const bool met = std::all_of(rule.premises.begin(), rule.premises.end(), [&](const Premise& premise) {
      return reads_operand(premise.condition) || evaluate_condition(premise.condition, sizes).value_or(false);
    });
    if (met && is_small(rule, sizes)) return sizes;
  }
  return std::nullopt;
}

/// A function with literal shapes, and arguments for it.
struct OperationProgram {
  std::string text;
  std::vector<Tensor> arguments;
};

/// Writes a program of one operation: `fn f(p0: f32[2, 3], ...) -> (r: f32[3, 2]) { ... }`.
class OperationWriter {
public:
  OperationWriter(const Operation& operation, const Instance& instance, const Rule& rule, const Assignment& sizes,
                  bool with_views, NumberStream& numbers)
      : operation_(operation), instance_(instance), rule_(rule), sizes_(sizes), with_views_(with_views),
        numbers_(numbers) {}

  OperationProgram write() {
    const std::string expression = expression_text();
    const std::string result = type_text(rule_.result.element, shape_of(rule_.result.extents, sizes_));
    return {fmt::format("fn f({}) -> (r: {}) {{\n{}  return {}\n}}\n", fmt::join(parameters_, ", "), result,
                        statements_, expression),
            std::move(arguments_)};
  }

private:
  static std::string shape_text(const std::vector<std::int64_t>& shape) {
    return fmt::format("[{}]", fmt::join(shape, ", "));
  }
  static std::string type_text(ElementType type, const std::vector<std::int64_t>& shape) {
    return std::string(name_of(type)) + shape_text(shape);
  }

  /// The next operand of the rule, by the name that it has in the text.
  std::string next_operand() {
    const RuleOperand& operand = rule_.operands.at(next_operand_++);
    const std::vector<std::int64_t> shape = shape_of(operand.type.extents, sizes_);
    return viewed(operand.type.element, shape, with_views_ ? static_cast<int>(numbers_.below(3)) : 0);
  }

  /// A tensor of this shape: a parameter, or a view of one, through as many operations as `depth`.
  std::string viewed(ElementType type, const std::vector<std::int64_t>& shape, int depth) {
    const std::string name = fmt::format("p{}", count_++);
    if (depth == 0) {
      parameters_.push_back(name + ": " + type_text(type, shape));
      arguments_.push_back(argument(type, shape));
      return name;
    }
    const std::size_t rank = shape.size();
    std::vector<std::int64_t> source = shape;
    std::string text;
    switch (numbers_.below(4)) {
    case 0: {
      std::vector<std::size_t> order(rank);
      std::iota(order.begin(), order.end(), std::size_t{0});
      for (std::size_t k = rank; k > 1; --k)
        std::swap(order[k - 1], order[static_cast<std::size_t>(numbers_.below(static_cast<std::int64_t>(k)))]);
      for (std::size_t axis = 0; axis < rank; ++axis)
        source[order[axis]] = shape[axis];
      text = fmt::format("transpose({}, [{}])", viewed(type, source, depth - 1), fmt::join(order, ", "));
      break;
    }
    case 1: {
      std::vector<std::string> ranges;
      for (std::size_t axis = 0; axis < rank; ++axis) {
        const std::int64_t begin = numbers_.below(2);
        source[axis] = begin + shape[axis] + numbers_.below(2);
        ranges.push_back(fmt::format("{}:{}", begin, begin + shape[axis]));
      }
      const std::string base = viewed(type, source, depth - 1);
      text = rank == 0 ? base : fmt::format("{}[{}]", base, fmt::join(ranges, ", "));
      break;
    }
    case 2: {
      // An axis that is indexed is dropped, and what stays lies further apart.
      const auto at = numbers_.below(static_cast<std::int64_t>(rank) + 1);
      source.insert(source.begin() + at, 2);
      std::vector<std::string> axes(rank + 1, ":");
      axes[static_cast<std::size_t>(at)] = "1";
      text = fmt::format("{}[{}]", viewed(type, source, depth - 1), fmt::join(axes, ", "));
      break;
    }
    default:
      // Some axes are stretched, or are new.
      source.erase(source.begin(), source.begin() + numbers_.below(static_cast<std::int64_t>(rank) + 1));
      for (std::int64_t& extent : source)
        if (numbers_.one_in(3)) extent = 1;
      text = fmt::format("broadcast({}, {})", viewed(type, source, depth - 1), shape_text(shape));
    }
    statements_ += fmt::format("  {} = {}\n", name, text);
    return name;
  }

  /// Values of all kinds; positions are mostly those that are in range.
  Tensor argument(ElementType type, const std::vector<std::int64_t>& shape) {
    Tensor tensor = special_tensor(type, shape, numbers_);
    const bool is_position = next_operand_ > 1 && is_integer(type) && rule_.operands[0].type.rank() > 0 &&
                             (rule_.name == "gather" || rule_.name == "slice" || rule_.name == "dynamic_slice" ||
                              rule_.name == "dynamic_update_slice");
    if (!is_position || numbers_.one_in(10)) return tensor;
    const std::vector<std::int64_t> extents = shape_of(rule_.operands[0].type.extents, sizes_);
    const std::int64_t bound = std::max<std::int64_t>(1, *std::max_element(extents.begin(), extents.end()));
    const std::int64_t below = numbers_.one_in(4) ? bound : extents[instance_.axis];
    std::visit(
        [&]<typename Element>(std::vector<Element>& elements) {
          for (Element& element : elements)
            element = static_cast<Element>(numbers_.below(std::max<std::int64_t>(1, below)));
        },
        tensor.elements);
    return tensor;
  }

  std::int64_t size(const std::string& name) const { return sizes_.at(name); }

  std::string shape_attribute(const std::string& name) const {
    std::vector<std::int64_t> shape;
    for (std::size_t axis = 0; axis < instance_.shape_rank; ++axis)
      shape.push_back(size(extent_of(name, axis).name()));
    return shape_text(shape);
  }

  std::string attribute(const Parameter& parameter) {
    switch (parameter.kind) {
    case ParameterKind::tensor: return next_operand();
    case ParameterKind::tensors: {
      std::vector<std::string> operands;
      while (next_operand_ < rule_.operands.size())
        operands.push_back(next_operand());
      return fmt::format("{}", fmt::join(operands, ", "));
    }
    case ParameterKind::axis: return std::to_string(instance_.axis);
    case ParameterKind::size: return std::to_string(size(parameter.name));
    case ParameterKind::shape:
    case ParameterKind::stretched_shape: return shape_attribute(parameter.name);
    case ParameterKind::permutation: return fmt::format("[{}]", fmt::join(instance_.permutation, ", "));
    case ParameterKind::element_type: return std::string(name_of(instance_.element_type));
    case ParameterKind::flag: return instance_.flag ? "true" : "false";
    case ParameterKind::slices: break;
    }
    std::vector<std::string> axes;
    for (std::size_t axis = 0; axis < instance_.slices.size(); ++axis) {
      const auto bound = [&](const char* name) { return size(extent_of(name, axis).name()); };
      switch (instance_.slices[axis]) {
      case SliceAxis::whole: axes.emplace_back(":"); break;
      case SliceAxis::range: axes.push_back(fmt::format("{}:{}", bound("start"), bound("stop"))); break;
      case SliceAxis::index: axes.push_back(next_operand()); break;
      }
    }
    return axes.empty() ? "" : fmt::format("[{}]", fmt::join(axes, ", "));
  }

  std::string expression_text() {
    std::vector<std::string> written;
    for (const Parameter& parameter : operation_.parameters) {
      const std::string text = attribute(parameter);
      written.push_back(parameter.by_name ? parameter.name + "=" + text : text);
    }
    switch (operation_.notation) {
    case Notation::prefix: return operation_.spelling + " " + written[0];
    case Notation::infix: return written[0] + " " + operation_.spelling + " " + written[1];
    case Notation::subscript: return written[0] + written[1];
    default: return fmt::format("{}({})", operation_.name, fmt::join(written, ", "));
    }
  }

  const Operation& operation_;
  const Instance& instance_;
  const Rule& rule_;
  const Assignment& sizes_;
  bool with_views_;
  NumberStream& numbers_;
  std::size_t next_operand_ = 0;
  int count_ = 0;
  std::vector<std::string> parameters_;
  std::vector<Tensor> arguments_;
  std::string statements_;
};

}  // namespace kina::tests
