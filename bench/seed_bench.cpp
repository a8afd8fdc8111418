#include "bench/seed_bench.hpp"

#include "bench/engine_decoder.hpp"
#include "impl/host_loop.hpp"

#include <benchmark/benchmark.h>
#include <chrono>
#include <cstdio>
#include <fmt/format.h>

namespace kina::bench {
namespace {

using MakeEngine = std::unique_ptr<Engine> (*)(const Program&);

/// A family of steps at the seed's sizes: B 1, H 2, Dh 2, D 4, V 8.
struct Family {
  const char* file;
  Assignment sizes;
  std::size_t steps;
};

const Family families[] = {
    // Its steps are of S = 0, 1 and 2; there are no more.
    {"storylm0_generate.kina", {}, 3},
    {"decode.kina", {{"H", 2}, {"Dh", 2}, {"V", 8}}, 64},
};

GenerateOptions options_of(const Family& family) {
  GenerateOptions options;
  options.prompt = {3};
  options.steps = family.steps;
  options.sizes = family.sizes;
  return options;
}

/// An engine that notes when it was called: the loop alternates between a step and the picker, so that from the first
/// picker to the last one it makes all tokens but one, whatever binding the weights took before.
class WatchedEngine final : public Engine {
public:
  using Time = std::chrono::steady_clock::time_point;

  explicit WatchedEngine(std::unique_ptr<Engine> engine) : engine_(std::move(engine)) {}

  void watch(std::size_t last_call) {
    calls_ = 0;
    last_call_ = last_call;
  }
  [[nodiscard]] double seconds() const { return std::chrono::duration<double>(end_ - begin_).count(); }

  EngineTensorPointer keep(TensorPointer tensor) override { return engine_->keep(std::move(tensor)); }
  tl::expected<std::vector<EngineTensorPointer>, RunError>
  call(std::size_t item, const std::vector<std::int64_t>& sizes, std::vector<EngineTensorPointer> arguments) override {
    ++calls_;
    if (calls_ == 2) begin_ = std::chrono::steady_clock::now();
    if (calls_ == last_call_) end_ = std::chrono::steady_clock::now();
    return engine_->call(item, sizes, std::move(arguments));
  }

private:
  std::unique_ptr<Engine> engine_;
  std::size_t calls_ = 0;
  std::size_t last_call_ = 0;
  Time begin_;
  Time end_;
};

void run_tokens(benchmark::State& state, const Family& family, MakeEngine make) {
  const Program& program = specified_program(family.file);
  const GenerateOptions options = options_of(family);
  WatchedEngine engine(make(program));
  for (auto _ : state) {
    engine.watch(2 * options.steps);
    const auto rows = generate(program, engine, options);
    if (!rows) {
      state.SkipWithError(rows.error().message.c_str());
      return;
    }
    state.SetIterationTime(engine.seconds() / static_cast<double>(options.steps - 1));
  }
}

constexpr std::pair<const char*, MakeEngine> engines[] = {{"reference", make_reference_engine},
                                                          {"eigen", make_eigen_engine}};

}  // namespace

bool tokens_agree() {
  bool all = true;
  for (const Family& family : families) {
    const Program& program = specified_program(family.file);
    const GenerateOptions options = options_of(family);
    std::vector<std::vector<std::vector<std::int64_t>>> rows;
    for (const auto& [name, make] : engines) {
      const auto engine = make(program);
      const auto generated = generate(program, *engine, options);
      rows.push_back(generated ? *generated : std::vector<std::vector<std::int64_t>>{});
    }
    const bool same = !rows.front().empty() && rows[0] == rows[1];
    fmt::print(stderr, "{}: the engines {} on {} tokens\n", family.file, same ? "agree" : "DIFFER", family.steps);
    all = all && same;
  }
  return all;
}

void register_seed_benchmarks() {
  for (const Family& family : families)
    for (const auto& [name, make] : engines)
      benchmark::RegisterBenchmark(fmt::format("{}_token/{}", name, family.file).c_str(),
                                   [&family, run = make](benchmark::State& state) { run_tokens(state, family, run); })
          ->UseManualTime()
          ->Unit(benchmark::kNanosecond);
}

}  // namespace kina::bench
