#include "bench/engine_decoder.hpp"

#include "spec/lang/checker.hpp"

#include <chrono>
#include <map>
#include <stdexcept>

namespace kina::bench {
namespace {

class EngineDecoder final : public Decoder {
public:
  EngineDecoder(const DecodeModel& model, const Program& program, std::unique_ptr<Engine> engine)
      : sizes_(model.sizes), engine_(std::move(engine)) {
    const ProgramItem* item = find_item(program, "decode");
    item_ = static_cast<std::size_t>(item - program.items.data());
    for (const ItemParameter& parameter : item->parameters) {
      const auto weight = model.weights.find(parameter.name);
      weights_.push_back(weight == model.weights.end() ? nullptr : engine_->keep(weight->second));
    }
  }

  void start(std::int64_t positions) override {
    keys_.reset();
    values_.reset();
    length_ = std::max<std::int64_t>(positions - 1, 0);
    const Cache cache = patterned_cache(sizes_, length_);
    keys_ = engine_->keep(cache.keys);
    values_ = engine_->keep(cache.values);
    // This step copies the host's cache into a buffer with room, and the steps after it append in place.
    if (positions > 0) step();
  }

  double step() override {
    const auto begin = std::chrono::steady_clock::now();
    std::vector<EngineTensorPointer> arguments = weights_;
    const Tensor token{{1, 1}, std::vector<std::int64_t>{token_at(sizes_, length_)}};
    arguments[0] = engine_->keep(std::make_shared<const Tensor>(token));
    // The caches are given away, so that they may grow where they are.
    arguments[1] = std::move(keys_);
    arguments[2] = std::move(values_);
    auto results = engine_->call(item_, {1, sizes_.heads, sizes_.head_extent, sizes_.width(), sizes_.classes, length_},
                                 std::move(arguments));
    if (!results) throw std::runtime_error("decode: " + results.error().message);
    keys_ = std::move((*results)[0]);
    values_ = std::move((*results)[1]);
    logits_ = std::move((*results)[2]);
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
    ++length_;
    return taken.count();
  }

  std::vector<float> logits() override { return std::get<std::vector<float>>(logits_->tensor()->elements); }

private:
  DecodeSizes sizes_;
  std::unique_ptr<Engine> engine_;
  std::size_t item_ = 0;
  std::vector<EngineTensorPointer> weights_;
  EngineTensorPointer keys_;
  EngineTensorPointer values_;
  EngineTensorPointer logits_;
  std::int64_t length_ = 0;
};

}  // namespace

const Program& specified_program(const std::string& name) {
  static std::map<std::string, Program> programs;
  const auto known = programs.find(name);
  if (known != programs.end()) return known->second;
  auto program = load_program(KINA_BENCH_SOURCE_DIR "/spec/programs/" + name);
  if (!program || !program->diagnostics.empty()) throw std::runtime_error(name + " is not correct");
  return programs.emplace(name, std::move(*program)).first->second;
}

std::unique_ptr<Decoder> make_eigen_decoder(const DecodeModel& model) {
  const Program& program = specified_program("decode.kina");
  return std::make_unique<EngineDecoder>(model, program, make_eigen_engine(program));
}

}  // namespace kina::bench
