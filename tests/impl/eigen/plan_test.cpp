#include "impl/eigen/plan.hpp"

#include "tests/impl/loops.hpp"

#include <boost/test/unit_test.hpp>

BOOST_AUTO_TEST_SUITE(plan_test)

namespace {

using namespace kina;
using namespace kina::tests;

eigen::Plan plan_of(const std::string& text, const std::string& name = "f") {
  const Program program = checked(text);
  return eigen::make_plan(program, static_cast<std::size_t>(find_item(program, name) - program.items.data()));
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_chain_of_operations_needs_two_buffers) {
  const auto plan = plan_of("fn f[N](x: f32[N]) -> (y: f32[N]) {\n"
                            "  a = exp(x)\n  b = sin(a)\n  c = cos(b)\n  d = tanh(c)\n  return -d\n}\n");
  // The last operation writes to the result's own buffer.
  BOOST_TEST(plan.scratch_count == 2U);
  BOOST_TEST(plan.results[0].is_placed);
}

BOOST_AUTO_TEST_CASE(a_buffer_is_not_free_while_a_view_of_it_is_used) {
  const auto plan = plan_of("fn f[N](x: f32[N, 2]) -> (y: f32[2, N]) {\n"
                            "  a = transpose(exp(x), [1, 0])\n  b = sin(x)\n  c = cos(b)\n"
                            "  return a + transpose(c, [1, 0])\n}\n");
  BOOST_TEST(plan.scratch_count == 3U);
}

BOOST_AUTO_TEST_CASE(a_called_function_is_opened) {
  const auto plan = plan_of("fn g[N](x: f32[N]) -> (y: f32[N]) { return exp(x) }\n"
                            "fn f[N](x: f32[N]) -> (y: f32[N]) { return g(g(x)) }\n");
  BOOST_TEST(plan.body.size() == 2U);
}

BOOST_AUTO_TEST_CASE(a_cache_that_is_continued_takes_over_its_parameter) {
  const Program program = specified("decode.kina");
  const auto plan = eigen::make_plan(program, 0);
  BOOST_TEST_REQUIRE(program.items[0].name == "decode");
  BOOST_TEST(plan.results[0].taken_over.value().parameter == 1U);
  BOOST_TEST(plan.results[0].taken_over->grows_along.value() == 3U);
  BOOST_TEST(plan.results[1].taken_over.value().parameter == 2U);
  BOOST_TEST(plan.results[1].taken_over->grows_along.value() == 2U);
  BOOST_TEST(!plan.results[2].taken_over.has_value());
}

BOOST_AUTO_TEST_CASE(one_parameter_is_taken_over_once) {
  const auto plan = plan_of("fn f[N](x: f32[N], a: f32[1], b: f32[1]) -> (y: f32[N + 1], z: f32[N + 1]) {\n"
                            "  return concat(x, a, axis=0), concat(x, b, axis=0)\n}\n");
  BOOST_TEST(plan.results[0].taken_over.has_value());
  BOOST_TEST(!plan.results[1].taken_over.has_value());
}

BOOST_AUTO_TEST_CASE(a_tensor_that_is_still_read_is_not_written_in_place) {
  const std::string head = "fn f[N](x: i64[N], u: i64[1]) -> (y: i64[N], s: i64[]) {\n"
                           "  y = dynamic_update_slice(x, u, 0, axis=0)\n";
  BOOST_TEST(!plan_of(head + "  return y, sum(x, axis=0)\n}\n").results[0].taken_over.has_value());
  const auto plan = plan_of(head + "  return y, sum(y, axis=0)\n}\n");
  BOOST_TEST(plan.results[0].taken_over.value().parameter == 0U);
  BOOST_TEST(!plan.results[0].taken_over->grows_along.has_value());
}

BOOST_AUTO_TEST_CASE(the_caches_of_all_layers_grow_in_one_stack) {
  const auto plan =
      plan_of("fn f[L, S, D](past: f32[L, S, D], x: f32[1, D]) -> (y: f32[1, D], next: f32[L, S + 1, D])\n"
              "    where S >= 0 {\n"
              "  for l in 0..L carry h = x {\n"
              "    all = concat(past[l], h, axis=0)\n"
              "    next h = h + reshape(sum(all, axis=0), [1, D])\n"
              "    stack whole = all\n  }\n"
              "  return h, whole\n}\n");
  BOOST_TEST(plan.results[1].taken_over.value().parameter == 0U);
  BOOST_TEST(plan.results[1].taken_over->grows_along.value() == 1U);
}

BOOST_AUTO_TEST_SUITE_END()
