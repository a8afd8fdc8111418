/// \file
/// The host loop (design section 6; seed section 20, step 4): it feeds tokens to a family of steps, hands the state
/// from each to the next, and feeds back what the picker picks.
#pragma once

#include "impl/engine.hpp"
#include "spec/lang/roles.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace kina {

struct GenerateOptions {
  /// The tokens to start from, one or more; every row of the batch starts with them.
  std::vector<std::int64_t> prompt;
  /// How many new tokens.
  std::size_t steps = 1;
  /// Sizes that are given; others come from the weights, then from equalities of `where`; the batch extent is 1.
  Assignment sizes;
  /// Weights that are given, by name.
  std::map<std::string, TensorPointer> weights;
  /// Whether a weight that is not given is patterned (impl/weights) or an error.
  bool patterned = true;
  /// What a picker that takes `temperature` is given.
  double temperature = 1;
};

/// One step as it was taken.
struct StepRecord {
  std::size_t item = 0;                        ///< the function that ran
  std::vector<std::vector<std::int64_t>> fed;  ///< the tokens it took, by row
  /// What it returned, by the state's name: `k` for `k_next`. Who keeps one beyond the call of `observe` makes the
  /// engine copy it where it would have grown in place.
  std::map<std::string, EngineTensorPointer> states;
  EngineTensorPointer logits;
};

/// Why a loop can't run or had to stop: a code (`loop/missing`), what is wrong, and what to do.
struct HostError {
  std::string code;
  std::string message;
  std::vector<std::string> notes;
};

/// The rows of tokens: the prompt and `steps` new ones each. `observe` sees every step.
[[nodiscard]] tl::expected<std::vector<std::vector<std::int64_t>>, HostError>
generate(const Program& program, Engine& engine, const GenerateOptions& options,
         const std::function<void(const StepRecord&)>& observe = {});

/// What is bound before the first step.
struct BoundLoop {
  HostLoop roles;
  /// The sizes that do not change from step to step.
  Assignment sizes;
  std::map<std::string, TensorPointer> weights;
};

/// Binds sizes and weights, and checks the facts about them.
[[nodiscard]] tl::expected<BoundLoop, HostError> bind_loop(const Program& program, const GenerateOptions& options);

}  // namespace kina
