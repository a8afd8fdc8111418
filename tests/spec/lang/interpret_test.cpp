#include "spec/lang/interpret.hpp"

#include "spec/lang/checker.hpp"

#include <boost/test/unit_test.hpp>
#include <rapidcheck/boost_test.h>

#include <numeric>

BOOST_AUTO_TEST_SUITE(interpret_test)

namespace {

using namespace kina;

TensorPointer integers(std::vector<std::int64_t> shape, std::vector<std::int64_t> elements) {
  return std::make_shared<const Tensor>(Tensor{std::move(shape), std::move(elements)});
}
TensorPointer floats(std::vector<std::int64_t> shape, std::vector<float> elements) {
  return std::make_shared<const Tensor>(Tensor{std::move(shape), std::move(elements)});
}

Program checked(const std::string& text) {
  Program program = check_text("test.kina", text);
  for (const Diagnostic& diagnostic : program.diagnostics)
    BOOST_ERROR(diagnostic.code << ": " << diagnostic.message);
  return program;
}

/// The results of the program's last function.
tl::expected<std::vector<TensorPointer>, RunError> run(const std::string& text, const Assignment& sizes,
                                                       const std::vector<TensorPointer>& arguments) {
  const Program program = checked(text);
  return interpret(program, program.items.size() - 1, sizes, arguments);
}

std::vector<std::int64_t> integers_of(const TensorPointer& tensor) {
  return std::get<std::vector<std::int64_t>>(tensor->elements);
}

/// What is wrong with arguments for a program's only function, or "".
std::string complaint(const std::string& text, const Assignment& sizes, const std::vector<TensorPointer>& arguments) {
  const auto error = check_arguments(checked(text), 0, sizes, arguments);
  return error ? error->message : "";
}

}  // namespace

// ---- statements ----

