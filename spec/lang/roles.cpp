#include "spec/lang/roles.hpp"

#include "spec/dim.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace kina {
namespace {

std::optional<std::size_t> result_named(const ProgramItem& item, const std::string& name) {
  for (std::size_t k = 0; k < item.results.size(); ++k)
    if (item.results[k].name == name) return k;
  return std::nullopt;
}

std::optional<std::size_t> parameter_named(const ProgramItem& item, const std::string& name) {
  for (std::size_t k = 0; k < item.parameters.size(); ++k)
    if (item.parameters[k].name == name) return k;
  return std::nullopt;
}

const Type& parameter_type(const ProgramItem& item, std::size_t parameter) {
  return item.values[item.parameters[parameter].value].type;
}

Diagnostic diagnostic(std::string code, Place place, std::string message, std::string label) {
  Diagnostic result;
  result.code = std::move(code);
  result.place = place;
  result.message = std::move(message);
  result.label = std::move(label);
  return result;
}

/// One function's part in the loop.
struct Candidate {
  TokenFunction function;
  bool has_past = false;
  bool one_column = false;
};

std::optional<Candidate> token_function(const Program& program, std::size_t index,
                                        std::vector<Diagnostic>& diagnostics) {
  const ProgramItem& item = program.items[index];
  const auto token_ids = parameter_named(item, "token_ids");
  const auto logits = result_named(item, "logits");
  if (!token_ids || !logits) return std::nullopt;
  const Type& tokens = parameter_type(item, *token_ids);
  const Type& scores = item.results[*logits].type;
  if (tokens.rank() != 2 || !is_integer(tokens.element)) return std::nullopt;
  if (scores.rank() != 3 || !is_floating(scores.element) || !identical(scores.extents[1], integer(1)))
    return std::nullopt;
  Candidate candidate;
  candidate.one_column = identical(tokens.extents[1], integer(1));
  candidate.function.item = index;
  candidate.function.token_ids = *token_ids;
  candidate.function.logits = *logits;
  for (std::size_t k = 0; k < item.parameters.size(); ++k) {
    const std::string& name = item.parameters[k].name;
    if (k == *token_ids) continue;
    if (!name.ends_with("_past") || name.size() == 5) {
      candidate.function.weights.push_back(k);
      continue;
    }
    candidate.has_past = true;
    const std::string stem = name.substr(0, name.size() - 5);
    const auto result = result_named(item, stem + "_next");
    if (!result) {
      diagnostics.push_back(diagnostic("loop/state", item.parameters[k].place,
                                       fmt::format("'{}' has no result '{}_next'", name, stem),
                                       "a state without its next"));
      continue;
    }
    candidate.function.states.push_back({stem, k, *result});
  }
  if (!candidate.has_past) {
    for (std::size_t k = 0; k < item.results.size(); ++k) {
      const std::string& name = item.results[k].name;
      if (name.ends_with("_next") && name.size() > 5)
        candidate.function.states.push_back({name.substr(0, name.size() - 5), std::nullopt, k});
    }
  }
  // Chunks that take a state and many columns have no role.
  if (candidate.has_past && !candidate.one_column) return std::nullopt;
  return candidate;
}

std::optional<Picker> picker(const ProgramItem& item, std::size_t index) {
  const auto logits = parameter_named(item, "logits");
  const auto token_ids = result_named(item, "token_ids");
  if (!logits || !token_ids || parameter_named(item, "token_ids")) return std::nullopt;
  Picker result;
  result.item = index;
  result.logits = *logits;
  result.token_ids = *token_ids;
  result.uniforms = parameter_named(item, "uniforms");
  result.temperature = parameter_named(item, "temperature");
  for (std::size_t k = 0; k < item.parameters.size(); ++k)
    if (k != *logits && k != result.uniforms && k != result.temperature) result.weights.push_back(k);
  return result;
}

const StateSlot* state_named(const TokenFunction& function, const std::string& name) {
  const auto found = std::find_if(function.states.begin(), function.states.end(),
                                  [&](const StateSlot& state) { return state.name == name; });
  return found == function.states.end() ? nullptr : &*found;
}

}  // namespace

