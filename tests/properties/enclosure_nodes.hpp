/// \file
/// A rule's element term with its names looked up, so that it can be evaluated in enclosures (enclosure_element.hpp).
#pragma once

#include "spec/evaluate_integer.hpp"
#include "spec/rule.hpp"
#include "tests/properties/enclosure.hpp"

#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace kina::tests {

struct EnclosedTensor {
  ElementType type = ElementType::f32;
  std::vector<std::int64_t> shape;
  std::vector<Enclosure> elements;
};

/// A term with its names looked up. Nodes are of one kind, whatever their operator: this evaluator is read more often
/// than it is waited for.
struct EnclosureNode {
  Operator operation = Operator::integer;
  ElementType type = ElementType::i64;
  /// Whether it is a literal or an index, which take the type of what they stand beside.
  bool is_flexible = false;
  /// Whether it is a term of a sum, so that its multiplication may be fused with the addition.
  bool is_fused = false;
  std::vector<EnclosureNode> arguments;
  Enclosure constant;
  /// Of a variable, or of the variable that a fold binds.
  std::size_t slot = 0;
  const EnclosedTensor* tensor = nullptr;
  /// A fold that depends on some of the result's indices only is remembered for each of their values.
  struct Table {
    std::vector<std::pair<std::size_t, std::size_t>> axes;  ///< slot and extent
    std::vector<Enclosure> values;
    std::vector<bool> known;
  };
  std::shared_ptr<Table> table;
};

using IndexFrame = std::vector<std::int64_t>;

// ---- names to slots ----

class EnclosureCompiler {
public:
  EnclosureCompiler(const Rule& rule, const Assignment& constants, const std::vector<const EnclosedTensor*>& operands)
      : rule_(rule), constants_(constants), operands_(operands) {}

  /// Binds a variable of this extent to the next slot.
  void bind(const std::string& name, std::int64_t extent) {
    slots_[name] = frame_size_++;
    extents_.push_back(static_cast<std::size_t>(extent));
  }

  EnclosureNode compiled(const Term& term) {
    EnclosureNode node;
    node.operation = term.operation();
    switch (term.operation()) {
    case Operator::integer:
    case Operator::boolean:
      node.constant = certain(static_cast<long double>(term.integer_value()));
      node.is_flexible = term.is(Operator::integer);
      if (!node.is_flexible) node.type = ElementType::boolean;
      return node;
    case Operator::number:
      node.constant = certain(static_cast<long double>(term.number_value()));
      node.is_flexible = true;
      return node;
    case Operator::variable: return variable_node(term, std::move(node));
    case Operator::read: node.tensor = operand(term.name()); break;
    default: break;
    }
    if (is_fold(term.operation())) return fold_node(term, std::move(node));
    for (const Term& argument : term.arguments())
      node.arguments.push_back(compiled(argument));
    node.type = type_of(term, node);
    return node;
  }

  [[nodiscard]] std::size_t frame_size() const { return frame_size_; }

private:
  const EnclosedTensor* operand(const std::string& name) const {
    for (std::size_t k = 0; k < rule_.operands.size(); ++k)
      if (rule_.operands[k].name == name) return operands_[k];
    throw std::logic_error("a term reads " + name + ", which is no operand");
  }

  EnclosureNode variable_node(const Term& term, EnclosureNode node) const {
    node.is_flexible = true;
    if (const auto slot = slots_.find(term.name()); slot != slots_.end()) {
      node.slot = slot->second;
      return node;
    }
    node.operation = Operator::integer;
    node.constant = certain(static_cast<long double>(constants_.at(term.name())));
    return node;
  }

  static ElementType type_of(const Term& term, const EnclosureNode& node) {
    if (term.is(Operator::cast)) return term.cast_type();
    if (term.is(Operator::read)) return node.tensor->type;
    if (is_comparison(term.operation())) return ElementType::boolean;
    const std::size_t first = term.is(Operator::select) ? 1 : 0;
    for (std::size_t k = first; k < node.arguments.size(); ++k)
      if (!node.arguments[k].is_flexible) return node.arguments[k].type;
    return ElementType::i64;
  }

  EnclosureNode fold_node(const Term& term, EnclosureNode node) {
    node.arguments.push_back(compiled(term.arguments()[0]));
    const std::map<std::string, std::size_t> outside = slots_;
    node.slot = frame_size_++;
    slots_[term.name()] = node.slot;
    node.arguments.push_back(compiled(term.arguments()[1]));
    slots_ = outside;
    node.arguments[1].is_fused = term.is(Operator::fold_sum);
    node.type = term.is(Operator::fold_argmax) ? ElementType::i64 : node.arguments[1].type;

    const std::set<std::string> free = free_variables(term);
    auto table = std::make_shared<EnclosureNode::Table>();
    std::size_t count = 1;
    for (const auto& [name, slot] : slots_) {
      if (!free.contains(name)) continue;
      // What depends on another fold's variable is computed each time.
      if (slot >= extents_.size()) return node;
      table->axes.emplace_back(slot, extents_[slot]);
      count *= extents_[slot];
    }
    if (table->axes.size() == slots_.size()) return node;
    table->values.resize(count);
    table->known.resize(count);
    node.table = std::move(table);
    return node;
  }

  const Rule& rule_;
  const Assignment& constants_;
  const std::vector<const EnclosedTensor*>& operands_;
  std::map<std::string, std::size_t> slots_;
  std::vector<std::size_t> extents_;
  std::size_t frame_size_ = 0;
};

}  // namespace kina::tests
