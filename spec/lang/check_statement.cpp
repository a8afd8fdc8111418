/// Statements: bindings, loops over a leading axis, `return` and `assert`.
#include "spec/lang/check_internal.hpp"

#include "spec/lang/parser.hpp"
#include "spec/render.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace kina::checking {

void ItemChecker::check_statement(const syntax::Statement& statement) {
  if (const auto* assignment = std::get_if<syntax::Assignment>(&statement.node)) {
    check_assignment(*assignment, statement.place);
  } else if (const auto* loop = std::get_if<syntax::For>(&statement.node)) {
    check_loop(*loop, statement.place);
  } else if (const auto* result = std::get_if<syntax::Return>(&statement.node)) {
    check_return(*result, statement.place);
  } else {
    check_assert(std::get<syntax::Assert>(statement.node), statement.place);
  }
}

void ItemChecker::bind(const syntax::Identifier& target, std::optional<ValueId> id) {
  if (target.text == "_") return;
  if (!declare_name(target)) return;
  if (!id) {
    failed_.insert(target.text);
    return;
  }
  names_[target.text] = *id;
  if (value(*id).name.empty()) value(*id).name = target.text;
}

void ItemChecker::check_assignment(const syntax::Assignment& assignment, Place place) {
  const auto* call = std::get_if<syntax::Call>(&assignment.value->node);
  const bool calls_function = call != nullptr && table_.contains(call->callee.text);
  if (!assignment.is_tuple) {
    bind(assignment.targets.front(), value_expression(*assignment.value, std::nullopt, "assignment"));
    return;
  }
  if (!calls_function) {
    // Still checked, so that its own errors are reported too.
    (void)expression(*assignment.value);
    report("call/results", place, "only a call of a function has several results", "a single tensor");
    for (const syntax::Identifier& target : assignment.targets)
      bind(target, std::nullopt);
    return;
  }
  const auto results = function_call(*call, assignment.value->place);
  if (results && results->size() != assignment.targets.size())
    report("call/results", place,
           fmt::format("'{}' has {} results, and {} are bound", call->callee.text, results->size(),
                       assignment.targets.size()),
           "use _ for those that are not needed");
  const bool fits = results && results->size() == assignment.targets.size();
  for (std::size_t k = 0; k < assignment.targets.size(); ++k)
    bind(assignment.targets[k], fits ? std::optional{(*results)[k]} : std::nullopt);
}

void ItemChecker::require_equal_types(const std::string& code, const Type& found, const Type& expected, Place place,
                                      const std::string& what, ValueId id, const std::string& note) {
  if (found.element != expected.element || found.rank() != expected.rank()) {
    report(code, place, fmt::format("{} is {}, and {} is expected", what, to_text(found), to_text(expected)),
           to_text(found))
        .notes.push_back(note);
    return;
  }
  for (std::size_t axis = 0; axis < found.rank(); ++axis) {
    Requirement requirement;
    requirement.code = code;
    requirement.axis = axis;
    requirement.condition = equal(found.extents[axis], expected.extents[axis]);
    requirement.place = place;
    requirement.violation = fmt::format("{} differs on axis {}", what, axis);
    requirement.requirement = "The type is the declared one.";
    requirement.note = note;
    requirement.about = {id};
    require(std::move(requirement));
  }
}

