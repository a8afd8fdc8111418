/// What is bound before the first step: sizes, weights, and the facts about both.
#include "tests/impl/loops.hpp"

#include <boost/test/unit_test.hpp>

BOOST_AUTO_TEST_SUITE(binding_test)

namespace {

using namespace kina;
using namespace kina::tests;

tl::expected<BoundLoop, HostError> bound(const Program& program, const Assignment& sizes, Weights weights = {},
                                         bool patterned = true) {
  GenerateOptions options;
  options.prompt = {0};
  options.sizes = sizes;
  options.weights = std::move(weights);
  options.patterned = patterned;
  return bind_loop(program, options);
}

std::string code(const tl::expected<BoundLoop, HostError>& result) { return result ? "" : result.error().code; }

/// Everything that an error says.
std::string words(const tl::expected<BoundLoop, HostError>& result) {
  if (result) return "";
  std::string text = result.error().message;
  for (const std::string& note : result.error().notes)
    text += "\n" + note;
  return text;
}

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TensorPointer weight(const std::string& name, const std::vector<std::int64_t>& shape) {
  return tensor_of(patterned_weight(name, ElementType::f32, shape));
}

}  // namespace

// ---- sizes ----

BOOST_AUTO_TEST_CASE(a_batch_is_one_row_unless_it_is_given) {
  const Program program = checked(step + picker);
  BOOST_TEST(bound(program, {{"V", 4}}).value().sizes.at("B") == 1);
  BOOST_TEST(bound(program, {{"V", 4}, {"B", 3}}).value().sizes.at("B") == 3);
}

BOOST_AUTO_TEST_CASE(sizes_come_from_equalities) {
  const Program program = specified("decode.kina");
  BOOST_TEST(bound(program, {{"H", 3}, {"Dh", 2}, {"V", 4}}).value().sizes.at("D") == 6);
  BOOST_TEST(bound(program, {{"H", 3}, {"D", 6}, {"V", 4}}).value().sizes.at("Dh") == 2);
  BOOST_TEST(bound(program, {{"D", 6}, {"Dh", 2}, {"V", 4}}).value().sizes.at("H") == 3);
}

BOOST_AUTO_TEST_CASE(sizes_come_from_weights) {
  const auto result = bound(specified("decode.kina"), {{"H", 3}}, {{"embed", weight("embed", {5, 6})}});
  BOOST_TEST_REQUIRE(result.has_value());
  BOOST_TEST(result->sizes.at("V") == 5);
  BOOST_TEST(result->sizes.at("D") == 6);
  BOOST_TEST(result->sizes.at("Dh") == 2);
}

BOOST_AUTO_TEST_CASE(a_size_that_changes_from_step_to_step_is_not_bound) {
  const auto result = bound(checked(prefill + step + picker), {{"V", 4}});
  BOOST_TEST_REQUIRE(result.has_value());
  BOOST_TEST(!result->sizes.contains("S"));
  BOOST_TEST(!result->sizes.contains("T"));
}

BOOST_AUTO_TEST_CASE(a_size_that_nothing_determines_is_asked_for) {
  const auto result = bound(specified("decode.kina"), {{"H", 3}, {"V", 4}});
  BOOST_TEST(code(result) == "size/missing");
  BOOST_TEST((contains(words(result), "--size Dh=") || contains(words(result), "--size D=")), words(result));
  // Nor does an equality without a whole solution.
  BOOST_TEST(code(bound(specified("decode.kina"), {{"H", 4}, {"D", 6}, {"V", 4}})) == "size/missing");
}

BOOST_AUTO_TEST_CASE(a_size_that_no_function_has_is_a_mistake) {
  const auto result = bound(specified("decode.kina"), {{"H", 1}, {"Dh", 1}, {"V", 1}, {"Q", 1}});
  BOOST_TEST(code(result) == "size/unknown");
  BOOST_TEST(contains(words(result), "Q"));
}

