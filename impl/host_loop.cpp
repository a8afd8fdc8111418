#include "impl/host_loop.hpp"

#include "impl/loop_function.hpp"
#include "spec/render.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace kina {
namespace {

using Rows = std::vector<std::vector<std::int64_t>>;
using States = std::map<std::string, EngineTensorPointer>;

Tensor column_of_tokens(ElementType type, const Rows& rows) {
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
  return tensor;
}

/// The tokens of a column, one a row.
Rows rows_of(const Tensor& tensor) {
  Rows rows(static_cast<std::size_t>(tensor.shape[0]));
  std::visit(
      [&](const auto& elements) {
        for (std::size_t k = 0; k < rows.size(); ++k)
          rows[k] = {static_cast<std::int64_t>(elements[k])};
      },
      tensor.elements);
  return rows;
}

/// What is fed: tokens, and where a picker picked them, the engine's own tensor of them.
struct Fed {
  Rows tokens;
  EngineTensorPointer picked;
};

/// A function of the loop, and whether its arguments and results were once checked.
template <typename Role> struct Prepared {
  Role role;
  LoopFunction function;
  bool was_checked = false;
};

class Driver {
public:
  Driver(const Program& program, Engine& engine, const GenerateOptions& options, BoundLoop bound,
         const std::function<void(const StepRecord&)>& observe)
      : program_(program), engine_(engine), options_(options), bound_(std::move(bound)), observe_(observe) {}

  tl::expected<Rows, HostError> run() {
    if (auto error = prepare_functions()) return tl::unexpected(std::move(*error));
    const std::size_t rows = batch();
    rows_.assign(rows, options_.prompt);
    if (options_.steps == 0) return rows_;
    if (auto error = feed_prompt()) return tl::unexpected(std::move(*error));
    for (std::size_t step = 0;; ++step) {
      auto picked = pick();
      if (!picked) return tl::unexpected(std::move(picked.error()));
      for (std::size_t row = 0; row < rows; ++row)
        rows_[row].push_back(picked->tokens[row].front());
      // The last token is never fed back: nobody asks what follows it.
      if (step + 1 == options_.steps) return rows_;
      if (auto error = feed(*picked)) return tl::unexpected(std::move(*error));
    }
  }

private:
  using MaybeError = std::optional<HostError>;
  using Step = Prepared<TokenFunction>;

  MaybeError prepare_functions() {
    std::map<std::string, EngineTensorPointer> weights;
    for (const auto& [name, tensor] : bound_.weights)
      weights[name] = engine_.keep(tensor);
    MaybeError error;
    const auto prepared = [&](const auto& role, std::optional<std::size_t> token_ids) {
      Prepared<std::decay_t<decltype(role)>> result{role, {}, false};
      auto function = prepare(program_, role.item, token_ids, bound_, weights);
      if (function) {
        result.function = std::move(*function);
      } else {
        error = std::move(function.error());
      }
      return result;
    };
    for (const TokenFunction& step : bound_.roles.steps)
      steps_.push_back(prepared(step, step.token_ids));
    if (bound_.roles.first_step) first_step_ = prepared(*bound_.roles.first_step, bound_.roles.first_step->token_ids);
    if (bound_.roles.prefill) prefill_ = prepared(*bound_.roles.prefill, bound_.roles.prefill->token_ids);
    if (bound_.roles.picker->temperature) weights["temperature"] = engine_.keep(temperature());
    picker_ = prepared(*bound_.roles.picker, std::nullopt);
    return error;
  }

  /// The temperature as the picker's parameter of that name, after all other functions have found their weights.
  TensorPointer temperature() const {
    const ProgramItem& item = program_.items[bound_.roles.picker->item];
    const Type& type = item.values[item.parameters[*bound_.roles.picker->temperature].value].type;
    Tensor tensor = zeros(type.element, {});
    std::visit(
        [&](auto& elements) {
          using Value = typename std::decay_t<decltype(elements)>::value_type;
          elements[0] = static_cast<Value>(options_.temperature);
        },
        tensor.elements);
    return std::make_shared<const Tensor>(std::move(tensor));
  }

  std::size_t batch() const {
    const TokenFunction& any = first_step_ ? first_step_->role : prefill_ ? prefill_->role : steps_.front().role;
    const ProgramItem& item = program_.items[any.item];
    const Dim& extent = item.values[item.parameters[any.token_ids].value].type.extents[0];
    return static_cast<std::size_t>(evaluate_integer(extent, bound_.sizes).value_or(1));
  }

  MaybeError feed_prompt() {
    if (prefill_) return call(*prefill_, {rows_, nullptr});
    for (std::size_t position = 0; position < options_.prompt.size(); ++position) {
      const Fed column{Rows(rows_.size(), {options_.prompt[position]}), nullptr};
      if (auto error = position == 0 ? feed_first(column) : feed(column)) return error;
    }
    return std::nullopt;
  }

  MaybeError feed_first(const Fed& tokens) {
    if (first_step_) return call(*first_step_, tokens);
    // State starts as zeros, at size 0 where `where` allows it.
    Step& step = steps_.front();
    const ProgramItem& item = program_.items[step.role.item];
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
    for (const StateSlot& slot : step.role.states) {
      const Type& type = item.values[item.parameters[*slot.parameter].value].type;
      const auto shape = shape_at(type, sizes);
      if (!shape) return HostError{"loop/state", shape.error(), {}};
      states_[slot.name] = engine_.keep(std::make_shared<const Tensor>(zeros(type.element, *shape)));
    }
    return call(step, tokens);
  }

