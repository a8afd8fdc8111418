#include "impl/eigen/view.hpp"

#include "impl/eigen/element_types.hpp"

#include <algorithm>
#include <cstring>

namespace kina::eigen {

std::int64_t count_of(const Extents& shape) {
  std::int64_t count = 1;
  for (const std::int64_t extent : shape)
    count *= extent;
  return count;
}

std::size_t size_of(ElementType type) {
  return with_type(type, []<typename T>(std::type_identity<T>) { return sizeof(T); });
}

Extents dense_strides(const Extents& shape) {
  Extents strides(shape.size(), 1);
  for (std::size_t axis = shape.size(); axis-- > 1;)
    strides[axis - 1] = strides[axis] * std::max<std::int64_t>(shape[axis], 1);
  return strides;
}

void advance(View& view, std::size_t axis, std::int64_t steps) {
  view.data += steps * view.strides[axis] * static_cast<std::int64_t>(size_of(view.type));
}

bool is_same_place(const View& left, const View& right) {
  if (left.data != right.data) return false;
  for (std::size_t axis = 0; axis < left.rank(); ++axis)
    if (left.shape[axis] > 1 && left.strides[axis] != right.strides[axis]) return false;
  return true;
}

void copy(const View& from, const View& to) {
  if (is_same_place(from, to)) return;
  with_type(from.type, [&]<typename T>(std::type_identity<T>) {
    const T* source = elements<const T>(from);
    T* target = elements<T>(to);
    for_each_row<2>(from.shape, {&from.strides, &to.strides},
                    [&](const auto& offsets, std::int64_t count, const auto& strides) {
                      const T* read = source + offsets[0];
                      T* write = target + offsets[1];
                      if (strides[0] == 1 && strides[1] == 1) {
                        std::memcpy(write, read, static_cast<std::size_t>(count) * sizeof(T));
                        return;
                      }
                      for (std::int64_t k = 0; k < count; ++k)
                        write[k * strides[1]] = read[k * strides[0]];
                    });
  });
}

}  // namespace kina::eigen