HostLoop bind_roles(const Program& program) {
  HostLoop loop;
  const auto fill = [&](auto& role, auto candidate, const char* what, std::size_t index) {
    if (!role) {
      role = std::move(candidate);
      return;
    }
    const ProgramItem& item = program.items[index];
    loop.diagnostics.push_back(
        diagnostic("loop/role", item.place,
                   fmt::format("'{}' and '{}' are both {}", program.items[role->item].name, item.name, what),
                   "a second candidate"));
  };
  for (std::size_t index = 0; index < program.items.size(); ++index) {
    const ProgramItem& item = program.items[index];
    if (item.place.file != 0 || item.kind != syntax::ItemKind::function) continue;
    if (auto found = picker(item, index)) {
      fill(loop.picker, std::move(*found), "a picker", index);
      continue;
    }
    auto candidate = token_function(program, index, loop.diagnostics);
    if (!candidate) continue;
    if (candidate->has_past) {
      loop.steps.push_back(std::move(candidate->function));
    } else if (candidate->one_column) {
      fill(loop.first_step, std::move(candidate->function), "a first step", index);
    } else {
      fill(loop.prefill, std::move(candidate->function), "a prefill", index);
    }
  }
  return loop;
}

std::set<std::string> state_sizes(const Program& program, const TokenFunction& step) {
  const ProgramItem& item = program.items[step.item];
  std::set<std::string> names;
  for (const StateSlot& state : step.states) {
    const Type& past = parameter_type(item, *state.parameter);
    const Type& next = item.results[state.result].type;
    for (std::size_t axis = 0; axis < std::min(past.rank(), next.rank()); ++axis)
      if (past.extents[axis].is(Operator::variable) && !identical(past.extents[axis], next.extents[axis]))
        names.insert(past.extents[axis].name());
  }
  return names;
}

Substitution next_sizes(const Program& program, const TokenFunction& before, const TokenFunction& step) {
  const ProgramItem& item = program.items[step.item];
  Substitution sizes;
  for (const SizeParameter& size : item.sizes)
    sizes[size.name] = variable(size.name);
  const std::set<std::string> changing = state_sizes(program, step);
  std::set<std::string> known;
  for (const StateSlot& state : step.states) {
    const StateSlot* given = state_named(before, state.name);
    if (given == nullptr) continue;
    const Type& past = parameter_type(item, *state.parameter);
    const Type& next = program.items[before.item].results[given->result].type;
    for (std::size_t axis = 0; axis < std::min(past.rank(), next.rank()); ++axis) {
      const Dim& extent = past.extents[axis];
      if (!extent.is(Operator::variable)) continue;
      // A size that the host binds keeps its name, if what ran before has it too.
      const auto& before_sizes = program.items[before.item].sizes;
      const bool shared = std::any_of(before_sizes.begin(), before_sizes.end(),
                                      [&](const SizeParameter& size) { return size.name == extent.name(); });
      if (shared && !changing.contains(extent.name())) continue;
      if (known.insert(extent.name()).second) sizes[extent.name()] = next.extents[axis];
    }
  }
  return sizes;
}

bool follows_statically(const Program& program, const TokenFunction& before, const TokenFunction& step) {
  return std::all_of(step.states.begin(), step.states.end(), [&](const StateSlot& state) {
    const StateSlot* given = state_named(before, state.name);
    if (given == nullptr) return false;
    const Type& past = parameter_type(program.items[step.item], *state.parameter);
    const Type& next = program.items[before.item].results[given->result].type;
    return past.element == next.element &&
           std::equal(past.extents.begin(), past.extents.end(), next.extents.begin(), next.extents.end(), identical);
  });
}

bool is_polymorphic(const Program& program, const TokenFunction& step) { return !state_sizes(program, step).empty(); }

}  // namespace kina
