#include "tests/spec/evaluate_examples.hpp"

#include <boost/test/unit_test.hpp>
#include <rapidcheck/boost_test.h>

#include <algorithm>
#include <cmath>
#include <limits>

BOOST_AUTO_TEST_SUITE(evaluate_folds_test)

namespace {
using namespace kina;
using namespace kina::tests;
}  // namespace

BOOST_AUTO_TEST_CASE(a_fold_whose_bound_varies_is_not_taken_for_a_constant_one) {
  // The sum of the first i0 + 1 rows.
  const Tensor x = tensor<float>({3, 2}, {1, 2, 3, 4, 5, 6});
  const Term row = fold(Operator::fold_sum, "k", integer(2), read("x", {variable("j"), variable("k")}));
  const Term element = fold(Operator::fold_sum, "j", index_variable(0) + integer(1), row);
  const auto result = evaluate(rule_of(x, {ElementType::f32, {integer(3)}}, element), {}, {&x});
  BOOST_TEST(elements<float>(result) == std::vector<float>({3, 10, 21}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(equal_folds_below_variables_of_one_name_are_told_apart) {
  // The sum of row j is remembered for each j. It stands below a j < 2, and below a j < 3 that hides another j.
  const Tensor x = tensor<float>({3, 2}, {1, 2, 3, 4, 5, 6});
  const Term row = fold(Operator::fold_sum, "k", integer(2), read("x", {variable("j"), variable("k")}));
  const Term own = read("x", {index_variable(0), integer(0)});
  const Term two = fold(Operator::fold_sum, "j", integer(2), own + row);
  const Term three = fold(Operator::fold_sum, "j", integer(3), own + row);
  const Term hiding = fold(Operator::fold_sum, "j", integer(2), three + read("x", {variable("j"), integer(1)}));
  const auto result = evaluate(rule_of(x, {ElementType::f32, {integer(2)}}, two + hiding), {}, {&x});
  const auto expected = [](float at) { return (2 * at + 10) + 2 * (3 * at + 21) + (2 + 4); };
  BOOST_TEST(elements<float>(result) == std::vector<float>({expected(1), expected(3)}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_fold_that_is_never_asked_for_is_never_computed) {
  const Tensor x = vector_of({1.0F});
  const Term wrong = fold(Operator::fold_sum, "j", integer(5), read("x", {variable("j")}));
  const Term element = select(less(index_variable(0), integer(4)), number(1), wrong);
  BOOST_TEST(evaluate(rule_of(x, {ElementType::f32, {integer(4)}}, element), {}, {&x}).has_value());
  BOOST_TEST(!evaluate(rule_of(x, {ElementType::f32, {integer(5)}}, element), {}, {&x}).has_value());
}

BOOST_AUTO_TEST_CASE(softmax_takes_linear_time_on_every_axis, *boost::unit_test::timeout(60)) {
  for (std::size_t axis = 0; axis < 3; ++axis) {
    std::vector<std::int64_t> shape{2, 2, 2};
    shape[axis] = 100'000;  // Quadratic, this would be 10^11 steps.
    BOOST_TEST(run("softmax", {zeros(ElementType::f32, shape)}, along(axis)).has_value());
  }
}

namespace {

/// Softmax as its definition says, one row after the other.
std::vector<float> plain_softmax(const std::vector<float>& x, std::size_t outer, std::size_t extent,
                                 std::size_t inner) {
  std::vector<float> result(x.size());
  for (std::size_t i = 0; i < outer; ++i) {
    for (std::size_t k = 0; k < inner; ++k) {
      const auto at = [&](std::size_t j) { return (i * extent + j) * inner + k; };
      float greatest = -std::numeric_limits<float>::infinity();
      for (std::size_t j = 0; j < extent; ++j)
        greatest = std::max(greatest, x[at(j)]);
      float total = 0;
      for (std::size_t j = 0; j < extent; ++j)
        total += std::exp(x[at(j)] - greatest);
      for (std::size_t j = 0; j < extent; ++j)
        result[at(j)] = std::exp(x[at(j)] - greatest) / total;
    }
  }
  return result;
}

std::vector<float> drawn_floats(std::size_t count) {
  const auto integers = *rc::gen::container<std::vector<int>>(count, rc::gen::inRange(-4000, 4000));
  std::vector<float> floats;
  for (const int value : integers)
    floats.push_back(static_cast<float>(value) / 777);
  return floats;
}

}  // namespace

RC_BOOST_PROP(hoisted_folds_change_no_bit, ()) {
  const auto extents = *rc::gen::container<std::vector<std::int64_t>>(3, rc::gen::inRange<std::int64_t>(1, 5));
  const auto axis = *rc::gen::inRange<std::size_t>(0, 3);
  const auto product_of = [&](std::size_t begin, std::size_t end) {
    std::size_t result = 1;
    for (std::size_t k = begin; k < end; ++k)
      result *= static_cast<std::size_t>(extents[k]);
    return result;
  };
  const std::size_t outer = product_of(0, axis);
  const std::size_t inner = product_of(axis + 1, 3);
  const auto extent = static_cast<std::size_t>(extents[axis]);
  const std::vector<float> x = drawn_floats(outer * extent * inner);
  const Result result = run("softmax", {tensor(extents, x)}, along(axis));
  RC_ASSERT(bit_equal(result.value(), tensor(extents, plain_softmax(x, outer, extent, inner))));
}

RC_BOOST_PROP(a_matrix_product_adds_in_index_order, ()) {
  const auto n = *rc::gen::inRange<std::size_t>(1, 40);
  const std::vector<float> x = drawn_floats(n);
  const std::vector<float> y = drawn_floats(n);
  float sum = 0;
  for (std::size_t j = 0; j < n; ++j)
    sum += x[j] * y[j];
  const auto extent = static_cast<std::int64_t>(n);
  const Result result = run("matmul", {tensor({1, extent}, x), tensor({extent, 1}, y)});
  RC_ASSERT(bit_equal(result.value(), tensor<float>({1, 1}, {sum})));
}

BOOST_AUTO_TEST_SUITE_END()
