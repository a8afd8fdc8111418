/// Kernels of spec/ops/creation.
#include "impl/eigen/array.hpp"
#include "impl/eigen/element_types.hpp"

namespace kina::eigen {
namespace {

/// iota: the index along the axis. It is written once, and seen by every other axis.
KernelChoice iota(const Rule&) {
  return {nullptr, [](const KernelCall& call) {
            const View& result = call.result;
            const std::size_t axis = call.instance.axis;
            Extents others = result.shape;
            others[axis] = std::min<std::int64_t>(others[axis], 1);
            for (std::int64_t index = 0; index < result.shape[axis]; ++index)
              for_each_row<1>(others, {&result.strides}, [&](const auto& at, std::int64_t count, const auto& strides) {
                std::int64_t* to = elements<std::int64_t>(result) + at[0] + index * result.strides[axis];
                StridedRow<std::int64_t>(to, count, Eigen::InnerStride<>(strides[0])).setConstant(index);
              });
          }};
}

/// full: the value everywhere, as a view of the one value.
KernelChoice full(const Rule&) {
  return {[](const KernelCall& call) {
            call.result.data = call.operand(0).data;
            call.result.strides.assign(call.result.rank(), 0);
            return true;
          },
          nullptr};
}

}  // namespace

std::vector<KernelEntry> creation_kernels() { return {{"iota", iota}, {"full", full}}; }

}  // namespace kina::eigen
