#include "bench/agreement.hpp"

#include "bench/engine_decoder.hpp"
#include "bench/numpy_process.hpp"
#include "bench/plain_loop.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fmt/format.h>

namespace kina::bench {
namespace {

/// The steps that are compared after each start, so that positions which were appended in place are read, too.
constexpr int compared_steps = 3;

std::vector<float> logits_after(Decoder& decoder, std::int64_t positions) {
  decoder.start(positions);
  for (int step = 0; step < compared_steps; ++step)
    decoder.step();
  return decoder.logits();
}

float magnitude(const std::vector<float>& logits) {
  float greatest = 0;
  for (const float logit : logits)
    greatest = std::max(greatest, std::abs(logit));
  return greatest;
}

bool agree(const std::vector<float>& expected, const std::vector<float>& actual, float& difference) {
  difference = 0;
  if (expected.size() != actual.size()) return false;
  for (std::size_t k = 0; k < expected.size(); ++k) {
    const float here = std::abs(expected[k] - actual[k]);
    // Not `std::max`, which would lose a NaN.
    if (!(here <= difference)) difference = here;
  }
  const float scale = magnitude(expected);
  difference /= scale;
  if (!(difference <= greatest_difference)) return false;
  const auto first = std::max_element(expected.begin(), expected.end()) - expected.begin();
  const auto second = std::max_element(actual.begin(), actual.end()) - actual.begin();
  // Two tokens may change places only where their logits are equal but for rounding.
  const auto gap = expected[static_cast<std::size_t>(first)] - expected[static_cast<std::size_t>(second)];
  return first == second || gap <= 2 * greatest_difference * scale;
}

}  // namespace

bool all_agree(const DecodeSizes& sizes, std::span<const std::int64_t> positions) {
  const DecodeModel& model = decode_model(sizes);
  std::vector<std::pair<std::string, std::unique_ptr<Decoder>>> others;
  others.emplace_back("the plain loop", make_plain_loop(model));
  if (numpy_description().is_there)
    for (const char* variant : {"matmul", "einsum"})
      others.emplace_back(fmt::format("NumPy's {}", variant), make_numpy_decoder(model, variant));
  const auto eigen = make_eigen_decoder(model);
  bool all = true;
  for (const std::int64_t count : positions) {
    const std::vector<float> expected = logits_after(*eigen, count);
    for (const auto& [name, decoder] : others) {
      float difference = 0;
      const bool same = agree(expected, logits_after(*decoder, count), difference);
      fmt::print(stderr, "H {}, Dh {}, V {}, S {}: {} {} Eigen; greatest difference {:.1e} of the greatest logit\n",
                 sizes.heads, sizes.head_extent, sizes.classes, count, name, same ? "agrees with" : "DIFFERS from",
                 difference);
      all = all && same;
    }
  }
  return all;
}

}  // namespace kina::bench
