/// \file
/// What the tests of the host loop share: the specified programs, small ones, and functions run by name.
#pragma once

#include "impl/host_loop.hpp"
#include "impl/weights.hpp"
#include "spec/lang/checker.hpp"
#include "tests/python.hpp"

#include <boost/test/unit_test.hpp>

#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace kina::tests {

using Rows = std::vector<std::vector<std::int64_t>>;
using Weights = std::map<std::string, TensorPointer>;

inline Program specified(const std::string& name) {
  auto program = load_program(source_folder() + "/spec/programs/" + name);
  if (!program || !program->diagnostics.empty()) throw std::runtime_error(name + " is not correct");
  return std::move(*program);
}

inline Program checked(const std::string& text) {
  Program program = check_text("test.kina", text);
  for (const Diagnostic& diagnostic : program.diagnostics)
    BOOST_ERROR(diagnostic.code << ": " << diagnostic.message);
  return program;
}

inline TensorPointer tensor_of(Tensor tensor) { return std::make_shared<const Tensor>(std::move(tensor)); }

inline TensorPointer token_tensor(const Rows& rows) {
  std::vector<std::int64_t> elements;
  for (const auto& row : rows)
    elements.insert(elements.end(), row.begin(), row.end());
  return tensor_of(
      {{static_cast<std::int64_t>(rows.size()), static_cast<std::int64_t>(rows.front().size())}, std::move(elements)});
}

/// One step as it was taken, with its tensors copied out of the engine.
struct TakenStep {
  std::size_t item = 0;
  Rows fed;
  std::map<std::string, TensorPointer> states;
  TensorPointer logits;
};

/// What the loop made of a program: tokens or an error, and every step on the way.
struct Generated {
  tl::expected<Rows, HostError> rows;
  std::vector<TakenStep> steps;

  [[nodiscard]] std::string code() const { return rows ? "" : rows.error().code; }
  [[nodiscard]] std::string message() const { return rows ? "" : rows.error().message; }
};

inline Generated run_loop(const Program& program, const GenerateOptions& options, Engine& engine) {
  Generated generated{{}, {}};
  generated.rows = generate(program, engine, options, [&](const StepRecord& step) {
    TakenStep taken{step.item, step.fed, {}, step.logits->tensor()};
    for (const auto& [name, state] : step.states)
      taken.states[name] = state->tensor();
    generated.steps.push_back(std::move(taken));
  });
  return generated;
}
inline Generated run_loop(const Program& program, const GenerateOptions& options) {
  const auto engine = make_reference_engine(program);
  return run_loop(program, options, *engine);
}

/// The results of `forward` by their names, for these tokens; every other parameter is a patterned weight.
inline std::map<std::string, TensorPointer> full_pass(const Program& program, Assignment sizes, const Rows& tokens) {
  const ProgramItem* item = find_item(program, "forward");
  const auto index = static_cast<std::size_t>(item - program.items.data());
  sizes["T"] = static_cast<std::int64_t>(tokens.front().size());
  std::vector<TensorPointer> arguments;
  for (const ItemParameter& parameter : item->parameters) {
    const Type& type = item->values[parameter.value].type;
    arguments.push_back(parameter.name == "token_ids"
                            ? token_tensor(tokens)
                            : tensor_of(patterned_weight(parameter.name, type.element, shape_at(type, sizes).value())));
  }
  const auto results = interpret(program, index, sizes, arguments).value();
  std::map<std::string, TensorPointer> named;
  for (std::size_t k = 0; k < item->results.size(); ++k)
    named[item->results[k].name] = results[k];
  return named;
}

/// The last of T rows: [B, T, V] to [B, 1, V].
inline Tensor last_row(const Tensor& logits) {
  const std::int64_t batch = logits.shape[0];
  const std::int64_t length = logits.shape[1];
  const std::int64_t classes = logits.shape[2];
  const auto& from = std::get<std::vector<float>>(logits.elements);
  std::vector<float> elements;
  for (std::int64_t b = 0; b < batch; ++b)
    for (std::int64_t v = 0; v < classes; ++v)
      elements.push_back(from[static_cast<std::size_t>((b * length + length - 1) * classes + v)]);
  return {{batch, 1, classes}, std::move(elements)};
}

// ---- small programs ----

inline const std::string picker = "fn pick[B, V](logits: f32[B, 1, V]) -> (token_ids: i64[B, 1])\n"
                                  "    where 0 <= token_ids < V {\n  return argmax(logits, axis=2)\n}\n";
/// A step that remembers its tokens, and prefers the class after the last one.
inline const std::string step =
    "fn step[B, V, S](token_ids: i64[B, 1], seen_past: i64[B, S], w: f32[V])\n"
    "    -> (seen_next: i64[B, S + 1], logits: f32[B, 1, V]) where S >= 0, 0 <= token_ids < V {\n"
    "  next_one = (reshape(token_ids, [B, 1, 1]) + 1) % V\n"
    "  chosen = iota([B, 1, V], axis=2) == broadcast(next_one, [B, 1, V])\n"
    "  return concat(seen_past, token_ids, axis=1), select(chosen, full([B, 1, V], 1.0), full([B, 1, V], 0.0)) + "
    "broadcast(w * 0.0, [B, 1, V])\n}\n";
inline const std::string prefill =
    "fn prefill[B, V, T](token_ids: i64[B, T], w: f32[V])\n"
    "    -> (seen_next: i64[B, T], logits: f32[B, 1, V]) where 0 <= token_ids < V {\n"
    "  next_one = (reshape(token_ids[:, T - 1:T], [B, 1, 1]) + 1) % V\n"
    "  chosen = iota([B, 1, V], axis=2) == broadcast(next_one, [B, 1, V])\n"
    "  return token_ids, select(chosen, full([B, 1, V], 1.0), full([B, 1, V], 0.0)) + broadcast(w * 0.0, [B, 1, V])\n"
    "}\n";

}  // namespace kina::tests
