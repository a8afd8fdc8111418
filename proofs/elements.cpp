#include "proofs/elements.hpp"

#include "spec/definedness.hpp"
#include "spec/render.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace kina {
namespace {

/// How many elements one question may open; what is beyond stays opaque, so that a term can't outgrow the program.
constexpr std::size_t greatest_opening = 1'000;

/// Where a value comes from.
struct Definition {
  const Step* step = nullptr;
  std::size_t position = 0;  ///< of a call's result, a loop's carry or stack
  enum class Part { result, inside, after, stack } part = Part::result;
  std::vector<std::string> layers;  ///< the variables of the loops around it, outermost first
};

void index_definitions(const std::vector<Step>& steps, std::vector<std::string>& layers,
                       std::vector<Definition>& definitions) {
  for (const Step& step : steps) {
    const auto define = [&](ValueId id, std::size_t position, Definition::Part part) {
      definitions[id] = {&step, position, part, layers};
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
      layers.push_back(inner->variable);
      index_definitions(inner->body, layers, definitions);
      layers.pop_back();
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
  std::string path;          ///< tells values of different calls apart
  std::vector<Term> layers;  ///< of the loops around the call
  std::map<std::pair<const CallStep*, std::vector<Term>>, Frame*> callees;

  /// What a loop's variable stands for: itself, or the layer whose element is being opened.
  [[nodiscard]] Term layer(const std::string& variable_name) const { return sizes.at(variable_name); }

  /// Finds where each value comes from; a loop's variable is a size to the steps of its body.
  void index() {
    definitions.resize(item->values.size());
    std::vector<std::string> around;
    index_definitions(item->body, around, definitions);
    for (const Definition& definition : definitions)
      for (const std::string& name : definition.layers)
        sizes[name] = variable(path + name);
  }
};

/// A term with whether it is a float.
struct Elements::Opened {
  Term term;
  bool is_float = false;
};

Elements::Elements(const Program& program, const ProgramItem& item) : program_(program) {
  auto frame = std::make_unique<Frame>();
  frame->item = &item;
  frame->index();
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
    all[any_index(axis).name()] = indices[axis];
  return opened(substitute(fact.condition, all), values);
}

bool Elements::take_exhausted() { return std::exchange(exhausted_, false); }

std::vector<Term> Elements::take_facts() {
  std::vector<Term> facts;
  std::swap(facts, facts_);
  std::sort(facts.begin(), facts.end());
  facts.erase(std::unique(facts.begin(), facts.end()), facts.end());
  return facts;
}

/// A value in a loop's body has an element for every layer.
Term Elements::opaque(const Frame& frame, ValueId value, const std::vector<Term>& indices) const {
  std::vector<Term> at = frame.layers;
  for (const std::string& name : frame.definitions[value].layers)
    at.push_back(frame.layer(name));
  at.insert(at.end(), indices.begin(), indices.end());
  return read(frame.path + frame.item->values[value].name + "%" + std::to_string(value), std::move(at));
}

namespace {

/// A fact about any element of a tensor, at an element: it holds where the indices are in range.
Term guarded(const std::vector<Dim>& extents, const std::vector<Term>& indices, Term fact) {
  std::vector<Term> alternatives;
  for (std::size_t axis = 0; axis < indices.size(); ++axis)
    alternatives.push_back(logical_not(in_range(integer(0), indices[axis], extents[axis])));
  alternatives.push_back(std::move(fact));
  return any_of(std::move(alternatives));
}

Substitution at_indices(Substitution sizes, const std::vector<Term>& indices) {
  for (std::size_t axis = 0; axis < indices.size(); ++axis)
    sizes[any_index(axis).name()] = indices[axis];
  return sizes;
}

/// The fold with its variable named by how deep folds are nested below it: opening a value twice gives equal terms.
Term named_by_depth(Operator operation, const std::string& binder, const Term& bound, const Term& body) {
  std::size_t depth = 0;
  visit_terms(body, [&](const Term& part) {
    if (is_fold(part.operation()) && part.name().starts_with("#fold"))
      depth = std::max(depth, static_cast<std::size_t>(std::stoul(part.name().substr(5))));
    return true;
  });
  const std::string name = "#fold" + std::to_string(depth + 1);
  return fold(operation, name, bound, substitute(body, {{binder, variable(name)}}));
}

/// Whether a part of the rule's element is a truth value.
bool is_boolean(const OperationStep& step, const Term& part) {
  return element_type_of(part, [&](const std::string& name) -> std::optional<ElementType> {
           for (const RuleOperand& operand : step.rule.operands)
             if (operand.name == name) return operand.type.element;
           return std::nullopt;
         }) == ElementType::boolean;
}

/// An unknown that depends on what the term depends on.
Term unknown_of(const Term& term) {
  std::vector<Term> variables;
  for (const std::string& name : free_variables(term))
    variables.push_back(variable(name));
  return read("?" + to_text(term), std::move(variables));
}

}  // namespace

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
      // The fact's other reads are of scalars. Its own read is looked at before the indices are put in, which may read
      // the same tensor.
      Term named = rewrite_reads(fact.condition, [](const std::string& name, const std::vector<Term>& where) {
        return where.empty() ? variable(name) : read(name, where);
      });
      facts_.push_back(guarded(type.extents, indices, substitute(named, at_indices({}, indices))));
    }
  }
  return read(declared.name, indices);
}

