/// Items: sizes, parameters, results, facts, and what every part of the checker uses.
#include "spec/lang/check_internal.hpp"

#include "spec/evaluate_integer.hpp"
#include "spec/render.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace kina::checking {

Diagnostic& ItemChecker::report(std::string code, Place place, std::string message, std::string label) {
  Diagnostic diagnostic;
  diagnostic.code = std::move(code);
  diagnostic.place = place;
  diagnostic.message = std::move(message);
  diagnostic.label = std::move(label);
  program_.diagnostics.push_back(std::move(diagnostic));
  return program_.diagnostics.back();
}

ValueId ItemChecker::new_value(Type type, Place place, std::string name) {
  item().values.push_back({std::move(name), std::move(type), place});
  return item().values.size() - 1;
}

void ItemChecker::require(Requirement requirement) {
  if (steps_ != nullptr) {
    add_step({std::move(requirement)});
  } else {
    item().signature.push_back(std::move(requirement));
  }
}

std::string ItemChecker::text_at(Place place) const {
  const std::string& text = program_.sources[place.file].text;
  return text.substr(place.begin, place.end - place.begin);
}

std::string ItemChecker::shown(const Operand& operand) {
  // A long expression would drown the advice it stands in.
  const std::string text = text_at(operand.place);
  return text.size() <= 40 && text.find('\n') == std::string::npos ? text : "...";
}

std::vector<std::string> ItemChecker::visible_names() const {
  std::vector<std::string> names;
  for (const auto& [name, id] : names_)
    names.push_back(name);
  for (const auto& [name, position] : sizes_)
    names.push_back(name);
  return names;
}

bool ItemChecker::declare_name(const syntax::Identifier& name) {
  const auto [found, inserted] = declared_.emplace(name.text, name.place);
  if (inserted) return true;
  const Position first = position_of(program_.sources[found->second.file], found->second.begin);
  report("name/duplicate", name.place, fmt::format("'{}' is already a name here", name.text), "declared again")
      .notes.push_back(
          fmt::format("it was declared at {}:{}; names are never bound twice or shadowed", first.line, first.column));
  return false;
}

void ItemChecker::declare_sizes() {
  for (const syntax::Identifier& size : source_.sizes) {
    if (!declare_name(size)) continue;
    sizes_[size.text] = item().sizes.size();
    item().sizes.push_back({size.text, 1, size.place});
  }
  find_least_sizes();
}

/// A size is at least 1, unless `where` says `N >= 0` or starts a chain with `0 <= N` (design section 4).
void ItemChecker::find_least_sizes() {
  const auto size_named = [&](const syntax::Expression& expression) -> SizeParameter* {
    const auto* name = std::get_if<syntax::Name>(&expression.node);
    const auto found = name == nullptr ? sizes_.end() : sizes_.find(name->text);
    return found == sizes_.end() ? nullptr : &item().sizes[found->second];
  };
  for (const syntax::Fact& fact : source_.facts) {
    SizeParameter* size = nullptr;
    if (fact.comparisons.front() == syntax::BinaryOperator::greater_equal && literal_integer(*fact.operands[1]) == 0)
      size = size_named(*fact.operands[0]);
    if (fact.comparisons.front() == syntax::BinaryOperator::less_equal && literal_integer(*fact.operands[0]) == 0)
      size = size_named(*fact.operands[1]);
    if (size != nullptr) size->least = 0;
  }
}

std::optional<Type> ItemChecker::checked_type(const syntax::Type& source) {
  const auto element = element_type_named(source.element.text);
  if (!element) {
    std::vector<std::string> candidates;
    for (const ElementType type : all_element_types())
      candidates.emplace_back(name_of(type));
    // Other languages' names.
    static const std::map<std::string, std::string> known{{"float", "f32"},   {"float32", "f32"}, {"double", "f64"},
                                                          {"float64", "f64"}, {"int", "i64"},     {"int32", "i32"},
                                                          {"int64", "i64"},   {"long", "i64"},    {"boolean", "bool"}};
    Diagnostic& diagnostic = report("type/element", source.element.place,
                                    fmt::format("'{}' is no element type", source.element.text), "unknown type");
    const auto foreign = known.find(source.element.text);
    const std::string nearest =
        foreign != known.end() ? foreign->second : nearest_name(source.element.text, candidates);
    diagnostic.helps.push_back(nearest.empty() ? "element types are f32, f64, i32, i64 and bool"
                                               : fmt::format("did you mean '{}'?", nearest));
  }
  Type type{element.value_or(ElementType::f32), {}};
  bool complete = element.has_value();
  if (source.extents.size() > greatest_rank) {
    report("limit/rank", source.place, fmt::format("a tensor has at most {} axes", greatest_rank), "too many axes");
    return std::nullopt;
  }
  for (std::size_t axis = 0; axis < source.extents.size(); ++axis) {
    const auto extent = size_term(*source.extents[axis]);
    if (!extent) {
      complete = false;
      continue;
    }
    type.extents.push_back(*extent);
    // A name is non-negative by its declaration; anything else is proved.
    if (extent->is(Operator::variable) || (extent->is(Operator::integer) && extent->integer_value() >= 0)) continue;
    Requirement requirement;
    requirement.code = "signature/extent";
    requirement.axis = axis;
    requirement.condition = less_equal(integer(0), *extent);
    requirement.place = source.extents[axis]->place;
    requirement.violation = fmt::format("the extent of axis {} may be negative", axis);
    requirement.requirement = "Every extent in a signature is at least 0.";
    require(std::move(requirement));
  }
  if (!complete) return std::nullopt;
  return type;
}

