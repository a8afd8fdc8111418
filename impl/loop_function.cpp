#include "impl/loop_function.hpp"

#include "spec/render.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace kina {
namespace {

ExtentPattern pattern_of(const ProgramItem& item, const Dim& extent) {
  ExtentPattern pattern;
  pattern.term = extent;
  if (extent.is(Operator::integer)) pattern.number = extent.integer_value();
  if (extent.is(Operator::variable))
    for (std::size_t k = 0; k < item.sizes.size(); ++k)
      if (item.sizes[k].name == extent.name()) pattern.size = k;
  return pattern;
}

std::vector<ExtentPattern> patterns_of(const ProgramItem& item, const Type& type) {
  std::vector<ExtentPattern> patterns;
  for (const Dim& extent : type.extents)
    patterns.push_back(pattern_of(item, extent));
  return patterns;
}

bool have_extents(const Program& program, const LoopFunction& function, const std::vector<ExtentPattern>& patterns,
                  const std::vector<std::int64_t>& sizes, const std::vector<std::int64_t>& shape) {
  if (shape.size() != patterns.size()) return false;
  for (std::size_t axis = 0; axis < shape.size(); ++axis) {
    const ExtentPattern& pattern = patterns[axis];
    std::optional<std::int64_t> extent = pattern.number;
    if (!extent && pattern.size) extent = sizes[*pattern.size];
    if (!extent) {
      const auto value = evaluate_integer(pattern.term, named_sizes(program.items[function.item], sizes));
      if (!value) return false;
      extent = *value;
    }
    if (*extent != shape[axis]) return false;
  }
  return true;
}

/// The first parameter in whose shape a size stands bare.
std::optional<SizeSource> source_of(const LoopFunction& function, std::size_t size) {
  for (std::size_t k = 0; k < function.extents.size(); ++k)
    for (std::size_t axis = 0; axis < function.extents[k].size(); ++axis)
      if (function.extents[k][axis].size == size) return SizeSource{std::nullopt, k, axis};
  return std::nullopt;
}

/// Whether a fact says that something is not negative which is an extent: it holds of every tensor.
bool is_about_extent(const ProgramFact& fact) {
  const auto is_bound = [](const Term& least, const Term& size) {
    return least.is(Operator::integer) && least.integer_value() <= 0 && size.is(Operator::variable);
  };
  const Term& condition = fact.condition;
  if (condition.is(Operator::less_equal)) return is_bound(condition.arguments()[0], condition.arguments()[1]);
  return condition.is(Operator::greater_equal) && is_bound(condition.arguments()[1], condition.arguments()[0]);
}

/// Takes up a fact that is a bound of every token, `0 <= token_ids` or `token_ids < V`; whether it is one.
bool bounds_tokens(const ProgramFact& fact, const ProgramItem& item, std::optional<std::size_t> token_ids,
                   LoopFunction& function) {
  if (!token_ids || fact.tensor != item.parameters[*token_ids].name) return false;
  const auto is_token = [](const Term& term) { return term.is(Operator::read); };
  const Term& left = fact.condition.arguments()[0];
  const Term& right = fact.condition.arguments()[1];
  if (fact.condition.is(Operator::less_equal) && left.is(Operator::integer) && is_token(right)) {
    function.least_token = std::max(function.least_token, left.integer_value());
    return true;
  }
  if (function.token_limit || !fact.condition.is(Operator::less) || !is_token(left)) return false;
  ExtentPattern limit = pattern_of(item, right);
  if (!limit.number && !limit.size) return false;
  function.token_limit = std::move(limit);
  return true;
}

/// Whether a fact reads a tensor.
bool is_about_elements(const ProgramFact& fact) {
  bool reads = false;
  visit_terms(fact.condition, [&](const Term& term) {
    reads = reads || term.is(Operator::read);
    return true;
  });
  return reads;
}

/// Whether a fact reads a tensor that is no weight and not the tokens, or a size that is not bound for the whole loop.
bool is_about_change(const ProgramFact& fact, const ProgramItem& item, const LoopFunction& function,
                     std::optional<std::size_t> token_ids) {
  if (fact.about_result || is_about_extent(fact)) return false;
  bool changes = false;
  visit_terms(fact.condition, [&](const Term& term) {
    for (std::size_t k = 0; k < item.parameters.size(); ++k)
      if (term.is(Operator::read) && term.name() == item.parameters[k].name)
        changes = changes || (k != token_ids && function.weights[k] == nullptr);
    for (std::size_t k = 0; k < item.sizes.size(); ++k)
      if (term.is(Operator::variable) && term.name() == item.sizes[k].name)
        changes = changes || !function.sizes[k].bound;
    return true;
  });
  return changes;
}

}  // namespace