BOOST_AUTO_TEST_CASE(sizes_that_break_a_fact_are_refused_before_any_step) {
  const Program program = specified("decode.kina");
  GenerateOptions options;
  options.prompt = {0};
  options.sizes = {{"H", 2}, {"Dh", 2}, {"D", 5}, {"V", 4}};
  const Generated generated = run_loop(program, options);
  BOOST_TEST(!generated.rows.has_value());
  BOOST_TEST(contains(generated.message(), "D == H * Dh"), generated.message());
  BOOST_TEST(generated.steps.empty());
  options.sizes = {{"H", 2}, {"Dh", 0}, {"V", 4}};
  BOOST_TEST(!run_loop(program, options).rows.has_value());
  options.sizes = {{"H", 2}, {"Dh", 2}, {"V", -4}};
  BOOST_TEST(!run_loop(program, options).rows.has_value());
}

/// Facts about files and flags are checked when these are bound (design section 6).
BOOST_AUTO_TEST_CASE(binding_checks_the_facts_about_sizes) {
  const Program program = specified("decode.kina");
  BOOST_TEST(!bound(program, {{"H", 2}, {"Dh", 2}, {"D", 5}, {"V", 4}}).has_value());
  BOOST_TEST(!bound(program, {{"H", 2}, {"Dh", 2}, {"V", 4}}, {{"embed", weight("embed", {4, 5})}}).has_value());
  BOOST_TEST(!bound(program, {{"H", 2}, {"Dh", 0}, {"V", 4}}).has_value());
}

// ---- weights ----

BOOST_AUTO_TEST_CASE(a_weight_that_is_not_given_is_patterned_or_missing) {
  const Program program = checked(step + picker);
  const auto patterned = bound(program, {{"V", 4}});
  BOOST_TEST(bit_equal(*patterned.value().weights.at("w"), patterned_weight("w", ElementType::f32, {4})));
  const auto missing = bound(program, {{"V", 4}}, {}, false);
  BOOST_TEST(code(missing) == "weight/missing");
  BOOST_TEST(contains(words(missing), "'w'"));
  BOOST_TEST(code(bound(program, {}, {{"w", weight("w", {4})}}, false)).empty());
}

BOOST_AUTO_TEST_CASE(a_weight_has_the_declared_type) {
  const Program program = specified("decode.kina");
  const Assignment sizes{{"H", 2}, {"Dh", 2}, {"V", 4}};
  const auto ask = [&](TensorPointer embed) { return bound(program, sizes, {{"embed", std::move(embed)}}); };
  BOOST_TEST(code(ask(weight("embed", {4, 4}))).empty());
  for (const std::vector<std::int64_t>& shape : std::vector<std::vector<std::int64_t>>{{5, 4}, {16}, {4, 4, 1}, {}}) {
    const auto result = ask(weight("embed", shape));
    BOOST_TEST(code(result) == "weight/type");
    BOOST_TEST((contains(words(result), "'embed'") && contains(words(result), "f32[V, D]")), words(result));
  }
  BOOST_TEST(code(ask(tensor_of(zeros(ElementType::f64, {4, 4})))) == "weight/type");
}

BOOST_AUTO_TEST_CASE(a_weight_that_no_function_takes_is_a_mistake) {
  const auto result = bound(checked(step + picker), {{"V", 4}}, {{"extra", weight("extra", {4})}});
  BOOST_TEST(code(result) == "weight/unknown");
  BOOST_TEST(contains(words(result), "'extra'"));
}

BOOST_AUTO_TEST_CASE(functions_that_share_a_weight_agree_on_it) {
  std::string other = prefill;
  other.replace(other.find("w: f32[V]"), 9, "w: f32[V + 1]");
  other.replace(other.find("w * 0.0"), 7, "w[0:V] * 0.0");
  BOOST_TEST(code(bound(checked(other + step + picker), {{"V", 4}})) == "weight/type");
}

// ---- roles ----

BOOST_AUTO_TEST_CASE(a_loop_has_a_step_and_a_picker) {
  BOOST_TEST(code(bound(checked(step), {{"V", 4}})) == "loop/missing");
  BOOST_TEST(contains(words(bound(checked(step), {{"V", 4}})), "picker"));
  BOOST_TEST(code(bound(checked(picker), {{"V", 4}})) == "loop/missing");
  BOOST_TEST(contains(words(bound(checked(picker), {{"V", 4}})), "step"));
  std::string second = picker;
  second.insert(second.find('['), "_again");
  BOOST_TEST(code(bound(checked(step + picker + second), {{"V", 4}})) == "loop/role");
}

BOOST_AUTO_TEST_SUITE_END()
