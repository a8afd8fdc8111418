#include "impl/eigen/execution.hpp"

#include "impl/eigen/element_types.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace kina::eigen {
namespace {

/// Room for as many positions again, so that a loop copies its cache once in a doubling of its length and each position
/// about once in all.
std::int64_t capacity_for(std::int64_t length) { return std::max<std::int64_t>(16, 2 * length); }

}  // namespace

Execution::Execution(const Program& program, std::size_t item)
    : item_(program.items[item]), plan_(make_plan(program, item)), views_(plan_.slots.size()),
      scratch_(plan_.scratch_count), results_(plan_.results.size()) {
  for (Slot slot = 0; slot < plan_.slots.size(); ++slot) {
    views_[slot].type = plan_.slots[slot].type;
    views_[slot].shape.resize(plan_.slots[slot].extents.size());
  }
  for (const Literal& literal : plan_.literals) {
    View& view = views_[literal.slot];
    place_in(scalars_[literal.slot], view);
    with_type(view.type, [&]<typename T>(std::type_identity<T>) {
      *elements<T>(view) = literal.value.is(Operator::number) ? static_cast<T>(literal.value.number_value())
                                                              : static_cast<T>(literal.value.integer_value());
    });
  }
}

tl::expected<std::vector<EngineTensorPointer>, RunError> Execution::run(const std::vector<std::int64_t>& sizes,
                                                                        std::vector<EngineTensorPointer> arguments) {
  if (auto error = update_sizes(sizes)) return tl::unexpected(std::move(*error));
  for (std::size_t k = 0; k < arguments.size(); ++k)
    views_[plan_.parameters[k]] = static_cast<const BufferTensor&>(*arguments[k]).view();
  for (std::size_t k = 0; k < results_.size(); ++k)
    if (plan_.results[k].is_placed) prepare_result(k, arguments);
  if (auto error = run(plan_.body)) return tl::unexpected(std::move(*error));
  std::vector<EngineTensorPointer> results;
  results.reserve(results_.size());
  for (std::size_t k = 0; k < results_.size(); ++k)
    results.push_back(collect(k, arguments));
  return results;
}

Execution::MaybeError Execution::update_sizes(const std::vector<std::int64_t>& sizes) {
  for (std::size_t k = 0; k < sizes.size(); ++k)
    if (const auto set = plan_.numbers.set(k, sizes[k]); !set) return RunError{item_.place, set.error()};
  if (!plan_.numbers.take_changed()) return std::nullopt;
  std::vector<std::int64_t> shape;
  for (Slot slot = 0; slot < views_.size(); ++slot) {
    View& view = views_[slot];
    bool changed = false;
    for (std::size_t axis = 0; axis < view.rank(); ++axis) {
      const std::int64_t extent = plan_.numbers[plan_.slots[slot].extents[axis]];
      changed = changed || extent != view.shape[axis];
      view.shape[axis] = extent;
    }
    if (!changed) continue;
    shape.assign(view.shape.begin(), view.shape.end());
    if (!element_count(shape))
      return RunError{item_.place, fmt::format("{} is negative or has more elements than this machine will hold",
                                               describe_type(view.type, shape))};
  }
  return std::nullopt;
}

/// The buffer of a result: its parameter's, if the caller gave that away and it has room; a new one otherwise.
void Execution::prepare_result(std::size_t index, const std::vector<EngineTensorPointer>& arguments) {
  const PlanResult& result = plan_.results[index];
  ResultBuffer& buffer = results_[index];
  buffer.view = views_[result.slot];
  const std::optional<TakenOver>& taken = result.taken_over;
  if (taken && arguments[taken->parameter].use_count() == 1) {
    const auto& argument = static_cast<const BufferTensor&>(*arguments[taken->parameter]);
    Extents rest = argument.view().shape;
    bool fits = rest.size() == buffer.view.rank();
    if (fits && taken->grows_along) {
      const std::size_t axis = *taken->grows_along;
      buffer.capacity = argument.capacity_along(axis);
      fits = buffer.view.shape[axis] <= buffer.capacity;
      rest[axis] = buffer.view.shape[axis];
    }
    buffer.storage = fits && rest == buffer.view.shape ? argument.own_storage() : nullptr;
    if (buffer.storage != nullptr) {
      buffer.view.data = argument.view().data;
      buffer.view.strides = argument.view().strides;
      views_[result.slot] = buffer.view;
      return;
    }
  }
  Extents room = buffer.view.shape;
  if (taken && taken->grows_along) {
    std::int64_t& length = room[*taken->grows_along];
    buffer.capacity = length = capacity_for(length);
  }
  buffer.storage = std::make_shared<Storage>(static_cast<std::size_t>(count_of(room)) * size_of(buffer.view.type));
  buffer.view.data = buffer.storage->data();
  buffer.view.strides = dense_strides(room);
  views_[result.slot] = buffer.view;
}