Elements::Frame& Elements::callee_frame(Frame& frame, const CallStep& step) {
  std::vector<Term> layers = frame.layers;
  for (const std::string& name : frame.definitions[step.results.front()].layers)
    layers.push_back(frame.layer(name));
  const std::pair key{&step, layers};
  const auto known = frame.callees.find(key);
  if (known != frame.callees.end()) return *known->second;
  auto callee = std::make_unique<Frame>();
  callee->item = &program_.items[step.callee];
  for (const auto& [name, size] : step.sizes)
    callee->sizes[name] = substitute(size, frame.sizes);
  callee->caller = &frame;
  callee->layers = std::move(layers);
  callee->call = &step;
  callee->path = frame.path + callee->item->name + "@" + std::to_string(step.place.begin) + ".";
  callee->index();
  Frame& result = *callee;
  frames_.push_back(std::move(callee));
  frame.callees.emplace(key, &result);
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
    Type type{declared.type.element, {}};
    for (const Dim& extent : declared.type.extents)
      type.extents.push_back(substitute(extent, callee.sizes));
    // Sizes first: what is read in is over the root's names already.
    Term stated = rewrite_reads(substitute(fact.condition, callee.sizes),
                                [&](const std::string& name, const std::vector<Term>& where) -> Term {
                                  if (name == declared.name) return element;
                                  for (std::size_t k = 0; k < item.parameters.size(); ++k)
                                    if (item.parameters[k].name == name) return open_parameter(callee, k, where);
                                  for (std::size_t k = 0; k < item.results.size(); ++k)
                                    if (item.results[k].name == name && k < item.returned.size())
                                      return open(callee, item.returned[k], where);
                                  return read(name, where);
                                });
    facts_.push_back(guarded(type.extents, indices, std::move(stated)));
  }
  return element;
}

/// A fold that picks one of its elements is that element at some index; an argmax is an index.
void Elements::add_fold_facts(const Term& fold) {
  if (fold.is(Operator::fold_argmax))
    facts_.push_back(any_of({less(fold.arguments()[0], integer(1)), in_range(integer(0), fold, fold.arguments()[0])}));
  if (!fold.is(Operator::fold_maximum) && !fold.is(Operator::fold_minimum)) return;
  const Term chosen = unknown_of(fold);
  const Term bound = fold.arguments()[0];
  const Term body = substitute(fold.arguments()[1], {{fold.name(), chosen}});
  facts_.push_back(any_of({less(bound, integer(1)), all_of({in_range(integer(0), chosen, bound), equal(fold, body)})}));
}

