#include "spec/rule.hpp"

#include <utility>

namespace kina {

std::string_view name_of(ObligationKind kind) {
  switch (kind) {
  case ObligationKind::typing: return "typing";
  case ObligationKind::bounds: return "bounds";
  case ObligationKind::range: return "range";
  case ObligationKind::loop: return "loop";
  case ObligationKind::theorem: return "theorem";
  case ObligationKind::law: return "law";
  }
  return "";
}

Term extent_of(const std::string& operand, std::size_t axis) { return variable(operand + "." + std::to_string(axis)); }
Term index_variable(std::size_t axis) { return variable("i" + std::to_string(axis)); }
std::vector<Term> index_variables(std::size_t rank) {
  std::vector<Term> indices;
  for (std::size_t axis = 0; axis < rank; ++axis)
    indices.push_back(index_variable(axis));
  return indices;
}

RuleOperand make_operand(const Instance& instance, std::size_t position, std::string name) {
  Type type;
  type.element = instance.types.at(position);
  for (std::size_t axis = 0; axis < instance.ranks.at(position); ++axis)
    type.extents.push_back(extent_of(name, axis));
  return {std::move(name), std::move(type)};
}

}  // namespace kina
