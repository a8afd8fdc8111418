/// Checks that everybody computes the same, and then times it. tools/bench runs this and prints the table.
#include "bench/agreement.hpp"
#include "bench/decode_bench.hpp"
#include "bench/numpy_process.hpp"
#include "bench/seed_bench.hpp"

#include <benchmark/benchmark.h>

int main(int count, char** arguments) {
  benchmark::Initialize(&count, arguments);
  if (benchmark::ReportUnrecognizedArguments(count, arguments)) return 2;
  bool all_agree = kina::bench::tokens_agree();
  for (const kina::bench::DecodeSizes& sizes : kina::bench::larger_sizes)
    all_agree = kina::bench::all_agree(sizes, kina::bench::cached_positions) && all_agree;
  if (!all_agree) return 1;
  benchmark::AddCustomContext("numpy", kina::bench::numpy_description().text);
  kina::bench::register_seed_benchmarks();
  kina::bench::register_decode_benchmarks();
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}
