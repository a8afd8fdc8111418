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

bool has_strides(const View& view, const Extents& strides) {
  for (std::size_t axis = 0; axis < view.rank(); ++axis)
    if (view.shape[axis] > 1 && view.strides[axis] != strides[axis]) return false;
  return true;
}

bool is_same_place(const View& left, const View& right) {
  return left.data == right.data && has_strides(left, right.strides);
}

void copy(const View& from, const View& to) {
  if (is_same_place(from, to)) return;
  copy(from.type, {from.shape.data(), from.rank()}, from.data, {from.strides.data(), from.rank()}, to.data,
       {to.strides.data(), to.rank()});
}

void copy(ElementType type, Axes shape, const std::byte* from, Axes from_strides, std::byte* to, Axes to_strides) {
  with_type(type, [&]<typename T>(std::type_identity<T>) {
    const T* source = reinterpret_cast<const T*>(from);
    T* target = reinterpret_cast<T*>(to);
    for_each_row<2>(shape, {from_strides.data(), to_strides.data()},
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
