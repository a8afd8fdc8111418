#include "bench/plain_loop.hpp"

#include <chrono>
#include <cmath>
#include <cstring>

namespace kina::bench {
namespace {

/// result[columns] = row[rows] @ matrix[rows, columns]
void multiply(const float* row, const float* matrix, float* result, std::int64_t rows, std::int64_t columns,
              std::int64_t stride) {
  for (std::int64_t j = 0; j < columns; ++j)
    result[j] = 0;
  for (std::int64_t i = 0; i < rows; ++i)
    for (std::int64_t j = 0; j < columns; ++j)
      result[j] += row[i] * matrix[i * stride + j];
}

void softmax(float* row, std::int64_t count) {
  float greatest = row[0];
  for (std::int64_t j = 1; j < count; ++j)
    greatest = row[j] > greatest ? row[j] : greatest;
  float sum = 0;
  for (std::int64_t j = 0; j < count; ++j) {
    row[j] = std::exp(row[j] - greatest);
    sum += row[j];
  }
  for (std::int64_t j = 0; j < count; ++j)
    row[j] /= sum;
}

/// The weights of a step, and its cache with room for `capacity` positions.
struct Step {
  const float* embed;    // [V, D]
  const float* wq;       // [D, D]
  const float* wk;       // [D, D]
  const float* wv;       // [D, D]
  const float* wo;       // [D, D]
  const float* lm_head;  // [D, V]
  float scale;
  float* keys;    // [H, Dh, capacity]
  float* values;  // [H, capacity, Dh]
  std::int64_t heads, head_extent, width, classes, capacity;
};

/// One step after `length` positions. `scratch` holds 4 D + length + 1 numbers.
void decode(const Step& step, std::int64_t token, std::int64_t length, float* scratch, float* logits) {
  const std::int64_t width = step.width;
  const std::int64_t extent = step.head_extent;
  float* query = scratch;
  float* fresh = query + width;
  float* merged = fresh + width;
  float* projected = merged + width;
  float* scores = projected + width;
  const float* x = step.embed + token * width;

  multiply(x, step.wq, query, width, width, width);
  multiply(x, step.wk, fresh, width, width, width);
  for (std::int64_t i = 0; i < width; ++i)
    step.keys[i * step.capacity + length] = fresh[i];
  multiply(x, step.wv, fresh, width, width, width);
  for (std::int64_t head = 0; head < step.heads; ++head)
    for (std::int64_t i = 0; i < extent; ++i)
      step.values[(head * step.capacity + length) * extent + i] = fresh[head * extent + i];

  for (std::int64_t head = 0; head < step.heads; ++head) {
    const std::int64_t first = head * extent;
    multiply(query + first, step.keys + first * step.capacity, scores, extent, length + 1, step.capacity);
    for (std::int64_t j = 0; j <= length; ++j)
      scores[j] *= step.scale;
    softmax(scores, length + 1);
    multiply(scores, step.values + first * step.capacity, merged + first, length + 1, extent, extent);
  }

  multiply(merged, step.wo, projected, width, width, width);
  for (std::int64_t i = 0; i < width; ++i)
    projected[i] += x[i];
  multiply(projected, step.lm_head, logits, width, step.classes, step.classes);
}

class PlainLoop final : public Decoder {
public:
  explicit PlainLoop(const DecodeModel& model) : model_(model) {}

  void start(std::int64_t positions) override {
    const DecodeSizes& sizes = model_.sizes;
    const std::int64_t width = sizes.width();
    const std::int64_t capacity = cache_capacity(positions);
    const std::int64_t patterned = std::max<std::int64_t>(positions - 1, 0);
    const Cache cache = patterned_cache(sizes, patterned);
    keys_.assign(static_cast<std::size_t>(width * capacity), 0);
    values_.assign(static_cast<std::size_t>(width * capacity), 0);
    scratch_.assign(static_cast<std::size_t>(4 * width + capacity), 0);
    logits_.assign(static_cast<std::size_t>(sizes.classes), 0);
    const float* keys = std::get<std::vector<float>>(cache.keys->elements).data();
    const float* values = std::get<std::vector<float>>(cache.values->elements).data();
    for (std::int64_t i = 0; i < width; ++i)
      std::memcpy(keys_.data() + i * capacity, keys + i * patterned,
                  static_cast<std::size_t>(patterned) * sizeof(float));
    for (std::int64_t head = 0; head < sizes.heads; ++head)
      std::memcpy(values_.data() + head * capacity * sizes.head_extent, values + head * patterned * sizes.head_extent,
                  static_cast<std::size_t>(patterned * sizes.head_extent) * sizeof(float));
    step_ = {model_.weight("embed"),  model_.weight("wq"),
             model_.weight("wk"),     model_.weight("wv"),
             model_.weight("wo"),     model_.weight("lm_head"),
             *model_.weight("scale"), keys_.data(),
             values_.data(),          sizes.heads,
             sizes.head_extent,       width,
             sizes.classes,           capacity};
    length_ = patterned;
    if (positions > 0) step();
  }

  double step() override {
    const auto begin = std::chrono::steady_clock::now();
    decode(step_, token_at(model_.sizes, length_), length_, scratch_.data(), logits_.data());
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
    ++length_;
    return taken.count();
  }

  std::vector<float> logits() override { return logits_; }

private:
  const DecodeModel& model_;
  Step step_{};
  std::int64_t length_ = 0;
  std::vector<float> keys_;
  std::vector<float> values_;
  std::vector<float> scratch_;
  std::vector<float> logits_;
};

}  // namespace

std::unique_ptr<Decoder> make_plain_loop(const DecodeModel& model) { return std::make_unique<PlainLoop>(model); }

}  // namespace kina::bench
