#include "impl/eigen/execution.hpp"

#include "impl/eigen/element_types.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <set>
#include <utility>

namespace kina::eigen {
namespace {

/// Room for as many positions again, so that a loop copies its cache once in a doubling of its length and each position
/// about once in all. Three lines of a cache more keep rows from lying a power of two apart, where all of them would be
/// held in the same few places of a processor's caches: reading K at 16,384 positions took about 1.05 times as long.
std::int64_t capacity_for(std::int64_t length) {
  const std::int64_t capacity = std::max<std::int64_t>(16, 2 * length);
  return capacity < 1024 ? capacity : capacity + 48;
}

/// Numbers of elements up to this one can be multiplied without overflow.
constexpr std::int64_t small_count = std::int64_t{1} << 24U;

}  // namespace

Execution::Execution(const Program& program, std::size_t item)
    : item_(program.items[item]), plan_(make_plan(program, item)), views_(plan_.slots.size()),
      moved_(plan_.slots.size(), 1), sizes_(plan_.size_count), slots_of_size_(plan_.size_count),
      uses_of_size_(plan_.size_count), scratch_(plan_.scratch_count), results_(plan_.results.size()) {
  for (Slot slot = 0; slot < plan_.slots.size(); ++slot) {
    views_[slot].type = plan_.slots[slot].type;
    views_[slot].shape.resize(plan_.slots[slot].extents.size());
    for (const std::size_t size : sizes_of(plan_.slots[slot].extents))
      slots_of_size_[size].push_back(slot);
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

/// The sizes of the function that numbers depend on.
std::vector<std::size_t> Execution::sizes_of(const std::vector<std::size_t>& numbers) const {
  std::set<std::string> names;
  for (const std::size_t number : numbers)
    names.merge(free_variables(plan_.numbers.term(number)));
  std::vector<std::size_t> sizes;
  for (std::size_t size = 0; size < plan_.size_count; ++size)
    if (names.contains(plan_.numbers.size_name(size))) sizes.push_back(size);
  return sizes;
}

void Execution::prepare_uses(std::vector<Instruction>& body) {
  for (Instruction& instruction : body) {
    if (auto* loop = std::get_if<Loop>(&instruction.node)) prepare_uses(loop->body);
    auto* compute = std::get_if<Compute>(&instruction.node);
    if (compute == nullptr) continue;
    compute->index = uses_.size();
    uses_.push_back({compute, {}, std::vector<std::int64_t>(compute->sizes.size()), false});
    for (const Slot operand : compute->operands)
      uses_.back().operands.push_back(&views_[operand]);
    for (const std::size_t size : sizes_of(compute->sizes))
      uses_of_size_[size].push_back(compute->index);
  }
}

tl::expected<std::vector<EngineTensorPointer>, RunError> Execution::run(const std::vector<std::int64_t>& sizes,
                                                                        std::vector<EngineTensorPointer> arguments) {
  std::fill(moved_.begin(), moved_.end(), static_cast<std::uint8_t>(is_interrupted_));
  update_sizes(sizes);
  is_interrupted_ = true;
  has_skipped_ = false;
  for (std::size_t k = 0; k < arguments.size(); ++k)
    read_argument(plan_.parameters[k], static_cast<const BufferTensor&>(*arguments[k]).view());
  for (std::size_t k = 0; k < results_.size(); ++k)
    if (plan_.results[k].is_placed) prepare_result(k, arguments);
  if (auto error = run(plan_.body)) return tl::unexpected(std::move(*error));
  std::vector<EngineTensorPointer> results;
  results.reserve(results_.size());
  for (std::size_t k = 0; k < results_.size(); ++k)
    results.push_back(collect(k, arguments));
  // What has no value, or was not run, is looked at again.
  is_interrupted_ = has_failures_ || has_skipped_;
  return results;
}

void Execution::update_sizes(const std::vector<std::int64_t>& sizes) {
  for (std::size_t k = 0; k < sizes.size(); ++k)
    if (is_interrupted_ || sizes_[k] != sizes[k]) plan_.numbers.set(k, sizes[k]);
  has_failures_ = plan_.numbers.has_failures();
  if (is_interrupted_) {
    for (Slot slot = 0; slot < views_.size(); ++slot)
      update_shape(slot);
    for (Use& use : uses_)
      update_use(use);
  }
  for (std::size_t k = 0; k < sizes.size(); ++k) {
    if (!is_interrupted_ && sizes_[k] != sizes[k]) {
      for (const Slot slot : slots_of_size_[k])
        update_shape(slot);
      for (const std::size_t use : uses_of_size_[k])
        update_use(uses_[use]);
    }
    sizes_[k] = sizes[k];
  }
}

void Execution::update_shape(Slot slot) {
  moved_[slot] = 1;
  View& view = views_[slot];
  bool is_small = true;
  std::int64_t count = 1;
  for (std::size_t axis = 0; axis < view.rank(); ++axis) {
    const std::int64_t extent = view.shape[axis] = plan_.numbers[plan_.slots[slot].extents[axis]];
    is_small = is_small && extent >= 0 && extent <= small_count && (count *= extent) <= small_count;
  }
  // Whoever has few elements has a shape; the others are asked.
  if (!is_small) has_failures_ = has_failures_ || shape_failure(slot);
}

void Execution::update_use(Use& use) {
  for (std::size_t k = 0; k < use.sizes.size(); ++k)
    use.sizes[k] = plan_.numbers[use.compute->sizes[k]];
  // A range may begin elsewhere and be as long as it was.
  moved_[use.compute->result] = 1;
}

/// Why a value has no shape at these sizes.
std::optional<std::string> Execution::shape_failure(Slot slot) const {
  for (const std::size_t extent : plan_.slots[slot].extents)
    if (auto failure = plan_.numbers.failure(extent)) return failure;
  const std::vector<std::int64_t> shape(views_[slot].shape.begin(), views_[slot].shape.end());
  if (element_count(shape)) return std::nullopt;
  return fmt::format("{} is negative or has more elements than this machine will hold",
                     describe_type(views_[slot].type, shape));
}

std::optional<std::string> Execution::failure_of(const Compute& compute) const {
  for (const std::size_t size : compute.sizes)
    if (auto failure = plan_.numbers.failure(size)) return failure;
  return shape_failure(compute.result);
}

void Execution::read_argument(Slot slot, const View& argument) {
  View& view = views_[slot];
  bool is_same = view.data == argument.data && view.strides.size() == argument.strides.size();
  for (std::size_t axis = 0; is_same && axis < view.rank(); ++axis)
    is_same = view.strides[axis] == argument.strides[axis] && view.shape[axis] == argument.shape[axis];
  if (is_same) return;
  view = argument;
  moved_[slot] = 1;
}

/// The buffer of a result: its parameter's, if the caller gave that away and it has room; a new one otherwise.
void Execution::prepare_result(std::size_t index, std::vector<EngineTensorPointer>& arguments) {
  const PlanResult& result = plan_.results[index];
  // What makes it will say so.
  if (has_failures_ && shape_failure(result.slot)) return;
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
    BufferTensor& spare = spare_result(index);
    if (!spare.has_shape(view.shape)) spare.place(view.shape);
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
  if (has_failures_)
    if (auto failure = failure_of(compute)) return RunError{compute.step->place, std::move(*failure)};
  Use& use = uses_[compute.index];
  View& result = views_[compute.result];
  // A view of one operand depends on where that lies; with a second one, on its value.
  if (use.is_view && use.operands.size() == 1 && moved_[compute.operands[0]] == 0 && moved_[compute.result] == 0)
    return std::nullopt;
  const KernelCall call{compute.step->instance, use.operands, use.sizes, result, failure_};
  if (compute.kernel.view != nullptr) {
    moved_[compute.result] = 1;
    use.is_view = compute.kernel.view(call);
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

EngineTensorPointer Execution::collect(std::size_t index, const std::vector<EngineTensorPointer>& arguments) {
  const PlanResult& result = plan_.results[index];
  if (result.parameter) return arguments[*result.parameter];
  if (result.is_placed) return std::move(results_[index].tensor);
  BufferTensor& buffer = spare_result(index);
  if (!buffer.has_shape(views_[result.slot].shape)) buffer.place(views_[result.slot].shape);
  copy(views_[result.slot], buffer.view());
  return results_[index].spare;
}

}  // namespace kina::eigen
