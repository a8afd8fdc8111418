/// The host loop's calling convention (design section 6): functions are bound to roles by their signatures alone.
#include "spec/lang/roles.hpp"

#include "spec/lang/checker.hpp"
#include "spec/render.hpp"

#include <boost/test/unit_test.hpp>

#include <map>

BOOST_AUTO_TEST_SUITE(roles_test)

namespace {

using namespace kina;

const std::string step = "fn step[B, V, S](token_ids: i64[B, 1], k_past: f32[B, S], w: f32[V])\n"
                         "    -> (k_next: f32[B, S + 1], logits: f32[B, 1, V]) where S >= 0, 0 <= token_ids < V {\n"
                         "  return concat(k_past, full([B, 1], 0.0), axis=1), broadcast(w, [B, 1, V])\n}\n";
const std::string first = "fn first[B, V](token_ids: i64[B, 1], w: f32[V])\n"
                          "    -> (k_next: f32[B, 1], logits: f32[B, 1, V]) where 0 <= token_ids < V {\n"
                          "  return full([B, 1], 0.0), broadcast(w, [B, 1, V])\n}\n";
const std::string prefill = "fn prefill[B, V, T](token_ids: i64[B, T], w: f32[V])\n"
                            "    -> (k_next: f32[B, T], logits: f32[B, 1, V]) where 0 <= token_ids < V {\n"
                            "  return full([B, T], 0.0), broadcast(w, [B, 1, V])\n}\n";
const std::string picker = "fn pick[B, V](logits: f32[B, 1, V]) -> (token_ids: i64[B, 1])\n"
                           "    where 0 <= token_ids < V {\n  return argmax(logits, axis=2)\n}\n";
const std::string forward = "fn forward[B, V, T](token_ids: i64[B, T], w: f32[V]) -> (logits: f32[B, T, V])\n"
                            "    where 0 <= token_ids < V {\n  return broadcast(w, [B, T, V])\n}\n";

struct Bound {
  Program program;
  HostLoop loop;

  [[nodiscard]] const ProgramItem& item(const TokenFunction& function) const { return program.items[function.item]; }
  [[nodiscard]] std::string text(const Substitution& sizes, const char* name) const { return to_text(sizes.at(name)); }
};

Bound bound(const std::string& text) {
  Bound result{check_text("test.kina", text), {}};
  for (const Diagnostic& diagnostic : result.program.diagnostics)
    BOOST_ERROR(diagnostic.code << ": " << diagnostic.message);
  result.loop = bind_roles(result.program);
  return result;
}

}  // namespace

BOOST_AUTO_TEST_CASE(each_role_is_told_by_its_signature) {
  const Bound all = bound(forward + picker + prefill + first + step);
  BOOST_TEST(all.loop.diagnostics.empty());
  BOOST_TEST_REQUIRE(all.loop.steps.size() == 1U);
  BOOST_TEST(all.item(all.loop.steps[0]).name == "step");
  BOOST_TEST(all.item(all.loop.first_step.value()).name == "first");
  BOOST_TEST(all.item(all.loop.prefill.value()).name == "prefill");
  BOOST_TEST(all.program.items[all.loop.picker.value().item].name == "pick");
}

BOOST_AUTO_TEST_CASE(every_other_parameter_is_a_weight) {
  const Bound all = bound(step + first);
  const TokenFunction& function = all.loop.steps.at(0);
  BOOST_TEST_REQUIRE(function.weights.size() == 1U);
  BOOST_TEST(all.item(function).parameters[function.weights[0]].name == "w");
  BOOST_TEST_REQUIRE(function.states.size() == 1U);
  BOOST_TEST(function.states[0].name == "k");
  BOOST_TEST(all.item(function).parameters[function.states[0].parameter.value()].name == "k_past");
  BOOST_TEST(all.item(function).results[function.states[0].result].name == "k_next");
  BOOST_TEST(!all.loop.first_step.value().states.at(0).parameter.has_value());
}

BOOST_AUTO_TEST_CASE(what_has_another_signature_has_no_role) {
  const std::string chunk = "fn chunk[B, V, S, T](token_ids: i64[B, T], k_past: f32[B, S], w: f32[V])\n"
                            "    -> (k_next: f32[B, S + T], logits: f32[B, 1, V]) {\n"
                            "  return concat(k_past, full([B, T], 0.0), axis=1), broadcast(w, [B, 1, V])\n}\n";
  const std::string main = "fn main() -> (logits: f32[1, 1, 2]) {\n  return full([1, 1, 2], 0.0)\n}\n";
  const std::string theorem = "theorem t[B, V](logits: f32[B, 1, V]) {\n  assert logits == logits\n}\n";
  const Bound all = bound(forward + chunk + main + theorem);
  BOOST_TEST(all.loop.steps.empty());
  BOOST_TEST(!all.loop.first_step.has_value());
  BOOST_TEST(!all.loop.prefill.has_value());
  BOOST_TEST(!all.loop.picker.has_value());
  BOOST_TEST(all.loop.diagnostics.empty());
}

