#include "impl/host_loop.hpp"

#include "spec/render.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace kina {
namespace {

using States = std::map<std::string, TensorPointer>;

TensorPointer column_of_tokens(ElementType type, const std::vector<std::vector<std::int64_t>>& rows) {
  const auto columns = static_cast<std::int64_t>(rows.front().size());
  Tensor tensor = zeros(type, {static_cast<std::int64_t>(rows.size()), columns});
  std::visit(
      [&](auto& elements) {
        using Value = typename std::decay_t<decltype(elements)>::value_type;
        std::size_t next = 0;
        for (const auto& row : rows)
          for (const std::int64_t token : row)
            elements[next++] = static_cast<Value>(token);
      },
      tensor.elements);
  return std::make_shared<const Tensor>(std::move(tensor));
}

std::vector<std::vector<std::int64_t>> rows_of(const Tensor& tensor) {
  std::vector<std::vector<std::int64_t>> rows(static_cast<std::size_t>(tensor.shape[0]));
  std::visit(
      [&](const auto& elements) {
        for (std::size_t k = 0; k < rows.size(); ++k)
          rows[k] = {static_cast<std::int64_t>(elements[k])};
      },
      tensor.elements);
  return rows;
}

/// The size names of a type that stand bare, read off a tensor's shape.
void read_sizes(const Type& type, const Tensor& tensor, Assignment& sizes) {
  for (std::size_t axis = 0; axis < std::min(type.rank(), tensor.rank()); ++axis)
    if (type.extents[axis].is(Operator::variable)) sizes[type.extents[axis].name()] = tensor.shape[axis];
}

class Driver {
public:
  Driver(const Program& program, Engine& engine, const GenerateOptions& options, BoundLoop bound,
         const std::function<void(const StepRecord&)>& observe)
      : program_(program), engine_(engine), options_(options), bound_(std::move(bound)), observe_(observe) {}

  tl::expected<std::vector<std::vector<std::int64_t>>, HostError> run() {
    const std::size_t rows = batch();
    rows_.assign(rows, options_.prompt);
    if (options_.steps == 0) return rows_;
    if (auto error = feed_prompt()) return tl::unexpected(std::move(*error));
    for (std::size_t step = 0;; ++step) {
      auto picked = pick();
      if (!picked) return tl::unexpected(std::move(picked.error()));
      for (std::size_t row = 0; row < rows; ++row)
        rows_[row].push_back((*picked)[row].front());
      // The last token is never fed back: nobody asks what follows it.
      if (step + 1 == options_.steps) return rows_;
      if (auto error = feed(*picked)) return tl::unexpected(std::move(*error));
    }
  }

private:
  using MaybeError = std::optional<HostError>;

  std::size_t batch() const {
    const TokenFunction& any = bound_.roles.first_step ? *bound_.roles.first_step
                               : bound_.roles.prefill  ? *bound_.roles.prefill
                                                       : bound_.roles.steps.front();
    const ProgramItem& item = program_.items[any.item];
    const Dim& extent = item.values[item.parameters[any.token_ids].value].type.extents[0];
    return static_cast<std::size_t>(evaluate_integer(extent, bound_.sizes).value_or(1));
  }

  MaybeError feed_prompt() {
    if (bound_.roles.prefill) return call(*bound_.roles.prefill, rows_);
    for (std::size_t position = 0; position < options_.prompt.size(); ++position) {
      const std::vector<std::vector<std::int64_t>> column(rows_.size(), {options_.prompt[position]});
      if (auto error = position == 0 ? feed_first(column) : feed(column)) return error;
    }
    return std::nullopt;
  }

