/// \file
/// Kernels: how the Eigen engine computes an operation. A kernel implements a rule of spec/ops and is found by the
/// rule's name; what it has to compute is said there and nowhere else, and tests/properties holds it to that.
#pragma once

#include "impl/eigen/view.hpp"
#include "spec/evaluate_scalar.hpp"
#include "spec/rule.hpp"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace kina::eigen {

/// One use of an operation, at run time.
struct KernelCall {
  const Instance& instance;
  std::span<const View* const> operands;
  /// The values of the rule's sizes, in the rule's order.
  std::span<const std::int64_t> sizes;
  /// Its shape is set. Its elements have their place when a kernel computes; a view gives it one.
  View& result;
  /// What depends on values and has none: an index out of range, an integer overflow.
  Failure& failure;

  [[nodiscard]] const View& operand(std::size_t k) const { return *operands[k]; }
};

/// Writes the result's elements.
using Kernel = void (*)(const KernelCall& call);

/// Makes the result a view of the first operand's elements; false where they don't lie evenly enough.
using ViewMaker = bool (*)(const KernelCall& call);

/// What a kernel leaves out where its first operand lies in the result's place already, so that the one buffer may
/// serve for both.
enum class FirstOperand {
  is_copied,  ///< it may not lie there
  grows,      ///< the result is the operand with more behind it, along the instance's axis
  is_updated  ///< the result is the operand with a part of it written anew
};

/// How an operation is computed: as a view where `view` is given and possible, by `compute` otherwise.
struct KernelChoice {
  ViewMaker view = nullptr;
  Kernel compute = nullptr;
  FirstOperand first_operand = FirstOperand::is_copied;
};

/// A rule's name, and the choice of its kernel by the element types of an instance's rule.
struct KernelEntry {
  std::string_view operation;
  KernelChoice (*choose)(const Rule& rule);
};

/// The kernels of a family, as in spec/ops.
[[nodiscard]] std::vector<KernelEntry> arithmetic_kernels();
[[nodiscard]] std::vector<KernelEntry> comparison_kernels();
[[nodiscard]] std::vector<KernelEntry> contraction_kernels();
[[nodiscard]] std::vector<KernelEntry> conversion_kernels();
[[nodiscard]] std::vector<KernelEntry> creation_kernels();
[[nodiscard]] std::vector<KernelEntry> indexing_kernels();
[[nodiscard]] std::vector<KernelEntry> joining_kernels();
[[nodiscard]] std::vector<KernelEntry> layout_kernels();
[[nodiscard]] std::vector<KernelEntry> reduction_kernels();

/// The kernel of a rule; an operation without one is a mistake of this folder and throws.
[[nodiscard]] KernelChoice kernel_of(const Rule& rule);

}  // namespace kina::eigen
