/// Kernels of spec/ops/layout: views where strides can say it.
#include "impl/eigen/kernel.hpp"

namespace kina::eigen {
namespace {

/// transpose: axis k of the result is axis perm[k] of the operand.
bool view_transposed(const KernelCall& call) {
  const View& x = call.operand(0);
  call.result.data = x.data;
  call.result.strides.resize(x.rank());
  for (std::size_t axis = 0; axis < x.rank(); ++axis)
    call.result.strides[axis] = x.strides[call.instance.permutation[axis]];
  return true;
}

/// broadcast: a stretched or new axis has stride 0.
bool view_stretched(const KernelCall& call) {
  const View& x = call.operand(0);
  const std::size_t added = call.result.rank() - x.rank();
  call.result.data = x.data;
  call.result.strides.assign(call.result.rank(), 0);
  for (std::size_t axis = 0; axis < x.rank(); ++axis)
    if (!call.instance.stretched[axis]) call.result.strides[axis + added] = x.strides[axis];
  return true;
}

/// reshape: both shapes are split into groups of axes with equal products; a group of the operand's axes whose elements
/// lie evenly can be cut anew. (NumPy decides in the same way whether a reshape copies.)
bool view_reshaped(const KernelCall& call) {
  const View& x = call.operand(0);
  View& result = call.result;
  result.data = x.data;
  result.strides = dense_strides(result.shape);
  if (count_of(x.shape) == 0) return true;
  std::size_t from = 0;
  std::size_t to = 0;
  while (from < x.rank() && to < result.rank()) {
    std::size_t from_end = from + 1;
    std::size_t to_end = to + 1;
    std::int64_t left = x.shape[from];
    std::int64_t right = result.shape[to];
    while (left != right) {
      if (left < right) {
        left *= x.shape[from_end++];
      } else {
        right *= result.shape[to_end++];
      }
    }
    // The stride of the group's innermost axis, if the others follow from it.
    std::int64_t stride = 0;
    bool is_known = false;
    std::int64_t inner = 1;
    for (std::size_t axis = from_end; axis-- > from;) {
      if (x.shape[axis] == 1) continue;
      if (!is_known) {
        stride = x.strides[axis];
        is_known = true;
      } else if (x.strides[axis] != stride * inner) {
        return false;
      }
      inner *= x.shape[axis];
    }
    for (std::size_t axis = to_end; axis-- > to;) {
      result.strides[axis] = stride;
      stride *= result.shape[axis];
    }
    from = from_end;
    to = to_end;
  }
  return true;
}

/// reshape where no strides say it: a copy in row-major order.
void copy_reshaped(const KernelCall& call) {
  View flat = call.result;
  flat.shape = call.operand(0).shape;
  flat.strides = dense_strides(flat.shape);
  copy(call.operand(0), flat);
}

}  // namespace

std::vector<KernelEntry> layout_kernels() {
  return {{"reshape",
           [](const Rule&) {
             return KernelChoice{view_reshaped, copy_reshaped};
           }},
          {"transpose",
           [](const Rule&) {
             return KernelChoice{view_transposed, nullptr};
           }},
          {"broadcast", [](const Rule&) {
             return KernelChoice{view_stretched, nullptr};
           }}};
}

}  // namespace kina::eigen
