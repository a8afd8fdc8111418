/// \file
/// The decode step that is timed: spec/programs/decode.kina at one batch row, with patterned weights.
#pragma once

#include "spec/lang/interpret.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace kina::bench {

struct DecodeSizes {
  std::int64_t heads = 0;
  std::int64_t head_extent = 0;
  std::int64_t classes = 0;

  [[nodiscard]] std::int64_t width() const { return heads * head_extent; }
  auto operator<=>(const DecodeSizes&) const = default;
};

/// The bytes that a step has to read, once each, with `positions` in the cache: one row of the embedding, all other
/// weights, and the cache.
[[nodiscard]] std::int64_t bytes_of_step(const DecodeSizes& sizes, std::int64_t positions);

struct DecodeModel {
  DecodeSizes sizes;
  std::map<std::string, TensorPointer> weights;

  [[nodiscard]] const float* weight(const std::string& name) const;
};

/// The model of these sizes; it is made once.
[[nodiscard]] const DecodeModel& decode_model(const DecodeSizes& sizes);

/// The cache of that many positions, patterned as a weight: K as [1, H, Dh, positions], V as [1, H, positions, Dh].
struct Cache {
  TensorPointer keys;
  TensorPointer values;
};
[[nodiscard]] Cache patterned_cache(const DecodeSizes& sizes, std::int64_t positions);

/// How many positions a buffer for a cache of this length holds; the same for everybody.
[[nodiscard]] std::int64_t cache_capacity(std::int64_t positions);

/// The token of a step, the same for everybody.
[[nodiscard]] std::int64_t token_at(const DecodeSizes& sizes, std::int64_t position);

/// Who computes steps: an engine, a loop, a process.
class Decoder {
public:
  Decoder() = default;
  virtual ~Decoder() = default;
  Decoder(const Decoder&) = delete;
  Decoder& operator=(const Decoder&) = delete;

  /// Starts with that many positions in a cache that has room for more: one position fewer is patterned, and the last
  /// one comes from a step.
  virtual void start(std::int64_t positions) = 0;
  /// One step; the seconds that it took.
  virtual double step() = 0;
  /// The logits of the last step.
  [[nodiscard]] virtual std::vector<float> logits() = 0;
};

}  // namespace kina::bench
