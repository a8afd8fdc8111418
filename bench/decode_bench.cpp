#include "bench/decode_bench.hpp"

#include "bench/engine_decoder.hpp"
#include "bench/numpy_process.hpp"
#include "bench/plain_loop.hpp"
#include "bench/read_bandwidth.hpp"

#include <algorithm>
#include <benchmark/benchmark.h>
#include <chrono>
#include <functional>
#include <thread>

namespace kina::bench {
namespace {

/// After that many steps a cache starts anew, so that S stays what the row says, within 32.
constexpr std::int64_t steps_of_a_start = 32;

DecodeSizes sizes_of(const benchmark::State& state) { return {state.range(0), state.range(1), state.range(2)}; }

/// The positions that a step looks at, on average.
std::int64_t looked_at(std::int64_t positions) { return positions + steps_of_a_start / 2; }

void run_steps(benchmark::State& state, const std::function<std::unique_ptr<Decoder>(const DecodeModel&)>& make) {
  const DecodeSizes sizes = sizes_of(state);
  const std::int64_t positions = state.range(3);
  const auto decoder = make(decode_model(sizes));
  std::int64_t left = 0;
  for (auto _ : state) {
    if (left-- == 0) {
      decoder->start(positions);
      // What starts a cache has filled the processor's caches with other things.
      decoder->step();
      left = steps_of_a_start - 1;
    }
    state.SetIterationTime(decoder->step());
  }
  const auto bytes = static_cast<double>(bytes_of_step(sizes, looked_at(positions)));
  state.counters["bytes"] = bytes;
  state.counters["bandwidth"] = benchmark::Counter(bytes, benchmark::Counter::kIsIterationInvariantRate);
  state.counters["tokens_per_second"] = benchmark::Counter(1, benchmark::Counter::kIsIterationInvariantRate);
}

/// A buffer of as many bytes as a step has to read, read again and again: the least time that the step can take. It is
/// as large as what the step reads, and not larger than every cache, because a model that the last cache holds in part
/// is read faster than memory, by the step and by this.
void run_reads(benchmark::State& state) {
  const std::int64_t bytes = bytes_of_step(sizes_of(state), looked_at(state.range(3)));
  const std::vector<float> numbers(static_cast<std::size_t>(bytes) / sizeof(float), 1.0F);
  benchmark::DoNotOptimize(read_all(numbers));
  for (auto _ : state) {
    const auto begin = std::chrono::steady_clock::now();
    benchmark::DoNotOptimize(read_all(numbers));
    state.SetIterationTime(std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
  }
  state.counters["bytes"] = static_cast<double>(bytes);
  state.counters["bandwidth"] =
      benchmark::Counter(static_cast<double>(bytes), benchmark::Counter::kIsIterationInvariantRate);
}

/// The bandwidth of memory itself, for information: 1 GiB a core, more than any cache holds.
void read_memory(benchmark::State& state) {
  constexpr std::size_t count = std::size_t{1} << 28U;
  const auto cores = static_cast<std::size_t>(state.range(0));
  const std::vector<float> numbers(count, 1.0F);
  for (auto _ : state) {
    const auto begin = std::chrono::steady_clock::now();
    std::vector<std::thread> threads;
    for (std::size_t core = 0; core < cores; ++core)
      threads.emplace_back([&, core] {
        const std::span<const float> part(numbers.data() + core * (count / cores), count / cores);
        benchmark::DoNotOptimize(read_all(part));
      });
    for (std::thread& thread : threads)
      thread.join();
    state.SetIterationTime(std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
  }
  state.counters["bandwidth"] =
      benchmark::Counter(static_cast<double>(count * sizeof(float)), benchmark::Counter::kIsIterationInvariantRate);
}

}  // namespace

void register_decode_benchmarks() {
  const auto add = [](const std::string& name, auto run) {
    auto* benchmark = benchmark::RegisterBenchmark(name.c_str(), run);
    benchmark->ArgNames({"H", "Dh", "V", "S"})->UseManualTime()->Unit(benchmark::kMicrosecond);
    for (const DecodeSizes& sizes : larger_sizes)
      for (const std::int64_t positions : cached_positions)
        benchmark->Args({sizes.heads, sizes.head_extent, sizes.classes, positions});
  };
  add("eigen", [](benchmark::State& state) { run_steps(state, make_eigen_decoder); });
  add("plain_loop", [](benchmark::State& state) { run_steps(state, make_plain_loop); });
  if (numpy_description().is_there)
    for (const std::string variant : {"matmul", "einsum"})
      add("numpy_" + variant, [variant](benchmark::State& state) {
        run_steps(state, [&](const DecodeModel& model) { return make_numpy_decoder(model, variant); });
      });
  add("read", run_reads);

  auto* memory = benchmark::RegisterBenchmark("read_memory", read_memory);
  memory->ArgName("cores")->UseManualTime()->Unit(benchmark::kMillisecond)->Arg(1);
  if (const unsigned cores = std::thread::hardware_concurrency(); cores > 1) memory->Arg(cores);
}

}  // namespace kina::bench