  /// The step whose past has the types of the states at hand.
  Step* step_for_states() {
    for (Step& step : steps_) {
      std::vector<EngineTensorPointer> arguments = step.function.weights;
      bool fits = true;
      for (const StateSlot& slot : step.role.states) {
        const auto state = states_.find(slot.name);
        fits = fits && state != states_.end();
        if (fits) arguments[*slot.parameter] = state->second;
      }
      if (!fits) continue;
      arguments[step.role.token_ids] = tokens_;
      const std::vector<std::int64_t> sizes = sizes_at(step.function, arguments);
      for (const StateSlot& slot : step.role.states)
        fits = fits && has_type(program_, step.function, *slot.parameter, sizes, *arguments[*slot.parameter]);
      if (fits) return &step;
    }
    return nullptr;
  }

  MaybeError feed(const Fed& fed) {
    tokens_ = fed.picked ? fed.picked : kept_tokens(ElementType::i64, fed.tokens);
    if (Step* step = step_for_states()) return call(*step, fed);
    std::string signature;
    for (const auto& [name, tensor] : states_)
      signature += fmt::format(", {}_past: {}", name, describe_type(tensor->type(), tensor->shape()));
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

  EngineTensorPointer kept_tokens(ElementType type, const Rows& rows) {
    return engine_.keep(std::make_shared<const Tensor>(column_of_tokens(type, rows)));
  }

  MaybeError call(Step& step, const Fed& fed) {
    const TokenFunction& role = step.role;
    std::vector<EngineTensorPointer> arguments = step.function.weights;
    const ElementType token_type = step.function.types[role.token_ids];
    arguments[role.token_ids] =
        fed.picked && fed.picked->type() == token_type ? fed.picked : kept_tokens(token_type, fed.tokens);
    tokens_.reset();
    for (const StateSlot& slot : role.states)
      if (slot.parameter) arguments[*slot.parameter] = std::move(states_[slot.name]);
    const std::vector<std::int64_t> sizes = sizes_at(step.function, arguments);
    // Tokens of the prompt come from outside; picked ones are in range where the loop is proved.
    if (!step.was_checked || step.function.is_checked_each_call || !fed.picked)
      if (auto error = check(step.function, sizes, arguments)) return error;
    const ProgramItem& item = program_.items[role.item];
    auto results = engine_.call(role.item, sizes, std::move(arguments));
    if (!results) return HostError{"loop/run", fmt::format("'{}': {}", item.name, results.error().message), {}};
    if (!step.was_checked)
      if (auto error = check_results(item, sizes, *results)) return error;
    step.was_checked = true;
    states_.clear();
    for (const StateSlot& slot : role.states)
      states_[slot.name] = (*results)[slot.result];
    logits_ = (*results)[role.logits];
    results->clear();
    if (observe_) observe_({role.item, fed.tokens, states_, logits_});
    return std::nullopt;
  }

  MaybeError check(const LoopFunction& function, const std::vector<std::int64_t>& sizes,
                   const std::vector<EngineTensorPointer>& arguments) const {
    std::vector<KeptArgument> kept;
    for (const EngineTensorPointer& argument : arguments)
      kept.push_back({argument->type(), argument->shape(), [&argument] { return argument->tensor(); }});
    const ProgramItem& item = program_.items[function.item];
    if (const auto error = check_arguments(program_, function.item, named_sizes(item, sizes), kept))
      return HostError{"loop/argument", error->message, {}};
    return std::nullopt;
  }

  /// What a function first returned has the declared types, whatever the engine.
  static MaybeError check_results(const ProgramItem& item, const std::vector<std::int64_t>& sizes,
                                  const std::vector<EngineTensorPointer>& results) {
    const Assignment named = named_sizes(item, sizes);
    for (std::size_t k = 0; k < item.results.size(); ++k) {
      const auto shape = shape_at(item.results[k].type, named);
      if (!shape || results[k]->type() != item.results[k].type.element || results[k]->shape() != *shape)
        return HostError{"loop/result",
                         fmt::format("'{}' of '{}' is declared {}, and the engine returned {}", item.results[k].name,
                                     item.name, to_text(item.results[k].type),
                                     describe_type(results[k]->type(), results[k]->shape())),
                         {}};
    }
    return std::nullopt;
  }

  tl::expected<Fed, HostError> pick() {
    const Picker& role = picker_->role;
    std::vector<EngineTensorPointer> arguments = picker_->function.weights;
    arguments[role.logits] = logits_;
    const std::vector<std::int64_t> sizes = sizes_at(picker_->function, arguments);
    if (!picker_->was_checked || picker_->function.is_checked_each_call)
      if (auto error = check(picker_->function, sizes, arguments)) return tl::unexpected(std::move(*error));
    picker_->was_checked = true;
    auto results = engine_.call(role.item, sizes, std::move(arguments));
    if (!results)
      return tl::unexpected(
          HostError{"loop/run", fmt::format("'{}': {}", program_.items[role.item].name, results.error().message), {}});
    EngineTensorPointer picked = (*results)[role.token_ids];
    return Fed{rows_of(*picked->tensor()), std::move(picked)};
  }

  const Program& program_;
  Engine& engine_;
  const GenerateOptions& options_;
  BoundLoop bound_;
  const std::function<void(const StepRecord&)>& observe_;
  std::vector<Step> steps_;
  std::optional<Step> first_step_;
  std::optional<Step> prefill_;
  std::optional<Prepared<Picker>> picker_;
  Rows rows_;
  States states_;
  EngineTensorPointer tokens_;
  EngineTensorPointer logits_;
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
