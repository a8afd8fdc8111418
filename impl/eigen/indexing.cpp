/// Kernels of spec/ops/indexing. An index out of range is an error, as in every engine.
#include "impl/eigen/element_types.hpp"
#include "impl/eigen/kernel.hpp"

#include <fmt/format.h>

namespace kina::eigen {
namespace {

/// The value of an integer scalar.
std::int64_t integer_of(const View& view) {
  return view.type == ElementType::i32 ? *elements<const std::int32_t>(view) : *elements<const std::int64_t>(view);
}

/// Whether `0 <= index` and `index + length <= extent`; reports it otherwise.
bool is_inside(const KernelCall& call, std::string_view operand, std::size_t axis, std::int64_t index,
               std::int64_t length, std::int64_t extent) {
  if (index >= 0 && index <= extent - length) return true;
  call.failure.report(length == 1 ? fmt::format("operand {} is read at index {} of axis {}, whose extent is {}",
                                                operand, index, axis, extent)
                                  : fmt::format("operand {} is read at {} to {} of axis {}, whose extent is {}",
                                                operand, index, index + length, axis, extent));
  return false;
}

/// gather: for each index, the table's slice at it. The indices' axes stand where the table's axis stood.
void gather(const KernelCall& call) {
  const View& table = call.operand(0);
  const View& indices = call.operand(1);
  const std::size_t axis = call.instance.axis;
  // What is left of the table when one index is fixed, and where the result's strides for it are.
  Extents shape = table.shape;
  Extents from_strides = table.strides;
  Extents to_strides = call.result.strides;
  const auto first = static_cast<std::ptrdiff_t>(axis);
  shape.erase(shape.begin() + first);
  from_strides.erase(from_strides.begin() + first);
  to_strides.erase(to_strides.begin() + first,
                   to_strides.begin() + first + static_cast<std::ptrdiff_t>(indices.rank()));
  if (count_of(shape) == 0) return;
  const Axes slice(shape.data(), shape.size());
  const auto size = static_cast<std::int64_t>(size_of(table.type));
  with_number(indices.type, [&]<typename Index>(std::type_identity<Index>) {
    for_each_row<2>({indices.shape.data(), indices.rank()}, {indices.strides.data(), call.result.strides.data() + axis},
                    [&](const auto& at, std::int64_t count, const auto& strides) {
                      for (std::int64_t k = 0; k < count && !call.failure.happened(); ++k) {
                        const auto index =
                            static_cast<std::int64_t>(elements<const Index>(indices)[at[0] + k * strides[0]]);
                        if (!is_inside(call, "table", axis, index, 1, table.shape[axis])) return;
                        copy(table.type, slice, table.data + index * table.strides[axis] * size,
                             {from_strides.data(), slice.size()}, call.result.data + (at[1] + k * strides[1]) * size,
                             {to_strides.data(), slice.size()});
                      }
                    });
  });
}

/// slice: a range of sizes moves the first element, an index drops its axis.
bool view_sliced(const KernelCall& call) {
  View x = call.operand(0);
  std::size_t next_size = 0;
  std::size_t next_operand = 1;
  Extents strides;
  for (std::size_t axis = 0; axis < x.rank(); ++axis) {
    switch (call.instance.slices[axis]) {
    case SliceAxis::whole: strides.push_back(x.strides[axis]); break;
    case SliceAxis::range:
      advance(x, axis, call.sizes[next_size]);
      next_size += 2;
      strides.push_back(x.strides[axis]);
      break;
    case SliceAxis::index: {
      const std::int64_t index = integer_of(call.operand(next_operand++));
      // As in the rule, an index is looked at where an element is read.
      if (count_of(call.result.shape) == 0) break;
      if (!is_inside(call, "x", axis, index, 1, x.shape[axis])) return true;
      advance(x, axis, index);
      break;
    }
    }
  }
  call.result.data = x.data;
  call.result.strides = strides;
  return true;
}

/// dynamic_slice
bool view_at_position(const KernelCall& call) {
  View x = call.operand(0);
  const std::size_t axis = call.instance.axis;
  const std::int64_t at = integer_of(call.operand(1));
  call.result.data = x.data;
  call.result.strides = x.strides;
  if (count_of(call.result.shape) == 0) return true;
  if (!is_inside(call, "x", axis, at, call.sizes[0], x.shape[axis])) return true;
  advance(x, axis, at);
  call.result.data = x.data;
  return true;
}

/// dynamic_update_slice: a copy of the tensor, unless it is updated where it lies, and then the update.
void update_at_position(const KernelCall& call) {
  const View& update = call.operand(1);
  const std::size_t axis = call.instance.axis;
  const std::int64_t at = integer_of(call.operand(2));
  // An update that is partly outside is refused by the premise `position`, and cut off by the rule's element.
  const std::int64_t begin = std::clamp<std::int64_t>(at, 0, call.result.shape[axis]);
  const std::int64_t end = std::clamp<std::int64_t>(std::min(at, call.result.shape[axis]) + update.shape[axis], begin,
                                                    call.result.shape[axis]);
  copy(call.operand(0), call.result);
  View from = update;
  View to = call.result;
  from.shape[axis] = end - begin;
  to.shape[axis] = end - begin;
  if (end == begin) return;
  advance(from, axis, begin - at);
  advance(to, axis, begin);
  copy(from, to);
}

}  // namespace

std::vector<KernelEntry> indexing_kernels() {
  return {{"gather",
           [](const Rule&) {
             return KernelChoice{nullptr, gather};
           }},
          {"slice",
           [](const Rule&) {
             return KernelChoice{view_sliced, nullptr};
           }},
          {"dynamic_slice",
           [](const Rule&) {
             return KernelChoice{view_at_position, nullptr};
           }},
          {"dynamic_update_slice", [](const Rule&) {
             return KernelChoice{nullptr, update_at_position, FirstOperand::is_updated};
           }}};
}

}  // namespace kina::eigen
