#include "spec/tensor.hpp"

#include <boost/test/unit_test.hpp>
#include <rapidcheck/boost_test.h>

#include <algorithm>
#include <limits>

BOOST_AUTO_TEST_SUITE(tensor_test)

namespace {

using namespace kina;

constexpr std::int64_t greatest = std::numeric_limits<std::int64_t>::max();

Tensor vector_of(std::vector<float> elements) {
  return {{static_cast<std::int64_t>(elements.size())}, std::move(elements)};
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_shape_has_a_count_of_elements) {
  BOOST_TEST((element_count({}) == std::size_t{1}));
  BOOST_TEST((element_count({2, 3, 4}) == std::size_t{24}));
  BOOST_TEST((element_count({2, 0, 4}) == std::size_t{0}));
  BOOST_TEST((element_count({1 << 16, 1 << 15}) == greatest_element_count));
}

BOOST_AUTO_TEST_CASE(a_shape_without_a_valid_count_has_none) {
  BOOST_TEST((!element_count({-1})));
  BOOST_TEST((!element_count({0, -1})));
  BOOST_TEST((!element_count({(1 << 16) + 1, 1 << 15})));
  BOOST_TEST((!element_count({greatest, greatest, greatest})));
  // 2^32 * 2^32 would wrap around to 0.
  BOOST_TEST((!element_count({std::int64_t{1} << 32, std::int64_t{1} << 32})));
}

BOOST_AUTO_TEST_CASE(an_empty_shape_may_have_any_other_extents) {
  BOOST_TEST((element_count({greatest, greatest, 0}) == std::size_t{0}));
}

BOOST_AUTO_TEST_CASE(zeros_have_the_type_and_the_shape) {
  for (const ElementType type : all_element_types()) {
    const Tensor tensor = zeros(type, {2, 3});
    BOOST_TEST((tensor.type() == type));
    BOOST_TEST(tensor.rank() == 2U);
    std::visit(
        [](const auto& elements) {
          BOOST_TEST(elements.size() == 6U);
          for (const auto element : elements)
            BOOST_TEST(element == 0);
        },
        tensor.elements);
  }
}

BOOST_AUTO_TEST_CASE(equal_means_equal_bits) {
  BOOST_TEST(bit_equal(vector_of({1, 2}), vector_of({1, 2})));
  BOOST_TEST(!bit_equal(vector_of({1, 2}), vector_of({1, 3})));
  BOOST_TEST(!bit_equal(vector_of({0.0F}), vector_of({-0.0F})));
}

BOOST_AUTO_TEST_CASE(all_nans_are_alike) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  BOOST_TEST(bit_equal(vector_of({nan}), vector_of({-nan})));
  BOOST_TEST(!bit_equal(vector_of({nan}), vector_of({1})));
  BOOST_TEST(!bit_equal(vector_of({1}), vector_of({nan})));
}

BOOST_AUTO_TEST_CASE(shapes_and_types_tell_tensors_apart) {
  BOOST_TEST(!bit_equal(zeros(ElementType::f32, {2, 3}), zeros(ElementType::f32, {3, 2})));
  BOOST_TEST(!bit_equal(zeros(ElementType::f32, {}), zeros(ElementType::f32, {1})));
  BOOST_TEST(!bit_equal(zeros(ElementType::f32, {2}), zeros(ElementType::f64, {2})));
  BOOST_TEST(!bit_equal(zeros(ElementType::i32, {0}), zeros(ElementType::i64, {0})));
}

BOOST_AUTO_TEST_CASE(a_type_is_written_as_in_the_language) {
  BOOST_TEST(describe_type(ElementType::f32, {1, 2, 2, 3}) == "f32[1, 2, 2, 3]");
  BOOST_TEST(describe_type(ElementType::boolean, {}) == "bool[]");
}

RC_BOOST_PROP(the_count_is_the_product, (const std::vector<std::uint8_t>& drawn)) {
  std::vector<std::int64_t> shape;
  std::size_t product = 1;
  for (std::size_t axis = 0; axis < std::min<std::size_t>(drawn.size(), 6); ++axis) {
    shape.push_back(drawn[axis] % 5);
    product *= static_cast<std::size_t>(shape.back());
  }
  RC_ASSERT(element_count(shape) == product);
}

BOOST_AUTO_TEST_SUITE_END()
