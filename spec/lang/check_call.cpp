/// Calls of functions: arguments by position and by name, sizes given or inferred, and what has to agree.
#include "spec/lang/check_internal.hpp"

#include "spec/dim.hpp"
#include "spec/render.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace kina::checking {
namespace {

/// A parameter's extent beside the argument's.
struct Occurrence {
  std::size_t parameter;
  std::size_t axis;
  Dim declared;
  Dim actual;
  Place place;
};

/// The polynomial's part that is linear in the name, as coefficient and rest; nothing if it is not linear in it.
struct Linear {
  Polynomial coefficient;
  Polynomial rest;
};
std::optional<Linear> linear_in(const Polynomial& polynomial, const std::string& name) {
  Linear linear;
  const Monomial factor{variable(name)};
  for (const auto& [monomial, value] : polynomial.terms) {
    Polynomial single;
    const std::optional<Monomial> others = without(monomial, factor);
    single.terms.emplace(others.value_or(monomial), value);
    if (others && free_variables(product(*others)).contains(name)) return std::nullopt;
    if (!others && free_variables(product(monomial)).contains(name)) return std::nullopt;
    (others ? linear.coefficient : linear.rest) = (others ? linear.coefficient : linear.rest) + single;
  }
  if (linear.coefficient.terms.empty()) return std::nullopt;
  return linear;
}

/// What other tensor libraries call it, and what it is here.
const std::map<std::string, std::string> habits{
    {"arange", "iota([n], axis=0)"},
    {"cat", "concat(a, b, axis=0)"},
    {"expand", "broadcast(x, [B, 4])"},
    {"masked_fill", "select(mask, value, x)"},
    {"mean", "sum(x, axis=0) divided by the extent, cast to the element type"},
    {"ones", "full([B, 4], 1.0)"},
    {"permute", "transpose(x, [0, 2, 1])"},
    {"relu", "maximum(x, 0.0)"},
    {"repeat_interleave", "repeat(x, n, axis=0)"},
    {"stack", "concat of tensors reshaped to have the new axis"},
    {"view", "reshape(x, [B, 4])"},
    {"zeros", "full([B, 4], 0.0)"},
};

/// Which argument expression each parameter gets; nothing after an error.
std::string parameter_list(const ProgramItem& callee) {
  std::string text;
  for (const ItemParameter& parameter : callee.parameters)
    text += (text.empty() ? "" : ", ") + parameter.name;
  return callee.name + "(" + text + ")";
}

}  // namespace

