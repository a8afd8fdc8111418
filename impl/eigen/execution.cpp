#include "impl/eigen/execution.hpp"

#include "impl/eigen/element_types.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <set>
#include <utility>

namespace kina::eigen {
namespace {

/// Room for as many positions again, so that a loop copies its cache once in a doubling of its length and each position
/// about once in all.
std::int64_t capacity_for(std::int64_t length) { return std::max<std::int64_t>(16, 2 * length); }

}  // namespace

Execution::Execution(const Program& program, std::size_t item)
    : item_(program.items[item]), plan_(make_plan(program, item)), views_(plan_.slots.size()),
      moved_(plan_.slots.size(), 1), sizes_(plan_.size_count), slots_of_size_(plan_.size_count),
      scratch_(plan_.scratch_count), results_(plan_.results.size()) {
  for (Slot slot = 0; slot < plan_.slots.size(); ++slot) {
    views_[slot].type = plan_.slots[slot].type;
    views_[slot].shape.resize(plan_.slots[slot].extents.size());
    std::set<std::string> names;
    for (const std::size_t extent : plan_.slots[slot].extents)
      names.merge(free_variables(plan_.numbers.term(extent)));
    for (std::size_t size = 0; size < plan_.size_count; ++size)
      if (names.contains(plan_.numbers.size_name(size))) slots_of_size_[size].push_back(slot);
  }
  for (const Literal& literal : plan_.literals) {
    View& view = views_[literal.slot];
    place_in(scalars_[literal.slot], view);
    with_type(view.type, [&]<typename T>(std::type_identity<T>) {
      *elements<T>(view) = literal.value.is(Operator::number) ? static_cast<T>(literal.value.number_value())
                                                              : static_cast<T>(literal.value.integer_value());
    });
  }
  prepare_uses(plan_.body);
}

void Execution::prepare_uses(std::vector<Instruction>& body) {
  for (Instruction& instruction : body) {
    if (auto* loop = std::get_if<Loop>(&instruction.node)) prepare_uses(loop->body);
    auto* compute = std::get_if<Compute>(&instruction.node);
    if (compute == nullptr) continue;
    compute->index = uses_.size();
    uses_.push_back({{}, std::vector<std::int64_t>(compute->sizes.size()), false});
    for (const Slot operand : compute->operands)
      uses_.back().operands.push_back(&views_[operand]);
  }
}

tl::expected<std::vector<EngineTensorPointer>, RunError> Execution::run(const std::vector<std::int64_t>& sizes,
                                                                        std::vector<EngineTensorPointer> arguments) {
  std::fill(moved_.begin(), moved_.end(), static_cast<std::uint8_t>(is_interrupted_));
  if (auto error = update_sizes(sizes)) return tl::unexpected(std::move(*error));
  is_interrupted_ = true;
  for (std::size_t k = 0; k < arguments.size(); ++k)
    read_argument(plan_.parameters[k], static_cast<const BufferTensor&>(*arguments[k]).view());
  for (std::size_t k = 0; k < results_.size(); ++k)
    if (plan_.results[k].is_placed) prepare_result(k, arguments);
  if (auto error = run(plan_.body)) return tl::unexpected(std::move(*error));
  std::vector<EngineTensorPointer> results;
  results.reserve(results_.size());
  for (std::size_t k = 0; k < results_.size(); ++k)
    results.push_back(collect(k, arguments));
  is_interrupted_ = false;
  return results;
}

Execution::MaybeError Execution::update_sizes(const std::vector<std::int64_t>& sizes) {
  const bool all = is_interrupted_;
  is_interrupted_ = true;
  for (std::size_t k = 0; k < sizes.size(); ++k) {
    if (!all && sizes_[k] == sizes[k]) continue;
    sizes_[k] = sizes[k];
    if (const auto set = plan_.numbers.set(k, sizes[k]); !set) return RunError{item_.place, set.error()};
    if (all) continue;
    for (const Slot slot : slots_of_size_[k])
      moved_[slot] = 1;
  }
  for (Slot slot = 0; slot < views_.size(); ++slot)
    if (moved_[slot] != 0)
      if (auto error = update_shape(slot)) return error;
  is_interrupted_ = all;
  return std::nullopt;
}

Execution::MaybeError Execution::update_shape(Slot slot) {
  View& view = views_[slot];
  for (std::size_t axis = 0; axis < view.rank(); ++axis)
    view.shape[axis] = plan_.numbers[plan_.slots[slot].extents[axis]];
  if (element_count({view.shape.data(), view.rank()})) return std::nullopt;
  return RunError{item_.place, fmt::format("{} is negative or has more elements than this machine will hold",
                                           describe_type(view.type, {view.shape.begin(), view.shape.end()}))};
}

void Execution::read_argument(Slot slot, const View& argument) {
  View& view = views_[slot];
  if (view.data == argument.data && view.strides == argument.strides && view.shape == argument.shape) return;
  view = argument;
  moved_[slot] = 1;
}

/// The buffer of a result: its parameter's, if the caller gave that away and it has room; a new one otherwise.
void Execution::prepare_result(std::size_t index, std::vector<EngineTensorPointer>& arguments) {
  const PlanResult& result = plan_.results[index];
  EngineTensorPointer& tensor = results_[index].tensor;
  View& view = views_[result.slot];
  const std::optional<TakenOver>& taken = result.taken_over;
  const std::optional<std::size_t> axis = taken ? taken->grows_along : std::nullopt;
  // Nobody else holds it, so that it may change.
  if (taken && arguments[taken->parameter].use_count() == 1 &&
      const_cast<BufferTensor&>(static_cast<const BufferTensor&>(*arguments[taken->parameter]))
          .extend(view.shape, axis)) {
    tensor = std::move(arguments[taken->parameter]);
  } else if (taken) {
    auto fresh = std::make_shared<BufferTensor>(view.type);
    fresh->place(view.shape, axis, axis ? capacity_for(view.shape[*axis]) : 0);
    tensor = std::move(fresh);
  } else {
    spare_result(index).place(view.shape);
    tensor = results_[index].spare;
  }
  read_argument(result.slot, static_cast<const BufferTensor&>(*tensor).view());
}

/// The tensor that held this result in the last call, or a new one if the caller still has that.
BufferTensor& Execution::spare_result(std::size_t index) {
  std::shared_ptr<BufferTensor>& spare = results_[index].spare;
  if (spare.use_count() != 1) spare = std::make_shared<BufferTensor>(views_[plan_.results[index].slot].type);
  return *spare;
}

void Execution::place_in(Storage& storage, View& view) const {
  storage.reserve(static_cast<std::size_t>(count_of(view.shape)) * size_of(view.type));
  view.data = storage.data();
  view.strides = dense_strides(view.shape);
}

void Execution::place(const Placement& placement, Slot slot) {
  View& view = views_[slot];
  switch (placement.kind) {
  case Placement::Kind::scratch:
    if (moved_[slot] == 0 && view.data == scratch_[placement.index].data()) return;
    place_in(scratch_[placement.index], view);
    break;
  // Its place was prepared before anything ran.
  case Placement::Kind::result: return;
  case Placement::Kind::slice: place_slice(placement.index, view); break;
  }
  moved_[slot] = 1;
}

void Execution::place_slice(Slot stack, View& view) const {
  const View& whole = views_[stack];
  view.data = whole.data + layers_.at(stack) * whole.strides[0] * static_cast<std::int64_t>(size_of(view.type));
  view.strides.assign(whole.strides.begin() + 1, whole.strides.end());
}

Execution::MaybeError Execution::run(const std::vector<Instruction>& body) {
  for (const Instruction& instruction : body) {
    auto error = std::visit([&](const auto& node) { return run(node); }, instruction.node);
    if (error) return error;
  }
  return std::nullopt;
}

Execution::MaybeError Execution::run(const Compute& compute) {
  Use& use = uses_[compute.index];
  View& result = views_[compute.result];
  bool is_same = true;
  for (std::size_t k = 0; k < compute.sizes.size(); ++k) {
    const std::int64_t value = plan_.numbers[compute.sizes[k]];
    is_same = is_same && use.sizes[k] == value;
    use.sizes[k] = value;
  }
  const KernelCall call{compute.step->instance, use.operands, use.sizes, result, failure_};
  if (compute.kernel.view != nullptr) {
    // A view of one operand depends on where that lies; with a second one, on its value.
    is_same = is_same && use.operands.size() == 1 && moved_[compute.operands[0]] == 0 && moved_[compute.result] == 0;
    if (!is_same) {
      moved_[compute.result] = 1;
      use.is_view = compute.kernel.view(call);
    }
  }
  if (!use.is_view) {
    place(compute.placement, compute.result);
    compute.kernel.compute(call);
  }
  if (!failure_.happened()) return std::nullopt;
  const Failure failure = std::exchange(failure_, {});
  return RunError{compute.step->place, fmt::format("{}: {}", compute.step->rule.name, failure.message())};
}

Execution::MaybeError Execution::run(const WriteSize& size) {
  if (const auto failure = plan_.numbers.failure(size.number)) return RunError{size.place, *failure};
  View& view = views_[size.result];
  if (view.data == nullptr) place_in(scalars_[size.result], view);
  *elements<std::int64_t>(view) = plan_.numbers[size.number];
  return std::nullopt;
}

Execution::MaybeError Execution::run(const Loop& loop) {
  std::vector<CarryBuffers>& carries = carries_[&loop];
  if (carries.size() != loop.carries.size()) carries = std::vector<CarryBuffers>(loop.carries.size());
  if (has_failures_) {
    std::optional<std::string> failure = plan_.numbers.failure(loop.bound);
    for (const Loop::Carry& carry : loop.carries)
      if (!failure) failure = shape_failure(carry.inside);
    for (const Loop::Stack& stack : loop.stacks)
      if (!failure) failure = shape_failure(stack.after);
    if (failure) return RunError{loop.place, *failure};
  }
  const std::int64_t bound = plan_.numbers[loop.bound];
  const auto carry_into = [&](std::size_t k, Slot from, std::int64_t layer) {
    View inside = views_[loop.carries[k].inside];
    place_in(carries[k].buffers[layer % 2], inside);
    copy(views_[from], inside);
    return inside;
  };
  for (std::size_t k = 0; k < loop.carries.size(); ++k) {
    views_[loop.carries[k].inside] = carry_into(k, loop.carries[k].initial, 0);
    // It changes its place with every layer.
    moved_[loop.carries[k].inside] = moved_[loop.carries[k].after] = 1;
  }
  for (const Loop::Stack& stack : loop.stacks)
    place(stack.placement, stack.after);
  for (std::int64_t layer = 0; layer < bound; ++layer) {
    plan_.numbers.set(loop.variable, layer);
    for (const Loop::Stack& stack : loop.stacks)
      layers_[stack.after] = layer;
    if (auto error = run(loop.body)) return error;
    for (const Loop::Stack& stack : loop.stacks) {
      if (stack.is_in_place) continue;
      View slice = views_[stack.value];
      place_slice(stack.after, slice);
      copy(views_[stack.value], slice);
    }
    // All next values are read before any carry changes: they may be each other.
    for (std::size_t k = 0; k < loop.carries.size(); ++k)
      views_[loop.carries[k].after] = carry_into(k, loop.carries[k].next, layer + 1);
    for (const Loop::Carry& carry : loop.carries)
      views_[carry.inside] = views_[carry.after];
  }
  for (const Loop::Carry& carry : loop.carries)
    views_[carry.after] = views_[carry.inside];
  return std::nullopt;
}

EngineTensorPointer Execution::collect(std::size_t index, const std::vector<EngineTensorPointer>& arguments) {
  const PlanResult& result = plan_.results[index];
  if (result.parameter) return arguments[*result.parameter];
  if (result.is_placed) return std::move(results_[index].tensor);
  BufferTensor& buffer = spare_result(index);
  buffer.place(views_[result.slot].shape);
  copy(views_[result.slot], buffer.view());
  return results_[index].spare;
}

}  // namespace kina::eigen