  MaybeError feed_first(const std::vector<std::vector<std::int64_t>>& tokens) {
    if (bound_.roles.first_step) return call(*bound_.roles.first_step, tokens);
    // State starts as zeros, at size 0 where `where` allows it.
    const TokenFunction& step = bound_.roles.steps.front();
    const ProgramItem& item = program_.items[step.item];
    Assignment sizes = bound_.sizes;
    for (const SizeParameter& size : item.sizes) {
      if (sizes.contains(size.name)) continue;
      if (size.least > 0)
        return HostError{"loop/missing",
                         fmt::format("nothing starts the state of '{}': {} is at least 1, and there is no first step",
                                     item.name, size.name),
                         {"add a first step: a function of one column without a past",
                          "or allow an empty past: where " + size.name + " >= 0"}};
      sizes[size.name] = 0;
    }
    for (const StateSlot& slot : step.states) {
      const Type& type = item.values[item.parameters[*slot.parameter].value].type;
      const auto shape = shape_at(type, sizes);
      if (!shape) return HostError{"loop/state", shape.error(), {}};
      states_[slot.name] = std::make_shared<const Tensor>(zeros(type.element, *shape));
    }
    return call(step, tokens);
  }

  /// The step whose past has the types of the states at hand.
  const TokenFunction* step_for_states() const {
    for (const TokenFunction& step : bound_.roles.steps) {
      const ProgramItem& item = program_.items[step.item];
      const bool fits = std::all_of(step.states.begin(), step.states.end(), [&](const StateSlot& slot) {
        const auto state = states_.find(slot.name);
        if (state == states_.end()) return false;
        const Type& type = item.values[item.parameters[*slot.parameter].value].type;
        Assignment sizes = bound_.sizes;
        read_sizes(type, *state->second, sizes);
        const auto shape = shape_at(type, sizes);
        return shape && type.element == state->second->type() && *shape == state->second->shape;
      });
      if (fits) return &step;
    }
    return nullptr;
  }

  MaybeError feed(const std::vector<std::vector<std::int64_t>>& tokens) {
    if (const TokenFunction* step = step_for_states()) return call(*step, tokens);
    std::string signature;
    for (const auto& [name, tensor] : states_)
      signature += fmt::format(", {}_past: {}", name, describe_type(tensor->type(), tensor->shape));
    HostError error{"loop/missing",
                    fmt::format("no step takes the state after {} tokens; the missing signature is "
                                "fn ...(token_ids: i64[{}, 1]{}, ...)",
                                rows_.front().size() - 1, rows_.size(), signature),
                    {}};
    for (const TokenFunction& step : bound_.roles.steps) {
      const ProgramItem& item = program_.items[step.item];
      std::string pasts;
      for (const StateSlot& slot : step.states)
        pasts += fmt::format("{}{}: {}", pasts.empty() ? "" : ", ", item.parameters[*slot.parameter].name,
                             to_text(item.values[item.parameters[*slot.parameter].value].type));
      error.notes.push_back(fmt::format("'{}' takes {}", item.name, pasts));
    }
    return error;
  }

  MaybeError call(const TokenFunction& function, const std::vector<std::vector<std::int64_t>>& tokens) {
    const ProgramItem& item = program_.items[function.item];
    std::vector<TensorPointer> arguments(item.parameters.size());
    const Type& token_type = item.values[item.parameters[function.token_ids].value].type;
    arguments[function.token_ids] = column_of_tokens(token_type.element, tokens);
    for (const StateSlot& slot : function.states)
      if (slot.parameter) arguments[*slot.parameter] = std::move(states_[slot.name]);
    for (const std::size_t weight : function.weights)
      arguments[weight] = bound_.weights.at(item.parameters[weight].name);

    Assignment sizes;
    for (const SizeParameter& size : item.sizes)
      if (const auto found = bound_.sizes.find(size.name); found != bound_.sizes.end()) sizes.insert(*found);
    for (std::size_t k = 0; k < arguments.size(); ++k) {
      Assignment read;
      read_sizes(item.values[item.parameters[k].value].type, *arguments[k], read);
      for (const auto& [name, value] : read)
        if (!bound_.sizes.contains(name)) sizes.emplace(name, value);
    }
    if (const auto error = check_arguments(program_, function.item, sizes, arguments))
      return HostError{"loop/argument", error->message, {}};
    auto results = engine_.call(function.item, sizes, std::move(arguments));
    if (!results) return HostError{"loop/run", fmt::format("'{}': {}", item.name, results.error().message), {}};
    return take(function, item, sizes, tokens, std::move(*results));
  }

