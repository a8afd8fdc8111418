#include "manual/pages/data_flow.hpp"

#include "manual/pages/address.hpp"
#include "spec/render.hpp"

#include <fmt/format.h>
#include <map>

namespace kina::manual {
namespace {

std::string size_text(const OperationStep& step, const std::string& name) {
  const auto found = step.sizes.find(name);
  return found == step.sizes.end() ? name : to_text(found->second);
}

std::string shape_text(const OperationStep& step, const std::string& name) {
  std::vector<std::string> extents;
  for (std::size_t axis = 0; axis < step.instance.shape_rank; ++axis)
    extents.push_back(size_text(step, fmt::format("{}.{}", name, axis)));
  return fmt::format("[{}]", fmt::join(extents, ", "));
}

std::string slices_text(const OperationStep& step) {
  std::vector<std::string> axes;
  for (std::size_t axis = 0; axis < step.instance.slices.size(); ++axis) {
    switch (step.instance.slices[axis]) {
    case SliceAxis::whole: axes.emplace_back(":"); break;
    case SliceAxis::range:
      axes.push_back(size_text(step, fmt::format("start.{}", axis)) + ":" +
                     size_text(step, fmt::format("stop.{}", axis)));
      break;
    case SliceAxis::index: axes.emplace_back("i"); break;
    }
  }
  return fmt::format("[{}]", fmt::join(axes, ", "));
}

std::string attribute_text(const OperationStep& step, const Parameter& parameter) {
  const std::string name = parameter.by_name ? parameter.name + "=" : "";
  switch (parameter.kind) {
  case ParameterKind::tensor:
  case ParameterKind::tensors: return {};
  case ParameterKind::axis: return fmt::format("{}={}", parameter.name, step.instance.axis);
  case ParameterKind::size: return name + size_text(step, parameter.name);
  case ParameterKind::shape:
  case ParameterKind::stretched_shape: return name + shape_text(step, parameter.name);
  case ParameterKind::permutation: return fmt::format("{}[{}]", name, fmt::join(step.instance.permutation, ", "));
  case ParameterKind::element_type: return name + std::string(name_of(step.instance.element_type));
  case ParameterKind::flag: return step.instance.flag ? name + "true" : "";
  case ParameterKind::slices: return slices_text(step);
  }
  return {};
}

/// `==`, from a comparison of two names.
std::string comparison_text(Operator comparison) {
  const std::string text = to_text(apply(comparison, {variable("a"), variable("b")}));
  return text.substr(2, text.size() - 4);
}

/// A quoted string of Graphviz.
std::string quoted_text(const std::string& text) {
  std::string result = "\"";
  for (const char letter : text)
    result += letter == '"' || letter == '\\' ? fmt::format("\\{}", letter) : std::string(1, letter);
  return result + "\"";
}

/// Writes the graph of one item. A theorem has its assertions in place of results.
class Graph {
public:
  Graph(const Program& program, const ProgramItem& item) : program_(program), item_(item) {}

  std::string text() {
    for (const ItemParameter& parameter : item_.parameters)
      add_source(parameter.value, parameter.name, "shape=ellipse, style=filled, fillcolor=\"#e8f0fa\"");
    add(item_.body);
    for (std::size_t k = 0; k < item_.returned.size(); ++k) {
      const std::string node = fmt::format("result{}", k);
      const std::string name = k < item_.results.size() ? item_.results[k].name : "";
      body_ += fmt::format("  {} [label={}, shape=ellipse, style=filled, fillcolor=\"#e6f4e6\"];\n", node,
                           quoted_text(name));
      add_edge(item_.returned[k], node);
    }
    for (std::size_t k = 0; k < item_.assertions.size(); ++k) {
      const Assertion& assertion = item_.assertions[k];
      const std::string node = fmt::format("assertion{}", k);
      body_ += fmt::format("  {} [label={}, shape=hexagon, style=filled, fillcolor=\"#e6f4e6\"];\n", node,
                           quoted_text(fmt::format("assert {}", comparison_text(assertion.comparison))));
      add_edge(assertion.left, node);
      add_edge(assertion.right, node);
    }
    // In inches: what is wider than a page's text is drawn smaller.
    return "digraph {\n  size=\"9.4,60\";\n  node [shape=box, fontname=\"Helvetica\", fontsize=11, height=0.3];\n"
           "  edge [fontname=\"Helvetica\", fontsize=9, arrowsize=0.6];\n" +
           body_ + "}\n";
  }

private:
  void add_source(ValueId value, const std::string& label, const std::string& style) {
    const std::string node = fmt::format("value{}", value);
    body_ += fmt::format("  {} [label={}, {}];\n", node, quoted_text(label), style);
    node_of_[value] = node;
  }