tl::expected<LoopFunction, HostError> prepare(const Program& program, std::size_t index,
                                              std::optional<std::size_t> token_ids, const BoundLoop& bound,
                                              const std::map<std::string, EngineTensorPointer>& weights) {
  const ProgramItem& item = program.items[index];
  LoopFunction function;
  function.item = index;
  for (const ItemParameter& parameter : item.parameters) {
    const Type& type = item.values[parameter.value].type;
    function.types.push_back(type.element);
    function.extents.push_back(patterns_of(item, type));
    const auto weight = weights.find(parameter.name);
    function.weights.push_back(weight == weights.end() ? nullptr : weight->second);
  }
  for (const ItemResult& result : item.results) {
    function.result_types.push_back(result.type.element);
    function.result_extents.push_back(patterns_of(item, result.type));
  }
  for (std::size_t k = 0; k < item.sizes.size(); ++k) {
    if (const auto found = bound.sizes.find(item.sizes[k].name); found != bound.sizes.end()) {
      function.sizes.push_back({found->second, 0, 0});
    } else if (const auto source = source_of(function, k)) {
      function.sizes.push_back(*source);
    } else {
      return tl::unexpected(
          HostError{"loop/argument",
                    fmt::format("the size {} of '{}' is not given: it stands bare in no parameter's shape",
                                item.sizes[k].name, item.name),
                    {}});
    }
  }
  for (const ProgramFact& fact : item.facts)
    if (!fact.about_result && is_about_elements(fact) && !bounds_tokens(fact, item, token_ids, function))
      function.is_checked_once = true;
  function.is_checked_each_call = std::any_of(item.facts.begin(), item.facts.end(), [&](const ProgramFact& fact) {
    return is_about_change(fact, item, function, token_ids);
  });
  return function;
}

void sizes_at(const LoopFunction& function, const std::vector<EngineTensorPointer>& arguments,
              std::vector<std::int64_t>& sizes) {
  sizes.clear();
  for (const SizeSource& source : function.sizes) {
    if (source.bound) {
      sizes.push_back(*source.bound);
      continue;
    }
    // A tensor of another rank is found by the check of the arguments.
    const std::vector<std::int64_t>& shape = arguments[source.argument]->shape();
    sizes.push_back(source.axis < shape.size() ? shape[source.axis] : 0);
  }
}

bool is_allowed(const LoopFunction& function, const std::vector<std::int64_t>& sizes, std::int64_t token) {
  if (token < function.least_token) return false;
  if (!function.token_limit) return true;
  return token < (function.token_limit->number ? *function.token_limit->number : sizes[*function.token_limit->size]);
}

bool may_have_type(const LoopFunction& function, std::size_t parameter, const EngineTensor& tensor) {
  const std::vector<ExtentPattern>& patterns = function.extents[parameter];
  const std::vector<std::int64_t>& shape = tensor.shape();
  if (tensor.type() != function.types[parameter] || shape.size() != patterns.size()) return false;
  for (std::size_t axis = 0; axis < shape.size(); ++axis)
    if (patterns[axis].number && patterns[axis].number != shape[axis]) return false;
  return true;
}

bool has_type(const Program& program, const LoopFunction& function, std::size_t parameter,
              const std::vector<std::int64_t>& sizes, const EngineTensor& tensor) {
  return tensor.type() == function.types[parameter] &&
         have_extents(program, function, function.extents[parameter], sizes, tensor.shape());
}

bool has_result_type(const Program& program, const LoopFunction& function, std::size_t result,
                     const std::vector<std::int64_t>& sizes, const EngineTensor& tensor) {
  return tensor.type() == function.result_types[result] &&
         have_extents(program, function, function.result_extents[result], sizes, tensor.shape());
}

HostError missing_step(const Program& program, const HostLoop& roles,
                       const std::map<std::string, EngineTensorPointer>& states,
                       const std::vector<std::vector<std::int64_t>>& rows) {
  std::string signature;
  for (const auto& [name, tensor] : states)
    signature += fmt::format(", {}_past: {}", name, describe_type(tensor->type(), tensor->shape()));
  HostError error{"loop/missing",
                  fmt::format("no step takes the state after {} tokens; the missing signature is "
                              "fn ...(token_ids: i64[{}, 1]{}, ...)",
                              rows.front().size() - 1, rows.size(), signature),
                  {}};
  for (const TokenFunction& step : roles.steps) {
    const ProgramItem& item = program.items[step.item];
    std::string pasts;
    for (const StateSlot& slot : step.states)
      pasts += fmt::format("{}{}: {}", pasts.empty() ? "" : ", ", item.parameters[*slot.parameter].name,
                           to_text(item.values[item.parameters[*slot.parameter].value].type));
    error.notes.push_back(fmt::format("'{}' takes {}", item.name, pasts));
  }
  return error;
}

Assignment named_sizes(const ProgramItem& item, const std::vector<std::int64_t>& sizes) {
  Assignment named;
  for (std::size_t k = 0; k < sizes.size(); ++k)
    named[item.sizes[k].name] = sizes[k];
  return named;
}

}  // namespace kina
