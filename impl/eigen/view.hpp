/// \file
/// Where the elements of a tensor lie: a pointer, extents, and a stride an axis.
///
/// A transposed, sliced or broadcast tensor is the same elements under other strides, and a cache that grows is a
/// buffer whose strides leave room behind its last position.
#pragma once

#include "spec/type.hpp"

#include <boost/container/small_vector.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace kina::eigen {

/// An extent or a stride an axis; ranks up to 6 need no allocation.
using Extents = boost::container::small_vector<std::int64_t, 6>;
/// Extents or strides of some axes, to be read.
using Axes = std::span<const std::int64_t>;

struct View {
  ElementType type = ElementType::f32;
  std::byte* data = nullptr;
  Extents shape;
  /// In elements; 0 where an axis is stretched.
  Extents strides;

  [[nodiscard]] std::size_t rank() const { return shape.size(); }
};

/// The first element. A kernel writes to its result alone; operands are read through `elements<const T>`.
template <typename T> [[nodiscard]] T* elements(const View& view) { return reinterpret_cast<T*>(view.data); }

[[nodiscard]] std::int64_t count_of(const Extents& shape);
[[nodiscard]] std::size_t size_of(ElementType type);

/// The strides of a dense tensor in row-major order.
[[nodiscard]] Extents dense_strides(const Extents& shape);

/// Moves the view's first element by `steps` along an axis.
void advance(View& view, std::size_t axis, std::int64_t steps);

/// Whether a view's elements lie as they would under these strides.
[[nodiscard]] bool has_strides(const View& view, const Extents& strides);

/// Whether two views have the same elements in the same place.
[[nodiscard]] bool is_same_place(const View& left, const View& right);

/// Copies elements between views of one shape and type. They are in one place or do not overlap.
void copy(const View& from, const View& to);
/// The same without views: the elements of `shape`, from one place to another.
void copy(ElementType type, Axes shape, const std::byte* from, Axes from_strides, std::byte* to, Axes to_strides);

/// The axes of N views of one shape, merged where every view's elements go on evenly from one row to the next.
template <std::size_t N> struct MergedAxes {
  /// More than a kernel meets: a tensor has 12 axes at the most (spec/lang/checker.hpp), and one may be taken apart.
  static constexpr std::size_t greatest_rank = 16;
  std::size_t rank = 0;
  std::array<std::int64_t, greatest_rank> shape;
  std::array<std::array<std::int64_t, greatest_rank>, N> strides;
  bool is_empty = false;
};

template <std::size_t N>
[[nodiscard]] MergedAxes<N> merged_axes(Axes shape, const std::array<const std::int64_t*, N>& strides) {
  MergedAxes<N> merged;
  std::size_t rank = 0;
  for (std::size_t axis = 0; axis < shape.size(); ++axis) {
    const std::int64_t extent = shape[axis];
    if (extent == 0) merged.is_empty = true;
    if (extent == 1) continue;
    bool continues = rank > 0;
    for (std::size_t k = 0; continues && k < N; ++k)
      continues = merged.strides[k][rank - 1] == strides[k][axis] * extent;
    if (continues) {
      merged.shape[rank - 1] *= extent;
    } else {
      merged.shape[rank++] = extent;
    }
    for (std::size_t k = 0; k < N; ++k)
      merged.strides[k][rank - 1] = strides[k][axis];
  }
  merged.rank = rank;
  return merged;
}

/// Calls `run(offsets, count, strides)` for each row of N views of one shape: where the row begins in each view, how
/// many elements it has, and how far apart they are. Rows are as long as the strides allow. Strides are given by their
/// first axis.
template <std::size_t N, typename Run>
void for_each_row(Axes shape, const std::array<const std::int64_t*, N>& strides, Run&& run) {
  const MergedAxes<N> merged = merged_axes<N>(shape, strides);
  if (merged.is_empty) return;
  std::array<std::int64_t, N> offsets{};
  std::array<std::int64_t, N> inner;
  if (merged.rank == 0) {
    inner.fill(1);
    run(offsets, std::int64_t{1}, inner);
    return;
  }
  const std::size_t last = merged.rank - 1;
  for (std::size_t k = 0; k < N; ++k)
    inner[k] = merged.strides[k][last];
  if (last == 0) {
    run(offsets, merged.shape[0], inner);
    return;
  }
  std::array<std::int64_t, MergedAxes<N>::greatest_rank> index{};
  for (;;) {
    run(offsets, merged.shape[last], inner);
    std::size_t axis = last;
    for (;;) {
      if (axis == 0) return;
      --axis;
      for (std::size_t k = 0; k < N; ++k)
        offsets[k] += merged.strides[k][axis];
      if (++index[axis] < merged.shape[axis]) break;
      for (std::size_t k = 0; k < N; ++k)
        offsets[k] -= merged.strides[k][axis] * merged.shape[axis];
      index[axis] = 0;
    }
  }
}
template <std::size_t N, typename Run>
void for_each_row(const Extents& shape, const std::array<const Extents*, N>& strides, Run&& run) {
  std::array<const std::int64_t*, N> first;
  for (std::size_t k = 0; k < N; ++k)
    first[k] = strides[k]->data();
  for_each_row<N>(Axes(shape.data(), shape.size()), first, std::forward<Run>(run));
}

}  // namespace kina::eigen