std::optional<std::vector<ValueId>> ItemChecker::function_call(const syntax::Call& call, Place place) {
  const auto found = table_.find(call.callee.text);
  if (found == table_.end()) {
    Diagnostic& diagnostic =
        report("name/unknown", call.callee.place,
               fmt::format("no function or operation is named '{}'", call.callee.text), "unknown function");
    std::vector<std::string> candidates;
    for (const auto& [name, position] : table_)
      candidates.push_back(name);
    for (const Operation& operation : catalogue())
      if (operation.notation == Notation::call) candidates.push_back(operation.name);
    if (const auto habit = habits.find(call.callee.text); habit != habits.end())
      diagnostic.helps.push_back(fmt::format("in this language: {}", habit->second));
    else if (const std::string nearest = nearest_name(call.callee.text, candidates); !nearest.empty())
      diagnostic.helps.push_back(fmt::format("did you mean '{}'?", nearest));
    return std::nullopt;
  }
  const ProgramItem& callee = program_.items[found->second];
  if (callee.kind == syntax::ItemKind::theorem) {
    report("call/theorem", call.callee.place, fmt::format("'{}' is a theorem, and is not called", callee.name),
           "a theorem");
    return std::nullopt;
  }

  // Arguments.
  bool complete = true;
  std::vector<const syntax::Expression*> given(callee.parameters.size(), nullptr);
  std::size_t next = 0;
  for (const syntax::Argument& argument : call.arguments) {
    std::size_t position = next;
    if (argument.name) {
      const auto named =
          std::find_if(callee.parameters.begin(), callee.parameters.end(),
                       [&](const ItemParameter& parameter) { return parameter.name == argument.name->text; });
      position = static_cast<std::size_t>(named - callee.parameters.begin());
    } else {
      ++next;
    }
    const Place at = argument.name ? argument.name->place : argument.value->place;
    if (position >= given.size() || given[position] != nullptr) {
      const std::string message =
          position < given.size() ? fmt::format("'{}' is given twice", callee.parameters[position].name)
          : argument.name         ? fmt::format("'{}' has no parameter '{}'", callee.name, argument.name->text)
                                  : fmt::format("'{}' takes {} argument{}", callee.name, callee.parameters.size(),
                                        callee.parameters.size() == 1 ? "" : "s");
      report("call/argument", at, message, position < given.size() ? "again" : "not expected")
          .notes.push_back("its parameters: " + parameter_list(callee));
      return std::nullopt;
    }
    given[position] = argument.value.get();
  }
  CallStep step;
  step.callee = found->second;
  step.place = call.callee.place;
  std::vector<Occurrence> occurrences;
  for (std::size_t k = 0; k < given.size(); ++k) {
    const ItemParameter& parameter = callee.parameters[k];
    if (given[k] == nullptr) {
      report("call/argument", call.callee.place, fmt::format("'{}' is missing", parameter.name), "a missing argument")
          .notes.push_back("its parameters: " + parameter_list(callee));
      complete = false;
      continue;
    }
    const Type declared = callee.values[parameter.value].type;
    const auto id = value_expression(*given[k], declared.element, "call");
    if (!id) {
      complete = false;
      continue;
    }
    const Type actual = type_of(*id);
    if (actual.element != declared.element || actual.rank() != declared.rank()) {
      const bool differs_in_element = actual.element != declared.element;
      Diagnostic& diagnostic = report(differs_in_element ? "call/type" : "call/rank", given[k]->place,
                                      fmt::format("the argument for '{}' of '{}' is {}, and {} is expected",
                                                  parameter.name, callee.name, to_text(actual), to_text(declared)),
                                      to_text(actual));
      if (differs_in_element && actual.element != ElementType::boolean && declared.element != ElementType::boolean)
        diagnostic.helps.push_back(fmt::format("if it is meant: cast(..., {})", name_of(declared.element)));
      complete = false;
      continue;
    }
    step.arguments.push_back(*id);
    for (std::size_t axis = 0; axis < actual.rank(); ++axis)
      occurrences.push_back({k, axis, declared.extents[axis], actual.extents[axis], given[k]->place});
  }

  // Sizes: those given, then those that stand bare, then one that is linear and alone in an extent.
  const auto has_size = [&](const std::string& name) {
    return std::any_of(callee.sizes.begin(), callee.sizes.end(),
                       [&](const SizeParameter& size) { return size.name == name; });
  };
  for (const syntax::SizeArgument& argument : call.sizes) {
    const auto size = size_term(*argument.value);
    if (!has_size(argument.name.text) || step.sizes.contains(argument.name.text)) {
      report("call/size", argument.name.place,
             fmt::format("'{}' has {} size '{}'", callee.name, has_size(argument.name.text) ? "already got its" : "no",
                         argument.name.text),
             "not expected");
      complete = false;
    } else if (size) {
      step.sizes[argument.name.text] = *size;
    } else {
      complete = false;
    }
  }
  if (!complete) return std::nullopt;
  std::vector<bool> used(occurrences.size(), false);
  for (std::size_t k = 0; k < occurrences.size(); ++k) {
    const Occurrence& occurrence = occurrences[k];
    if (!occurrence.declared.is(Operator::variable) || step.sizes.contains(occurrence.declared.name())) continue;
    step.sizes[occurrence.declared.name()] = occurrence.actual;
    used[k] = true;
  }
  for (bool grew = true; grew;) {
    grew = false;
    for (std::size_t k = 0; k < occurrences.size() && !grew; ++k) {
      if (used[k]) continue;
      std::vector<std::string> unknown;
      for (const std::string& name : free_variables(occurrences[k].declared))
        if (!step.sizes.contains(name)) unknown.push_back(name);
      if (unknown.size() != 1) continue;
      const auto linear = linear_in(normalise(occurrences[k].declared), unknown.front());
      if (!linear) continue;
      const auto coefficient = to_term(linear->coefficient);
      const auto rest = to_term(linear->rest);
      if (!coefficient || !rest) continue;
      const Term divisor = canonical(substitute(*coefficient, step.sizes));
      const Term dividend = canonical(occurrences[k].actual - substitute(*rest, step.sizes));
      const bool negative = divisor.is(Operator::integer) && divisor.integer_value() < 0;
      const Term positive_divisor = negative ? canonical(-divisor) : divisor;
      const Term positive_dividend = negative ? canonical(-dividend) : dividend;
      step.sizes[unknown.front()] =
          positive_divisor.is_integer(1) ? positive_dividend : canonical(positive_dividend / positive_divisor);
      used[k] = grew = true;
      if (positive_divisor.is_integer(1)) continue;
      require_divisor(positive_divisor, occurrences[k].place);
      Requirement exact;
      exact.code = "call/infer";
      exact.condition = equal(positive_dividend % positive_divisor, integer(0));
      exact.place = occurrences[k].place;
      exact.axis = occurrences[k].axis;
      exact.violation = fmt::format("no size {} of '{}' gives axis {} this extent", unknown.front(), callee.name,
                                    occurrences[k].axis);
      exact.requirement = "A size is inferred from an extent only where the quotient is exact.";
      exact.note = fmt::format("'{}' is declared {}", callee.parameters[occurrences[k].parameter].name,
                               to_text(callee.values[callee.parameters[occurrences[k].parameter].value].type));
      exact.about = {step.arguments[occurrences[k].parameter]};
      require(std::move(exact));
    }
  }
  for (const SizeParameter& size : callee.sizes) {
    if (step.sizes.contains(size.name)) continue;
    report("call/infer", call.callee.place,
           fmt::format("nothing determines the size {} of '{}'", size.name, callee.name), "which " + size.name + "?")
        .helps.push_back(fmt::format("give it: {}[{}=...](...)", callee.name, size.name));
    complete = false;
  }
  if (!complete) return std::nullopt;
  for (std::size_t k = 0; k < occurrences.size(); ++k) {
    if (used[k]) continue;
    const Occurrence& occurrence = occurrences[k];
    const ItemParameter& parameter = callee.parameters[occurrence.parameter];
    Requirement agree;
    agree.code = "call/agree";
    agree.axis = occurrence.axis;
    agree.condition = equal(occurrence.actual, substitute(occurrence.declared, step.sizes));
    agree.place = occurrence.place;
    agree.violation =
        fmt::format("the argument for '{}' of '{}' differs on axis {}", parameter.name, callee.name, occurrence.axis);
    agree.requirement = "An argument has the extents that the parameter declares.";
    agree.note = fmt::format("'{}' is declared {}", parameter.name, to_text(callee.values[parameter.value].type));
    agree.about = {step.arguments[occurrence.parameter]};
    require(std::move(agree));
  }
  for (const ItemResult& result : callee.results) {
    Type type{result.type.element, {}};
    for (const Dim& extent : result.type.extents)
      type.extents.push_back(tidy(substitute(extent, step.sizes)));
    step.results.push_back(new_value(std::move(type), place));
  }
  std::vector<ValueId> results = step.results;
  add_step({std::move(step)});
  return results;
}

}  // namespace kina::checking
