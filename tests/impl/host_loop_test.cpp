#include "impl/host_loop.hpp"

#include "tests/impl/loops.hpp"

#include <boost/test/unit_test.hpp>
#include <rapidcheck/boost_test.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

BOOST_AUTO_TEST_SUITE(host_loop_test)

namespace {

using namespace kina;
using namespace kina::tests;

GenerateOptions from(std::vector<std::int64_t> prompt, std::size_t steps, Assignment sizes = {}) {
  GenerateOptions options;
  options.prompt = std::move(prompt);
  options.steps = steps;
  options.sizes = std::move(sizes);
  return options;
}

/// Every step's logits and caches are those of the full pass over what was fed so far, bit for bit.
void check_against_full_pass(const Generated& generated, const Program& forward, const Assignment& sizes) {
  RC_ASSERT(generated.rows.has_value());
  Rows fed(generated.rows->size());
  for (const TakenStep& taken : generated.steps) {
    for (std::size_t row = 0; row < fed.size(); ++row)
      fed[row].insert(fed[row].end(), taken.fed[row].begin(), taken.fed[row].end());
    const auto full = full_pass(forward, sizes, fed);
    RC_ASSERT(bit_equal(*taken.logits, last_row(*full.at("logits"))));
    RC_ASSERT(bit_equal(*taken.states.at("k"), *full.at("k")));
    RC_ASSERT(bit_equal(*taken.states.at("v"), *full.at("v")));
  }
  // What was fed is the prompt and what was picked, but for the last token.
  for (std::size_t row = 0; row < fed.size(); ++row) {
    fed[row].push_back((*generated.rows)[row].back());
    RC_ASSERT(fed[row] == (*generated.rows)[row]);
  }
}

/// The text of a specified program without one of its functions.
std::string without_function(const std::string& name, const std::string& function) {
  std::string text = read_file(source_folder() + "/spec/programs/" + name).value();
  const std::size_t begin = text.find("fn " + function);
  return text.erase(begin, text.find("\n}\n", begin) + 3 - begin);
}

/// An engine that returns something else for one result.
class CarelessEngine final : public Engine {
public:
  CarelessEngine(const Program& program, std::size_t result, Tensor wrong)
      : engine_(make_reference_engine(program)), result_(result), wrong_(std::move(wrong)) {}
  EngineTensorPointer keep(TensorPointer tensor) override { return engine_->keep(std::move(tensor)); }
  tl::expected<std::vector<EngineTensorPointer>, RunError>
  call(std::size_t item, const std::vector<std::int64_t>& sizes, std::vector<EngineTensorPointer> arguments) override {
    auto results = engine_->call(item, sizes, std::move(arguments));
    if (results && result_ < results->size()) (*results)[result_] = keep(tensor_of(wrong_));
    return results;
  }

private:
  std::unique_ptr<Engine> engine_;
  std::size_t result_;
  Tensor wrong_;
};

}  // namespace

// ---- cached decoding is the full forward pass ----

RC_BOOST_PROP(a_polymorphic_step_equals_the_full_pass_at_every_length, ()) {
  const Program program = specified("decode.kina");
  const auto extent = [] { return *rc::gen::inRange<std::int64_t>(1, 5); };
  Assignment sizes{{"B", extent()}, {"H", extent()}, {"Dh", extent()}, {"V", extent()}};
  const auto prompt = *rc::gen::container<std::vector<std::int64_t>>(*rc::gen::inRange<std::size_t>(1, 4),
                                                                     rc::gen::inRange<std::int64_t>(0, sizes["V"]));
  const auto steps = *rc::gen::inRange<std::size_t>(1, 7);
  const Generated generated = run_loop(program, from(prompt, steps, sizes));
  sizes["D"] = sizes["H"] * sizes["Dh"];
  RC_ASSERT(generated.steps.size() == prompt.size() + steps - 1);
  check_against_full_pass(generated, program, sizes);
  for (const auto& row : generated.rows.value()) {
    RC_ASSERT(row.size() == prompt.size() + steps);
    RC_ASSERT(std::equal(prompt.begin(), prompt.end(), row.begin()));
    for (const std::int64_t token : row)
      RC_ASSERT((token >= 0 && token < sizes["V"]));
  }
}

RC_BOOST_PROP(a_static_family_equals_the_full_pass_as_far_as_it_reaches, ()) {
  const Program family = specified("storylm0_generate.kina");
  const Program forward = specified("storylm0_forward.kina");
  const std::int64_t token = *rc::gen::inRange<std::int64_t>(0, 8);
  const auto steps = *rc::gen::inRange<std::size_t>(1, 4);
  const Generated generated = run_loop(family, from({token}, steps));
  check_against_full_pass(generated, forward, {});
  const std::vector<std::string> members{"decode_self", "decode_s1", "decode_s2"};
  RC_ASSERT(generated.steps.size() == steps);
  for (std::size_t k = 0; k < steps; ++k)
    RC_ASSERT(family.items[generated.steps[k].item].name == members[k]);
}