  void add_edge(ValueId value, const std::string& node, const std::string& more = "") {
    const auto found = node_of_.find(value);
    if (found == node_of_.end()) return;
    body_ += fmt::format("  {} -> {} [label={}{}];\n", found->second, node,
                         quoted_text(to_text(item_.values[value].type)), more);
  }

  /// `k_all = concat(axis=3)`: the name that the source gives the value, if it gives one.
  std::string bound(ValueId value, const std::string& label) const {
    const std::string& name = item_.values[value].name;
    return name.empty() ? label : fmt::format("{} = {}", name, label);
  }

  void add(const std::vector<Step>& steps) {
    for (const Step& step : steps)
      std::visit([&](const auto& node) { add(node); }, step.node);
  }
  void add(const LiteralStep& step) {
    add_source(step.result, bound(step.result, to_text(step.literal)), "shape=plaintext");
  }
  void add(const SizeStep& step) { add_source(step.result, bound(step.result, to_text(step.size)), "shape=plaintext"); }
  void add(const Requirement&) {}

  void add(const OperationStep& step) {
    const std::string node = fmt::format("step{}", count_++);
    body_ += fmt::format("  {} [label={}, URL=\"{}\", target=\"_top\"];\n", node,
                         quoted_text(bound(step.result, step_text(step))), address_of(step.operation->name));
    for (const ValueId operand : step.operands)
      add_edge(operand, node);
    node_of_[step.result] = node;
  }

  void add(const CallStep& step) {
    const std::string node = fmt::format("step{}", count_++);
    body_ += fmt::format("  {} [label={}, shape=component];\n", node, quoted_text(program_.items[step.callee].name));
    for (const ValueId argument : step.arguments)
      add_edge(argument, node);
    for (const ValueId result : step.results)
      node_of_[result] = node;
  }

  /// A carry's value in the body comes from before the loop and, dashed, from the body's end.
  void add(const LoopStep& loop) {
    const std::string outer = std::exchange(body_, "");
    for (const LoopStep::Carry& carry : loop.carries)
      add_source(carry.inside, item_.values[carry.inside].name, "shape=ellipse");
    add(loop.body);
    for (const LoopStep::Carry& carry : loop.carries)
      add_edge(carry.next, node_of_.at(carry.inside), ", style=dashed, constraint=false");
    body_ = fmt::format("{}  subgraph cluster{} {{\n  label={};\n{}  }}\n", outer, count_++,
                        quoted_text(fmt::format("for {} in 0..{}", loop.variable, to_text(loop.bound))), body_);
    for (const LoopStep::Carry& carry : loop.carries) {
      add_edge(carry.initial, node_of_.at(carry.inside));
      if (const auto next = node_of_.find(carry.next); next != node_of_.end()) node_of_[carry.after] = next->second;
    }
    for (const LoopStep::Stack& stack : loop.stacks) {
      add_source(stack.after, fmt::format("stack {}", item_.values[stack.after].name), "shape=box, style=rounded");
      add_edge(stack.value, node_of_.at(stack.after));
    }
  }

  const Program& program_;
  const ProgramItem& item_;
  std::string body_;
  std::map<ValueId, std::string> node_of_;
  std::size_t count_ = 0;
};

}  // namespace

std::string step_text(const OperationStep& step) {
  std::vector<std::string> attributes;
  for (const Parameter& parameter : step.operation->parameters)
    if (std::string text = attribute_text(step, parameter); !text.empty()) attributes.push_back(std::move(text));
  if (step.operation->notation == Notation::subscript) return attributes.empty() ? "[]" : attributes.front();
  const std::string name = step.operation->spelling.empty() ? step.operation->name : step.operation->spelling;
  return attributes.empty() ? name : fmt::format("{}({})", name, fmt::join(attributes, ", "));
}

std::string data_flow(const Program& program, const ProgramItem& item) { return Graph(program, item).text(); }

}  // namespace kina::manual
