#include "spec/lang/interpret.hpp"

#include "spec/evaluate.hpp"
#include "spec/render.hpp"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>

namespace kina {
namespace {

using Values = std::vector<TensorPointer>;

/// The element of a tensor as an integer, or as a double.
struct Element {
  bool is_float = false;
  std::int64_t integer = 0;
  double number = 0;
};

Element element_at(const Tensor& tensor, std::size_t flat) {
  return std::visit(
      [&](const auto& elements) {
        Element element;
        const auto value = elements[flat];
        if constexpr (std::is_floating_point_v<std::decay_t<decltype(value)>>) {
          element.is_float = true;
          element.number = static_cast<double>(value);
        } else {
          element.integer = static_cast<std::int64_t>(value);
        }
        return element;
      },
      tensor.elements);
}

TensorPointer scalar(ElementType type, const Term& literal) {
  Tensor tensor = zeros(type, {});
  std::visit(
      [&](auto& elements) {
        using Value = typename std::decay_t<decltype(elements)>::value_type;
        elements[0] = literal.is(Operator::number) ? static_cast<Value>(literal.number_value())
                                                   : static_cast<Value>(literal.integer_value());
      },
      tensor.elements);
  return std::make_shared<const Tensor>(std::move(tensor));
}

/// Slices of one shape, one after the other along a new leading axis.
tl::expected<TensorPointer, std::string> stacked(const Type& type, const Assignment& sizes, const Values& slices) {
  auto shape = shape_at(type, sizes);
  if (!shape) return tl::unexpected(shape.error());
  // Only a program whose `for/carry` is refuted gets here with slices of another shape.
  const std::vector<std::int64_t> expected(shape->begin() + 1, shape->end());
  for (const TensorPointer& slice : slices)
    if (slice->shape != expected)
      return tl::unexpected(fmt::format("a slice of the stack is {}, and {} is declared",
                                        describe_type(slice->type(), slice->shape),
                                        describe_type(type.element, expected)));
  Tensor result = zeros(type.element, *shape);
  std::visit(
      [&](auto& elements) {
        std::size_t next = 0;
        for (const TensorPointer& slice : slices) {
          const auto& source = std::get<std::decay_t<decltype(elements)>>(slice->elements);
          std::copy(source.begin(), source.end(), elements.begin() + static_cast<std::ptrdiff_t>(next));
          next += source.size();
        }
      },
      result.elements);
  return std::make_shared<const Tensor>(std::move(result));
}

class Interpreter {
public:
  Interpreter(const Program& program, const ProgramItem& item, Assignment sizes)
      : program_(program), item_(item), sizes_(std::move(sizes)), values_(item.values.size()) {}

  tl::expected<Values, RunError> run(const Values& arguments) {
    for (std::size_t k = 0; k < arguments.size(); ++k)
      values_[item_.parameters[k].value] = arguments[k];
    if (auto error = run_steps(item_.body)) return tl::unexpected(std::move(*error));
    Values results;
    for (const ValueId id : item_.returned)
      results.push_back(values_[id]);
    return results;
  }

private:
  using MaybeError = std::optional<RunError>;

  MaybeError run_steps(const std::vector<Step>& steps) {
    for (const Step& step : steps)
      if (auto error = run_step(step)) return error;
    return std::nullopt;
  }

  MaybeError run_step(const Step& step) {
    if (const auto* literal = std::get_if<LiteralStep>(&step.node)) {
      values_[literal->result] = scalar(item_.values[literal->result].type.element, literal->literal);
      return std::nullopt;
    }
    if (const auto* size = std::get_if<SizeStep>(&step.node)) {
      const auto value = evaluate_integer(size->size, sizes_);
      if (!value) return RunError{item_.values[size->result].place, std::string(describe(value.error()))};
      values_[size->result] = scalar(ElementType::i64, integer(*value));
      return std::nullopt;
    }
    if (const auto* operation = std::get_if<OperationStep>(&step.node)) return run_operation(*operation);
    if (const auto* call = std::get_if<CallStep>(&step.node)) return run_call(*call);
    if (const auto* loop = std::get_if<LoopStep>(&step.node)) return run_loop(*loop);
    return std::nullopt;
  }

