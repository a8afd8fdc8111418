/// Kernels of spec/ops/joining: copies between views.
#include "impl/eigen/kernel.hpp"

namespace kina::eigen {
namespace {

/// The part of a view from `begin` along an axis.
View part_of(const View& view, std::size_t axis, std::int64_t begin, std::int64_t extent) {
  View part = view;
  part.shape[axis] = extent;
  advance(part, axis, begin);
  return part;
}

/// concat: each operand to its part of the result. An operand that lies there already, a cache with room behind it, is
/// not copied.
void concat(const KernelCall& call) {
  const std::size_t axis = call.instance.axis;
  const View& result = call.result;
  const std::int64_t step = result.strides[axis] * static_cast<std::int64_t>(size_of(result.type));
  std::byte* to = result.data;
  for (const View* operand : call.operands) {
    if (operand->data != to || !has_strides(*operand, result.strides))
      copy(result.type, {operand->shape.data(), operand->rank()}, operand->data,
           {operand->strides.data(), operand->rank()}, to, {result.strides.data(), result.rank()});
    to += operand->shape[axis] * step;
  }
}

/// pad: the value before and after the tensor.
void pad(const KernelCall& call) {
  const View& x = call.operand(0);
  const std::size_t axis = call.instance.axis;
  const std::int64_t low = call.sizes[0];
  const std::int64_t high = call.sizes[1];
  View value = call.result;
  value.data = call.operand(1).data;
  value.strides.assign(value.rank(), 0);
  value.shape[axis] = low;
  copy(value, part_of(call.result, axis, 0, low));
  copy(x, part_of(call.result, axis, low, x.shape[axis]));
  value.shape[axis] = high;
  copy(value, part_of(call.result, axis, low + x.shape[axis], high));
}

/// The result with its axis taken apart into two, and the tensor with stride 0 on the one that repeats it.
void copy_repeated(const KernelCall& call, bool is_adjacent) {
  const std::size_t axis = call.instance.axis;
  const std::int64_t count = call.sizes[0];
  View from = call.operand(0);
  View to = call.result;
  const std::int64_t extent = from.shape[axis];
  const auto insert = [](Extents& values, std::size_t at, std::int64_t value) {
    values.insert(values.begin() + static_cast<std::ptrdiff_t>(at), value);
  };
  const std::size_t repeated = is_adjacent ? axis + 1 : axis;
  insert(from.shape, repeated, count);
  insert(from.strides, repeated, 0);
  to.shape = from.shape;
  const std::int64_t stride = to.strides[axis];
  insert(to.strides, axis, stride * (is_adjacent ? count : extent));
  copy(from, to);
}

/// repeat: each slice n times in a row.
void repeat(const KernelCall& call) { copy_repeated(call, true); }
/// tile: the whole axis n times in a row.
void tile(const KernelCall& call) { copy_repeated(call, false); }

}  // namespace

std::vector<KernelEntry> joining_kernels() {
  return {{"concat",
           [](const Rule&) {
             return KernelChoice{nullptr, concat, FirstOperand::grows};
           }},
          {"pad",
           [](const Rule&) {
             return KernelChoice{nullptr, pad};
           }},
          {"repeat",
           [](const Rule&) {
             return KernelChoice{nullptr, repeat};
           }},
          {"tile", [](const Rule&) {
             return KernelChoice{nullptr, tile};
           }}};
}

}  // namespace kina::eigen
