/// \file
/// What runs a function: the interface that the host loop drives and that every engine implements.
#pragma once

#include "spec/lang/interpret.hpp"
#include "spec/lang/program.hpp"

#include <tl/expected.hpp>

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace kina {

/// An engine for one program.
class Engine {
public:
  Engine() = default;
  virtual ~Engine() = default;
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  /// The results of a function. An argument that the caller gives away (moves in as its only owner) may be reused for a
  /// result, so that a growing cache need not be copied.
  [[nodiscard]] virtual tl::expected<std::vector<TensorPointer>, RunError>
  call(std::size_t item, const Assignment& sizes, std::vector<TensorPointer> arguments) = 0;
};

/// The reference evaluator as an engine: exact to the specification, and slow. The program outlives it.
[[nodiscard]] std::unique_ptr<Engine> make_reference_engine(const Program& program);

}  // namespace kina
