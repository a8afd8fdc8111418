/// The bounds of enclosure.hpp are tight enough to tell a wrong program from a right one: decode programs with one
/// mistake each, run exactly by the reference evaluator, leave the bounds of the right one.
#include "tests/properties/decode_passes.hpp"

BOOST_AUTO_TEST_SUITE(bounds_test)

namespace {

using namespace kina;
using namespace kina::tests;

/// One edit of spec/programs/decode.kina, in its last place or in every one.
struct Mistake {
  const char* name;
  const char* right;
  const char* wrong;
  bool everywhere = false;
};
constexpr Mistake mistakes[] = {
    {"the mask hides the position itself", "axis=3) <= iota", "axis=3) < iota"},
    {"the mask shows one position too many", "iota([B, H, T, T], axis=2)\n", "iota([B, H, T, T], axis=2) + 1\n"},
    {"the mask is turned", "axis=3) <= iota([B, H, T, T], axis=2)", "axis=2) <= iota([B, H, T, T], axis=3)"},
    {"no scale", "(q @ k_all) * broadcast(scale)", "(q @ k_all)", true},
    {"the new key comes first", "concat(k_past, k_new, axis=3)", "concat(k_new, k_past, axis=3)"},
    {"the new value comes first", "concat(v_past, v_new, axis=2)", "concat(v_new, v_past, axis=2)"},
    {"keys by the weights of values", "x @ broadcast(wk)", "x @ broadcast(wv)"},
    {"a transposed weight", "merged @ broadcast(wo)", "merged @ broadcast(transpose(wo, [1, 0]))"},
    {"heads and channels mixed up", "transpose(reshape(x @ broadcast(wq), [B, T, H, Dh]), [0, 2, 1, 3])",
     "transpose(reshape(x @ broadcast(wq), [B, T, Dh, H]), [0, 3, 1, 2])"},
    {"heads merged without transposing back", "reshape(transpose(probs @ v_all, [0, 2, 1, 3]), [B, T, D])",
     "reshape(probs @ v_all, [B, T, D])"},
    {"no residual", "(x + merged @ broadcast(wo))", "(merged @ broadcast(wo))"},
    {"softmax along the wrong axis", "softmax(select(causal, scores, -inf), axis=3)",
     "softmax(select(causal, scores, -inf), axis=2)"},
    {"softmax without the greatest score subtracted", "softmax(select(causal, scores, -inf), axis=3)",
     "exp(select(causal, scores, -inf)) / broadcast(sum(exp(select(causal, scores, -inf)), axis=3, keepdims=true), "
     "[B, H, T, T])"},
    {"a score in half the precision", "select(causal, scores, -inf)", "select(causal, scores * 1.00025, -inf)"},
    {"a logit that is off by 64 units of roundoff", "(x + merged @ broadcast(wo)) @ broadcast(lm_head)",
     "((x + merged @ broadcast(wo)) @ broadcast(lm_head)) * 1.000007629"},
};

std::string with_mistake(const Mistake& mistake) {
  std::string text = decode_text(ElementType::f32);
  std::size_t at = text.rfind(mistake.right);
  if (at == std::string::npos) throw std::runtime_error(std::string("there is no ") + mistake.right);
  for (; at != std::string::npos;
       at = mistake.everywhere && at > 0 ? text.rfind(mistake.right, at - 1) : std::string::npos)
    text.replace(at, std::string(mistake.right).size(), mistake.wrong);
  return text;
}

/// Whether a result of the full pass or of the last step leaves its bounds.
bool is_outside(const DecodeCase& drawn, const Program& program) {
  const auto allowed = enclosed_pass(drawn);
  const auto engine = make_reference_engine(program);
  DecodeRun run(drawn, program, *engine);
  BoundUse use;
  const auto full = tensors(run.forward(drawn.length()));
  bool found = false;
  EngineResults results;
  for (std::int64_t position = 0; position < drawn.length(); ++position)
    results = run.step(position, position == 0 ? EngineArguments{} : DecodeRun::caches(results));
  for (const Pair& pair : pairs) {
    found = found || outside(*full.at(pair.full), *allowed.at(pair.full), use);
    const EnclosedTensor expected = expected_part(pair, *allowed.at(pair.full), drawn.length() - 1);
    found = found || outside(*results.at(pair.step)->tensor(), expected, use);
  }
  return found;
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_wrong_program_leaves_the_bounds) {
  constexpr int cases = 40;
  for (const Mistake& mistake : mistakes) {
    const Program program = program_of(with_mistake(mistake));
    int found = 0;
    rc::detail::TestParams parameters;
    parameters.seed = seed();
    parameters.maxSuccess = cases;
    rc::detail::checkProperty(rc::detail::toProperty([&] {
                                DecodeCase drawn = drawn_case(8);
                                drawn.type = ElementType::f32;
                                drawn.weights = drawn_weights(drawn);
                                if (is_outside(drawn, program)) ++found;
                              }),
                              {}, parameters);
    BOOST_TEST(found > 0, mistake.name << ": never outside the bounds");
    std::cerr << fmt::format("  {}: outside the bounds in {} of {} cases\n", mistake.name, found, cases);
  }
}

BOOST_AUTO_TEST_SUITE_END()
