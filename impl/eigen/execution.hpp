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
  BufferTensor(std::shared_ptr<Storage> storage, View view, std::optional<std::size_t> grows_along,
               std::int64_t capacity);

  [[nodiscard]] ElementType type() const override { return view_.type; }
  [[nodiscard]] const std::vector<std::int64_t>& shape() const override { return shape_; }
  [[nodiscard]] TensorPointer tensor() const override;

  [[nodiscard]] const View& view() const { return view_; }
  /// The buffer, if nobody else has it: it may then be written.
  [[nodiscard]] std::shared_ptr<Storage> own_storage() const;
  /// How many positions fit along the axis.
  [[nodiscard]] std::int64_t capacity_along(std::size_t axis) const;

private:
  TensorPointer host_;
  std::shared_ptr<Storage> storage_;
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
  /// Where a result is computed, and how it grows.
  struct ResultBuffer {
    std::shared_ptr<Storage> storage;
    View view;
    std::int64_t capacity = 0;
  };
  /// The two buffers between which a carry changes with each layer.
  struct CarryBuffers {
    Storage buffers[2];
  };
  using MaybeError = std::optional<RunError>;

  MaybeError update_sizes(const std::vector<std::int64_t>& sizes);
  void prepare_result(std::size_t index, const std::vector<EngineTensorPointer>& arguments);
  MaybeError run(const std::vector<Instruction>& body);
  MaybeError run(const Compute& compute);
  MaybeError run(const WriteSize& size);
  MaybeError run(const Loop& loop);
  /// Gives a value its elements' place.
  void place(const Placement& placement, View& view);
  void place_in(Storage& storage, View& view) const;
  EngineTensorPointer collect(std::size_t index, const std::vector<EngineTensorPointer>& arguments);

  const ProgramItem& item_;
  Plan plan_;
  std::vector<View> views_;
  std::vector<Storage> scratch_;
  /// Of literals and of sizes, by slot.
  std::map<Slot, Storage> scalars_;
  std::map<const Loop*, std::vector<CarryBuffers>> carries_;
  /// Around the loops that run: the layer by the slot of a stack.
  std::map<Slot, std::int64_t> layers_;
  std::vector<ResultBuffer> results_;
  std::vector<const View*> operands_;
  std::vector<std::int64_t> attribute_sizes_;
};

}  // namespace kina::eigen