/// Without a first step the state starts empty; the tokens and the logits are the same.
RC_BOOST_PROP(an_empty_past_is_as_good_as_a_first_step, ()) {
  const Program with = specified("decode.kina");
  const Program without = checked(without_function("decode.kina", "decode_self"));
  const Assignment sizes{{"H", *rc::gen::inRange(1, 4)}, {"Dh", *rc::gen::inRange(1, 4)}, {"V", 4}};
  const GenerateOptions options = from({*rc::gen::inRange<std::int64_t>(0, 4)}, 4, sizes);
  const Generated first = run_loop(with, options);
  const Generated second = run_loop(without, options);
  RC_ASSERT(second.rows.value() == first.rows.value());
  for (std::size_t k = 0; k < first.steps.size(); ++k)
    RC_ASSERT(bit_equal(*first.steps[k].logits, *second.steps[k].logits));
}

// ---- how a loop runs ----

BOOST_AUTO_TEST_CASE(tokens_are_fed_back_until_there_are_enough) {
  const Program program = checked(step + picker);
  const Generated generated = run_loop(program, from({3}, 5, {{"V", 5}}));
  BOOST_TEST(generated.rows.value().at(0) == std::vector<std::int64_t>({3, 4, 0, 1, 2, 3}),
             boost::test_tools::per_element());
  BOOST_TEST(generated.steps.size() == 5U);
  const Tensor& seen = *generated.steps.back().states.at("seen");
  BOOST_TEST(std::get<std::vector<std::int64_t>>(seen.elements) == std::vector<std::int64_t>({3, 4, 0, 1, 2}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(every_row_of_the_batch_starts_with_the_prompt) {
  const Generated generated = run_loop(checked(step + picker), from({0, 2}, 2, {{"V", 5}, {"B", 3}}));
  BOOST_TEST_REQUIRE(generated.rows.value().size() == 3U);
  for (const auto& row : *generated.rows)
    BOOST_TEST(row == std::vector<std::int64_t>({0, 2, 3, 4}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(no_steps_are_the_prompt_alone) {
  const Generated generated = run_loop(checked(step + picker), from({1, 2}, 0, {{"V", 5}}));
  BOOST_TEST(generated.rows.value().at(0) == std::vector<std::int64_t>({1, 2}), boost::test_tools::per_element());
  BOOST_TEST(generated.steps.empty());
}

/// A prefill takes the prompt at once; the loop goes on as if it had been fed token by token.
RC_BOOST_PROP(a_prefill_takes_the_whole_prompt, ()) {
  const auto prompt = *rc::gen::container<std::vector<std::int64_t>>(*rc::gen::inRange<std::size_t>(1, 5),
                                                                     rc::gen::inRange<std::int64_t>(0, 5));
  const GenerateOptions options = from(prompt, 4, {{"V", 5}, {"B", 2}});
  const Program program = checked(prefill + step + picker);
  const Generated at_once = run_loop(program, options);
  const Generated one_by_one = run_loop(checked(step + picker), options);
  RC_ASSERT(at_once.rows.value() == one_by_one.rows.value());
  RC_ASSERT(program.items[at_once.steps.front().item].name == "prefill");
  RC_ASSERT(at_once.steps.front().fed == Rows(2, prompt));
  RC_ASSERT(at_once.steps.size() == 4U);
  RC_ASSERT(bit_equal(*at_once.steps.back().states.at("seen"), *one_by_one.steps.back().states.at("seen")));
}

/// A cache of fixed capacity: its scalar length starts at 0 and counts.
BOOST_AUTO_TEST_CASE(a_scalar_state_starts_at_zero) {
  const std::string scratch = "fn step[B, V, C](token_ids: i64[B, 1], seen_past: i64[B, C], len_past: i64[])\n"
                              "    -> (seen_next: i64[B, C], len_next: i64[], logits: f32[B, 1, V])\n"
                              "    where 0 <= len_past < C, 0 <= token_ids < V {\n"
                              "  return dynamic_update_slice(seen_past, token_ids + 7, len_past, axis=1),\n"
                              "         (len_past + 1) % C, full([B, 1, V], 0.0)\n}\n";
  const Generated generated = run_loop(checked(scratch + picker), from({1}, 2, {{"V", 2}, {"C", 3}}));
  BOOST_TEST_REQUIRE(generated.rows.has_value(), generated.message());
  const auto state = [&](std::size_t k, const char* name) {
    return std::get<std::vector<std::int64_t>>(generated.steps.at(k).states.at(name)->elements);
  };
  BOOST_TEST(state(0, "seen") == std::vector<std::int64_t>({8, 0, 0}), boost::test_tools::per_element());
  BOOST_TEST(state(1, "seen") == std::vector<std::int64_t>({8, 7, 0}), boost::test_tools::per_element());
  BOOST_TEST(state(0, "len").at(0) == 1);
  BOOST_TEST(state(1, "len").at(0) == 2);
}

BOOST_AUTO_TEST_CASE(a_picker_is_given_the_temperature) {
  const std::string sharp = "fn pick[B, V](logits: f32[B, 1, V], temperature: f32[]) -> (token_ids: i64[B, 1])\n"
                            "    where 0 <= token_ids < V, 0 < temperature {\n"
                            "  return argmax(logits * broadcast(temperature - 1.0), axis=2)\n}\n";
  GenerateOptions options = from({1}, 1, {{"V", 4}});
  options.temperature = 3;
  BOOST_TEST(run_loop(checked(step + sharp), options).rows.value().at(0).back() == 2);
  options.temperature = 1;
  BOOST_TEST(run_loop(checked(step + sharp), options).rows.value().at(0).back() == 0);
  options.temperature = 0;
  BOOST_TEST(run_loop(checked(step + sharp), options).code() == "loop/argument");
}

// ---- what stops a loop ----

BOOST_AUTO_TEST_CASE(a_family_that_is_too_short_names_the_missing_signature) {
  const Generated generated = run_loop(specified("storylm0_generate.kina"), from({3}, 4));
  BOOST_TEST(generated.code() == "loop/missing");
  BOOST_TEST(generated.message().find("k_past: f32[1, 2, 2, 3], v_past: f32[1, 2, 3, 2]") != std::string::npos,
             generated.message());
  BOOST_TEST(generated.message().find("after 3 tokens") != std::string::npos, generated.message());
  // Three steps were taken, and the notes say what the members take.
  BOOST_TEST(generated.steps.size() == 3U);
  BOOST_TEST(generated.rows.error().notes.size() == 2U);
}

BOOST_AUTO_TEST_CASE(a_past_that_may_not_be_empty_needs_a_first_step) {
  std::string never_empty = step;
  never_empty.replace(never_empty.find("S >= 0, "), 8, "");
  const Generated generated = run_loop(checked(never_empty + picker), from({1}, 1, {{"V", 4}}));
  BOOST_TEST(generated.code() == "loop/missing");
  BOOST_TEST(generated.message().find("'step'") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_prompt_has_tokens_of_the_vocabulary) {
  const Program program = specified("decode.kina");
  const Assignment sizes{{"H", 1}, {"Dh", 2}, {"V", 4}};
  BOOST_TEST(run_loop(program, from({}, 1, sizes)).code() == "loop/prompt");
  for (const std::int64_t token : {-1, 4}) {
    const Generated generated = run_loop(program, from({0, token}, 1, sizes));
    BOOST_TEST(generated.code() == "loop/argument");
    BOOST_TEST(generated.message().find("token_ids") != std::string::npos, generated.message());
    BOOST_TEST(generated.steps.size() == 1U);
  }
}

BOOST_AUTO_TEST_CASE(what_an_engine_returns_has_the_declared_types) {
  const Program program = checked(step + picker);
  const GenerateOptions options = from({1}, 2, {{"V", 4}});
  CarelessEngine longer(program, 0, zeros(ElementType::i64, {1, 2}));
  BOOST_TEST(run_loop(program, options, longer).code() == "loop/result");
  CarelessEngine wider(program, 1, zeros(ElementType::f32, {1, 1, 5}));
  BOOST_TEST(run_loop(program, options, wider).code() == "loop/result");
  CarelessEngine other(program, 1, zeros(ElementType::f64, {1, 1, 4}));
  BOOST_TEST(run_loop(program, options, other).code() == "loop/result");
  CarelessEngine careful(program, 9, {});
  BOOST_TEST(run_loop(program, options, careful).code().empty());
}

/// A picker is run by an engine, too: its token is looked at before it is fed back.
BOOST_AUTO_TEST_CASE(a_picked_token_out_of_range_is_caught) {
  std::string wrong = picker;
  wrong.replace(wrong.find("    where 0 <= token_ids < V"), 28, "");
  wrong.replace(wrong.find("axis=2)"), 7, "axis=2) + V");
  BOOST_TEST(run_loop(checked(step + wrong), from({1}, 2, {{"V", 4}})).code() == "loop/argument");
}

BOOST_AUTO_TEST_SUITE_END()
