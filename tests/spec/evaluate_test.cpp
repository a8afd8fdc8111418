#include "spec/evaluate.hpp"

#include "tests/spec/evaluate_examples.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>
#include <limits>
#include <stdexcept>

BOOST_AUTO_TEST_SUITE(evaluate_test)

namespace {

using namespace kina;
using namespace kina::tests;

constexpr std::int32_t least_i32 = std::numeric_limits<std::int32_t>::min();
constexpr std::int32_t greatest_i32 = std::numeric_limits<std::int32_t>::max();
constexpr std::int64_t least_i64 = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t greatest_i64 = std::numeric_limits<std::int64_t>::max();

Instance to(ElementType type) {
  Instance instance;
  instance.element_type = type;
  return instance;
}

}  // namespace

// ---- what traps ----

BOOST_AUTO_TEST_CASE(a_read_out_of_range_names_operand_axis_index_and_extent) {
  const Tensor table = zeros(ElementType::f32, {4, 2});
  const Result result = run("gather", {table, vector_of<std::int64_t>({0, 9})});
  BOOST_TEST(message(result) == "operand table is read at index 9 of axis 0, whose extent is 4");
  BOOST_TEST((result.error().element == std::vector<std::int64_t>{1, 0}));
  BOOST_TEST(describe(result.error()) == "gather: operand table is read at index 9 of axis 0, whose extent is 4, for "
                                         "element [1, 0] of the result");
  BOOST_TEST(message(run("gather", {table, vector_of<std::int64_t>({-1})})) ==
             "operand table is read at index -1 of axis 0, whose extent is 4");
}

BOOST_AUTO_TEST_CASE(integers_overflow_in_their_own_type) {
  const auto pair = [](const char* name, auto left, auto right) {
    return message(run(name, {tensor<decltype(left)>({}, {left}), tensor<decltype(left)>({}, {right})}));
  };
  BOOST_TEST(pair("add", greatest_i32, 1) == "overflow: 2147483647 + 1 does not fit i32");
  BOOST_TEST(pair("add", greatest_i64, std::int64_t{1}) == "overflow: 9223372036854775807 + 1 does not fit i64");
  BOOST_TEST(pair("add", std::int64_t{greatest_i32}, std::int64_t{1}) == "a result");
  BOOST_TEST(pair("subtract", least_i32, 1) == "overflow: -2147483648 - 1 does not fit i32");
  BOOST_TEST(pair("multiply", 65536, 32768) == "overflow: 65536 * 32768 does not fit i32");
  BOOST_TEST(pair("divide", least_i64, std::int64_t{-1}) == "overflow: -9223372036854775808 / -1 does not fit i64");
  BOOST_TEST(pair("divide", least_i32, -1) == "overflow: -2147483648 / -1 does not fit i32");
  BOOST_TEST(pair("remainder", least_i64, std::int64_t{-1}) == "a result");
  BOOST_TEST(message(run("negate", {vector_of({least_i32})})) == "overflow: -(-2147483648) does not fit i32");
  BOOST_TEST(message(run("abs", {vector_of({least_i64})})) == "overflow: -(-9223372036854775808) does not fit i64");
  BOOST_TEST(message(run("sum", {vector_of({greatest_i32, 1, -1})})) == "overflow: 2147483647 + 1 does not fit i32");
}

BOOST_AUTO_TEST_CASE(integers_are_not_divided_by_zero_but_floats_are) {
  BOOST_TEST(message(run("divide", {vector_of({7}), vector_of({0})})) == "division by zero: 7 / 0");
  BOOST_TEST(message(run("remainder", {vector_of({7}), vector_of({0})})) == "division by zero: 7 % 0");
  BOOST_TEST(elements<float>(run("divide", {vector_of({-7.0F}), vector_of({0.0F})}))[0] ==
             -std::numeric_limits<float>::infinity());
}