void Execution::place_in(Storage& storage, View& view) const {
  storage.reserve(static_cast<std::size_t>(count_of(view.shape)) * size_of(view.type));
  view.data = storage.data();
  view.strides = dense_strides(view.shape);
}

void Execution::place(const Placement& placement, View& view) {
  switch (placement.kind) {
  case Placement::Kind::scratch: place_in(scratch_[placement.index], view); return;
  // Its place was prepared before anything ran.
  case Placement::Kind::result: return;
  case Placement::Kind::slice: {
    const View& stack = views_[placement.index];
    view.data =
        stack.data + layers_[placement.index] * stack.strides[0] * static_cast<std::int64_t>(size_of(view.type));
    view.strides.assign(stack.strides.begin() + 1, stack.strides.end());
    return;
  }
  }
}

Execution::MaybeError Execution::run(const std::vector<Instruction>& body) {
  for (const Instruction& instruction : body)
    if (auto error = std::visit([&](const auto& node) { return run(node); }, instruction.node)) return error;
  return std::nullopt;
}

Execution::MaybeError Execution::run(const Compute& compute) {
  operands_.clear();
  for (const Slot operand : compute.operands)
    operands_.push_back(&views_[operand]);
  attribute_sizes_.clear();
  for (const std::size_t size : compute.sizes)
    attribute_sizes_.push_back(plan_.numbers[size]);
  View& result = views_[compute.result];
  Failure failure;
  const KernelCall call{compute.step->instance, operands_, attribute_sizes_, result, failure};
  if (compute.kernel.view == nullptr || !compute.kernel.view(call)) {
    place(compute.placement, result);
    compute.kernel.compute(call);
  }
  if (failure.happened())
    return RunError{compute.step->place, fmt::format("{}: {}", compute.step->rule.name, failure.message())};
  return std::nullopt;
}

Execution::MaybeError Execution::run(const WriteSize& size) {
  View& view = views_[size.result];
  if (view.data == nullptr) place_in(scalars_[size.result], view);
  *elements<std::int64_t>(view) = plan_.numbers[size.number];
  return std::nullopt;
}

Execution::MaybeError Execution::run(const Loop& loop) {
  std::vector<CarryBuffers>& carries = carries_[&loop];
  if (carries.size() != loop.carries.size()) carries = std::vector<CarryBuffers>(loop.carries.size());
  const std::int64_t bound = plan_.numbers[loop.bound];
  const auto carry_into = [&](std::size_t k, Slot from, std::int64_t layer) {
    View inside = views_[loop.carries[k].inside];
    place_in(carries[k].buffers[layer % 2], inside);
    copy(views_[from], inside);
    return inside;
  };
  for (std::size_t k = 0; k < loop.carries.size(); ++k)
    views_[loop.carries[k].inside] = carry_into(k, loop.carries[k].initial, 0);
  for (const Loop::Stack& stack : loop.stacks)
    place(stack.placement, views_[stack.after]);
  for (std::int64_t layer = 0; layer < bound; ++layer) {
    if (const auto set = plan_.numbers.set(loop.variable, layer); !set) return RunError{loop.place, set.error()};
    for (const Loop::Stack& stack : loop.stacks)
      layers_[stack.after] = layer;
    if (auto error = run(loop.body)) return error;
    for (const Loop::Stack& stack : loop.stacks) {
      if (stack.is_in_place) continue;
      View slice = views_[stack.value];
      place({Placement::Kind::slice, stack.after}, slice);
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
  ResultBuffer buffer = std::move(results_[index]);
  results_[index] = {};
  if (!result.is_placed) {
    buffer.view = views_[result.slot];
    buffer.storage = std::make_shared<Storage>();
    place_in(*buffer.storage, buffer.view);
    copy(views_[result.slot], buffer.view);
  }
  const std::optional<std::size_t> axis = result.taken_over ? result.taken_over->grows_along : std::nullopt;
  return std::make_shared<BufferTensor>(std::move(buffer.storage), std::move(buffer.view), axis, buffer.capacity);
}

}  // namespace kina::eigen
