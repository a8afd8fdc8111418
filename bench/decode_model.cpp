#include "bench/decode_model.hpp"

#include "impl/weights.hpp"

#include <algorithm>
#include <cmath>
#include <memory>

namespace kina::bench {
namespace {

TensorPointer pattern(const std::string& name, const std::vector<std::int64_t>& shape) {
  return std::make_shared<const Tensor>(patterned_weight(name, ElementType::f32, shape));
}

}  // namespace

std::int64_t bytes_of_step(const DecodeSizes& sizes, std::int64_t positions) {
  const std::int64_t width = sizes.width();
  const std::int64_t weights = width + 4 * width * width + width * sizes.classes;
  return (weights + 2 * positions * width) * static_cast<std::int64_t>(sizeof(float));
}

const float* DecodeModel::weight(const std::string& name) const {
  return std::get<std::vector<float>>(weights.at(name)->elements).data();
}

const DecodeModel& decode_model(const DecodeSizes& sizes) {
  static std::map<DecodeSizes, DecodeModel> models;
  DecodeModel& model = models[sizes];
  if (!model.weights.empty()) return model;
  model.sizes = sizes;
  const std::int64_t width = sizes.width();
  model.weights["embed"] = pattern("embed", {sizes.classes, width});
  for (const char* name : {"wq", "wk", "wv", "wo"})
    model.weights[name] = pattern(name, {width, width});
  model.weights["lm_head"] = pattern("lm_head", {width, sizes.classes});
  // The scale of attention, so that no softmax saturates and hides a difference.
  const auto scale = 1 / std::sqrt(static_cast<float>(sizes.head_extent));
  model.weights["scale"] = std::make_shared<const Tensor>(Tensor{{}, std::vector<float>{scale}});
  return model;
}

Cache patterned_cache(const DecodeSizes& sizes, std::int64_t positions) {
  return {pattern("k_past", {1, sizes.heads, sizes.head_extent, positions}),
          pattern("v_past", {1, sizes.heads, positions, sizes.head_extent})};
}

std::int64_t cache_capacity(std::int64_t positions) {
  // Not a power of two: rows that lie one apart are slower to read, for everybody.
  return std::max<std::int64_t>(64, 2 * positions) + 48;
}

std::int64_t token_at(const DecodeSizes& sizes, std::int64_t position) { return (3 + 7 * position) % sizes.classes; }

}  // namespace kina::bench