BOOST_AUTO_TEST_CASE(a_cast_has_a_value_where_its_premise_holds) {
  const auto narrowed = [](auto value, ElementType type) {
    return message(run("cast", {vector_of({value})}, to(type)));
  };
  const double nan = std::numeric_limits<double>::quiet_NaN();
  BOOST_TEST(narrowed(nan, ElementType::i64) == "overflow: nan does not fit i64");
  BOOST_TEST(narrowed(0x1p31, ElementType::i32) == "overflow: 2147483648.000000 does not fit i32");
  BOOST_TEST(narrowed(0x1p31 - 0.5, ElementType::i32) == "a result");
  BOOST_TEST(narrowed(-0x1p31, ElementType::i32) == "a result");
  BOOST_TEST(narrowed(-0x1p31 - 0.5, ElementType::i32) != "a result");
  BOOST_TEST(narrowed(-0x1p63, ElementType::i64) == "a result");
  BOOST_TEST(narrowed(0x1p63F, ElementType::i64) != "a result");
  BOOST_TEST(narrowed(std::int64_t{greatest_i32}, ElementType::i32) == "a result");
  BOOST_TEST(narrowed(std::int64_t{greatest_i32} + 1, ElementType::i32) == "overflow: 2147483648 does not fit i32");
  BOOST_TEST(narrowed(1.0F, ElementType::boolean) == "a number is not cast to bool");
}

BOOST_AUTO_TEST_CASE(an_empty_axis_has_a_greatest_float_but_no_greatest_integer) {
  BOOST_TEST(message(run("max", {zeros(ElementType::i64, {0})})) ==
             "the greatest or least of no integers has no value");
  BOOST_TEST(message(run("argmax", {zeros(ElementType::f32, {2, 0})}, along(1))) ==
             "the index of the greatest of no elements has no value");
  const float infinity = std::numeric_limits<float>::infinity();
  BOOST_TEST(elements<float>(run("max", {zeros(ElementType::f32, {0})}))[0] == -infinity);
  BOOST_TEST(elements<float>(run("min", {zeros(ElementType::f32, {0})}))[0] == infinity);
  // No element is asked for, so none is missing.
  BOOST_TEST(run("argmax", {zeros(ElementType::f32, {0, 0})}, along(1)).has_value());
}

BOOST_AUTO_TEST_CASE(result_extents_are_checked_before_memory_is_taken) {
  Instance instance;
  instance.shape_rank = 2;
  const Tensor one = zeros(ElementType::f32, {});
  const auto full = [&](std::int64_t rows, std::int64_t columns) {
    return message(run("full", {one}, instance, {{"shape.0", rows}, {"shape.1", columns}}));
  };
  BOOST_TEST(full(2, -3) == "the extent of the result's axis 1 is -3");
  BOOST_TEST(full(greatest_i64, greatest_i64) ==
             "the result, f32[9223372036854775807, 9223372036854775807], would have more than 2147483648 elements");
  BOOST_TEST(message(run("repeat", {zeros(ElementType::f32, {3})}, {}, {{"n", greatest_i64}})) ==
             "the extent of the result's axis 0 has no value: the value does not fit 64 bits");
}

BOOST_AUTO_TEST_CASE(operands_that_are_not_the_rules_are_a_mistake_of_the_caller) {
  const Rule rule = find_operation("pad")->rule([] {
    Instance instance;
    instance.ranks = {1, 0};
    instance.types = {ElementType::f32, ElementType::f32};
    return instance;
  }());
  const Tensor x = zeros(ElementType::f32, {2});
  const Tensor scalar = zeros(ElementType::f32, {});
  const Tensor wrong_type = zeros(ElementType::f64, {2});
  const Tensor inconsistent{{3}, std::vector<float>(2)};
  const Assignment sizes{{"low", 1}, {"high", 1}};
  BOOST_TEST(evaluate(rule, sizes, {&x, &scalar}).has_value());
  BOOST_CHECK_THROW((void)evaluate(rule, sizes, {&x}), std::logic_error);
  BOOST_CHECK_THROW((void)evaluate(rule, sizes, {&x, &x}), std::logic_error);
  BOOST_CHECK_THROW((void)evaluate(rule, sizes, {&wrong_type, &scalar}), std::logic_error);
  BOOST_CHECK_THROW((void)evaluate(rule, sizes, {&inconsistent, &scalar}), std::logic_error);
  BOOST_CHECK_THROW((void)evaluate(rule, {{"low", 1}}, {&x, &scalar}), std::logic_error);
}