BOOST_AUTO_TEST_CASE(an_imported_function_is_no_candidate) {
  const std::map<std::string, std::string> files{{"main.kina", "import \"lib.kina\"\n" + picker},
                                                 {"lib.kina", first + step}};
  const auto program =
      load_program("main.kina", [&](const std::string& path) -> tl::expected<std::string, std::string> {
        const auto found = files.find(path);
        if (found == files.end()) return tl::unexpected(std::string("no such file"));
        return found->second;
      });
  BOOST_TEST_REQUIRE((program.has_value() && program->diagnostics.empty()));
  const HostLoop loop = bind_roles(*program);
  BOOST_TEST(loop.picker.has_value());
  BOOST_TEST(loop.steps.empty());
  BOOST_TEST(!loop.first_step.has_value());
}

BOOST_AUTO_TEST_CASE(a_picker_may_take_uniforms_and_temperature) {
  const Bound all =
      bound("fn sample[B, V](logits: f32[B, 1, V], uniforms: f32[B, 1, V], temperature: f32[], bias: f32[V])\n"
            "    -> (token_ids: i64[B, 1]) where 0 < temperature {\n"
            "  return argmax(logits / broadcast(temperature) + uniforms + broadcast(bias), axis=2)\n}\n");
  const Picker& found = all.loop.picker.value();
  BOOST_TEST(found.uniforms.value() == 1U);
  BOOST_TEST(found.temperature.value() == 2U);
  BOOST_TEST(found.weights == std::vector<std::size_t>{3}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(two_candidates_for_a_role_are_an_error) {
  for (const std::string& source : {picker, first, prefill}) {
    std::string second = source;
    second.insert(second.find('['), "_again");
    const Bound all = bound(source + second);
    BOOST_TEST_REQUIRE(all.loop.diagnostics.size() == 1U);
    BOOST_TEST(all.loop.diagnostics[0].code == "loop/role");
    BOOST_TEST(all.loop.diagnostics[0].message.find("_again'") != std::string::npos);
  }
}

BOOST_AUTO_TEST_CASE(a_state_without_its_next_is_an_error) {
  const Bound all = bound("fn step[B, V](token_ids: i64[B, 1], k_past: f32[B], w: f32[V]) -> (logits: f32[B, 1, V]) {\n"
                          "  return broadcast(w, [B, 1, V])\n}\n");
  BOOST_TEST_REQUIRE(all.loop.diagnostics.size() == 1U);
  BOOST_TEST(all.loop.diagnostics[0].code == "loop/state");
  BOOST_TEST(all.loop.diagnostics[0].message == "'k_past' has no result 'k_next'");
}

// ---- sizes ----

BOOST_AUTO_TEST_CASE(the_next_step_has_the_length_that_was_returned) {
  const Bound all = bound(first + prefill + step);
  const TokenFunction& next = all.loop.steps.at(0);
  const auto length_after = [&](const TokenFunction& before) {
    return to_text(next_sizes(all.program, before, next).at("S"));
  };
  BOOST_TEST(length_after(all.loop.first_step.value()) == "1");
  BOOST_TEST(length_after(all.loop.prefill.value()) == "T");
  BOOST_TEST(length_after(next) == "S + 1");
  BOOST_TEST(to_text(next_sizes(all.program, next, next).at("B")) == "B");
  BOOST_TEST(is_polymorphic(all.program, next));
  BOOST_TEST(!follows_statically(all.program, next, next));
}

BOOST_AUTO_TEST_CASE(a_static_member_follows_the_one_whose_state_it_takes) {
  const auto member = [](int length) {
    const std::string past = std::to_string(length);
    return "fn step_" + past + "(token_ids: i64[1, 1], k_past: f32[1, " + past + "])\n    -> (k_next: f32[1, " +
           std::to_string(length + 1) + "], logits: f32[1, 1, 2]) {\n" +
           "  return concat(k_past, full([1, 1], 0.0), axis=1), full([1, 1, 2], 0.0)\n}\n";
  };
  const Bound all = bound(member(1) + member(2) + member(4));
  BOOST_TEST_REQUIRE(all.loop.steps.size() == 3U);
  for (std::size_t before = 0; before < 3; ++before) {
    BOOST_TEST(!is_polymorphic(all.program, all.loop.steps[before]));
    for (std::size_t after = 0; after < 3; ++after)
      BOOST_TEST(follows_statically(all.program, all.loop.steps[before], all.loop.steps[after]) ==
                 (before == 0 && after == 1));
  }
}

BOOST_AUTO_TEST_SUITE_END()