BOOST_AUTO_TEST_CASE(a_function_returns_its_results_in_order) {
  const auto results = run("fn f[N](x: i64[N]) -> (twice: i64[N], same: i64[N]) {\n  return x + x, x\n}\n", {{"N", 2}},
                           {integers({2}, {3, 4})});
  BOOST_TEST_REQUIRE(results.value().size() == 2U);
  BOOST_TEST(integers_of((*results)[0]) == std::vector<std::int64_t>({6, 8}), boost::test_tools::per_element());
  BOOST_TEST(integers_of((*results)[1]) == std::vector<std::int64_t>({3, 4}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_size_is_an_i64_scalar) {
  const auto results =
      run("fn f[N, M]() -> (y: i64[2]) {\n  return iota([2], axis=0) * N + N * M\n}\n", {{"N", 3}, {"M", 5}}, {});
  BOOST_TEST(integers_of(results.value()[0]) == std::vector<std::int64_t>({15, 18}), boost::test_tools::per_element());
}

RC_BOOST_PROP(a_call_runs_at_its_own_sizes, ()) {
  const std::string text = "fn tail[T](x: i64[T + 1]) -> (y: i64[T]) {\n  return x[1:T + 1]\n}\n"
                           "fn f[N](x: i64[N + 2]) -> (y: i64[N]) {\n  return tail(tail(x))\n}\n";
  const std::int64_t count = *rc::gen::inRange<std::int64_t>(1, 6);
  std::vector<std::int64_t> elements(static_cast<std::size_t>(count + 2));
  std::iota(elements.begin(), elements.end(), 10);
  const auto results = run(text, {{"N", count}}, {integers({count + 2}, elements)});
  RC_ASSERT(integers_of(results.value()[0]) == std::vector<std::int64_t>(elements.begin() + 2, elements.end()));
}

// ---- loops ----

RC_BOOST_PROP(a_loop_carries_and_stacks, ()) {
  const std::string text = "fn f[L](x: i64[L], start: i64[]) -> (last: i64[], all: i64[L]) {\n"
                           "  for l in 0..L carry total = start {\n"
                           "    next total = total + x[l] * l\n    stack all = total\n  }\n"
                           "  return total, all\n}\n";
  const auto elements = *rc::gen::container<std::vector<std::int64_t>>(*rc::gen::inRange<std::size_t>(1, 6),
                                                                       rc::gen::inRange<std::int64_t>(-9, 10));
  const std::int64_t start = *rc::gen::inRange<std::int64_t>(-9, 10);
  std::vector<std::int64_t> seen;
  std::int64_t total = start;
  for (std::size_t k = 0; k < elements.size(); ++k) {
    seen.push_back(total);
    total += elements[k] * static_cast<std::int64_t>(k);
  }
  const auto count = static_cast<std::int64_t>(elements.size());
  const auto results = run(text, {{"L", count}}, {integers({count}, elements), integers({}, {start})});
  RC_ASSERT(integers_of(results.value()[0]) == std::vector<std::int64_t>{total});
  RC_ASSERT(integers_of(results.value()[1]) == seen);
}

BOOST_AUTO_TEST_CASE(all_carries_change_at_once) {
  const auto results = run("fn f(a: i64[], b: i64[]) -> (x: i64[], y: i64[]) {\n"
                           "  for l in 0..3 carry x = a, y = b {\n    next x = y\n    next y = x\n  }\n"
                           "  return x, y\n}\n",
                           {}, {integers({}, {1}), integers({}, {2})});
  BOOST_TEST(integers_of(results.value()[0]).at(0) == 2);
  BOOST_TEST(integers_of(results.value()[1]).at(0) == 1);
}

BOOST_AUTO_TEST_CASE(a_loop_of_no_rounds_keeps_its_carry_and_stacks_nothing) {
  const auto results = run("fn f[L](a: i64[]) -> (x: i64[], s: i64[L]) where L >= 0 {\n"
                           "  for l in 0..L carry x = a {\n    next x = x + 1\n    stack s = x\n  }\n"
                           "  return x, s\n}\n",
                           {{"L", 0}}, {integers({}, {7})});
  BOOST_TEST(integers_of(results.value()[0]).at(0) == 7);
  BOOST_TEST(integers_of(results.value()[1]).empty());
  BOOST_TEST(results.value()[1]->shape.at(0) == 0);
}

// ---- failures ----

BOOST_AUTO_TEST_CASE(a_run_stops_where_something_has_no_value) {
  const std::string text = "fn f[N](x: i64[N], at: i64[]) -> (y: i64[]) {\n  return x[at]\n}\n";
  const auto results = run(text, {{"N", 2}}, {integers({2}, {5, 6}), integers({}, {2})});
  BOOST_TEST_REQUIRE(!results.has_value());
  BOOST_TEST(results.error().message == "slice: operand x is read at index 2 of axis 0, whose extent is 2, for element "
                                        "[] of the result");
  BOOST_TEST(position_of(make_source("", text), results.error().place.begin).line == 2U);
}

// ---- arguments ----

BOOST_AUTO_TEST_CASE(arguments_have_the_declared_types) {
  const std::string text = "fn f[N](x: f32[N, 2 * N]) -> (y: f32[N, 2 * N]) {\n  return x\n}\n";
  BOOST_TEST(complaint(text, {{"N", 1}}, {floats({1, 2}, {0, 0})}).empty());
  BOOST_TEST(complaint(text, {{"N", 1}}, {floats({1, 1}, {0})}) ==
             "'x' is declared f32[N, 2 * N], which is f32[1, 2] here, and was given f32[1, 1]");
  BOOST_TEST(!complaint(text, {{"N", 1}}, {integers({1, 2}, {0, 0})}).empty());
  BOOST_TEST(complaint(text, {{"N", 0}}, {floats({0, 0}, {})}) == "the size N is 0, and at least 1 is required");
  BOOST_TEST(complaint(text, {}, {floats({1, 2}, {0, 0})}) == "the size N is not given");
}

BOOST_AUTO_TEST_CASE(facts_hold_of_arguments) {
  const std::string text = "fn f[H, G, V](t: i64[2], len: i64[], u: f32[2]) -> (y: i64[2])\n"
                           "    where H % G == 0, 0 <= t < V, len + 1 <= V, 0 < u < 1 {\n  return t\n}\n";
  const auto ask = [&](std::int64_t group, std::vector<std::int64_t> tokens, std::int64_t length, float second) {
    return complaint(text, {{"H", 4}, {"G", group}, {"V", 8}},
                     {integers({2}, std::move(tokens)), integers({}, {length}), floats({2}, {0.5F, second})});
  };
  BOOST_TEST(ask(2, {0, 7}, 7, 0.5F).empty());
  BOOST_TEST(ask(3, {0, 7}, 7, 0.5F) == "'f' requires H % G == 0");
  BOOST_TEST(ask(2, {0, 8}, 7, 0.5F) == "'f' requires t < V, and element 1 of 't' is 8");
  BOOST_TEST(ask(2, {-1, 7}, 7, 0.5F) == "'f' requires 0 <= t, and element 0 of 't' is -1");
  BOOST_TEST(ask(2, {0, 7}, 8, 0.5F) == "'f' requires len + 1 <= V");
  BOOST_TEST(ask(2, {0, 7}, 7, 1.0F) == "'f' requires u < 1, and element 1 of 'u' is 1");
  BOOST_TEST(!ask(2, {0, 7}, 7, std::numeric_limits<float>::quiet_NaN()).empty());
}

/// The prover refutes such a loop (`for/carry`); run all the same, it ends in an error and writes nothing out of
/// bounds.
BOOST_AUTO_TEST_CASE(a_stack_takes_slices_of_one_shape) {
  const auto results = run("fn f[N](x: i64[N]) -> (y: i64[N], s: i64[3, N]) {\n"
                           "  for l in 0..3 carry c = x {\n"
                           "    next c = concat(c, c, axis=0)\n    stack k = c\n  }\n  return c, k\n}\n",
                           {{"N", 1}}, {integers({1}, {7})});
  BOOST_TEST_REQUIRE(!results.has_value());
  BOOST_TEST(results.error().message == "a slice of the stack is i64[2], and i64[1] is declared");
}

BOOST_AUTO_TEST_CASE(a_shape_has_its_extents_at_the_sizes) {
  const Type type{ElementType::f32, {variable("N"), variable("N") - integer(2)}};
  BOOST_TEST(shape_at(type, {{"N", 5}}).value() == std::vector<std::int64_t>({5, 3}), boost::test_tools::per_element());
  BOOST_TEST(!shape_at(type, {{"N", 1}}).has_value());
  BOOST_TEST(!shape_at(type, {}).has_value());
  BOOST_TEST(!shape_at(type, {{"N", std::int64_t{1} << 40}}).has_value());
}

BOOST_AUTO_TEST_SUITE_END()
