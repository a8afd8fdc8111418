#include "impl/host_loop.hpp"

#include "impl/loop_function.hpp"
#include "impl/loop_states.hpp"
#include "spec/render.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace kina {
namespace {

using Rows = std::vector<std::vector<std::int64_t>>;

/// What is fed: tokens of the host, by row, or the engine's own tensor of those that a picker picked.
struct Fed {
  Rows tokens;
  EngineTensorPointer picked;
};

/// A function of the loop, and whether its arguments and results were once checked.
template <typename Role> struct Prepared {
  Role role;
  LoopFunction function;
  /// The places of its states among all states.
  std::vector<std::size_t> states;
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
      Fed fed;
      if (auto error = pick(fed.picked)) return tl::unexpected(std::move(*error));
      for (std::size_t row = 0; row < rows; ++row)
        rows_[row].push_back(picked_[row]);
      // The last token is never fed back: nobody asks what follows it.
      if (step + 1 == options_.steps) return rows_;
      if (auto error = feed(fed)) return tl::unexpected(std::move(*error));
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
      Prepared<std::decay_t<decltype(role)>> result{role, {}, {}, false};
      auto function = prepare(program_, role.item, token_ids, bound_, weights);
      if (function) {
        result.function = std::move(*function);
      } else {
        error = std::move(function.error());
      }
      return result;
    };
    const auto with_states = [&](const TokenFunction& role) {
      Step step = prepared(role, role.token_ids);
      for (const StateSlot& slot : role.states)
        step.states.push_back(states_.add(slot.name));
      return step;
    };
    for (const TokenFunction& step : bound_.roles.steps)
      steps_.push_back(with_states(step));
    if (bound_.roles.first_step) first_step_ = with_states(*bound_.roles.first_step);
    if (bound_.roles.prefill) prefill_ = with_states(*bound_.roles.prefill);
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
    for (std::size_t k = 0; k < step.states.size(); ++k) {
      const Type& type = item.values[item.parameters[*step.role.states[k].parameter].value].type;
      const auto shape = shape_at(type, sizes);
      if (!shape) return HostError{"loop/state", shape.error(), {}};
      states_[step.states[k]] = engine_.keep(std::make_shared<const Tensor>(zeros(type.element, *shape)));
    }
    return call(step, tokens);
  }

  /// Whether the states at hand may be the step's past, as far as numbers tell.
  bool may_follow(const Step& step) const {
    for (std::size_t k = 0; k < step.states.size(); ++k) {
      const EngineTensorPointer& state = states_[step.states[k]];
      if (state == nullptr || !may_have_type(step.function, *step.role.states[k].parameter, *state)) return false;
    }
    return true;
  }

  /// Takes the arguments of a step together, the states among them.
  void assemble(Step& step, const Fed& fed) {
    arguments_ = step.function.weights;
    const ElementType type = step.function.types[step.role.token_ids];
    arguments_[step.role.token_ids] =
        fed.picked && fed.picked->type() == type ? fed.picked : kept_tokens(type, rows_of(fed));
    for (std::size_t k = 0; k < step.states.size(); ++k)
      if (step.role.states[k].parameter)
        arguments_[*step.role.states[k].parameter] = std::move(states_[step.states[k]]);
    sizes_at(step.function, arguments_, sizes_);
  }

  /// Whether the states among the arguments have the types of the step's past; they are given back otherwise.
  bool fits(Step& step) {
    bool fits = true;
    for (const StateSlot& slot : step.role.states)
      fits = fits && has_type(program_, step.function, *slot.parameter, sizes_, *arguments_[*slot.parameter]);
    for (std::size_t k = 0; !fits && k < step.states.size(); ++k)
      states_[step.states[k]] = std::move(arguments_[*step.role.states[k].parameter]);
    return fits;
  }

  /// Feeds the step whose past has the types of the states at hand.
  MaybeError feed(const Fed& fed) {
    for (Step& step : steps_) {
      if (!may_follow(step)) continue;
      assemble(step, fed);
      if (fits(step)) return call_assembled(step, fed);
    }
    return missing_step(program_, bound_.roles, states_.by_name(), rows_);
  }

  EngineTensorPointer kept_tokens(ElementType type, const Rows& rows) {
    return engine_.keep(std::make_shared<const Tensor>(tensor_of_tokens(type, rows)));
  }

  Rows rows_of(const Fed& fed) const {
    if (!fed.picked) return fed.tokens;
    Rows rows;
    for (const std::int64_t token : picked_)
      rows.push_back({token});
    return rows;
  }

  MaybeError call(Step& step, const Fed& fed) {
    assemble(step, fed);
    return call_assembled(step, fed);
  }

  MaybeError call_assembled(Step& step, const Fed& fed) {
    const TokenFunction& role = step.role;
    const LoopFunction& function = step.function;
    // The states were looked at when the step was chosen. Tokens of the prompt come from outside, and picked ones are
    // in range where the loop is proved; it may not be.
    const auto is_wrong = [&](std::int64_t token) { return !is_allowed(function, sizes_, token); };
    if (!fed.picked || function.is_checked_each_call || (function.is_checked_once && !step.was_checked) ||
        std::any_of(picked_.begin(), picked_.end(), is_wrong))
      if (auto error = check(function, sizes_, arguments_)) return error;
    const ProgramItem& item = program_.items[role.item];
    auto results = engine_.call(role.item, sizes_, std::move(arguments_));
    if (!results) return HostError{"loop/run", fmt::format("'{}': {}", item.name, results.error().message), {}};
    if (!step.was_checked)
      if (auto error = check_results(function, *results)) return error;
    step.was_checked = true;
    states_.clear();
    for (std::size_t k = 0; k < step.states.size(); ++k)
      states_[step.states[k]] = (*results)[role.states[k].result];
    logits_ = std::move((*results)[role.logits]);
    results->clear();
    if (observe_) observe_({role.item, rows_of(fed), states_.by_name(), logits_});
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
  MaybeError check_results(const LoopFunction& function, const std::vector<EngineTensorPointer>& results) const {
    const ProgramItem& item = program_.items[function.item];
    for (std::size_t k = 0; k < item.results.size(); ++k)
      if (!has_result_type(program_, function, k, sizes_, *results[k]))
        return HostError{"loop/result",
                         fmt::format("'{}' of '{}' is declared {}, and the engine returned {}", item.results[k].name,
                                     item.name, to_text(item.results[k].type),
                                     describe_type(results[k]->type(), results[k]->shape())),
                         {}};
    return std::nullopt;
  }

  MaybeError pick(EngineTensorPointer& picked) {
    const Picker& role = picker_->role;
    const LoopFunction& function = picker_->function;
    arguments_ = function.weights;
    // Nobody asks for them again, so that the engine may use their place.
    arguments_[role.logits] = std::move(logits_);
    sizes_at(function, arguments_, sizes_);
    if (!picker_->was_checked || function.is_checked_each_call)
      if (auto error = check(function, sizes_, arguments_)) return error;
    picker_->was_checked = true;
    auto results = engine_.call(role.item, sizes_, std::move(arguments_));
    if (!results)
      return HostError{
          "loop/run", fmt::format("'{}': {}", program_.items[role.item].name, results.error().message), {}};
    picked = std::move((*results)[role.token_ids]);
    picked->read_integers(picked_);
    return std::nullopt;
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
  LoopStates states_;
  EngineTensorPointer logits_;
  /// What was picked last, by row.
  std::vector<std::int64_t> picked_;
  /// Of the call that is next.
  std::vector<EngineTensorPointer> arguments_;
  std::vector<std::int64_t> sizes_;
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