void ItemChecker::declare_results() {
  std::map<std::string, Place> results;
  for (const syntax::Declaration& result : source_.results) {
    if (declared_.contains(result.name.text) || !results.emplace(result.name.text, result.name.place).second)
      report("name/duplicate", result.name.place,
             fmt::format("'{}' is already a name in this signature", result.name.text), "declared again");
    if (auto type = checked_type(result.type))
      item().results.push_back({result.name.text, std::move(*type), result.name.place});
  }
}

void ItemChecker::check_signature() {
  declare_sizes();
  for (const syntax::Declaration& parameter : source_.parameters) {
    const bool fresh = declare_name(parameter.name);
    auto type = checked_type(parameter.type);
    if (!fresh) continue;
    if (!type) {
      failed_.insert(parameter.name.text);
      continue;
    }
    const ValueId id = new_value(std::move(*type), parameter.name.place, parameter.name.text);
    names_[parameter.name.text] = id;
    item().parameters.push_back({parameter.name.text, id, parameter.name.place});
  }
  declare_results();
  check_facts();
}

std::optional<Term> ItemChecker::fact_name(const syntax::Name& name, Place place, ProgramFact& fact) {
  if (sizes_.contains(name.text)) return variable(name.text);
  if (failed_.contains(name.text)) return std::nullopt;
  const Type* type = nullptr;
  bool is_result = false;
  if (const auto found = names_.find(name.text); found != names_.end()) type = &type_of(found->second);
  for (const ItemResult& result : item().results) {
    if (type != nullptr || result.name != name.text) continue;
    type = &result.type;
    is_result = true;
  }
  if (type == nullptr) {
    std::vector<std::string> candidates = visible_names();
    for (const ItemResult& result : item().results)
      candidates.push_back(result.name);
    Diagnostic& diagnostic =
        report("name/unknown", place, fmt::format("nothing is named '{}' here", name.text), "unknown name");
    if (const std::string nearest = nearest_name(name.text, candidates); !nearest.empty())
      diagnostic.helps.push_back(fmt::format("did you mean '{}'?", nearest));
    return std::nullopt;
  }
  if (type->element == ElementType::boolean || (is_result && is_floating(type->element))) {
    report("where/type", place,
           fmt::format("'{}' is {}, and facts are about integers and float parameters", name.text, to_text(*type)),
           to_text(*type));
    return std::nullopt;
  }
  if (type->rank() > 0 && !fact.tensor.empty() && fact.tensor != name.text) {
    report("where/tensors", place,
           fmt::format("a fact is about every element of one tensor, and this names '{}' and '{}'", fact.tensor,
                       name.text),
           "a second tensor");
    return std::nullopt;
  }
  if (type->rank() > 0) fact.tensor = name.text;
  fact.about_result = fact.about_result || is_result;
  fact.about_float = fact.about_float || is_floating(type->element);
  return read(name.text, any_indices(type->rank()));
}

