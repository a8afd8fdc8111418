#include "impl/engine.hpp"

#include "tests/impl/loops.hpp"

#include <boost/test/unit_test.hpp>

BOOST_AUTO_TEST_SUITE(reference_engine_test)

namespace {
using namespace kina;
using namespace kina::tests;
}  // namespace

BOOST_AUTO_TEST_CASE(it_runs_the_specification) {
  const Program program = checked("fn f[N](x: f32[N]) -> (y: f32[N], n: i64[]) {\n"
                                  "  return softmax(x, axis=0), argmax(x, axis=0)\n}\n");
  const auto engine = make_reference_engine(program);
  const TensorPointer x = tensor_of(patterned_weight("x", ElementType::f32, {5}));
  const auto results = engine->call(0, {5}, {engine->keep(x)});
  const auto expected = interpret(program, 0, {{"N", 5}}, {x});
  BOOST_TEST_REQUIRE(results.value().size() == 2U);
  for (std::size_t k = 0; k < 2; ++k)
    BOOST_TEST(bit_equal(*(*results)[k]->tensor(), *expected.value()[k]));
}

BOOST_AUTO_TEST_CASE(an_argument_that_is_kept_is_not_changed) {
  const Program program = checked("fn f[N](x: i64[N]) -> (y: i64[N]) {\n"
                                  "  return dynamic_update_slice(x, full([1], 9, dtype=i64), 0, axis=0)\n}\n");
  const auto engine = make_reference_engine(program);
  const TensorPointer x = tensor_of(zeros(ElementType::i64, {2}));
  const auto results = engine->call(0, {2}, {engine->keep(x)});
  BOOST_TEST(std::get<std::vector<std::int64_t>>(results.value()[0]->tensor()->elements).at(0) == 9);
  BOOST_TEST(std::get<std::vector<std::int64_t>>(x->elements).at(0) == 0);
}

BOOST_AUTO_TEST_CASE(what_has_no_value_is_an_error_with_its_place) {
  const std::string text = "fn f[N](x: i64[N]) -> (y: i64[N]) {\n  return x * x\n}\n";
  const Program program = checked(text);
  const auto engine = make_reference_engine(program);
  const auto results = engine->call(0, {1}, {engine->keep(tensor_of({{1}, std::vector<std::int64_t>{INT64_MAX}}))});
  BOOST_TEST_REQUIRE(!results.has_value());
  BOOST_TEST(results.error().message.find("overflow") != std::string::npos);
  BOOST_TEST(position_of(program.sources[0], results.error().place.begin).line == 2U);
}

BOOST_AUTO_TEST_SUITE_END()
