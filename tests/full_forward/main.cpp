/// Compares the incremental steps with the full causal forward pass on the generated prefix, at every step (seed,
/// section 20, step 7): caches and logits, in the reference evaluator.
#include "impl/host_loop.hpp"
#include "spec/lang/checker.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <exception>
#include <fmt/format.h>
#include <string>

namespace kina {
namespace {

/// The largest difference of the last position of `full` from what the step returned, along `axis`.
double largest_difference(const Tensor& step, const Tensor& full, std::size_t axis) {
  const auto& a = std::get<std::vector<float>>(step.elements);
  const auto& b = std::get<std::vector<float>>(full.elements);
  const auto length = static_cast<std::size_t>(full.shape[axis]);
  const auto kept = static_cast<std::size_t>(step.shape[axis]);
  std::size_t inner = 1;
  for (std::size_t k = axis + 1; k < full.shape.size(); ++k)
    inner *= static_cast<std::size_t>(full.shape[k]);
  double largest = 0;
  for (std::size_t flat = 0; flat < a.size(); ++flat) {
    const std::size_t outer = flat / (inner * kept);
    const std::size_t position = flat / inner % kept + (length - kept);
    const double difference = std::fabs(static_cast<double>(a[flat]) -
                                        static_cast<double>(b[(outer * length + position) * inner + flat % inner]));
    largest = std::isnan(difference) ? HUGE_VAL : std::max(largest, difference);
  }
  return largest;
}

int compare(const std::string& folder) {
  const auto steps = load_program(folder + "/storylm0_generate.kina");
  const auto forward = load_program(folder + "/storylm0_forward.kina");
  if (!steps || !forward) {
    fmt::print(stderr, "full_forward_difference: the programs can't be read from {}\n", folder);
    return 2;
  }
  const auto item = static_cast<std::size_t>(find_item(*forward, "forward") - forward->items.data());
  GenerateOptions options;
  options.prompt = {3};
  options.steps = 3;
  const auto bound = bind_loop(*steps, options);
  if (!bound) {
    fmt::print(stderr, "full_forward_difference: {}\n", bound.error().message);
    return 1;
  }
  std::vector<std::int64_t> prefix;
  double largest = 0;
  const auto engine = make_reference_engine(*steps);
  const auto observe = [&](const StepRecord& record) {
    prefix.push_back(record.fed.front().front());
    Tensor tokens = zeros(ElementType::i64, {1, static_cast<std::int64_t>(prefix.size())});
    std::get<std::vector<std::int64_t>>(tokens.elements) = prefix;
    std::vector<TensorPointer> arguments{std::make_shared<const Tensor>(std::move(tokens))};
    for (std::size_t k = 1; k < forward->items[item].parameters.size(); ++k)
      arguments.push_back(bound->weights.at(forward->items[item].parameters[k].name));
    const auto full = interpret(*forward, item, {{"T", static_cast<std::int64_t>(prefix.size())}}, arguments);
    if (!full) {
      fmt::print(stderr, "full_forward_difference: {}\n", full.error().message);
      largest = HUGE_VAL;
      return;
    }
    const double k = largest_difference(*record.states.at("k")->tensor(), *(*full)[0], 3);
    const double v = largest_difference(*record.states.at("v")->tensor(), *(*full)[1], 2);
    const double z = largest_difference(*record.logits->tensor(), *(*full)[2], 1);
    fmt::print("step {} ({}): largest difference from the full forward pass: k {}, v {}, logits {}\n", prefix.size(),
               steps->items[record.item].name, k, v, z);
    largest = std::max({largest, k, v, z});
  };
  const auto rows = generate(*steps, *engine, options, observe);
  if (!rows) {
    fmt::print(stderr, "full_forward_difference: {}\n", rows.error().message);
    return 1;
  }
  fmt::print("largest difference: {} ({})\n", largest,
             largest == 0 ? "equal bit for bit" : "they have to be equal bit for bit");
  return largest == 0 ? 0 : 1;
}

}  // namespace
}  // namespace kina

int main(int argument_count, char** arguments) {
  try {
    if (argument_count != 2) {
      fmt::print(stderr, "usage: full_forward_difference FOLDER, with the programs of the seed\n");
      return 2;
    }
    return kina::compare(arguments[1]);
  } catch (const std::exception& error) {
    fmt::print(stderr, "full_forward_difference: {}\n", error.what());
    return EXIT_FAILURE;
  }
}