  MaybeError run_operation(const OperationStep& step) {
    Assignment sizes;
    for (const std::string& name : step.rule.sizes) {
      const auto value = evaluate_integer(step.sizes.at(name), sizes_);
      if (!value) return RunError{step.place, fmt::format("{}: {}", step.rule.name, describe(value.error()))};
      sizes[name] = *value;
    }
    std::vector<const Tensor*> operands;
    operands.reserve(step.operands.size());
    for (const ValueId id : step.operands)
      operands.push_back(values_[id].get());
    auto result = evaluate(step.rule, sizes, operands);
    if (!result) return RunError{step.place, describe(result.error())};
    values_[step.result] = std::make_shared<const Tensor>(std::move(*result));
    return std::nullopt;
  }

  tl::expected<Assignment, RunError> evaluated(const Substitution& sizes, Place place) const {
    Assignment values;
    for (const auto& [name, size] : sizes) {
      const auto value = evaluate_integer(size, sizes_);
      if (!value) return tl::unexpected(RunError{place, std::string(describe(value.error()))});
      values[name] = *value;
    }
    return values;
  }

  MaybeError run_call(const CallStep& step) {
    const auto sizes = evaluated(step.sizes, step.place);
    if (!sizes) return sizes.error();
    Values arguments;
    for (const ValueId id : step.arguments)
      arguments.push_back(values_[id]);
    auto results = interpret(program_, step.callee, *sizes, arguments);
    if (!results) return results.error();
    for (std::size_t k = 0; k < step.results.size(); ++k)
      values_[step.results[k]] = (*results)[k];
    return std::nullopt;
  }

  MaybeError run_loop(const LoopStep& step) {
    const auto bound = evaluate_integer(step.bound, sizes_);
    if (!bound) return RunError{step.place, std::string(describe(bound.error()))};
    for (const LoopStep::Carry& carry : step.carries)
      values_[carry.inside] = values_[carry.initial];
    std::vector<Values> stacks(step.stacks.size());
    for (std::int64_t layer = 0; layer < *bound; ++layer) {
      sizes_[step.variable] = layer;
      if (auto error = run_steps(step.body)) return error;
      for (std::size_t k = 0; k < stacks.size(); ++k)
        stacks[k].push_back(values_[step.stacks[k].value]);
      // All next values are read before any carry changes.
      Values next;
      for (const LoopStep::Carry& carry : step.carries)
        next.push_back(values_[carry.next]);
      for (std::size_t k = 0; k < next.size(); ++k)
        values_[step.carries[k].inside] = next[k];
    }
    sizes_.erase(step.variable);
    for (const LoopStep::Carry& carry : step.carries)
      values_[carry.after] = values_[carry.inside];
    for (std::size_t k = 0; k < stacks.size(); ++k) {
      auto result = stacked(item_.values[step.stacks[k].after].type, sizes_, stacks[k]);
      if (!result) return RunError{step.place, result.error()};
      values_[step.stacks[k].after] = std::move(*result);
    }
    return std::nullopt;
  }

