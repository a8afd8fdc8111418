#include "impl/loop_function.hpp"

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

/// The first parameter in whose shape a size stands bare.
std::optional<SizeSource> source_of(const LoopFunction& function, std::size_t size) {
  for (std::size_t k = 0; k < function.extents.size(); ++k)
    for (std::size_t axis = 0; axis < function.extents[k].size(); ++axis)
      if (function.extents[k][axis].size == size) return SizeSource{std::nullopt, k, axis};
  return std::nullopt;
}

/// Whether a fact reads a tensor that is no weight and not the tokens, or a size that is not bound for the whole loop.
bool is_about_change(const ProgramFact& fact, const ProgramItem& item, const LoopFunction& function,
                     std::optional<std::size_t> token_ids) {
  if (fact.about_result) return false;
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
    std::vector<ExtentPattern> patterns;
    for (const Dim& extent : type.extents)
      patterns.push_back(pattern_of(item, extent));
    function.extents.push_back(std::move(patterns));
    const auto weight = weights.find(parameter.name);
    function.weights.push_back(weight == weights.end() ? nullptr : weight->second);
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
  function.is_checked_each_call = std::any_of(item.facts.begin(), item.facts.end(), [&](const ProgramFact& fact) {
    return is_about_change(fact, item, function, token_ids);
  });
  return function;
}

std::vector<std::int64_t> sizes_at(const LoopFunction& function, const std::vector<EngineTensorPointer>& arguments) {
  std::vector<std::int64_t> sizes;
  sizes.reserve(function.sizes.size());
  for (const SizeSource& source : function.sizes) {
    if (source.bound) {
      sizes.push_back(*source.bound);
      continue;
    }
    // A tensor of another rank is found by the check of the arguments.
    const std::vector<std::int64_t>& shape = arguments[source.argument]->shape();
    sizes.push_back(source.axis < shape.size() ? shape[source.axis] : 0);
  }
  return sizes;
}

bool has_type(const Program& program, const LoopFunction& function, std::size_t parameter,
              const std::vector<std::int64_t>& sizes, const EngineTensor& tensor) {
  const std::vector<ExtentPattern>& patterns = function.extents[parameter];
  const std::vector<std::int64_t>& shape = tensor.shape();
  if (tensor.type() != function.types[parameter] || shape.size() != patterns.size()) return false;
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

Assignment named_sizes(const ProgramItem& item, const std::vector<std::int64_t>& sizes) {
  Assignment named;
  for (std::size_t k = 0; k < sizes.size(); ++k)
    named[item.sizes[k].name] = sizes[k];
  return named;
}

}  // namespace kina
