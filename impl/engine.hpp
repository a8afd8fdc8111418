/// \file
/// What runs a function: the interface that the host loop drives and that every engine implements.
#pragma once

#include "spec/lang/interpret.hpp"
#include "spec/lang/program.hpp"

#include <tl/expected.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace kina {

/// A tensor where an engine keeps it: in the reference engine a `Tensor`, elsewhere a buffer with strides and room to
/// grow. It does not change while somebody else holds it.
class EngineTensor {
public:
  EngineTensor() = default;
  virtual ~EngineTensor() = default;
  EngineTensor(const EngineTensor&) = delete;
  EngineTensor& operator=(const EngineTensor&) = delete;

  [[nodiscard]] virtual ElementType type() const = 0;
  [[nodiscard]] virtual const std::vector<std::int64_t>& shape() const = 0;
  /// Its elements in row-major order, copied where the engine keeps them otherwise.
  [[nodiscard]] virtual TensorPointer tensor() const = 0;
  /// Its elements in row-major order, if it is of integers: what the host loop reads at every step.
  virtual void read_integers(std::vector<std::int64_t>& into) const;
};
using EngineTensorPointer = std::shared_ptr<const EngineTensor>;

/// An engine for one program. An engine relies on what is proved of the program: shapes are not checked again when it
/// runs. What depends on values (an index out of range, an integer overflow) is an error of the call, in every engine.
class Engine {
public:
  Engine() = default;
  virtual ~Engine() = default;
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  /// A tensor of the host, as an argument of calls. Its elements are not copied if the engine can read them as they
  /// lie.
  [[nodiscard]] virtual EngineTensorPointer keep(TensorPointer tensor) = 0;

  /// The results of a function at the values of its sizes, in their order. An argument that the caller gives away
  /// (moves in as its only owner) may be reused for a result, so that a growing cache need not be copied.
  [[nodiscard]] virtual tl::expected<std::vector<EngineTensorPointer>, RunError>
  call(std::size_t item, const std::vector<std::int64_t>& sizes, std::vector<EngineTensorPointer> arguments) = 0;
};

/// The reference evaluator as an engine: exact to the specification, and slow. The program outlives it.
[[nodiscard]] std::unique_ptr<Engine> make_reference_engine(const Program& program);

/// The engine for use: Eigen's kernels over planned buffers (impl/eigen). Folds run in Eigen's order and not in index
/// order, so its floats differ from the reference by rounding. The program outlives it.
[[nodiscard]] std::unique_ptr<Engine> make_eigen_engine(const Program& program);

}  // namespace kina