  const Program& program_;
  const ProgramItem& item_;
  Assignment sizes_;
  Values values_;
};

/// One fact at one element of the tensor that it is about.
bool holds(const Term& condition, const Assignment& sizes, const std::map<std::string, const Tensor*>& tensors,
           std::size_t flat) {
  const auto value_of = [&](const Term& term) -> std::optional<Element> {
    if (!term.is(Operator::read)) return std::nullopt;
    const auto found = tensors.find(term.name());
    if (found == tensors.end()) return std::nullopt;
    return element_at(*found->second, term.arguments().empty() ? 0 : flat);
  };
  const auto as_number = [&](const Term& term) -> std::optional<double> {
    if (term.is(Operator::number)) return term.number_value();
    if (term.is(Operator::integer)) return static_cast<double>(term.integer_value());
    const auto element = value_of(term);
    return element && element->is_float ? std::optional{element->number} : std::nullopt;
  };
  const auto left_number = as_number(condition.arguments()[0]);
  const auto right_number = as_number(condition.arguments()[1]);
  if (left_number && right_number) {
    switch (condition.operation()) {
    case Operator::less: return *left_number < *right_number;
    case Operator::less_equal: return *left_number <= *right_number;
    case Operator::not_equal: return *left_number != *right_number;
    default: return *left_number == *right_number;
    }
  }
  return evaluate_condition(condition,
                            [&](const Term& atom) -> std::optional<std::int64_t> {
                              if (const auto element = value_of(atom)) return element->integer;
                              const auto size = sizes.find(atom.name());
                              if (!atom.is(Operator::variable) || size == sizes.end()) return std::nullopt;
                              return size->second;
                            })
      .value_or(false);
}

}  // namespace

tl::expected<std::vector<std::int64_t>, std::string> shape_at(const Type& type, const Assignment& sizes) {
  std::vector<std::int64_t> shape;
  for (const Dim& extent : type.extents) {
    const auto value = evaluate_integer(extent, sizes);
    if (!value) return tl::unexpected(fmt::format("{}: {}", to_text(extent), describe(value.error())));
    shape.push_back(*value);
  }
  if (!element_count(shape))
    return tl::unexpected(fmt::format("{} is negative or has more elements than this machine will hold",
                                      describe_type(type.element, shape)));
  return shape;
}

tl::expected<std::vector<TensorPointer>, RunError> interpret(const Program& program, std::size_t item,
                                                             const Assignment& sizes,
                                                             const std::vector<TensorPointer>& arguments) {
  return Interpreter(program, program.items[item], sizes).run(arguments);
}

std::optional<RunError> check_arguments(const Program& program, std::size_t index, const Assignment& sizes,
                                        const std::vector<TensorPointer>& arguments) {
  std::vector<KeptArgument> kept;
  for (const TensorPointer& argument : arguments)
    kept.push_back({argument->type(), argument->shape, [&argument] { return argument; }});
  return check_arguments(program, index, sizes, kept);
}

std::optional<RunError> check_arguments(const Program& program, std::size_t index, const Assignment& sizes,
                                        const std::vector<KeptArgument>& arguments) {
  const ProgramItem& item = program.items[index];
  for (const SizeParameter& size : item.sizes) {
    const auto found = sizes.find(size.name);
    if (found == sizes.end()) return RunError{size.place, fmt::format("the size {} is not given", size.name)};
    if (found->second < size.least)
      return RunError{size.place, fmt::format("the size {} is {}, and at least {} is required", size.name,
                                              found->second, size.least)};
  }
  for (std::size_t k = 0; k < item.parameters.size(); ++k) {
    const ItemParameter& parameter = item.parameters[k];
    const Type& type = item.values[parameter.value].type;
    const auto shape = shape_at(type, sizes);
    if (!shape) return RunError{parameter.place, fmt::format("'{}': {}", parameter.name, shape.error())};
    if (arguments[k].type != type.element || arguments[k].shape != *shape)
      return RunError{parameter.place, fmt::format("'{}' is declared {}, which is {} here, and was given {}",
                                                   parameter.name, to_text(type), describe_type(type.element, *shape),
                                                   describe_type(arguments[k].type, arguments[k].shape))};
  }
  // Only the tensors that a fact reads are fetched.
  std::map<std::string, TensorPointer> fetched;
  std::map<std::string, const Tensor*> tensors;
  const auto fetch = [&](const std::string& name) {
    if (tensors.contains(name)) return;
    for (std::size_t k = 0; k < item.parameters.size(); ++k)
      if (item.parameters[k].name == name) tensors[name] = (fetched[name] = arguments[k].tensor()).get();
  };
  for (const ProgramFact& fact : item.facts) {
    if (fact.about_result) continue;
    visit_terms(fact.condition, [&](const Term& term) {
      if (term.is(Operator::read)) fetch(term.name());
      return true;
    });
    if (!fact.tensor.empty()) fetch(fact.tensor);
    const Tensor* tensor = fact.tensor.empty() ? nullptr : tensors.at(fact.tensor);
    const std::size_t count = tensor == nullptr ? 1 : element_count(tensor->shape).value_or(0);
    for (std::size_t flat = 0; flat < count; ++flat) {
      if (holds(fact.condition, sizes, tensors, flat)) continue;
      const std::string text =
          to_text(rewrite_reads(fact.condition, [](const std::string& name, const auto&) { return variable(name); }));
      if (tensor == nullptr) return RunError{fact.place, fmt::format("'{}' requires {}", item.name, text)};
      const Element element = element_at(*tensor, flat);
      return RunError{
          fact.place,
          fmt::format("'{}' requires {}, and element {} of '{}' is {}", item.name, text, flat, fact.tensor,
                      element.is_float ? fmt::format("{}", element.number) : fmt::format("{}", element.integer))};
    }
  }
  return std::nullopt;
}

}  // namespace kina