void ItemChecker::check_loop(const syntax::For& loop, Place place) {
  if (literal_integer(*loop.lower) != 0) report("for/start", loop.lower->place, "a loop starts at 0", "not 0");
  const auto bound = size_term(*loop.upper);
  LoopStep step;
  step.variable = loop.variable.text;
  step.place = place;
  step.bound = bound.value_or(integer(1));

  // The initial values are of the outer scope; everything that the body binds stays in it.
  std::vector<std::optional<ValueId>> initials;
  for (const syntax::Carry& carry : loop.carries)
    initials.push_back(value_expression(*carry.initial, std::nullopt, "for"));
  const auto outer_names = names_;
  const auto outer_declared = declared_;
  const auto outer_failed = failed_;
  std::vector<Step>* outer_steps = steps_;
  steps_ = &step.body;

  if (declare_name(loop.variable)) {
    // A size in all but name: an i64 scalar whose element is the variable.
    SizeStep index;
    index.size = variable(loop.variable.text);
    index.result = new_value({ElementType::i64, {}}, loop.variable.place, loop.variable.text);
    names_[loop.variable.text] = index.result;
    add_step({index});
  }
  for (std::size_t k = 0; k < loop.carries.size(); ++k) {
    const syntax::Identifier& name = loop.carries[k].name;
    if (!declare_name(name)) continue;
    if (!initials[k]) {
      failed_.insert(name.text);
      continue;
    }
    LoopStep::Carry carry;
    carry.initial = *initials[k];
    carry.inside = new_value(type_of(carry.initial), name.place, name.text);
    names_[name.text] = carry.inside;
    step.carries.push_back(carry);
  }
  for (const syntax::Statement& statement : loop.body)
    check_statement(statement);

  std::set<std::string> advanced;
  for (const syntax::LoopResult& next : loop.nexts) {
    const auto id = value_expression(*next.value, std::nullopt, "for");
    const bool carried = std::any_of(loop.carries.begin(), loop.carries.end(),
                                     [&](const syntax::Carry& carry) { return carry.name.text == next.name.text; });
    if (!carried || !advanced.insert(next.name.text).second) {
      report("for/next", next.name.place,
             fmt::format("'{}' is {}", next.name.text, carried ? "given its next value twice" : "not carried"),
             carried ? "again" : "not after 'carry'");
      continue;
    }
    const auto inside = names_.find(next.name.text);
    if (!id || inside == names_.end()) continue;
    for (LoopStep::Carry& carry : step.carries) {
      if (carry.inside != inside->second) continue;
      carry.next = *id;
      require_equal_types("for/carry", type_of(*id), type_of(carry.inside), next.value->place,
                          fmt::format("the next value of '{}'", next.name.text), *id,
                          fmt::format("'{}' starts as {}", next.name.text, to_text(type_of(carry.initial))));
    }
  }
  bool complete = bound.has_value();
  for (const syntax::Carry& carry : loop.carries) {
    if (advanced.contains(carry.name.text)) continue;
    report("for/next", carry.name.place, fmt::format("'{}' has no next value", carry.name.text), "carried")
        .helps.push_back(fmt::format("end the body with: next {} = ...", carry.name.text));
    complete = false;
  }
  std::vector<std::pair<const syntax::LoopResult*, std::optional<ValueId>>> stacks;
  for (const syntax::LoopResult& stack : loop.stacks)
    stacks.emplace_back(&stack, value_expression(*stack.value, std::nullopt, "for"));

  names_ = outer_names;
  declared_ = outer_declared;
  failed_ = outer_failed;
  steps_ = outer_steps;
  for (std::size_t k = 0; k < loop.carries.size(); ++k) {
    const syntax::Identifier& name = loop.carries[k].name;
    const auto carry = std::find_if(step.carries.begin(), step.carries.end(), [&](const LoopStep::Carry& candidate) {
      return value(candidate.inside).name == name.text;
    });
    std::optional<ValueId> after;
    if (carry != step.carries.end()) {
      carry->after = new_value(type_of(carry->initial), name.place, name.text);
      after = carry->after;
    }
    bind(name, complete ? after : std::nullopt);
  }
  for (const auto& [stack, id] : stacks) {
    std::optional<ValueId> after;
    if (id && bound) {
      Type type = type_of(*id);
      type.extents.insert(type.extents.begin(), *bound);
      after = new_value(std::move(type), stack->place, stack->name.text);
      step.stacks.push_back({*id, *after});
    }
    bind(stack->name, after);
  }
  if (bound && !bound->is(Operator::integer)) {
    Requirement requirement;
    requirement.code = "for/bound";
    requirement.condition = less_equal(integer(0), *bound);
    requirement.place = loop.upper->place;
    requirement.violation = "the loop's bound may be negative";
    requirement.requirement = "A loop runs 0 times or more.";
    require(std::move(requirement));
  }
  if (complete) add_step({std::move(step)});
}

void ItemChecker::check_return(const syntax::Return& statement, Place place) {
  const std::vector<ItemResult> results = item().results;
  // A result whose type is wrong has been reported; the others can't be told apart without it.
  if (results.size() != source_.results.size()) {
    for (const auto& source : statement.values)
      (void)expression(*source);
    return;
  }
  if (statement.values.size() != results.size())
    report("return/count", place,
           fmt::format("'{}' declares {} result{}, and returns {}", source_.name.text, results.size(),
                       results.size() == 1 ? "" : "s", statement.values.size()),
           "");
  std::vector<ValueId> returned;
  for (std::size_t k = 0; k < statement.values.size(); ++k) {
    const bool declared = k < results.size();
    const auto id = value_expression(*statement.values[k],
                                     declared ? std::optional{results[k].type.element} : std::nullopt, "return");
    if (!id || !declared) continue;
    returned.push_back(*id);
    require_equal_types("return/agree", type_of(*id), results[k].type, statement.values[k]->place,
                        fmt::format("the result '{}'", results[k].name), *id,
                        fmt::format("'{}' is declared {}, and the body gives {}", results[k].name,
                                    to_text(results[k].type), to_text(type_of(*id))));
  }
  if (returned.size() == results.size()) item().returned = std::move(returned);
}

void ItemChecker::check_assert(const syntax::Assert& statement, Place place) {
  const MaybeOperand left = expression(*statement.left);
  const MaybeOperand right = expression(*statement.right);
  if (!left || !right) return;
  // A literal takes the other side's element type; shapes are not stretched: a theorem says what it compares.
  const auto type_beside = [&](const Operand& other) -> std::optional<ElementType> {
    if (other.kind == Operand::Kind::value) return type_of(other.value).element;
    return std::nullopt;
  };
  const auto a = materialised(*left, type_beside(*right), "assert");
  const auto b = materialised(*right, type_beside(*left), "assert");
  if (!a || !b) return;
  require_equal_types("assert/agree", type_of(*a), type_of(*b), place, "the left side", *a,
                      fmt::format("the right side is {}", to_text(type_of(*b))));
  Assertion assertion;
  switch (statement.comparison) {
  case syntax::BinaryOperator::equal: assertion.comparison = Operator::equal; break;
  case syntax::BinaryOperator::not_equal: assertion.comparison = Operator::not_equal; break;
  case syntax::BinaryOperator::less: assertion.comparison = Operator::less; break;
  case syntax::BinaryOperator::less_equal: assertion.comparison = Operator::less_equal; break;
  case syntax::BinaryOperator::greater: assertion.comparison = Operator::greater; break;
  default: assertion.comparison = Operator::greater_equal; break;
  }
  assertion.left = *a;
  assertion.right = *b;
  assertion.place = place;
  item().assertions.push_back(assertion);
}

}  // namespace kina::checking
