#include "impl/eigen/view.hpp"

#include <boost/test/unit_test.hpp>
#include <rapidcheck/boost_test.h>

#include <numeric>

BOOST_AUTO_TEST_SUITE(view_test)

namespace {

using namespace kina;
using namespace kina::eigen;

std::int64_t offset_of(const Extents& index, const Extents& strides) {
  std::int64_t offset = 0;
  for (std::size_t axis = 0; axis < index.size(); ++axis)
    offset += index[axis] * strides[axis];
  return offset;
}

/// Every index of a shape, in row-major order.
std::vector<Extents> indices_of(const Extents& shape) {
  std::vector<Extents> all{Extents{}};
  for (const std::int64_t extent : shape) {
    std::vector<Extents> longer;
    for (const Extents& prefix : all)
      for (std::int64_t k = 0; k < extent; ++k) {
        longer.push_back(prefix);
        longer.back().push_back(k);
      }
    all = std::move(longer);
  }
  return all;
}

/// A shape with a layout: its axes in some order, some with room behind them, some stretched if that is allowed.
struct Layout {
  Extents shape;
  Extents strides;
  std::size_t count = 1;
};

Layout draw_layout(const Extents& shape, bool may_stretch) {
  Layout layout{shape, Extents(shape.size(), 0), 1};
  std::vector<std::size_t> order(shape.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  for (std::size_t k = order.size(); k-- > 1;)
    std::swap(order[k], order[*rc::gen::inRange<std::size_t>(0, k + 1)]);
  std::int64_t stride = 1;
  for (const std::size_t axis : order) {
    if (may_stretch && *rc::gen::inRange(0, 4) == 0) continue;
    layout.strides[axis] = stride;
    stride *= std::max<std::int64_t>(1, shape[axis]) + *rc::gen::inRange<std::int64_t>(0, 2);
  }
  layout.count = static_cast<std::size_t>(stride);
  return layout;
}

Extents draw_shape() {
  const auto extents = *rc::gen::container<std::vector<std::int64_t>>(*rc::gen::inRange<std::size_t>(0, 5),
                                                                      rc::gen::inRange<std::int64_t>(0, 4));
  return {extents.begin(), extents.end()};
}

View view_of(std::vector<std::int32_t>& elements, const Layout& layout) {
  return {ElementType::i32, reinterpret_cast<std::byte*>(elements.data()), layout.shape, layout.strides};
}

}  // namespace

RC_BOOST_PROP(a_copy_has_the_elements_of_every_index_and_touches_nothing_else, ()) {
  const Extents shape = draw_shape();
  const Layout source = draw_layout(shape, true);
  const Layout target = draw_layout(shape, false);
  std::vector<std::int32_t> from(source.count);
  std::iota(from.begin(), from.end(), 1);
  std::vector<std::int32_t> to(target.count, 0);
  copy(view_of(from, source), view_of(to, target));
  std::vector<std::int32_t> expected(target.count, 0);
  for (const Extents& index : indices_of(shape))
    expected[static_cast<std::size_t>(offset_of(index, target.strides))] =
        from[static_cast<std::size_t>(offset_of(index, source.strides))];
  RC_ASSERT(to == expected);
}

RC_BOOST_PROP(rows_visit_every_index_once, ()) {
  const Extents shape = draw_shape();
  const Layout first = draw_layout(shape, true);
  const Layout second = draw_layout(shape, false);
  std::vector<std::pair<std::int64_t, std::int64_t>> visited;
  for_each_row<2>(shape, {&first.strides, &second.strides},
                  [&](const auto& at, std::int64_t count, const auto& strides) {
                    for (std::int64_t k = 0; k < count; ++k)
                      visited.emplace_back(at[0] + k * strides[0], at[1] + k * strides[1]);
                  });
  std::vector<std::pair<std::int64_t, std::int64_t>> expected;
  for (const Extents& index : indices_of(shape))
    expected.emplace_back(offset_of(index, first.strides), offset_of(index, second.strides));
  std::sort(visited.begin(), visited.end());
  std::sort(expected.begin(), expected.end());
  RC_ASSERT(visited == expected);
}

RC_BOOST_PROP(a_dense_view_is_one_row, ()) {
  const Extents shape = draw_shape();
  const Extents strides = dense_strides(shape);
  std::size_t rows = 0;
  for_each_row<1>(shape, {&strides}, [&](const auto&, std::int64_t count, const auto&) {
    ++rows;
    RC_ASSERT(count == count_of(shape));
  });
  RC_ASSERT(rows == (count_of(shape) == 0 ? 0U : 1U));
}

BOOST_AUTO_TEST_CASE(strides_of_axes_without_a_second_element_do_not_tell_places_apart) {
  std::vector<std::int32_t> elements(6);
  const View dense{ElementType::i32, reinterpret_cast<std::byte*>(elements.data()), {1, 3}, {3, 1}};
  View other = dense;
  other.strides = {17, 1};
  BOOST_TEST(is_same_place(dense, other));
  other.strides = {3, 2};
  BOOST_TEST(!is_same_place(dense, other));
  other = dense;
  advance(other, 1, 1);
  BOOST_TEST(!is_same_place(dense, other));
}

BOOST_AUTO_TEST_SUITE_END()
