/// What does not depend on what: a row of the full pass on later tokens, a row of the batch on another, a sum of
/// attention weights on anything.
#include "tests/properties/decode_passes.hpp"
#include "tests/properties/special_values.hpp"

#include <algorithm>
#include <numeric>

BOOST_AUTO_TEST_SUITE(causality_test)

namespace {

using namespace kina;
using namespace kina::tests;

/// Both engines for one program, by name.
std::vector<std::pair<std::string, std::unique_ptr<Engine>>> engines_for(const Program& program) {
  std::vector<std::pair<std::string, std::unique_ptr<Engine>>> engines;
  engines.emplace_back("the reference", make_reference_engine(program));
  engines.emplace_back("the engine", tested_engine(program));
  return engines;
}

std::int64_t any_below(std::int64_t bound) { return *rc::gen::resize(100, rc::gen::inRange<std::int64_t>(0, bound)); }

/// The logits of every step of the loop, and the caches after the last one.
std::vector<TensorPointer> decoded(DecodeRun& run, std::int64_t length) {
  std::vector<TensorPointer> results;
  EngineArguments caches;
  for (std::int64_t position = 0; position < length; ++position) {
    EngineResults step = run.step(position, std::move(caches));
    results.push_back(step.at("logits")->tensor());
    if (position + 1 == length)
      for (const char* cache : {"k_next", "v_next"})
        results.push_back(step.at(cache)->tensor());
    caches = DecodeRun::caches(step);
  }
  return results;
}

/// The axis of positions of each result of the full pass.
const std::map<std::string, std::size_t> position_axes{{"k", 3}, {"v", 2}, {"logits", 1}};

}  // namespace

/// Other tokens from position `p` on leave the rows before it as they are, bit for bit: masked terms are zeros.
BOOST_AUTO_TEST_CASE(later_tokens_do_not_change_earlier_rows) {
  check_property(300, [] {
    const DecodeCase drawn = drawn_case();
    const std::int64_t changed = any_below(drawn.length());
    DecodeCase other = drawn;
    for (auto& row : other.tokens)
      for (auto token = row.begin() + changed; token != row.end(); ++token)
        *token = any_below(drawn.sizes.at("V"));
    for (const auto& [name, engine] : engines_for(decode_program(drawn.type))) {
      const auto before = tensors(DecodeRun(drawn, *engine).forward(drawn.length()));
      const auto after = tensors(DecodeRun(other, *engine).forward(drawn.length()));
      for (const auto& [result, axis] : position_axes)
        if (const auto text = bit_difference(part_of(*after.at(result), axis, 0, changed),
                                             part_of(*before.at(result), axis, 0, changed)))
          RC_FAIL(
              fmt::format("in {}, tokens from {} on change {}: {}\n{}", name, changed, result, *text, drawn.text()));
    }
  });
}

/// Other tokens in one row of the batch leave all other rows as they are, in the full pass and in the loop.
BOOST_AUTO_TEST_CASE(rows_of_the_batch_do_not_mix) {
  check_property(300, [] {
    const DecodeCase drawn = drawn_case(16);
    const std::int64_t batch = drawn.sizes.at("B");
    const std::int64_t changed = any_below(batch);
    DecodeCase other = drawn;
    for (std::int64_t& token : other.tokens[static_cast<std::size_t>(changed)])
      token = any_below(drawn.sizes.at("V"));
    for (const auto& [name, engine] : engines_for(decode_program(drawn.type))) {
      DecodeRun first(drawn, *engine);
      DecodeRun second(other, *engine);
      std::vector<TensorPointer> before = decoded(first, drawn.length());
      std::vector<TensorPointer> after = decoded(second, drawn.length());
      for (const auto& [result, tensor] : tensors(first.forward(drawn.length())))
        before.push_back(tensor);
      for (const auto& [result, tensor] : tensors(second.forward(drawn.length())))
        after.push_back(tensor);
      for (std::size_t k = 0; k < before.size(); ++k)
        for (std::int64_t row = 0; row < batch; ++row)
          if (row != changed)
            if (const auto text = bit_difference(part_of(*after[k], 0, row, 1), part_of(*before[k], 0, row, 1)))
              RC_FAIL(fmt::format("in {}, tokens of row {} change row {}: {}\n{}", name, changed, row, *text,
                                  drawn.text()));
    }
  });
}

