/// \file
/// The host loop's calling convention (design section 6): which functions of a file play which role, by their
/// signatures alone.
#pragma once

#include "spec/lang/program.hpp"

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace kina {

/// A state that is handed from step to step: parameter `X_past` of a step, result `X_next` of what ran before it.
struct StateSlot {
  std::string name;                      ///< `X`
  std::optional<std::size_t> parameter;  ///< the position of `X_past`; none in a first step or a prefill
  std::size_t result = 0;                ///< the position of `X_next`
};

/// A function that the host drives with tokens: a step, a first step or a prefill.
struct TokenFunction {
  std::size_t item = 0;
  std::size_t token_ids = 0;  ///< the position of the parameter
  std::size_t logits = 0;     ///< the position of the result
  std::vector<StateSlot> states;
  std::vector<std::size_t> weights;  ///< positions of the parameters that are bound by name
};

/// A function from `logits` to `token_ids`.
struct Picker {
  std::size_t item = 0;
  std::size_t logits = 0;
  std::optional<std::size_t> uniforms;
  std::optional<std::size_t> temperature;
  std::size_t token_ids = 0;  ///< the position of the result
  std::vector<std::size_t> weights;
};

/// The functions of a program's own file by their roles; imported functions are no candidates.
struct HostLoop {
  std::vector<TokenFunction> steps;
  std::optional<TokenFunction> first_step;
  std::optional<TokenFunction> prefill;
  std::optional<Picker> picker;
  /// Two candidates for a role, a state without its result.
  std::vector<Diagnostic> diagnostics;
};

[[nodiscard]] HostLoop bind_roles(const Program& program);

/// The sizes of `step` when the state that `before` returned is its past: those that stand bare in the type of a past
/// are read off the state's type; every other keeps its name, and is one with `before`'s size of that name. The result
/// is over the names of `before`.
[[nodiscard]] Substitution next_sizes(const Program& program, const TokenFunction& before, const TokenFunction& step);

/// The names of sizes that stand bare in the types of a step's pasts and change from a past to its next: the state
/// determines them, not the host.
[[nodiscard]] std::set<std::string> state_sizes(const Program& program, const TokenFunction& step);

/// Whether the types of the states that `before` returns are those of the past of `step`, at its own names.
[[nodiscard]] bool follows_statically(const Program& program, const TokenFunction& before, const TokenFunction& step);

/// Whether the step's past has a size that the state determines, so that it serves more than one length.
[[nodiscard]] bool is_polymorphic(const Program& program, const TokenFunction& step);

}  // namespace kina
