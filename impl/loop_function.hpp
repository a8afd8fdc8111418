/// \file
/// A function of the host loop, with everything looked up that is the same at every call: the loop itself then costs
/// little beside the step that it drives.
#pragma once

#include "impl/engine.hpp"
#include "impl/host_loop.hpp"

#include <cstddef>
#include <cstdint>
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
[[nodiscard]] std::vector<std::int64_t> sizes_at(const LoopFunction& function,
                                                 const std::vector<EngineTensorPointer>& arguments);

/// Whether a tensor has the type of a parameter at these sizes.
[[nodiscard]] bool has_type(const Program& program, const LoopFunction& function, std::size_t parameter,
                            const std::vector<std::int64_t>& sizes, const EngineTensor& tensor);

/// The sizes by name.
[[nodiscard]] Assignment named_sizes(const ProgramItem& item, const std::vector<std::int64_t>& sizes);

}  // namespace kina
