/// Cached decoding is the full causal forward pass, at every step of the loop, for random sizes, weights and tokens:
/// spec/programs/decode.kina, in f32 and f64.
///
/// In the reference evaluator, which folds in index order, it is so bit for bit. An engine that folds in another order
/// stays within the bounds of enclosure.hpp. They are those of the full pass: a step computes the same expressions,
/// with the masked terms of its sums left out.
#include "tests/properties/decode_passes.hpp"

BOOST_AUTO_TEST_SUITE(decode_test)

namespace {

using namespace kina;
using namespace kina::tests;

/// Whether the full pass over the tokens up to this position is run, beside the one over all tokens: at every position
/// of a short sequence, at the last ones of a long one.
bool is_passed(const DecodeCase& drawn, std::int64_t position) {
  return drawn.length() <= 8 || position + 3 >= drawn.length();
}

/// Runs the full pass over all tokens, the loop, and the full passes over fewer, and compares each by
/// `difference(found, pair, position)`.
template <typename Difference> void check_loop(const DecodeCase& drawn, DecodeRun& run, Difference&& difference) {
  const auto compare = [&](const TensorPointer& found, const char* what, const Pair& pair, std::int64_t position) {
    if (const std::optional<std::string> text = difference(*found, pair, position))
      RC_FAIL(fmt::format("{} of {} {} is {}\n{}", pair.full, what, position, *text, drawn.text()));
  };
  EngineArguments caches;
  for (std::int64_t position = 0; position < drawn.length(); ++position) {
    EngineResults results = run.step(position, std::move(caches));
    for (const Pair& pair : pairs)
      compare(results.at(pair.step)->tensor(), "step", pair, position);
    caches = DecodeRun::caches(results);
    if (!is_passed(drawn, position)) continue;
    const auto shorter = tensors(run.forward(position + 1));
    for (const Pair& pair : pairs)
      compare(pointer_to(expected_part(pair, *shorter.at(pair.full), position)), "the full pass up to", pair, position);
  }
}

}  // namespace

BOOST_AUTO_TEST_CASE(incremental_is_causal_bit_for_bit_in_the_reference) {
  check_property(1000, [] {
    const DecodeCase drawn = drawn_case();
    const auto engine = make_reference_engine(decode_program(drawn.type));
    DecodeRun run(drawn, *engine);
    const auto full = tensors(run.forward(drawn.length()));
    check_loop(drawn, run, [&](const Tensor& found, const Pair& pair, std::int64_t position) {
      return bit_difference(found, expected_part(pair, *full.at(pair.full), position));
    });
  });
}

BOOST_AUTO_TEST_CASE(incremental_is_causal_within_its_bounds) {
  BoundUse use;
  BoundUse reference_use;
  std::size_t steps = 0;
  std::size_t wide = 0;
  std::int64_t longest = 0;
  check_property(
      1000,
      [&] {
        const DecodeCase drawn = drawn_case();
        const auto allowed = enclosed_pass(drawn);
        const auto difference = [&](BoundUse& taken) {
          return [&](const Tensor& found, const Pair& pair, std::int64_t position) {
            return outside(found, expected_part(pair, *allowed.at(pair.full), position), taken);
          };
        };
        const auto engine = tested_engine(decode_program(drawn.type));
        DecodeRun run(drawn, *engine);
        check_loop(drawn, run, difference(use));
        steps += static_cast<std::size_t>(drawn.length());
        if (drawn.sizes.at("B") > 1 && drawn.sizes.at("H") > 1) ++wide;
        longest = std::max(longest, drawn.length() - 1);
        // The bounds hold the reference, too, so either engine is within twice the bound of the other.
        const auto reference = make_reference_engine(decode_program(drawn.type));
        const auto full = tensors(DecodeRun(drawn, *reference).forward(drawn.length()));
        for (const Pair& pair : pairs)
          if (const auto text = outside(*full.at(pair.full), *allowed.at(pair.full), reference_use))
            RC_FAIL(fmt::format("{} of the reference's full pass is {}\n{}", pair.full, *text, drawn.text()));
      },
      [&] {
        return fmt::format("{} steps, S up to {}; B > 1 and H > 1 in {} cases; {}\n  the reference: {}", steps, longest,
                           wide, use.text(), reference_use.text());
      });
}

BOOST_AUTO_TEST_SUITE_END()