// ---- what is looked at ----

BOOST_AUTO_TEST_CASE(select_reads_the_chosen_branch_only) {
  const Tensor x = vector_of({1.0F, 2.0F});
  const Term element = select(less(index_variable(0), extent_of("x", 0)), x_at_i0(), number(7));
  const Result result = evaluate(rule_of(x, {ElementType::f32, {integer(4)}}, element), {}, {&x});
  BOOST_TEST(elements<float>(result) == std::vector<float>({1, 2, 7, 7}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(and_and_or_stop_where_they_are_decided) {
  const Tensor x = vector_of({1.0F, -1.0F});
  const Type result{ElementType::boolean, {integer(3)}};
  const Term inside = less(index_variable(0), integer(2));
  const Term positive = less(number(0), x_at_i0());
  const auto both = evaluate(rule_of(x, result, all_of({inside, positive})), {}, {&x});
  BOOST_TEST(elements<std::uint8_t>(both) == std::vector<std::uint8_t>({1, 0, 0}), boost::test_tools::per_element());
  const auto either = evaluate(rule_of(x, result, any_of({logical_not(inside), positive})), {}, {&x});
  BOOST_TEST(elements<std::uint8_t>(either) == std::vector<std::uint8_t>({1, 0, 1}), boost::test_tools::per_element());
  BOOST_TEST(!evaluate(rule_of(x, result, all_of({positive, inside})), {}, {&x}).has_value());
}

// ---- how it is rounded ----

BOOST_AUTO_TEST_CASE(a_literal_takes_the_type_of_what_it_stands_beside) {
  const Tensor x = vector_of({0.2F});
  const auto sum = evaluate(rule_of(x, {ElementType::f32, {integer(1)}}, x_at_i0() + number(0.1)), {}, {&x});
  BOOST_TEST(elements<float>(sum)[0] == 0.2F + 0.1F);
  const auto below = evaluate(rule_of(x, {ElementType::boolean, {integer(1)}}, less(x_at_i0(), number(0.2))), {}, {&x});
  // As f64, 0.2F is above 0.2.
  BOOST_TEST(elements<std::uint8_t>(below)[0] == 0);
  const auto equals =
      evaluate(rule_of(x, {ElementType::boolean, {integer(1)}}, equal(number(0.2), x_at_i0())), {}, {&x});
  BOOST_TEST(elements<std::uint8_t>(equals)[0] == 1);
}

BOOST_AUTO_TEST_CASE(a_product_and_a_sum_are_two_roundings) {
  const float a = 1 + 0x1p-12F;
  const Tensor x = vector_of({a});
  const Term element = x_at_i0() * x_at_i0() - number(1 + 0x1p-11);
  const auto result = evaluate(rule_of(x, {ElementType::f32, {integer(1)}}, element), {}, {&x});
  BOOST_TEST(elements<float>(result)[0] == 0.0F);
  BOOST_TEST(std::fma(a, a, -(1 + 0x1p-11F)) == 0x1p-24F);
}

BOOST_AUTO_TEST_CASE(mixed_types_are_a_mistake_in_the_rule_but_an_i32_index_is_widened) {
  const Tensor x = vector_of<std::int32_t>({2, 1, 0});
  const Term chained = read("x", {x_at_i0()});
  const auto result = evaluate(rule_of(x, {ElementType::i32, {integer(3)}}, chained), {}, {&x});
  BOOST_TEST(elements<std::int32_t>(result) == std::vector<std::int32_t>({0, 1, 2}), boost::test_tools::per_element());
  const auto wide = evaluate(rule_of(x, {ElementType::i64, {integer(3)}}, x_at_i0() + index_variable(0)), {}, {&x});
  BOOST_TEST(elements<std::int64_t>(wide) == std::vector<std::int64_t>({2, 2, 2}), boost::test_tools::per_element());
  const Tensor y = vector_of<float>({1, 2, 3});
  const Rule mixed = rule_of(y, {ElementType::f32, {integer(3)}}, x_at_i0() + index_variable(0));
  BOOST_CHECK_THROW((void)evaluate(mixed, {}, {&y}), std::logic_error);
}

BOOST_AUTO_TEST_SUITE_END()
