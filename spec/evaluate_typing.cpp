#include "spec/evaluate_typing.hpp"

#include <algorithm>
#include <stdexcept>

namespace kina {
namespace {

bool has_number(const Term& term) {
  const auto& arguments = term.arguments();
  return term.is(Operator::number) || std::any_of(arguments.begin(), arguments.end(), has_number);
}

}  // namespace

TermTyping::TermTyping(const Rule& rule, const std::vector<const Tensor*>& operands) : rule_(rule.name) {
  for (std::size_t k = 0; k < operands.size(); ++k)
    operands_[rule.operands[k].name] = operands[k];
}

void TermTyping::reject(const std::string& problem) const { throw std::logic_error("rule " + rule_ + ": " + problem); }

const Tensor& TermTyping::operand(const std::string& name) const {
  const auto found = operands_.find(name);
  if (found == operands_.end()) reject("its element reads " + name + ", which is no operand");
  return *found->second;
}

std::optional<ElementType> TermTyping::type_of(const Term& term) const {
  const auto& arguments = term.arguments();
  switch (term.operation()) {
  case Operator::integer:
  case Operator::number: return std::nullopt;
  case Operator::variable:
  case Operator::fold_argmax: return ElementType::i64;
  case Operator::read: return operand(term.name()).type();
  case Operator::cast: return term.cast_type();
  case Operator::boolean:
  case Operator::logical_and:
  case Operator::logical_or:
  case Operator::logical_not: return ElementType::boolean;
  case Operator::select: return common_type(arguments, 1);
  case Operator::fold_sum:
  case Operator::fold_maximum:
  case Operator::fold_minimum: return type_of(arguments[1]);
  default: return is_comparison(term.operation()) ? ElementType::boolean : common_type(arguments);
  }
}

ElementType TermTyping::type_of_all(const std::vector<Term>& terms) const {
  if (const auto type = common_type(terms)) return *type;
  return std::any_of(terms.begin(), terms.end(), has_number) ? ElementType::f32 : ElementType::i64;
}

/// The type of the first term that has one; i64 if an i32 stands beside an i64. Other mixtures are found when the terms
/// are compiled.
std::optional<ElementType> TermTyping::common_type(const std::vector<Term>& terms, std::size_t first) const {
  std::optional<ElementType> common;
  for (std::size_t k = first; k < terms.size(); ++k) {
    const std::optional<ElementType> type = type_of(terms[k]);
    const bool widens = common == ElementType::i32 && type == ElementType::i64;
    if (!common || widens) common = type;
  }
  return common;
}

}  // namespace kina
