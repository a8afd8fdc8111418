/// What the engine does beside the operations: it grows caches in place, and keeps what somebody else holds. That its
/// values are the reference's is tested in tests/properties.
#include "impl/eigen/execution.hpp"
#include "tests/impl/loops.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>
#include <set>

BOOST_AUTO_TEST_SUITE(eigen_engine_test)

namespace {

using namespace kina;
using namespace kina::tests;

const std::byte* place_of(const EngineTensorPointer& tensor) {
  return dynamic_cast<const eigen::BufferTensor&>(*tensor).view().data;
}

GenerateOptions small_decode(std::size_t steps) {
  GenerateOptions options;
  options.prompt = {1};
  options.steps = steps;
  options.sizes = {{"B", 2}, {"H", 2}, {"Dh", 3}, {"V", 7}};
  return options;
}

/// A function's results in both engines, for patterned arguments.
struct Both {
  std::vector<TensorPointer> reference;
  std::vector<TensorPointer> eigen;
};

Both run_both(const std::string& text, const std::vector<std::int64_t>& sizes, std::vector<TensorPointer> arguments) {
  const Program program = checked(text);
  const std::size_t item = program.items.size() - 1;
  Both both;
  const auto run = [&](std::unique_ptr<Engine> engine) {
    std::vector<EngineTensorPointer> kept;
    for (const TensorPointer& argument : arguments)
      kept.push_back(engine->keep(argument));
    std::vector<TensorPointer> results;
    const auto called = engine->call(item, sizes, std::move(kept));
    for (const EngineTensorPointer& result : called.value())
      results.push_back(result->tensor());
    return results;
  };
  both.reference = run(make_reference_engine(program));
  both.eigen = run(make_eigen_engine(program));
  return both;
}

TensorPointer integers(std::vector<std::int64_t> shape) {
  Tensor tensor = zeros(ElementType::i64, std::move(shape));
  std::int64_t next = 1;
  for (std::int64_t& element : std::get<std::vector<std::int64_t>>(tensor.elements))
    element = next++;
  return tensor_of(std::move(tensor));
}

void check_equal(const Both& both) {
  BOOST_TEST_REQUIRE(both.reference.size() == both.eigen.size());
  for (std::size_t k = 0; k < both.reference.size(); ++k)
    BOOST_TEST(bit_equal(*both.reference[k], *both.eigen[k]), "result " << k);
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_thousand_steps_move_the_caches_a_few_times) {
  const Program program = specified("decode.kina");
  const auto engine = make_eigen_engine(program);
  std::set<const std::byte*> keys;
  std::set<const std::byte*> values;
  std::size_t moves = 0;
  const std::byte* last = nullptr;
  const auto rows = generate(program, *engine, small_decode(1000), [&](const StepRecord& step) {
    const std::byte* place = place_of(step.states.at("k"));
    moves += place != last ? 1 : 0;
    last = place;
  });
  BOOST_TEST(rows.has_value());
  // One move for each doubling from the first lengths to 1,000.
  BOOST_TEST(moves <= 12U);
}

BOOST_AUTO_TEST_CASE(a_state_that_is_kept_stays_as_it_was) {
  const Program program = specified("decode.kina");
  const auto engine = make_eigen_engine(program);
  std::vector<EngineTensorPointer> kept;
  std::vector<TensorPointer> copied;
  const auto rows = generate(program, *engine, small_decode(40), [&](const StepRecord& step) {
    for (const auto& [name, state] : step.states) {
      kept.push_back(state);
      copied.push_back(state->tensor());
    }
  });
  BOOST_TEST(rows.value() == generate(program, *engine, small_decode(40)).value());
  for (std::size_t k = 0; k < kept.size(); ++k)
    BOOST_TEST(bit_equal(*kept[k]->tensor(), *copied[k]), "state " << k);
}

BOOST_AUTO_TEST_CASE(a_scratch_cache_is_written_where_it_lies) {
  const Program program = checked("fn f[C](cache: i64[C], u: i64[1], at: i64[]) -> (next: i64[C])\n"
                                  "    where 0 <= at < C {\n  return dynamic_update_slice(cache, u, at, axis=0)\n}\n");
  const auto engine = make_eigen_engine(program);
  EngineTensorPointer state = engine->keep(integers({5}));
  const auto step = [&](std::int64_t at) {
    std::vector<EngineTensorPointer> arguments;
    arguments.push_back(std::move(state));
    arguments.push_back(engine->keep(tensor_of({{1}, std::vector<std::int64_t>{-at}})));
    arguments.push_back(engine->keep(tensor_of({{}, std::vector<std::int64_t>{at}})));
    state = engine->call(0, {5}, std::move(arguments)).value().at(0);
  };
  step(1);
  const std::byte* place = place_of(state);
  step(3);
  BOOST_TEST(place_of(state) == place);
  BOOST_TEST(std::get<std::vector<std::int64_t>>(state->tensor()->elements) ==
                 std::vector<std::int64_t>({1, -1, 3, -3, 5}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(the_caches_of_all_layers_grow_where_they_lie) {
  const Program program =
      checked("fn f[L, S, D](past: i64[L, S, D], x: i64[1, D]) -> (y: i64[1, D], next: i64[L, S + 1, D])\n"
              "    where S >= 0 {\n"
              "  for l in 0..L carry h = x {\n"
              "    all = concat(past[l], h, axis=0)\n"
              "    next h = (h + reshape(sum(all, axis=0), [1, D])) % 1000\n"
              "    stack whole = all\n  }\n"
              "  return h, whole\n}\n");
  const auto reference = make_reference_engine(program);
  const auto eigen = make_eigen_engine(program);
  EngineTensorPointer expected = reference->keep(tensor_of(zeros(ElementType::i64, {3, 0, 2})));
  EngineTensorPointer found = eigen->keep(tensor_of(zeros(ElementType::i64, {3, 0, 2})));
  std::set<const std::byte*> places;
  for (std::int64_t length = 0; length < 40; ++length) {
    const TensorPointer x = integers({1, 2});
    auto slow = reference->call(0, {3, length, 2}, {std::move(expected), reference->keep(x)});
    std::vector<EngineTensorPointer> arguments;
    arguments.push_back(std::move(found));
    arguments.push_back(eigen->keep(x));
    auto fast = eigen->call(0, {3, length, 2}, std::move(arguments));
    BOOST_TEST(bit_equal(*slow.value()[0]->tensor(), *fast.value()[0]->tensor()));
    BOOST_TEST(bit_equal(*slow.value()[1]->tensor(), *fast.value()[1]->tensor()));
    expected = slow.value()[1];
    found = std::move(fast.value()[1]);
    places.insert(place_of(found));
  }
  BOOST_TEST(places.size() <= 3U);
}

BOOST_AUTO_TEST_CASE(carries_that_change_places_are_read_before_they_are_written) {
  for (const std::int64_t layers : {1, 2, 3})
    check_equal(run_both("fn f[L, N](a: i64[N], b: i64[N], w: i64[L, N]) -> (x: i64[N], y: i64[N], s: i64[L, N]) {\n"
                         "  for l in 0..L carry x = a, y = b {\n"
                         "    next x = y\n    next y = x + w[l]\n    stack s = x\n  }\n  return x, y, s\n}\n",
                         {layers, 2}, {integers({2}), integers({2}), integers({layers, 2})}));
}

BOOST_AUTO_TEST_CASE(a_loop_in_a_loop_starts_anew) {
  check_equal(
      run_both("fn inner[M, N](a: i64[N], w: i64[M, N]) -> (x: i64[N], s: i64[M, N]) {\n"
               "  for l in 0..M carry x = a {\n    next x = x + w[l]\n    stack s = x * x\n  }\n  return x, s\n}\n"
               "fn f[L, M, N](a: i64[N], w: i64[L, M, N]) -> (x: i64[N], s: i64[L, M, N]) {\n"
               "  for l in 0..L carry x = a {\n    (y, t) = inner(x, w[l])\n    next x = y + y\n"
               "    stack s = t\n  }\n  return x, s\n}\n",
               {2, 3, 2}, {integers({2}), integers({2, 3, 2})}));
}

/// What a body's sizes are where it isn't run is nobody's business.
BOOST_AUTO_TEST_CASE(a_loop_without_layers_has_no_errors_inside) {
  check_equal(run_both("fn f[S](x: i64[S * S, S * S]) -> (r: i64[S * S, S * S]) where S >= 0 {\n"
                       "  for l in 0..S * S carry c = x {\n    w = x[l, :S / S]\n    next c = c\n    stack s = w\n  }\n"
                       "  return c\n}\n",
                       {0}, {integers({0, 0})}));
  check_equal(run_both("fn f[N](x: i64[], w: i64[N / 2, N / 2]) -> (r: i64[]) {\n"
                       "  for l in 0..N / 2 carry c = x {\n    v = w[l, 1:]\n    next c = c + sum(v, axis=0)\n  }\n"
                       "  return c\n}\n",
                       {1}, {integers({}), integers({0, 0})}));
}

/// What the body sees may have moved while it was not run.
BOOST_AUTO_TEST_CASE(a_loop_that_was_not_entered_is_entered_by_the_next_call) {
  const Program program = checked("fn f[N](w: i64[N + 1, 2], n: i64[]) -> (c: i64[], s: i64[(N + 1) / 2, 2])\n"
                                  "    where N >= 0 {\n"
                                  "  for l in 0..(N + 1) / 2 carry c = n {\n    v = w[l]\n    next c = c + l + 1\n"
                                  "    stack s = v\n  }\n  return c, s\n}\n");
  const auto reference = make_reference_engine(program);
  const auto eigen = make_eigen_engine(program);
  for (const std::int64_t size : {0, 1, 0, 5, 4, 0, 1}) {
    const auto results = [&](Engine& engine) {
      return engine.call(0, {size}, {engine.keep(integers({size + 1, 2})), engine.keep(integers({}))});
    };
    const auto expected = results(*reference);
    const auto found = results(*eigen);
    for (std::size_t k = 0; k < 2; ++k)
      BOOST_TEST(bit_equal(*expected.value()[k]->tensor(), *found.value()[k]->tensor()), "N = " << size);
  }
}

BOOST_AUTO_TEST_CASE(one_value_may_be_several_results) {
  check_equal(run_both("fn f[N](x: i64[N]) -> (a: i64[N], b: i64[N], c: i64[N], d: i64[1, N]) {\n"
                       "  y = x + x\n  return y, y, x, reshape(y, [1, N])\n}\n",
                       {3}, {integers({3})}));
}

/// IEEE 754 at the ends of the exponential's range, and beside them in one row.
BOOST_AUTO_TEST_CASE(the_exponential_is_exact_at_infinities_and_close_elsewhere) {
  std::vector<float> values;
  for (const float special : {-INFINITY, INFINITY, NAN, 0.0F, -0.0F, 88.7F, 88.8F, -87.4F, -90.0F, -103.9F, -104.1F})
    values.push_back(special);
  for (int k = -600; k < 600; ++k)
    values.push_back(static_cast<float>(k) / 7);
  const auto count = static_cast<std::int64_t>(values.size());
  const Both both =
      run_both("fn f[N](x: f32[N]) -> (y: f32[N]) {\n  return exp(x)\n}\n", {count}, {tensor_of({{count}, values})});
  const auto& found = std::get<std::vector<float>>(both.eigen[0]->elements);
  for (std::size_t k = 0; k < values.size(); ++k) {
    const float expected = std::exp(values[k]);
    if (std::isfinite(expected) && expected > 0) {
      // Two units in the last place.
      BOOST_TEST(std::fabs(found[k] - expected) <= std::max(expected * 2.4e-7F, 3e-45F), values[k]);
    } else {
      BOOST_TEST((found[k] == expected || (std::isnan(found[k]) && std::isnan(expected))), values[k]);
    }
  }
}

BOOST_AUTO_TEST_CASE(what_has_no_value_is_an_error_with_its_place) {
  const Program program = checked("fn f[N, M](x: i64[N], i: i64[M]) -> (y: i64[M]) where 0 <= i < N {\n"
                                  "  return gather(x, i)\n}\n");
  const auto engine = make_eigen_engine(program);
  const auto results = engine->call(
      0, {2, 1}, {engine->keep(integers({2})), engine->keep(tensor_of({{1}, std::vector<std::int64_t>{2}}))});
  BOOST_TEST_REQUIRE(!results.has_value());
  BOOST_TEST(results.error().message == "gather: operand table is read at index 2 of axis 0, whose extent is 2");
  BOOST_TEST(position_of(program.sources[0], results.error().place.begin).line == 2U);
}

BOOST_AUTO_TEST_CASE(sizes_that_no_machine_holds_are_an_error) {
  const Program program = checked("fn f[N](x: f32[1]) -> (y: f32[N, N]) {\n  return full([N, N], 0.0)\n}\n");
  const auto engine = make_eigen_engine(program);
  for (const std::int64_t size : {std::int64_t{1} << 40, std::int64_t{1} << 20})
    BOOST_TEST(!engine->call(0, {size}, {engine->keep(tensor_of(zeros(ElementType::f32, {1})))}).has_value());
  BOOST_TEST(engine->call(0, {2}, {engine->keep(tensor_of(zeros(ElementType::f32, {1})))}).has_value());
}

BOOST_AUTO_TEST_SUITE_END()