  /// What came back has the declared types, at every step and whatever the engine.
  MaybeError take(const TokenFunction& function, const ProgramItem& item, const Assignment& sizes,
                  const std::vector<std::vector<std::int64_t>>& tokens, std::vector<TensorPointer> results) {
    for (std::size_t k = 0; k < item.results.size(); ++k) {
      const auto shape = shape_at(item.results[k].type, sizes);
      if (!shape || results[k]->type() != item.results[k].type.element || results[k]->shape != *shape)
        return HostError{"loop/result",
                         fmt::format("'{}' of '{}' is declared {}, and the engine returned {}", item.results[k].name,
                                     item.name, to_text(item.results[k].type),
                                     describe_type(results[k]->type(), results[k]->shape)),
                         {}};
    }
    states_.clear();
    for (const StateSlot& slot : function.states)
      states_[slot.name] = results[slot.result];
    logits_ = results[function.logits];
    if (observe_) observe_({function.item, tokens, states_, logits_});
    return std::nullopt;
  }

  tl::expected<std::vector<std::vector<std::int64_t>>, HostError> pick() {
    const Picker& picker = *bound_.roles.picker;
    const ProgramItem& item = program_.items[picker.item];
    std::vector<TensorPointer> arguments(item.parameters.size());
    arguments[picker.logits] = logits_;
    for (const std::size_t weight : picker.weights)
      arguments[weight] = bound_.weights.at(item.parameters[weight].name);
    Assignment sizes;
    for (const SizeParameter& size : item.sizes)
      if (const auto found = bound_.sizes.find(size.name); found != bound_.sizes.end()) sizes.insert(*found);
    for (std::size_t k = 0; k < arguments.size(); ++k)
      if (arguments[k] != nullptr) read_sizes(item.values[item.parameters[k].value].type, *arguments[k], sizes);
    if (picker.temperature) arguments[*picker.temperature] = temperature(item, *picker.temperature);
    if (const auto error = check_arguments(program_, picker.item, sizes, arguments))
      return tl::unexpected(HostError{"loop/argument", error->message, {}});
    auto results = engine_.call(picker.item, sizes, std::move(arguments));
    if (!results)
      return tl::unexpected(HostError{"loop/run", fmt::format("'{}': {}", item.name, results.error().message), {}});
    return rows_of(*(*results)[picker.token_ids]);
  }

  TensorPointer temperature(const ProgramItem& item, std::size_t parameter) const {
    Tensor tensor = zeros(item.values[item.parameters[parameter].value].type.element, {});
    std::visit(
        [&](auto& elements) {
          using Value = typename std::decay_t<decltype(elements)>::value_type;
          elements[0] = static_cast<Value>(options_.temperature);
        },
        tensor.elements);
    return std::make_shared<const Tensor>(std::move(tensor));
  }

  const Program& program_;
  Engine& engine_;
  const GenerateOptions& options_;
  BoundLoop bound_;
  const std::function<void(const StepRecord&)>& observe_;
  std::vector<std::vector<std::int64_t>> rows_;
  States states_;
  TensorPointer logits_;
};

}  // namespace

tl::expected<std::vector<std::vector<std::int64_t>>, HostError>
generate(const Program& program, Engine& engine, const GenerateOptions& options,
         const std::function<void(const StepRecord&)>& observe) {
  if (options.prompt.empty())
    return tl::unexpected(HostError{"loop/prompt", "a loop starts from at least one token", {}});
  auto bound = bind_loop(program, options);
  if (!bound) return tl::unexpected(std::move(bound.error()));
  return Driver(program, engine, options, std::move(*bound), observe).run();
}

}  // namespace kina
