#include "proofs/elements.hpp"

#include "spec/render.hpp"

#include <algorithm>

namespace kina {
namespace {

/// How many elements one question may open; what is beyond stays opaque, so that a term can't outgrow the program.
constexpr std::size_t greatest_opening = 1'000;

/// Where a value comes from.
struct Definition {
  const Step* step = nullptr;
  std::size_t position = 0;  ///< of a call's result, a loop's carry or stack
  enum class Part { result, inside, after, stack } part = Part::result;
  const LoopStep* loop = nullptr;  ///< the loop whose body computes it, if any
};

void index_definitions(const std::vector<Step>& steps, const LoopStep* loop, std::vector<Definition>& definitions) {
  for (const Step& step : steps) {
    const auto define = [&](ValueId id, std::size_t position, Definition::Part part) {
      definitions[id] = {&step, position, part, loop};
    };
    if (const auto* literal = std::get_if<LiteralStep>(&step.node)) {
      define(literal->result, 0, Definition::Part::result);
    } else if (const auto* size = std::get_if<SizeStep>(&step.node)) {
      define(size->result, 0, Definition::Part::result);
    } else if (const auto* operation = std::get_if<OperationStep>(&step.node)) {
      define(operation->result, 0, Definition::Part::result);
    } else if (const auto* call = std::get_if<CallStep>(&step.node)) {
      for (std::size_t k = 0; k < call->results.size(); ++k)
        define(call->results[k], k, Definition::Part::result);
    } else if (const auto* inner = std::get_if<LoopStep>(&step.node)) {
      for (std::size_t k = 0; k < inner->carries.size(); ++k) {
        define(inner->carries[k].inside, k, Definition::Part::inside);
        define(inner->carries[k].after, k, Definition::Part::after);
      }
      for (std::size_t k = 0; k < inner->stacks.size(); ++k)
        define(inner->stacks[k].after, k, Definition::Part::stack);
      index_definitions(inner->body, inner, definitions);
    }
  }
}

bool is_scalar_integer(const Type& type) { return type.rank() == 0 && is_integer(type.element); }

}  // namespace

/// An item at one place of the chain of calls that leads to it.
struct Elements::Frame {
  const ProgramItem* item = nullptr;
  std::vector<Definition> definitions;
  Substitution sizes;  ///< of the item's sizes, over the root's names
  Frame* caller = nullptr;
  const CallStep* call = nullptr;
  std::string path;  ///< tells values of different calls apart
  std::map<const CallStep*, Frame*> callees;
};

/// A term with whether it is a float.
struct Elements::Opened {
  Term term;
  bool is_float = false;
};

Elements::Elements(const Program& program, const ProgramItem& item) : program_(program) {
  auto frame = std::make_unique<Frame>();
  frame->item = &item;
  frame->definitions.resize(item.values.size());
  index_definitions(item.body, nullptr, frame->definitions);
  frames_.push_back(std::move(frame));
}

Elements::~Elements() = default;

Term Elements::element(ValueId value, const std::vector<Term>& indices) {
  budget_ = greatest_opening;
  opens_floats_ = false;
  return open(*frames_.front(), value, indices);
}

Term Elements::float_element(ValueId value, const std::vector<Term>& indices) {
  budget_ = greatest_opening;
  opens_floats_ = true;
  Term result = open(*frames_.front(), value, indices);
  opens_floats_ = false;
  return result;
}

Term Elements::opened(const Term& condition, const std::map<std::string, ValueId>& names) {
  return rewrite_reads(condition, [&](const std::string& tensor, const std::vector<Term>& indices) {
    return element(names.at(tensor), indices);
  });
}

Term Elements::fact_at(const ProgramFact& fact, const Substitution& sizes, const std::map<std::string, ValueId>& values,
                       const std::vector<Term>& indices) {
  Substitution all = sizes;
  for (std::size_t axis = 0; axis < indices.size(); ++axis)
    all["i" + std::to_string(axis)] = indices[axis];
  return opened(substitute(fact.condition, all), values);
}

std::vector<Term> Elements::take_facts() {
  std::vector<Term> facts;
  std::swap(facts, facts_);
  std::sort(facts.begin(), facts.end());
  facts.erase(std::unique(facts.begin(), facts.end()), facts.end());
  return facts;
}

Term Elements::opaque(const Frame& frame, ValueId value, const std::vector<Term>& indices) const {
  const std::string& name = frame.item->values[value].name;
  return read(frame.path + (name.empty() ? "%" + std::to_string(value) : name), indices);
}

Term Elements::open_parameter(Frame& frame, std::size_t parameter, const std::vector<Term>& indices) {
  const ProgramItem& item = *frame.item;
  const ItemParameter& declared = item.parameters[parameter];
  const Type& type = item.values[declared.value].type;
  if (frame.caller != nullptr) {
    if (parameter >= frame.call->arguments.size()) return opaque(frame, declared.value, indices);
    return open(*frame.caller, frame.call->arguments[parameter], indices);
  }
  if (is_scalar_integer(type)) return variable(declared.name);
  if (is_integer(type.element)) {
    for (const ProgramFact& fact : item.facts) {
      if (fact.tensor != declared.name || fact.about_result) continue;
      Substitution at;
      for (std::size_t axis = 0; axis < indices.size(); ++axis)
        at["i" + std::to_string(axis)] = indices[axis];
      // The fact's other reads are of scalars.
      facts_.push_back(
          rewrite_reads(substitute(fact.condition, at), [&](const std::string& name, const std::vector<Term>& where) {
            return where.empty() ? variable(name) : read(name, where);
          }));
    }
  }
  return read(declared.name, indices);
}

Elements::Frame& Elements::callee_frame(Frame& frame, const CallStep& step) {
  const auto known = frame.callees.find(&step);
  if (known != frame.callees.end()) return *known->second;
  auto callee = std::make_unique<Frame>();
  callee->item = &program_.items[step.callee];
  callee->definitions.resize(callee->item->values.size());
  index_definitions(callee->item->body, nullptr, callee->definitions);
  for (const auto& [name, size] : step.sizes)
    callee->sizes[name] = substitute(size, frame.sizes);
  callee->caller = &frame;
  callee->call = &step;
  callee->path = frame.path + callee->item->name + "@" + std::to_string(step.place.begin) + ".";
  Frame& result = *callee;
  frames_.push_back(std::move(callee));
  frame.callees.emplace(&step, &result);
  return result;
}

Term Elements::open_call(Frame& frame, const CallStep& step, std::size_t result, const std::vector<Term>& indices) {
  Frame& callee = callee_frame(frame, step);
  const ProgramItem& item = *callee.item;
  const ItemResult& declared = item.results[result];
  Term element = result < item.returned.size() ? open(callee, item.returned[result], indices)
                                               : opaque(frame, step.results[result], indices);
  for (const ProgramFact& fact : item.facts) {
    if (!fact.about_result || fact.about_float) continue;
    const bool about_this = fact.tensor == declared.name || (fact.tensor.empty() && indices.empty());
    if (!about_this) continue;
    Substitution at = callee.sizes;
    for (std::size_t axis = 0; axis < indices.size(); ++axis)
      at["i" + std::to_string(axis)] = indices[axis];
    facts_.push_back(rewrite_reads(substitute(fact.condition, at),
                                   [&](const std::string& name, const std::vector<Term>& where) -> Term {
                                     if (name == declared.name) return element;
                                     for (std::size_t k = 0; k < item.parameters.size(); ++k)
                                       if (item.parameters[k].name == name) return open_parameter(callee, k, where);
                                     for (std::size_t k = 0; k < item.results.size(); ++k)
                                       if (item.results[k].name == name && k < item.returned.size())
                                         return open(callee, item.returned[k], where);
                                     return read(name, where);
                                   }));
  }
  return element;
}

/// A fold that picks one of its elements is that element at some index; an argmax is an index.
void Elements::add_fold_facts(const Term& fold) {
  if (fold.is(Operator::fold_argmax))
    facts_.push_back(any_of({less(fold.arguments()[0], integer(1)), in_range(integer(0), fold, fold.arguments()[0])}));
  if (!fold.is(Operator::fold_maximum) && !fold.is(Operator::fold_minimum)) return;
  const Term chosen = variable("?" + to_text(fold));
  const Term bound = fold.arguments()[0];
  const Term body = substitute(fold.arguments()[1], {{fold.name(), chosen}});
  facts_.push_back(any_of({less(bound, integer(1)), all_of({in_range(integer(0), chosen, bound), equal(fold, body)})}));
}

Elements::Opened Elements::rewritten(Frame& frame, const OperationStep& step, const Term& term) {
  if (term.is(Operator::read)) {
    std::vector<Term> indices;
    for (const Term& index : term.arguments())
      indices.push_back(rewritten(frame, step, index).term);
    const auto operand = std::find_if(step.rule.operands.begin(), step.rule.operands.end(),
                                      [&](const RuleOperand& candidate) { return candidate.name == term.name(); });
    const ValueId id = step.operands[static_cast<std::size_t>(operand - step.rule.operands.begin())];
    return {open(frame, id, indices), is_floating(operand->type.element)};
  }
  if (term.arguments().empty()) return {term, term.is(Operator::number)};
  std::vector<Term> arguments;
  bool is_float = false;
  for (const Term& argument : term.arguments()) {
    Opened opened = rewritten(frame, step, argument);
    arguments.push_back(std::move(opened.term));
    is_float = is_float || opened.is_float;
  }
  Term result = with_arguments(term, arguments);
  if (term.is(Operator::cast)) {
    const bool to_float = is_floating(term.cast_type());
    // Integers are mathematical: a cast between them is the value itself, and `cast/range` is its own obligation.
    if (!to_float && !is_float) {
      const bool from_bool =
          is_comparison(arguments[0].operation()) ||
          (arguments[0].operation() >= Operator::logical_and && arguments[0].operation() <= Operator::logical_not);
      return {from_bool ? select(arguments[0], integer(1), integer(0)) : arguments[0], false};
    }
    return {result, to_float};
  }
  if (is_comparison(term.operation()) && is_float && !opens_floats_) {
    // A comparison of floats is not a question for integer arithmetic: an unknown truth value of its own.
    return {not_equal(read("?" + to_text(result), {}), integer(0)), false};
  }
  if (is_comparison(term.operation()) || term.is(Operator::fold_argmax)) is_float = false;
  if (is_fold(term.operation()) && !is_float) add_fold_facts(result);
  return {result, is_float};
}

Term Elements::open_operation(Frame& frame, const OperationStep& step, const std::vector<Term>& indices) {
  Substitution at;
  for (const auto& [name, size] : step.sizes)
    at[name] = substitute(size, frame.sizes);
  for (std::size_t axis = 0; axis < indices.size(); ++axis)
    at["i" + std::to_string(axis)] = indices[axis];
  return rewritten(frame, step, substitute(step.rule.element, at)).term;
}

Term Elements::open(Frame& frame, ValueId value, const std::vector<Term>& indices) {
  const Type& type = frame.item->values[value].type;
  if (budget_ == 0) return opaque(frame, value, indices);
  --budget_;
  for (std::size_t k = 0; k < frame.item->parameters.size(); ++k)
    if (frame.item->parameters[k].value == value) return open_parameter(frame, k, indices);
  const Definition& definition = frame.definitions[value];
  if (definition.step == nullptr || (is_floating(type.element) && !opens_floats_)) return opaque(frame, value, indices);
  if (const auto* literal = std::get_if<LiteralStep>(&definition.step->node)) return literal->literal;
  if (const auto* size = std::get_if<SizeStep>(&definition.step->node)) return substitute(size->size, frame.sizes);
  if (const auto* operation = std::get_if<OperationStep>(&definition.step->node))
    return open_operation(frame, *operation, indices);
  if (const auto* call = std::get_if<CallStep>(&definition.step->node))
    return open_call(frame, *call, definition.position, indices);
  const auto& loop = std::get<LoopStep>(definition.step->node);
  if (definition.part != Definition::Part::stack) {
    // What a loop carries is known only by its type; inside the body it depends on the layer.
    std::vector<Term> at = indices;
    if (definition.part == Definition::Part::inside) at.insert(at.begin(), variable(loop.variable));
    return opaque(frame, value, at);
  }
  const std::size_t before = facts_.size();
  const std::vector<Term> inner(indices.begin() + 1, indices.end());
  const Substitution layer{{loop.variable, indices.front()}};
  Term result = substitute(open(frame, loop.stacks[definition.position].value, inner), layer);
  for (std::size_t k = before; k < facts_.size(); ++k)
    facts_[k] = substitute(facts_[k], layer);
  return result;
}

}  // namespace kina