std::optional<Term> ItemChecker::fact_term(const syntax::Expression& expression, ProgramFact& fact) {
  if (const auto* literal = std::get_if<syntax::Integer>(&expression.node)) return integer(literal->value);
  if (const auto* literal = std::get_if<syntax::Decimal>(&expression.node)) return number(literal->value);
  if (const auto* name = std::get_if<syntax::Name>(&expression.node)) return fact_name(*name, expression.place, fact);
  if (const auto* unary = std::get_if<syntax::Unary>(&expression.node);
      unary != nullptr && unary->operation == syntax::UnaryOperator::negate) {
    const auto operand = fact_term(*unary->operand, fact);
    if (!operand) return std::nullopt;
    if (operand->is(Operator::integer))
      if (const auto value = checked(Operator::subtract, 0, operand->integer_value())) return integer(*value);
    if (operand->is(Operator::number)) return number(-operand->number_value());
    return -*operand;
  }
  if (const auto* binary = std::get_if<syntax::Binary>(&expression.node)) {
    const auto left = fact_term(*binary->left, fact);
    const auto right = fact_term(*binary->right, fact);
    if (!left || !right) return std::nullopt;
    if (auto combined = combined_sizes(binary->operation, *left, *right, binary->right->place)) return combined;
  }
  if (const auto* call = std::get_if<syntax::Call>(&expression.node);
      call != nullptr && (call->callee.text == "min" || call->callee.text == "max") && call->arguments.size() == 2) {
    const auto left = fact_term(*call->arguments[0].value, fact);
    const auto right = fact_term(*call->arguments[1].value, fact);
    if (!left || !right) return std::nullopt;
    return apply(call->callee.text == "min" ? Operator::minimum : Operator::maximum, {*left, *right});
  }
  report("where/term", expression.place, "a fact compares integers, or a float parameter with literals",
         "not in a fact")
      .helps.push_back("use sizes, parameters and results under + - * / %, min and max");
  return std::nullopt;
}

void ItemChecker::check_facts() {
  for (const syntax::Fact& source : source_.facts) {
    for (std::size_t k = 0; k < source.comparisons.size(); ++k) {
      ProgramFact fact;
      const syntax::Expression& left_source = *source.operands[k];
      const syntax::Expression& right_source = *source.operands[k + 1];
      fact.place = covering(left_source.place, right_source.place);
      const auto left = fact_term(left_source, fact);
      const auto right = fact_term(right_source, fact);
      if (!left || !right) continue;
      const bool literal = left->is(Operator::number) || right->is(Operator::number);
      const auto is_literal = [](const Term& term) { return term.is(Operator::integer) || term.is(Operator::number); };
      const bool compares =
          (left->is(Operator::read) && is_literal(*right)) || (right->is(Operator::read) && is_literal(*left));
      if ((fact.about_float && !compares) || (literal && !fact.about_float)) {
        report("where/float", fact.place, "a float parameter is compared with a literal, and nothing else is", "");
        continue;
      }
      Operator comparison = Operator::equal;
      switch (source.comparisons[k]) {
      case syntax::BinaryOperator::not_equal: comparison = Operator::not_equal; break;
      case syntax::BinaryOperator::less: comparison = Operator::less; break;
      case syntax::BinaryOperator::less_equal: comparison = Operator::less_equal; break;
      case syntax::BinaryOperator::greater: comparison = Operator::greater; break;
      case syntax::BinaryOperator::greater_equal: comparison = Operator::greater_equal; break;
      default: break;
      }
      // `>` and `>=` are turned around, so that every fact reads from the lesser to the greater.
      if (comparison == Operator::greater) {
        fact.condition = less(*right, *left);
      } else if (comparison == Operator::greater_equal) {
        fact.condition = less_equal(*right, *left);
      } else {
        fact.condition = apply(comparison, {*left, *right});
      }
      item().facts.push_back(std::move(fact));
    }
  }
}

void ItemChecker::check_body() {
  std::vector<Step> body;
  steps_ = &body;
  bool ended = false;
  for (const syntax::Statement& statement : source_.body) {
    const bool returns = std::holds_alternative<syntax::Return>(statement.node);
    const bool asserts = std::holds_alternative<syntax::Assert>(statement.node);
    const bool is_function = source_.kind == syntax::ItemKind::function;
    if ((returns && !is_function) || (asserts && is_function)) {
      report("item/statement", statement.place,
             is_function ? "a function ends in return; assert stands in a theorem"
                         : "a theorem ends in assert; return stands in a function",
             "");
      continue;
    }
    if (ended && !asserts)
      report("item/statement", statement.place,
             is_function ? "return is the last statement" : "the assertions come last", "after the end");
    ended = ended || returns || asserts;
    check_statement(statement);
  }
  if (!ended)
    report("item/end", source_.body_close,
           source_.kind == syntax::ItemKind::function ? "a function ends in return" : "a theorem ends in assert",
           "nothing is concluded");
  steps_ = nullptr;
  item().body = std::move(body);
}

}  // namespace kina::checking
