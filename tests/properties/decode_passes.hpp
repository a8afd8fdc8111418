/// \file
/// Passes of the specified decode program over a case, and which of their results belong together.
#pragma once

#include "tests/properties/decode_cases.hpp"
#include "tests/properties/differences.hpp"

namespace kina::tests {

/// The specified functions in one engine for this program, at the sizes and weights of a case.
class DecodeRun {
public:
  DecodeRun(const DecodeCase& drawn, const Program& program, Engine& engine)
      : drawn_(drawn), program_(program), engine_(engine), weights_(kept(engine, drawn.weights)) {}
  DecodeRun(const DecodeCase& drawn, Engine& engine) : DecodeRun(drawn, decode_program(drawn.type), engine) {}

  /// k, v and logits of the full pass over the first tokens.
  EngineResults forward(std::int64_t length) {
    return called("forward", "T", length, token_columns(drawn_, 0, length), {});
  }

  /// k_next, v_next and logits of the step at this position; the caches are given away.
  EngineResults step(std::int64_t position, EngineArguments caches) {
    return called(position == 0 ? "decode_self" : "decode", "S", position,
                  token_columns(drawn_, position, position + 1), std::move(caches));
  }

  /// The caches that a step returned, as the next step takes them.
  static EngineArguments caches(EngineResults& results) {
    return {{"k_past", std::move(results.at("k_next"))}, {"v_past", std::move(results.at("v_next"))}};
  }

private:
  EngineResults called(const std::string& function, const std::string& size, std::int64_t value, TensorPointer tokens,
                       EngineArguments given) {
    Assignment sizes = drawn_.sizes;
    sizes[size] = value;
    given["token_ids"] = engine_.keep(std::move(tokens));
    auto results = call(program_, engine_, function, sizes, weights_, std::move(given));
    if (!results) RC_FAIL(fmt::format("{} fails: {}\n{}", function, results.error().message, drawn_.text()));
    return std::move(*results);
  }

  const DecodeCase& drawn_;
  const Program& program_;
  Engine& engine_;
  EngineArguments weights_;
};

/// A result of a step, and the full pass' result that it is a part of: on this axis, up to the step's position, or at
/// it.
struct Pair {
  const char* step;
  const char* full;
  std::size_t axis;
  bool is_cache;
};
inline constexpr Pair pairs[] = {{"k_next", "k", 3, true}, {"v_next", "v", 2, true}, {"logits", "logits", 1, false}};

template <typename Full> Full expected_part(const Pair& pair, const Full& full, std::int64_t position) {
  return pair.is_cache ? part_of(full, pair.axis, 0, position + 1) : part_of(full, pair.axis, position, 1);
}

inline std::map<std::string, TensorPointer> tensors(const EngineResults& results) {
  std::map<std::string, TensorPointer> copies;
  for (const auto& [name, result] : results)
    copies[name] = result->tensor();
  return copies;
}

/// What the results of the full pass may be.
inline std::map<std::string, EnclosedPointer> enclosed_pass(const DecodeCase& drawn) {
  const Program& program = decode_program(drawn.type);
  const ProgramItem& item = *find_item(program, "forward");
  Assignment sizes = drawn.sizes;
  sizes["T"] = drawn.length();
  std::vector<EnclosedPointer> arguments;
  for (const ItemParameter& parameter : item.parameters)
    arguments.push_back(enclosed(parameter.name == "token_ids" ? *token_columns(drawn, 0, drawn.length())
                                                               : *drawn.weights.at(parameter.name)));
  const auto results = EnclosedRun(program).run(index_of_item(program, "forward"), sizes, arguments);
  std::map<std::string, EnclosedPointer> named;
  for (std::size_t k = 0; k < item.results.size(); ++k)
    named[item.results[k].name] = results.value()[k];
  return named;
}

}  // namespace kina::tests
