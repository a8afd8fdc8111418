/// \file
/// A checked function, run by the reference evaluator step by step.
#pragma once

#include "spec/evaluate_integer.hpp"
#include "spec/lang/program.hpp"
#include "spec/tensor.hpp"

#include <tl/expected.hpp>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace kina {

/// A tensor that is shared and not changed.
using TensorPointer = std::shared_ptr<const Tensor>;

/// Where a run stopped and why.
struct RunError {
  Place place;
  std::string message;
};

/// The results of a function at these sizes and arguments. The arguments have the parameters' types, and the facts of
/// the function's `where` hold of them; `check_arguments` tells.
[[nodiscard]] tl::expected<std::vector<TensorPointer>, RunError> interpret(const Program& program, std::size_t item,
                                                                           const Assignment& sizes,
                                                                           const std::vector<TensorPointer>& arguments);

/// What is wrong with sizes and arguments for a function: a size below its least, a type that is not the parameter's, a
/// fact that does not hold. Nothing if all is well.
[[nodiscard]] std::optional<RunError> check_arguments(const Program& program, std::size_t item, const Assignment& sizes,
                                                      const std::vector<TensorPointer>& arguments);

/// An argument whose elements are kept elsewhere, and fetched where a fact is about them.
struct KeptArgument {
  ElementType type = ElementType::f32;
  std::vector<std::int64_t> shape;
  std::function<TensorPointer()> tensor;
};
[[nodiscard]] std::optional<RunError> check_arguments(const Program& program, std::size_t item, const Assignment& sizes,
                                                      const std::vector<KeptArgument>& arguments);

/// The shape that a type has at these sizes.
[[nodiscard]] tl::expected<std::vector<std::int64_t>, std::string> shape_at(const Type& type, const Assignment& sizes);

}  // namespace kina
