/// How a `for` over layers runs: carries change between two buffers each, stacks are filled slice by slice.
#include "impl/eigen/execution.hpp"

namespace kina::eigen {

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
  has_skipped_ = has_skipped_ || bound <= 0;
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

}  // namespace kina::eigen