/// The rule's names are replaced by what they stand for; what is put in is over the root's names, and is not looked at
/// again.
Elements::Opened Elements::rewritten(Frame& frame, const OperationStep& step, const Term& term,
                                     const Substitution& names) {
  if (term.is(Operator::variable)) {
    const auto found = names.find(term.name());
    return {found == names.end() ? term : found->second, false};
  }
  if (term.is(Operator::read)) {
    std::vector<Term> indices;
    for (const Term& index : term.arguments())
      indices.push_back(rewritten(frame, step, index, names).term);
    const auto operand = std::find_if(step.rule.operands.begin(), step.rule.operands.end(),
                                      [&](const RuleOperand& candidate) { return candidate.name == term.name(); });
    const ValueId id = step.operands[static_cast<std::size_t>(operand - step.rule.operands.begin())];
    return {open(frame, id, indices), is_floating(operand->type.element)};
  }
  if (term.arguments().empty()) return {term, term.is(Operator::number)};
  std::vector<Term> arguments;
  bool is_float = false;
  Substitution inner = names;
  std::string binder = term.name();
  if (is_fold(term.operation())) {
    // A name of its own, which nothing that is put in can mean, until the body is known.
    binder = "#open" + std::to_string(next_binder_++);
    inner[term.name()] = variable(binder);
  }
  for (const Term& argument : term.arguments()) {
    const bool is_bound = is_fold(term.operation()) && &argument == &term.arguments().front();
    Opened opened = rewritten(frame, step, argument, is_bound ? names : inner);
    arguments.push_back(std::move(opened.term));
    is_float = is_float || opened.is_float;
  }
  Term result = is_fold(term.operation()) ? named_by_depth(term.operation(), binder, arguments[0], arguments[1])
                                          : with_arguments(term, arguments);
  if (term.is(Operator::cast)) {
    const bool to_float = is_floating(term.cast_type());
    // Integers are mathematical: a cast between them is the value itself, and `cast/range` is its own obligation.
    if (!to_float && !is_float) {
      return {is_boolean(step, term.arguments()[0]) ? select(arguments[0], integer(1), integer(0)) : arguments[0],
              false};
    }
    // Between floats it rounds, as adding +0 does; a cast that is left is of an integer.
    if (to_float && is_float) return {arguments[0] + number(0.0), true};
    return {result, to_float};
  }
  // Truth values are compared and chosen between as conditions; integer arithmetic does not see into them.
  const bool chooses = term.is(Operator::select) && is_boolean(step, term.arguments()[1]);
  const bool equates =
      (term.is(Operator::equal) || term.is(Operator::not_equal)) && is_boolean(step, term.arguments()[0]);
  if (chooses || equates) {
    const Term& condition = arguments[0];
    const Term& if_true = arguments[1];
    const Term if_false = chooses ? arguments[2] : logical_not(arguments[1]);
    const Term both = any_of({all_of({condition, if_true}), all_of({logical_not(condition), if_false})});
    return {term.is(Operator::not_equal) ? logical_not(both) : both, false};
  }
  // What is unknown can be anything in a proof, and need not be possible in a refutation.
  if ((term.is(Operator::fold_sum) && !is_float) || (is_comparison(term.operation()) && is_float)) exhausted_ = true;
  if (is_comparison(term.operation()) && is_float && !opens_floats_) {
    // A comparison of floats is not a question for integer arithmetic: an unknown truth value of its own.
    return {not_equal(unknown_of(result), integer(0)), false};
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
  return rewritten(frame, step, step.rule.element, at).term;
}

Term Elements::open(Frame& frame, ValueId value, const std::vector<Term>& indices) {
  const Type& type = frame.item->values[value].type;
  if (budget_ == 0) {
    exhausted_ = true;
    return opaque(frame, value, indices);
  }
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
    if (!is_floating(type.element)) exhausted_ = true;
    std::vector<Term> at = indices;
    if (definition.part == Definition::Part::inside) at.insert(at.begin(), frame.layer(loop.variable));
    return opaque(frame, value, at);
  }
  // Its element at a layer is the body's value with the loop's variable standing for that layer.
  const std::vector<Term> inner(indices.begin() + 1, indices.end());
  const std::optional<Term> outer =
      frame.sizes.contains(loop.variable) ? std::optional{frame.sizes.at(loop.variable)} : std::nullopt;
  frame.sizes[loop.variable] = indices.front();
  Term result = open(frame, loop.stacks[definition.position].value, inner);
  if (outer) frame.sizes[loop.variable] = *outer;
  return result;
}

}  // namespace kina
