/// \file
/// A function of the host loop, with everything looked up that is the same at every call: the loop itself then costs
/// little beside the step that it drives.
#pragma once

#include "impl/engine.hpp"
#include "impl/host_loop.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace kina {

/// An extent of a parameter: a number, a size of the function, or a term over its sizes.
struct ExtentPattern {
  std::optional<std::int64_t> number;
  std::optional<std::size_t> size;
  Dim term;
};

/// Where the value of a size comes from: it is bound for the whole loop, or read off the shape of an argument.
struct SizeSource {
  std::optional<std::int64_t> bound;
  std::size_t argument = 0;
  std::size_t axis = 0;
};

struct LoopFunction {
  std::size_t item = 0;
  std::vector<SizeSource> sizes;
  /// By parameter.
  std::vector<std::vector<ExtentPattern>> extents;
  std::vector<ElementType> types;
  /// The arguments that do not change, which are the weights; null for the others.
  std::vector<EngineTensorPointer> weights;
  /// By result: its extents and element type.
  std::vector<std::vector<ExtentPattern>> result_extents;
  std::vector<ElementType> result_types;
  /// The tokens that its `where` allows: at least, and below; a token beyond is looked at again by the check.
  std::int64_t least_token = std::numeric_limits<std::int64_t>::min();
  std::optional<ExtentPattern> token_limit;
  /// Whether another fact is about the elements of a weight or of the tokens, so that the first call is checked.
  bool is_checked_once = false;
  /// Whether a fact of its `where` is about what changes from call to call beside the tokens, so that each call is
  /// checked. Picked tokens are in range where the loop is proved.
  bool is_checked_each_call = false;
};

/// The function, with its weights kept by the engine; an error where nothing determines one of its sizes.
[[nodiscard]] tl::expected<LoopFunction, HostError> prepare(const Program& program, std::size_t item,
                                                            std::optional<std::size_t> token_ids,
                                                            const BoundLoop& bound,
                                                            const std::map<std::string, EngineTensorPointer>& weights);

/// The values of the sizes at these arguments.
void sizes_at(const LoopFunction& function, const std::vector<EngineTensorPointer>& arguments,
              std::vector<std::int64_t>& sizes);

/// Whether a token is one that the function's `where` allows.
[[nodiscard]] bool is_allowed(const LoopFunction& function, const std::vector<std::int64_t>& sizes, std::int64_t token);

/// Whether a tensor has the element type, the rank and, where they are numbers, the extents of a parameter.
[[nodiscard]] bool may_have_type(const LoopFunction& function, std::size_t parameter, const EngineTensor& tensor);

/// Whether a tensor has the type of a parameter, or of a result, at these sizes.
[[nodiscard]] bool has_type(const Program& program, const LoopFunction& function, std::size_t parameter,
                            const std::vector<std::int64_t>& sizes, const EngineTensor& tensor);
[[nodiscard]] bool has_result_type(const Program& program, const LoopFunction& function, std::size_t result,
                                   const std::vector<std::int64_t>& sizes, const EngineTensor& tensor);

/// Why nothing can be fed any more: no step takes the states that the last one returned.
[[nodiscard]] HostError missing_step(const Program& program, const HostLoop& roles,
                                     const std::map<std::string, EngineTensorPointer>& states,
                                     const std::vector<std::vector<std::int64_t>>& rows);

/// The sizes by name.
[[nodiscard]] Assignment named_sizes(const ProgramItem& item, const std::vector<std::int64_t>& sizes);

}  // namespace kina
