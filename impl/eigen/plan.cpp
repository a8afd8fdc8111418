#include "impl/eigen/plan.hpp"

#include <algorithm>
#include <map>
#include <string>

namespace kina::eigen {
namespace {

class Planner {
public:
  Planner(const Program& program, Plan& plan) : program_(program), plan_(plan) {}

  void plan_function(std::size_t index) {
    const ProgramItem& item = program_.items[index];
    Substitution sizes;
    for (const SizeParameter& size : item.sizes) {
      plan_.numbers.add_size(size.name);
      sizes[size.name] = variable(size.name);
    }
    plan_.size_count = item.sizes.size();
    Frame frame{item, sizes, std::vector<Slot>(item.values.size())};
    for (const ItemParameter& parameter : item.parameters) {
      frame.slots[parameter.value] = add_slot(frame, parameter.value);
      plan_.parameters.push_back(frame.slots[parameter.value]);
    }
    emit(frame, item.body, plan_.body);
    for (const ValueId id : item.returned)
      plan_.results.push_back({frame.slots[id], std::nullopt, false, std::nullopt});
  }

private:
  /// A function whose steps are being emitted: its sizes over those of the plan, and its values' slots.
  struct Frame {
    const ProgramItem& item;
    Substitution sizes;
    std::vector<Slot> slots;
  };

  std::size_t number(const Frame& frame, const Dim& term) { return plan_.numbers.add(substitute(term, frame.sizes)); }

  Slot add_slot(const Frame& frame, ValueId id) {
    const Type& type = frame.item.values[id].type;
    PlanSlot slot{type.element, {}};
    for (const Dim& extent : type.extents)
      slot.extents.push_back(number(frame, extent));
    plan_.slots.push_back(std::move(slot));
    return plan_.slots.size() - 1;
  }

  void emit(Frame& frame, const std::vector<Step>& steps, std::vector<Instruction>& into) {
    for (const Step& step : steps)
      std::visit([&](const auto& node) { emit(frame, node, into); }, step.node);
  }

  /// Requirements are proved, not run.
  void emit(Frame&, const Requirement&, std::vector<Instruction>&) {}

  void emit(Frame& frame, const LiteralStep& step, std::vector<Instruction>&) {
    const Slot slot = frame.slots[step.result] = add_slot(frame, step.result);
    plan_.literals.push_back({slot, step.literal});
  }

  void emit(Frame& frame, const SizeStep& step, std::vector<Instruction>& into) {
    const Slot slot = frame.slots[step.result] = add_slot(frame, step.result);
    into.push_back({WriteSize{number(frame, step.size), slot, frame.item.values[step.result].place}});
  }

  void emit(Frame& frame, const OperationStep& step, std::vector<Instruction>& into) {
    Compute compute;
    compute.step = &step;
    compute.kernel = kernel_of(step.rule);
    for (const ValueId id : step.operands)
      compute.operands.push_back(frame.slots[id]);
    for (const std::string& name : step.rule.sizes)
      compute.sizes.push_back(number(frame, step.sizes.at(name)));
    compute.result = frame.slots[step.result] = add_slot(frame, step.result);
    into.push_back({std::move(compute)});
  }

  /// A call is opened: there is no recursion.
  void emit(Frame& frame, const CallStep& step, std::vector<Instruction>& into) {
    const ProgramItem& callee = program_.items[step.callee];
    Frame inner{callee, {}, std::vector<Slot>(callee.values.size())};
    for (const auto& [name, size] : step.sizes)
      inner.sizes[name] = substitute(size, frame.sizes);
    for (std::size_t k = 0; k < step.arguments.size(); ++k)
      inner.slots[callee.parameters[k].value] = frame.slots[step.arguments[k]];
    emit(inner, callee.body, into);
    for (std::size_t k = 0; k < step.results.size(); ++k)
      frame.slots[step.results[k]] = inner.slots[callee.returned[k]];
  }

  void emit(Frame& frame, const LoopStep& step, std::vector<Instruction>& into) {
    Loop loop;
    loop.place = step.place;
    loop.bound = number(frame, step.bound);
    // Two loops may have variables of one name.
    const std::string name = step.variable + " of loop " + std::to_string(++loops_);
    loop.variable = plan_.numbers.add_size(name);
    frame.sizes[step.variable] = variable(name);
    for (const LoopStep::Carry& carry : step.carries)
      frame.slots[carry.inside] = add_slot(frame, carry.inside);
    emit(frame, step.body, loop.body);
    for (const LoopStep::Carry& carry : step.carries) {
      frame.slots[carry.after] = add_slot(frame, carry.after);
      loop.carries.push_back(
          {frame.slots[carry.initial], frame.slots[carry.inside], frame.slots[carry.next], frame.slots[carry.after]});
    }
    for (const LoopStep::Stack& stack : step.stacks) {
      frame.slots[stack.after] = add_slot(frame, stack.after);
      loop.stacks.push_back({frame.slots[stack.value], frame.slots[stack.after], {}, false});
    }
    frame.sizes.erase(step.variable);
    into.push_back({std::move(loop)});
  }

  const Program& program_;
  Plan& plan_;
  std::size_t loops_ = 0;
};

}  // namespace

Plan make_plan(const Program& program, std::size_t item) {
  Plan plan;
  Planner(program, plan).plan_function(item);
  assign_results(plan);
  assign_scratch(plan);
  return plan;
}

}  // namespace kina::eigen