/// The rows in another order give the results in that order: bit for bit in the reference, and within the bounds in an
/// engine, whose order of additions may depend on where a row lies.
BOOST_AUTO_TEST_CASE(permuted_rows_permute_the_results) {
  BoundUse use;
  check_property(300, [&] {
    const DecodeCase drawn = drawn_case(16);
    std::vector<std::size_t> order(drawn.tokens.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    for (std::size_t k = order.size(); k > 1; --k)
      std::swap(order[k - 1], order[static_cast<std::size_t>(any_below(static_cast<std::int64_t>(k)))]);
    DecodeCase other = drawn;
    for (std::size_t row = 0; row < order.size(); ++row)
      other.tokens[row] = drawn.tokens[order[row]];
    const auto allowed = enclosed_pass(drawn);
    for (const auto& [name, engine] : engines_for(decode_program(drawn.type))) {
      const auto before = tensors(DecodeRun(drawn, *engine).forward(drawn.length()));
      const auto after = tensors(DecodeRun(other, *engine).forward(drawn.length()));
      for (std::size_t row = 0; row < order.size(); ++row) {
        const auto from = static_cast<std::int64_t>(order[row]);
        for (const auto& [result, tensor] : after) {
          const Tensor found = part_of(*tensor, 0, static_cast<std::int64_t>(row), 1);
          const auto text = name == "the reference" ? bit_difference(found, part_of(*before.at(result), 0, from, 1))
                                                    : outside(found, part_of(*allowed.at(result), 0, from, 1), use);
          if (text)
            RC_FAIL(
                fmt::format("in {}, row {} in place {}: {} is {}\n{}", name, from, row, result, *text, drawn.text()));
        }
      }
    }
  });
}

/// Every row of attention weights is non-negative and sums to 1. With e the rounded exponentials and s their rounded
/// sum, each weight is e / s (1 + d), |d| <= u, or with a rounded reciprocal of s at most 2 u; and s is the sum of e
/// within gamma(n - 1) (Higham, section 4.2). So the weights sum to 1 within gamma(n + 1), whatever the scores, and up
/// to the least subnormal for each weight that underflows.
BOOST_AUTO_TEST_CASE(attention_rows_sum_to_one) {
  long double largest_share = 0;
  check_property(
      500,
      [&] {
        const ElementType type = any_below(2) == 0 ? ElementType::f32 : ElementType::f64;
        const std::int64_t rows = any_below(6) + 1;
        const std::int64_t count = any_below(any_below(4) == 0 ? 700 : 70) + 1;
        const std::int64_t axis = any_below(3);
        std::vector<std::int64_t> shape{rows, any_below(3) + 1, any_below(4) + 1};
        shape[static_cast<std::size_t>(axis)] = count;
        const bool masked = any_below(2) == 0;
        const std::string scores = fmt::format("{}[{}]", name_of(type), fmt::join(shape, ", "));
        const std::string text = fmt::format("fn weights(scores: {0}, row: i64[]) -> (probs: {0}) {{\n"
                                             "  causal = iota([{1}], axis={2}) <= broadcast(row, [{1}])\n"
                                             "  return softmax(select(causal, scores, -inf), axis={2})\n}}\n",
                                             scores, fmt::join(shape, ", "), axis);
        const Program program = program_of(text);
        NumberStream numbers(static_cast<std::uint64_t>(any_below(1000000)));
        Tensor drawn = zeros(type, shape);
        const double spread = numbers.one_of<double>({0, 1, 30, 1000});
        std::visit(
            [&](auto& elements) {
              for (auto& element : elements)
                element = static_cast<std::decay_t<decltype(element)>>(spread * numbers.uniform());
            },
            drawn.elements);
        const Tensor row{{}, std::vector<std::int64_t>{masked ? any_below(count) : count}};
        for (const auto& tested : engines_for(program)) {
          const auto& name = tested.first;
          const auto& engine = tested.second;
          const auto results = engine->call(0, {}, {engine->keep(pointer_to(drawn)), engine->keep(pointer_to(row))});
          if (!results) RC_FAIL(results.error().message);
          const TensorPointer probs = results->at(0)->tensor();
          const Rounding& rounding = rounding_of(type);
          const auto terms = static_cast<long double>(count + 1);
          const long double bound = terms * rounding.unit / (1 - terms * rounding.unit) + terms * rounding.least;
          std::int64_t inner = 1;
          for (std::size_t k = static_cast<std::size_t>(axis) + 1; k < shape.size(); ++k)
            inner *= shape[k];
          std::visit(
              [&](const auto& elements) {
                const auto size = static_cast<std::int64_t>(elements.size());
                for (std::int64_t flat = 0; flat < size; ++flat) {
                  if (flat / inner % count != 0) continue;
                  long double sum = 0;
                  for (std::int64_t j = 0; j < count; ++j) {
                    const auto element = elements[static_cast<std::size_t>(flat + j * inner)];
                    if (!(element >= 0)) RC_FAIL(fmt::format("in {}, a weight of {}\n{}", name, element, text));
                    sum += static_cast<long double>(element);
                  }
                  largest_share = std::max(largest_share, std::fabs(sum - 1) / bound);
                  if (!(std::fabs(sum - 1) <= bound))
                    RC_FAIL(fmt::format("in {}, the row at {} sums to {}, more than {} from 1\n{}", name,
                                        index_text(static_cast<std::size_t>(flat), shape), static_cast<double>(sum),
                                        static_cast<double>(bound), text));
                }
              },
              probs->elements);
        }
      },
      [&] { return fmt::format("the largest error took {:.2f} of its bound", static_cast<double>(largest_share)); });
}

BOOST_AUTO_TEST_SUITE_END()
