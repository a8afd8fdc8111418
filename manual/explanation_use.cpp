#include "manual/explanation_use.hpp"

#include "spec/catalogue.hpp"
#include "spec/render.hpp"

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <set>
#include <tuple>

namespace kina {
namespace {

/// Above this rank a premise is one that a lower rank has, on one axis more.
constexpr std::size_t greatest_shown_rank = 3;
constexpr std::size_t preferred_rank = 2;

std::set<std::string> premise_names(const Rule& rule) {
  std::set<std::string> names;
  for (const Premise& premise : rule.premises)
    names.insert(premise.name);
  return names;
}

std::size_t distance_from_preferred(std::size_t rank) {
  return rank < preferred_rank ? preferred_rank - rank : rank - preferred_rank;
}

/// What a use is preferred by, greatest first: many premises where they count, few operands, matrices, a last axis, and
/// a permutation that moves axes.
auto merit(const OperationUse& use, bool premises_count) {
  std::size_t distance = distance_from_preferred(use.instance.shape_rank);
  for (const std::size_t rank : use.instance.ranks)
    distance += distance_from_preferred(rank);
  return std::tuple(premises_count ? premise_names(use.rule).size() : 0, -static_cast<int>(use.rule.operands.size()),
                    -static_cast<int>(distance), use.instance.axis, use.instance.permutation);
}

std::optional<OperationUse> best_use(const Operation& operation, bool premises_count,
                                     const std::function<bool(const Rule&)>& accepts) {
  std::optional<OperationUse> best;
  for (const Instance& instance : covered_instances(operation, greatest_shown_rank)) {
    OperationUse use{instance, operation.rule(instance)};
    if (!accepts(use.rule)) continue;
    if (!best || merit(use, premises_count) > merit(*best, premises_count)) best = std::move(use);
  }
  return best;
}

std::string joined(const std::vector<std::string>& parts) { return fmt::format("{}", fmt::join(parts, ", ")); }

std::string numbered(const std::string& name, std::size_t rank) {
  std::vector<std::string> extents;
  for (std::size_t axis = 0; axis < rank; ++axis)
    extents.push_back(extent_of(name, axis).name());
  return "[" + joined(extents) + "]";
}

std::string slices_text(const std::vector<SliceAxis>& slices) {
  std::vector<std::string> parts;
  for (std::size_t axis = 0; axis < slices.size(); ++axis) {
    switch (slices[axis]) {
    case SliceAxis::whole: parts.emplace_back(":"); break;
    case SliceAxis::range: parts.push_back(fmt::format("start.{0}:stop.{0}", axis)); break;
    case SliceAxis::index: parts.push_back(fmt::format("index.{}", axis)); break;
    }
  }
  return joined(parts);
}

/// The arguments for one parameter; `operand` is the position of the next operand.
std::string argument_text(const Parameter& parameter, const OperationUse& use, std::size_t& operand) {
  const Instance& instance = use.instance;
  switch (parameter.kind) {
  case ParameterKind::tensor: return use.rule.operands.at(operand++).name;
  case ParameterKind::tensors: {
    std::vector<std::string> names;
    while (operand < use.rule.operands.size())
      names.push_back(use.rule.operands[operand++].name);
    return joined(names);
  }
  case ParameterKind::axis: return std::to_string(instance.axis);
  case ParameterKind::size: return parameter.name;
  case ParameterKind::shape:
  case ParameterKind::stretched_shape: return numbered(parameter.name, instance.shape_rank);
  case ParameterKind::permutation: return fmt::format("[{}]", fmt::join(instance.permutation, ", "));
  case ParameterKind::element_type: return std::string(name_of(instance.element_type));
  case ParameterKind::flag: return instance.flag ? "true" : "false";
  case ParameterKind::slices: return slices_text(instance.slices);
  }
  return {};
}

/// The parameter that operand `position` is given for.
const Parameter* parameter_of_operand(const Operation& operation, std::size_t position) {
  for (const Parameter& parameter : operation.parameters) {
    if (parameter.kind == ParameterKind::tensors) return &parameter;
    if (parameter.kind == ParameterKind::tensor && position-- == 0) return &parameter;
  }
  return nullptr;
}

/// The element type of an operand, as far as its parameter says it.
std::string element_text(const Parameter* parameter, ElementType type) {
  return parameter == nullptr || parameter->types == TypePattern::boolean ? std::string(name_of(type))
                                                                          : parameter->type_variable;
}

std::string typed(const std::string& element, const Type& type) {
  const std::string text = to_text(type);
  return element + text.substr(text.find('['));
}

/// Whether `same` is true of every use at low ranks.
bool always(const Operation& operation, const std::function<bool(const Instance&, const Rule&)>& same) {
  const std::vector<Instance> instances = covered_instances(operation, preferred_rank);
  return std::all_of(instances.begin(), instances.end(),
                     [&](const Instance& instance) { return same(instance, operation.rule(instance)); });
}

std::string result_element(const Operation& operation, const OperationUse& use) {
  for (std::size_t k = 0; k < use.rule.operands.size(); ++k) {
    const bool has_its_type = always(operation, [&](const Instance&, const Rule& rule) {
      return k < rule.operands.size() && rule.result.element == rule.operands[k].type.element;
    });
    if (has_its_type) return element_text(parameter_of_operand(operation, k), use.rule.operands[k].type.element);
  }
  for (const Parameter& parameter : operation.parameters) {
    const auto has_given_type = [](const Instance& instance, const Rule& rule) {
      return rule.result.element == instance.element_type;
    };
    if (parameter.kind == ParameterKind::element_type && always(operation, has_given_type)) return parameter.name;
  }
  return std::string(name_of(use.rule.result.element));
}

/// The shapes of `{operands [S] [T]}`.
std::vector<std::string> shapes_in(const std::string& text) {
  std::vector<std::string> shapes;
  for (std::size_t begin = text.find('['); begin != std::string::npos; begin = text.find('[', begin + 1))
    shapes.push_back(text.substr(begin, text.find(']', begin) + 1 - begin));
  return shapes;
}

/// The use with `broadcast` around its operands, from the one at `first`.
OperationUse stretched(OperationUse use, std::size_t first) {
  for (std::size_t k = first; k < use.rule.operands.size(); ++k)
    use.rule.operands[k].name = "broadcast(" + use.rule.operands[k].name + ")";
  return use;
}

std::string declared_operands(const OperationUse& use, const std::vector<std::string>& shapes) {
  std::vector<std::string> declared;
  for (const RuleOperand& operand : use.rule.operands) {
    const bool is_last = declared.size() + 1 == use.rule.operands.size();
    declared.push_back(
        fmt::format("{}: {}{}", operand.name, name_of(operand.type.element), is_last ? shapes.back() : shapes.front()));
  }
  return joined(declared);
}

/// ` where y != 0`: the premises about values, of every element of an operand.
std::string stated_facts(const OperationUse& use) {
  std::set<std::string> facts;
  for (const Premise& premise : use.rule.premises)
    if (premise.kind == ObligationKind::range)
      facts.insert(to_text(rewrite_reads(
          premise.condition, [](const std::string& tensor, const std::vector<Term>&) { return variable(tensor); })));
  return facts.empty() ? "" : fmt::format(" where {}", fmt::join(facts, ", "));
}

}  // namespace

OperationUse shown_use(const Operation& operation) {
  return *best_use(operation, true, [](const Rule&) { return true; });
}

std::optional<OperationUse> shown_use(const Operation& operation, std::string_view premise) {
  return best_use(operation, false,
                  [&](const Rule& rule) { return premise_names(rule).contains(std::string(premise)); });
}

std::vector<std::string> premise_names(const Operation& operation) {
  std::vector<std::string> names;
  const auto add = [&](const Rule& rule) {
    for (const Premise& premise : rule.premises)
      if (std::find(names.begin(), names.end(), premise.name) == names.end()) names.push_back(premise.name);
  };
  add(shown_use(operation).rule);
  for (const Instance& instance : covered_instances(operation, greatest_shown_rank))
    add(operation.rule(instance));
  return names;
}

std::string written_use(const Operation& operation, const OperationUse& use) {
  std::vector<std::string> arguments;
  std::size_t operand = 0;
  for (const Parameter& parameter : operation.parameters) {
    const bool is_named =
        operation.notation == Notation::call && (parameter.by_name || !parameter.default_text.empty());
    arguments.push_back((is_named ? parameter.name + "=" : "") + argument_text(parameter, use, operand));
  }
  switch (operation.notation) {
  case Notation::call: return fmt::format("{}({})", operation.name, joined(arguments));
  case Notation::prefix: return operation.spelling + (operation.spelling == operation.name ? " " : "") + arguments[0];
  case Notation::infix: return fmt::format("{} {} {}", arguments[0], operation.spelling, arguments[1]);
  case Notation::subscript: return fmt::format("{}[{}]", arguments[0], arguments[1]);
  }
  return {};
}

std::string operands_text(const Operation& operation, const OperationUse& use) {
  std::vector<std::string> operands;
  for (std::size_t k = 0; k < use.rule.operands.size(); ++k) {
    const RuleOperand& operand = use.rule.operands[k];
    operands.push_back(
        fmt::format("{}: {}", operand.name,
                    typed(element_text(parameter_of_operand(operation, k), operand.type.element), operand.type)));
  }
  return joined(operands);
}

std::string result_text(const Operation& operation, const OperationUse& use) {
  return typed(result_element(operation, use), use.rule.result);
}

std::string legend_text(const OperationUse& use, const std::vector<Term>& terms) {
  std::set<std::string> names;
  for (const Term& term : terms) {
    visit_terms(term, [&](const Term& part) {
      if (part.is(Operator::variable)) names.insert(part.name());
      return true;
    });
  }
  std::string extent;
  std::string given;
  std::string index;
  for (const std::string& name : names) {
    const std::size_t dot = name.find('.');
    const std::string stem = name.substr(0, dot);
    const std::string axis = name.substr(dot + 1);
    const auto is_operand = [&](const RuleOperand& operand) { return operand.name == stem; };
    if (name == index_variable(0).name() || name == index_variable(1).name()) {
      if (index.empty()) index = fmt::format("`{0}` is any index on axis {1}. ", name, name.back());
    } else if (dot == std::string::npos) {
      continue;
    } else if (std::any_of(use.rule.operands.begin(), use.rule.operands.end(), is_operand)) {
      if (extent.empty()) extent = fmt::format("`{}` is the extent of {} on axis {}. ", name, stem, axis);
    } else if (given.empty()) {
      given = fmt::format("`{}` is the {} that is given for axis {}. ", name, stem, axis);
    }
  }
  std::string text = extent + given + index;
  if (!text.empty()) text.pop_back();
  return text;
}

std::string filled_in(const std::string& program, const Operation& operation, const OperationUse& use) {
  const auto value_of = [&](const std::string& placeholder) -> std::optional<std::string> {
    if (placeholder == "name") return operation.name;
    if (placeholder == "operation") return written_use(operation, use);
    if (placeholder == "stretched") return written_use(operation, stretched(use, use.rule.operands.size() - 1));
    if (placeholder == "all_stretched") return written_use(operation, stretched(use, 0));
    if (placeholder == "result") return std::string(name_of(use.rule.result.element));
    if (placeholder == "facts") return stated_facts(use);
    if (placeholder.starts_with("operands ")) return declared_operands(use, shapes_in(placeholder));
    return std::nullopt;
  };
  std::string text;
  std::size_t at = 0;
  for (std::size_t open = program.find('{'); open != std::string::npos; open = program.find('{', at)) {
    text += program.substr(at, open - at);
    const std::size_t close = program.find('}', open);
    const std::optional<std::string> value = value_of(program.substr(open + 1, close - open - 1));
    // Any other brace is one of the program itself.
    text += value.value_or("{");
    at = value ? close + 1 : open + 1;
  }
  return text + program.substr(at);
}

}  // namespace kina
