/// Scratch buffers by lifetimes: a value's buffer is free once neither the value nor any view of it is used any more.
#include "impl/eigen/plan.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <set>

namespace kina::eigen {
namespace {

constexpr std::size_t end_of_plan = std::numeric_limits<std::size_t>::max();

struct Lifetimes {
  struct Span {
    std::size_t begin = 0;
    std::size_t end = 0;
  };
  std::vector<Span> loops;
  std::map<Slot, std::size_t> made;
  std::vector<std::pair<Slot, std::size_t>> uses;
  /// The slots in whose own buffers a slot's elements may lie.
  std::map<Slot, std::set<Slot>> owners;
  std::size_t position = 0;
};

void walk(const std::vector<Instruction>& body, Lifetimes& lifetimes) {
  for (const Instruction& instruction : body) {
    const std::size_t begin = lifetimes.position++;
    if (const auto* compute = std::get_if<Compute>(&instruction.node)) {
      for (const Slot operand : compute->operands)
        lifetimes.uses.emplace_back(operand, begin);
      lifetimes.made[compute->result] = begin;
      std::set<Slot>& owners = lifetimes.owners[compute->result];
      if (compute->kernel.compute != nullptr) owners.insert(compute->result);
      if (compute->kernel.view != nullptr) {
        const std::set<Slot> viewed = lifetimes.owners[compute->operands[0]];
        owners.insert(viewed.begin(), viewed.end());
      }
    } else if (const auto* loop = std::get_if<Loop>(&instruction.node)) {
      for (const Loop::Carry& carry : loop->carries)
        lifetimes.uses.emplace_back(carry.initial, begin);
      for (const Loop::Stack& stack : loop->stacks) {
        lifetimes.made[stack.after] = begin;
        lifetimes.owners[stack.after] = {stack.after};
      }
      walk(loop->body, lifetimes);
      const std::size_t end = lifetimes.position++;
      lifetimes.loops.push_back({begin, end});
      for (const Loop::Carry& carry : loop->carries)
        lifetimes.uses.emplace_back(carry.next, end);
      for (const Loop::Stack& stack : loop->stacks) {
        lifetimes.uses.emplace_back(stack.value, end);
        lifetimes.uses.emplace_back(stack.after, end);
      }
    }
  }
}

/// The last position at which a slot's own buffer is looked at.
std::map<Slot, std::size_t> last_uses(const Lifetimes& lifetimes) {
  std::map<Slot, std::size_t> last;
  for (const auto& [slot, made] : lifetimes.made)
    last[slot] = made;
  for (const auto& [slot, position] : lifetimes.uses) {
    const auto owners = lifetimes.owners.find(slot);
    if (owners == lifetimes.owners.end()) continue;
    for (const Slot owner : owners->second) {
      // What a loop uses of before it, it uses at every layer.
      std::size_t until = position;
      for (const Lifetimes::Span& loop : lifetimes.loops)
        if (lifetimes.made.at(owner) < loop.begin && position > loop.begin && position <= loop.end)
          until = std::max(until, loop.end);
      last[owner] = std::max(last[owner], until);
    }
  }
  return last;
}

class ScratchAssignment {
public:
  ScratchAssignment(const std::map<Slot, std::size_t>& last, Plan& plan) : last_(last), plan_(plan) {}

  void assign(std::vector<Instruction>& body) {
    for (Instruction& instruction : body) {
      const std::size_t position = position_++;
      release(position);
      if (auto* compute = std::get_if<Compute>(&instruction.node)) {
        if (compute->kernel.compute != nullptr) take(compute->placement, compute->result);
      } else if (auto* loop = std::get_if<Loop>(&instruction.node)) {
        for (Loop::Stack& stack : loop->stacks)
          take(stack.placement, stack.after);
        assign(loop->body);
        ++position_;
      }
    }
  }

private:
  void take(Placement& placement, Slot slot) {
    if (placement.kind != Placement::Kind::scratch) return;
    if (free_.empty()) free_.push_back(plan_.scratch_count++);
    placement.index = free_.back();
    free_.pop_back();
    taken_.emplace_back(last_.at(slot), placement.index);
  }

  void release(std::size_t position) {
    const auto is_over = [&](const auto& taken) { return taken.first < position; };
    for (const auto& taken : taken_)
      if (is_over(taken)) free_.push_back(taken.second);
    taken_.erase(std::remove_if(taken_.begin(), taken_.end(), is_over), taken_.end());
  }

  const std::map<Slot, std::size_t>& last_;
  Plan& plan_;
  std::size_t position_ = 0;
  std::vector<std::size_t> free_;
  std::vector<std::pair<std::size_t, std::size_t>> taken_;
};

}  // namespace

void assign_scratch(Plan& plan) {
  Lifetimes lifetimes;
  walk(plan.body, lifetimes);
  for (const PlanResult& result : plan.results)
    lifetimes.uses.emplace_back(result.slot, end_of_plan);
  const std::map<Slot, std::size_t> last = last_uses(lifetimes);
  ScratchAssignment(last, plan).assign(plan.body);
}

}  // namespace kina::eigen
