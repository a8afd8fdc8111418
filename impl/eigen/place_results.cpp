/// Which values are computed where they are returned, and which results take over a parameter's buffer.
#include "impl/eigen/plan.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace kina::eigen {
namespace {

/// What makes each slot, and how often each is used.
struct Makers {
  std::map<Slot, Compute*> computes;
  std::map<Slot, WriteSize*> sizes;
  std::map<Slot, std::pair<Loop*, std::size_t>> stacks;
  std::map<Slot, std::size_t> uses;
};

void find_makers(std::vector<Instruction>& body, Makers& makers) {
  for (Instruction& instruction : body) {
    if (auto* compute = std::get_if<Compute>(&instruction.node)) {
      makers.computes[compute->result] = compute;
      for (const Slot operand : compute->operands)
        ++makers.uses[operand];
    } else if (auto* size = std::get_if<WriteSize>(&instruction.node)) {
      makers.sizes[size->result] = size;
    } else if (auto* loop = std::get_if<Loop>(&instruction.node)) {
      find_makers(loop->body, makers);
      for (const Loop::Carry& carry : loop->carries) {
        ++makers.uses[carry.initial];
        ++makers.uses[carry.next];
      }
      for (std::size_t k = 0; k < loop->stacks.size(); ++k) {
        ++makers.uses[loop->stacks[k].value];
        makers.stacks[loop->stacks[k].after] = {loop, k};
      }
    }
  }
}

/// Whether the instruction stands in the loop's body itself, so that it runs once a layer.
bool is_in_body(const Loop& loop, const Compute* compute) {
  return std::any_of(loop.body.begin(), loop.body.end(), [&](const Instruction& instruction) {
    return std::get_if<Compute>(&instruction.node) == compute;
  });
}

/// Values that are stacked are computed in their slice of the stack.
void place_slices(std::vector<Instruction>& body, Makers& makers) {
  for (Instruction& instruction : body) {
    auto* loop = std::get_if<Loop>(&instruction.node);
    if (loop == nullptr) continue;
    place_slices(loop->body, makers);
    for (Loop::Stack& stack : loop->stacks) {
      const auto maker = makers.computes.find(stack.value);
      if (maker == makers.computes.end() || !is_in_body(*loop, maker->second)) continue;
      Compute& compute = *maker->second;
      // A value that is a view, or that is stacked twice, is copied.
      if (compute.kernel.view != nullptr || compute.placement.kind != Placement::Kind::scratch) continue;
      compute.placement = {Placement::Kind::slice, stack.after};
      stack.is_in_place = true;
    }
  }
}

class Takeover {
public:
  Takeover(const Plan& plan, const Makers& makers) : plan_(plan), makers_(makers) {}

  /// The parameter that a result continues or updates, if its buffer may become the result's.
  std::optional<TakenOver> of(Slot result) const {
    if (const auto maker = makers_.computes.find(result); maker != makers_.computes.end())
      return of_compute(*maker->second, nullptr);
    if (const auto stack = makers_.stacks.find(result); stack != makers_.stacks.end()) {
      const auto& [loop, index] = stack->second;
      const auto maker = makers_.computes.find(loop->stacks[index].value);
      if (!loop->stacks[index].is_in_place || maker == makers_.computes.end()) return std::nullopt;
      return of_compute(*maker->second, loop);
    }
    return std::nullopt;
  }

private:
  std::optional<TakenOver> of_compute(const Compute& compute, const Loop* loop) const {
    const FirstOperand first_operand = compute.kernel.first_operand;
    if (first_operand == FirstOperand::is_copied) return std::nullopt;
    const auto parameter = parameter_of(compute.operands[0], loop);
    if (!parameter) return std::nullopt;
    // A parameter that is returned, too, is not given away.
    const Slot slot = plan_.parameters[*parameter];
    if (is_returned(slot)) return std::nullopt;
    if (first_operand == FirstOperand::grows)
      return TakenOver{*parameter, compute.step->instance.axis + (loop == nullptr ? 0 : 1)};
    // What is overwritten must not be read any more: the tensor is used here alone, and what is written is no view of
    // it.
    if (makers_.uses.at(slot) != 1 || makers_.uses.at(compute.operands[0]) != 1) return std::nullopt;
    if (is_returned(compute.operands[0])) return std::nullopt;
    return TakenOver{*parameter, std::nullopt};
  }

  bool is_returned(Slot slot) const {
    return std::any_of(plan_.results.begin(), plan_.results.end(),
                       [&](const PlanResult& result) { return result.slot == slot; });
  }

  /// The parameter that a slot is; in a loop, the one whose slice at the loop's own layer it is.
  std::optional<std::size_t> parameter_of(Slot slot, const Loop* loop) const {
    if (loop != nullptr) {
      const auto maker = makers_.computes.find(slot);
      if (maker == makers_.computes.end()) return std::nullopt;
      const Compute& slice = *maker->second;
      const auto& axes = slice.step->instance.slices;
      if (axes.empty() || axes[0] != SliceAxis::index ||
          std::any_of(axes.begin() + 1, axes.end(), [](SliceAxis axis) { return axis != SliceAxis::whole; }))
        return std::nullopt;
      const auto index = makers_.sizes.find(slice.operands[1]);
      if (index == makers_.sizes.end()) return std::nullopt;
      const Term& term = plan_.numbers.term(index->second->number);
      if (!term.is(Operator::variable) || term.name() != plan_.numbers.size_name(loop->variable)) return std::nullopt;
      slot = slice.operands[0];
    }
    const auto found = std::find(plan_.parameters.begin(), plan_.parameters.end(), slot);
    if (found == plan_.parameters.end()) return std::nullopt;
    return static_cast<std::size_t>(found - plan_.parameters.begin());
  }

  const Plan& plan_;
  const Makers& makers_;
};

}  // namespace

void assign_results(Plan& plan) {
  Makers makers;
  find_makers(plan.body, makers);
  place_slices(plan.body, makers);
  std::set<Slot> placed;
  std::set<std::size_t> taken;
  const Takeover takeover(plan, makers);
  for (std::size_t k = 0; k < plan.results.size(); ++k) {
    PlanResult& result = plan.results[k];
    const auto parameter = std::find(plan.parameters.begin(), plan.parameters.end(), result.slot);
    if (parameter != plan.parameters.end()) {
      result.parameter = static_cast<std::size_t>(parameter - plan.parameters.begin());
      continue;
    }
    if (!placed.insert(result.slot).second) continue;
    if (const auto maker = makers.computes.find(result.slot); maker != makers.computes.end()) {
      if (maker->second->kernel.view != nullptr) continue;
      maker->second->placement = {Placement::Kind::result, k};
    } else if (const auto stack = makers.stacks.find(result.slot); stack != makers.stacks.end()) {
      stack->second.first->stacks[stack->second.second].placement = {Placement::Kind::result, k};
    } else {
      continue;
    }
    result.is_placed = true;
    result.taken_over = takeover.of(result.slot);
    if (result.taken_over && !taken.insert(result.taken_over->parameter).second) result.taken_over.reset();
  }
}

}  // namespace kina::eigen
