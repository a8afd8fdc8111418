/// \file
/// A plan with its buffers: what runs when the Eigen engine calls a function.
#pragma once

#include "impl/eigen/plan.hpp"
#include "impl/eigen/storage.hpp"
#include "impl/engine.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <vector>

namespace kina::eigen {

/// A tensor in a buffer, or the host's own tensor where it lies.
class BufferTensor final : public EngineTensor {
public:
  /// Of the host's; its elements are only read.
  explicit BufferTensor(TensorPointer host);
  /// In a buffer, once it is placed.
  explicit BufferTensor(ElementType type) { view_.type = type; }

  [[nodiscard]] ElementType type() const override { return view_.type; }
  [[nodiscard]] const std::vector<std::int64_t>& shape() const override { return shape_; }
  [[nodiscard]] TensorPointer tensor() const override;
  void read_integers(std::vector<std::int64_t>& into) const override;

  [[nodiscard]] const View& view() const { return view_; }

  /// Whether it is placed, with this shape.
  [[nodiscard]] bool has_shape(const Extents& shape) const { return view_.data != nullptr && view_.shape == shape; }
  /// Takes a shape, dense; or, where it grows along an axis, with room for `capacity` positions there. What it had is
  /// lost.
  void place(const Extents& shape, std::optional<std::size_t> grows_along = std::nullopt, std::int64_t capacity = 0);
  /// Takes a shape where it lies, with what it had; whether there is room for it.
  [[nodiscard]] bool extend(const Extents& shape, std::optional<std::size_t> grows_along);

private:
  TensorPointer host_;
  Storage storage_;
  View view_;
  std::vector<std::int64_t> shape_;
  std::optional<std::size_t> grows_along_;
  std::int64_t capacity_ = 0;
};

class Execution {
public:
  /// The program outlives it.
  Execution(const Program& program, std::size_t item);

  [[nodiscard]] tl::expected<std::vector<EngineTensorPointer>, RunError>
  run(const std::vector<std::int64_t>& sizes, std::vector<EngineTensorPointer> arguments);

private:
  /// A result while it is computed.
  struct ResultBuffer {
    EngineTensorPointer tensor;
    /// The one of the last call, to be used again when the caller has let go of it.
    std::shared_ptr<BufferTensor> spare;
  };
  /// The two buffers between which a carry changes with each layer.
  struct CarryBuffers {
    Storage buffers[2];
  };
  /// A use of an operation, with what is the same at every call.
  struct Use {
    const Compute* compute = nullptr;
    std::vector<const View*> operands;
    std::vector<std::int64_t> sizes;
    /// Whether its result was last a view.
    bool is_view = false;
  };
  using MaybeError = std::optional<RunError>;

  [[nodiscard]] std::vector<std::size_t> sizes_of(const std::vector<std::size_t>& numbers) const;
  void prepare_uses(std::vector<Instruction>& body);
  void update_sizes(const std::vector<std::int64_t>& sizes);
  void update_shape(Slot slot);
  void update_use(Use& use);
  [[nodiscard]] std::optional<std::string> shape_failure(Slot slot) const;
  [[nodiscard]] std::optional<std::string> failure_of(const Compute& compute) const;
  void read_argument(Slot slot, const View& argument);
  void prepare_result(std::size_t index, std::vector<EngineTensorPointer>& arguments);
  BufferTensor& spare_result(std::size_t index);
  MaybeError run(const std::vector<Instruction>& body);
  MaybeError run(const Compute& compute);
  MaybeError run(const WriteSize& size);
  MaybeError run(const Loop& loop);
  /// Gives a value its elements' place.
  void place(const Placement& placement, Slot slot);
  void place_slice(Slot stack, View& view) const;
  void place_in(Storage& storage, View& view) const;
  EngineTensorPointer collect(std::size_t index, const std::vector<EngineTensorPointer>& arguments);

  const ProgramItem& item_;
  Plan plan_;
  std::vector<View> views_;
  /// By slot: whether its view may be another one than in the last call. Views of what lies where it lay are as they
  /// were: at small sizes, these are most of a step.
  std::vector<std::uint8_t> moved_;
  /// Whether the last call did not come to its end, or there was none.
  bool is_interrupted_ = true;
  /// Whether a loop of this call was not entered, so that views inside are those of an earlier one.
  bool has_skipped_ = false;
  /// Whether a number or a shape has no value at these sizes: an error if it is used.
  bool has_failures_ = false;
  /// By size of the function: its last value, and what depends on it.
  std::vector<std::int64_t> sizes_;
  std::vector<std::vector<Slot>> slots_of_size_;
  std::vector<std::vector<std::size_t>> uses_of_size_;
  std::vector<Use> uses_;
  std::vector<Storage> scratch_;
  /// Of literals and of sizes, by slot.
  std::map<Slot, Storage> scalars_;
  std::map<const Loop*, std::vector<CarryBuffers>> carries_;
  /// Around the loops that run: the layer by the slot of a stack.
  std::map<Slot, std::int64_t> layers_;
  std::vector<ResultBuffer> results_;
  Failure failure_;
};

}  // namespace kina::eigen
