/// Reads the obligations of an item off the checked program: the premises of each operation's rule, what the language
/// requires of calls and signatures, and the facts that callers and bodies owe.
#include "proofs/elements.hpp"
#include "proofs/obligation.hpp"
#include "proofs/rule_obligations.hpp"
#include "spec/catalogue.hpp"
#include "spec/render.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace kina {
namespace {

bool is_scalar_integer(const Type& type) { return type.rank() == 0 && is_integer(type.element); }

/// Whether a condition reads a float.
bool is_about_float(const Rule& rule, const Term& condition) {
  bool result = false;
  visit_terms(condition, [&](const Term& term) {
    for (const RuleOperand& operand : rule.operands)
      result = result || (term.is(Operator::read) && operand.name == term.name() && is_floating(operand.type.element));
    return true;
  });
  return result;
}

class Reader {
public:
  Reader(const Program& program, const ProgramItem& item)
      : program_(program), item_(item), elements_(program, item), facts_(item_facts(item)),
        declared_(declared_atoms(item)) {}

  std::vector<Obligation> read_all() {
    satisfiable();
    add_signature();
    read_steps(item_.body);
    add_result_facts();
    add_assertions();
    return std::move(obligations_);
  }

private:
  Obligation start(std::string name, ObligationKind kind, Place place) {
    Obligation obligation;
    obligation.item = item_.name;
    obligation.name = std::move(name);
    obligation.kind = kind;
    obligation.place = place;
    obligation.question.declared = declared_;
    obligation.size_count = item_.sizes.size();
    return obligation;
  }

  /// Adds what is known where the obligation stands, and the obligation.
  void finish(Obligation obligation) {
    obligation.is_partly_opaque = elements_.take_exhausted();
    for (Term& fact : elements_.take_facts())
      obligation.question.facts.push_back(std::move(fact));
    obligation.question.facts.insert(obligation.question.facts.begin(), facts_.begin(), facts_.end());
    obligations_.push_back(std::move(obligation));
  }

  /// Nothing is proved vacuously: the item's facts have to be satisfiable. The goal is `false`; a counterexample to it
  /// is an instance of the item, so this is the one obligation that has to be refuted. The prover turns it round.
  void satisfiable() {
    Obligation obligation = start("where/satisfiable", ObligationKind::typing, item_.place);
    obligation.violation = "no sizes and integers meet the facts of this item";
    obligation.requirement = "The facts of an item can hold together, so that nothing is proved of nothing.";
    std::string stated;
    for (const ProgramFact& fact : item_.facts)
      if (!fact.about_result) stated += (stated.empty() ? "" : ", ") + fact_text(fact);
    if (!stated.empty()) obligation.notes.push_back("they are " + stated);
    obligation.question.goal = boolean(false);
    for (const ProgramFact& fact : item_.facts)
      if (!fact.about_result && !fact.about_float && !fact.tensor.empty())
        obligation.question.facts.push_back(fact.condition);
    // The range of a float parameter has to have a value, too.
    const std::vector<Term> floats = float_facts(item_);
    for (const Term& fact : floats) {
      visit_terms(fact, [&](const Term& term) {
        if (!term.is(Operator::read)) return true;
        const FloatRange range = range_of(term, floats, [](const Term&) { return IntegerRange{}; });
        const bool is_empty = range.low > range.high || (range.low == range.high && !range.contains(range.low));
        if (is_empty) obligation.decided = Verdict::refuted;
        return false;
      });
    }
    finish(std::move(obligation));
  }

  /// A divisor in a signature is proved without the facts that divide: they have no meaning before it is.
  void add_signature() {
    const std::vector<Term> all = facts_;
    const auto divides = [](const Term& fact) {
      bool found = false;
      visit_terms(fact, [&](const Term& term) {
        found = found || term.is(Operator::divide) || term.is(Operator::remainder);
        return true;
      });
      return found;
    };
    for (const Requirement& requirement : item_.signature) {
      if (requirement.code == "size/divisor")
        facts_.erase(std::remove_if(facts_.begin(), facts_.end(), divides), facts_.end());
      add_requirement(requirement);
      facts_ = all;
    }
  }

  void read_steps(const std::vector<Step>& steps) {
    for (const Step& step : steps) {
      if (const auto* operation = std::get_if<OperationStep>(&step.node)) {
        add_operation(*operation);
      } else if (const auto* requirement = std::get_if<Requirement>(&step.node)) {
        add_requirement(*requirement);
      } else if (const auto* call = std::get_if<CallStep>(&step.node)) {
        add_call(*call);
      } else if (const auto* loop = std::get_if<LoopStep>(&step.node)) {
        const Term variable_term = variable(loop->variable);
        facts_.push_back(less_equal(integer(0), variable_term));
        facts_.push_back(less(variable_term, loop->bound));
        declared_.push_back(variable_term);
        read_steps(loop->body);
        declared_.pop_back();
        facts_.resize(facts_.size() - 2);
      }
    }
  }

  std::string value_name(ValueId id) const {
    const Value& value = item_.values[id];
    if (!value.name.empty()) return value.name;
    const std::string& text = program_.sources[value.place.file].text;
    std::string source = text.substr(value.place.begin, value.place.end - value.place.begin);
    // What is stretched is known by its own name.
    if (source.starts_with("broadcast(") && source.ends_with(")") && source.find(',') == std::string::npos)
      source = source.substr(10, source.size() - 11);
    return source.size() <= 40 && source.find('\n') == std::string::npos ? source : "the expression";
  }

  void add_operation(const OperationStep& step) {
    for (const Premise& premise : step.rule.premises)
      add_premise(step, premise);
    const bool covered = std::all_of(step.instance.ranks.begin(), step.instance.ranks.end(),
                                     [](std::size_t rank) { return rank <= covered_rank; }) &&
                         step.instance.shape_rank <= covered_rank;
    if (covered) return;
    // Above the covered ranks the rule itself is proved where it is used.
    for (Obligation& obligation : use_obligations(step.rule)) {
      obligation.item = item_.name;
      obligation.place = step.place;
      obligations_.push_back(std::move(obligation));
    }
  }

  void add_premise(const OperationStep& step, const Premise& premise) {
    const Place place =
        premise.axis && *premise.axis < step.axis_places.size() ? step.axis_places[*premise.axis] : step.place;
    Obligation obligation = start(step.rule.name + "/" + premise.name, premise.kind, place);
    obligation.axis = premise.axis;
    obligation.violation = premise.violation;
    obligation.requirement = premise.requirement;
    obligation.whole = step.whole;
    obligation.stretches = premise.stretches;
    obligation.taints = {step.result};
    obligation.about = step.operands;

    std::map<std::string, ValueId> operands;
    for (std::size_t k = 0; k < step.operands.size(); ++k)
      operands[step.rule.operands[k].name] = step.operands[k];
    // The premise's indices get names that no parameter has.
    Substitution sizes = step.sizes;
    for (const Premise::Index& index : premise.indices)
      sizes[index.name] = variable("?" + index.name);
    const Term condition = substitute(premise.condition, sizes);
    for (const Premise::Index& index : premise.indices)
      obligation.question.facts.push_back(
          in_range(integer(0), variable("?" + index.name), substitute(index.extent, step.sizes)));
    obligation.shown = rewrite_reads(condition, [&](const std::string& tensor, const std::vector<Term>&) {
      return variable(value_name(operands.at(tensor)));
    });
    if (is_about_float(step.rule, premise.condition)) {
      visit_terms(condition, [&](const Term& term) {
        if (term.is(Operator::read) && !obligation.float_element)
          obligation.float_element = elements_.float_element(operands.at(term.name()), term.arguments());
        return true;
      });
      obligation.question.goal = condition;
    } else {
      obligation.question.goal = elements_.opened(condition, operands);
      visit_terms(condition, [&](const Term& term) {
        if (term.is(Operator::read))
          obligation.named_values.emplace_back(value_name(operands.at(term.name())),
                                               elements_.element(operands.at(term.name()), term.arguments()));
        return true;
      });
    }
    finish(std::move(obligation));
  }

  void add_requirement(const Requirement& requirement) {
    Obligation obligation = start(requirement.code, requirement.kind, requirement.place);
    obligation.axis = requirement.axis;
    obligation.question.goal = requirement.condition;
    obligation.shown = requirement.condition;
    obligation.violation = requirement.violation;
    obligation.requirement = requirement.requirement;
    if (!requirement.note.empty()) obligation.notes.push_back(requirement.note);
    obligation.about = requirement.about;
    obligation.whole = requirement.place;
    finish(std::move(obligation));
  }

  /// What the callee's `where` and sizes ask of a call.
  void add_call(const CallStep& step) {
    const ProgramItem& callee = program_.items[step.callee];
    for (const SizeParameter& size : callee.sizes) {
      const auto found = step.sizes.find(size.name);
      if (found == step.sizes.end()) continue;
      Obligation obligation = start("call/size", ObligationKind::range, step.place);
      obligation.question.goal = less_equal(integer(size.least), found->second);
      obligation.shown = obligation.question.goal;
      obligation.violation = fmt::format("the size {} of '{}' may be below {}", size.name, callee.name, size.least);
      obligation.requirement = "A size is at least 1, or at least 0 where the callee's where says so.";
      obligation.taints = step.results;
      finish(std::move(obligation));
    }
    std::map<std::string, ValueId> arguments;
    for (std::size_t k = 0; k < callee.parameters.size() && k < step.arguments.size(); ++k)
      arguments[callee.parameters[k].name] = step.arguments[k];
    for (const ProgramFact& fact : callee.facts) {
      if (fact.about_result) continue;
      Obligation obligation = start("call/where", ObligationKind::range, step.place);
      obligation.is_owed_by_caller = true;
      obligation.violation = fmt::format("a fact of '{}' may not hold: {}", callee.name, fact_text(fact));
      obligation.requirement = "A call establishes the facts that the callee states about its sizes and parameters.";
      obligation.taints = step.results;
      if (!fact.tensor.empty()) obligation.about = {arguments.at(fact.tensor)};
      open_fact(obligation, fact, step.sizes, arguments);
      finish(std::move(obligation));
    }
  }

  std::string fact_text(const ProgramFact& fact) const {
    return to_text(rewrite_reads(fact.condition,
                                 [](const std::string& name, const std::vector<Term>&) { return variable(name); }));
  }

  /// The fact as a goal, at fresh indices in range of the tensor that it is about.
  void open_fact(Obligation& obligation, const ProgramFact& fact, const Substitution& sizes,
                 const std::map<std::string, ValueId>& values) {
    std::vector<Term> indices;
    if (!fact.tensor.empty()) {
      const Type& type = item_.values[values.at(fact.tensor)].type;
      for (std::size_t axis = 0; axis < type.rank(); ++axis) {
        indices.push_back(any_index(axis));
        obligation.question.facts.push_back(in_range(integer(0), indices.back(), type.extents[axis]));
      }
    }
    const Term sized = substitute(fact.condition, sizes);
    obligation.shown = rewrite_reads(sized, [&](const std::string& name, const std::vector<Term>&) {
      return variable(value_name(values.at(name)));
    });
    if (fact.about_float) {
      visit_terms(fact.condition, [&](const Term& term) {
        if (term.is(Operator::read) && !obligation.float_element)
          obligation.float_element = elements_.float_element(values.at(term.name()), indices);
        return true;
      });
      obligation.question.goal = fact.condition;
      return;
    }
    obligation.question.goal = elements_.fact_at(fact, sizes, values, indices);
    visit_terms(fact.condition, [&](const Term& term) {
      if (term.is(Operator::read)) {
        const bool scalar = item_.values[values.at(term.name())].type.rank() == 0;
        obligation.named_values.emplace_back(
            value_name(values.at(term.name())),
            elements_.element(values.at(term.name()), scalar ? std::vector<Term>{} : indices));
      }
      return true;
    });
  }

  /// What this item's own `where` says about its results.
  void add_result_facts() {
    if (item_.returned.size() != item_.results.size()) return;
    std::map<std::string, ValueId> values;
    for (const ItemParameter& parameter : item_.parameters)
      values[parameter.name] = parameter.value;
    for (std::size_t k = 0; k < item_.results.size(); ++k)
      values[item_.results[k].name] = item_.returned[k];
    for (const ProgramFact& fact : item_.facts) {
      if (!fact.about_result) continue;
      Obligation obligation = start("return/where", ObligationKind::range, fact.place);
      obligation.violation = "a stated fact about a result may not hold: " + fact_text(fact);
      obligation.requirement = "What a signature states about a result is proved in its body.";
      for (const auto& [name, id] : values)
        obligation.about.push_back(id);
      open_fact(obligation, fact, {}, values);
      finish(std::move(obligation));
    }
  }

  /// The values of a theorem are not proved by this version; an assertion is never passed over in silence.
  void add_assertions() {
    for (const Assertion& assertion : item_.assertions) {
      Obligation obligation = start(item_.name, ObligationKind::theorem, assertion.place);
      obligation.violation = "this version proves the shapes of a theorem and not yet its values";
      obligation.requirement = "The two sides have equal elements, for all sizes and all weights.";
      obligation.decided = Verdict::unknown;
      finish(std::move(obligation));
    }
  }

  const Program& program_;
  const ProgramItem& item_;
  Elements elements_;
  std::vector<Term> facts_;
  std::vector<Term> declared_;
  std::vector<Obligation> obligations_;
};

}  // namespace

std::vector<Term> item_facts(const ProgramItem& item) {
  std::vector<Term> facts;
  for (const SizeParameter& size : item.sizes)
    facts.push_back(less_equal(integer(size.least), variable(size.name)));
  for (const ProgramFact& fact : item.facts) {
    if (fact.about_result || fact.about_float || !fact.tensor.empty()) continue;
    facts.push_back(rewrite_reads(fact.condition,
                                  [](const std::string& name, const std::vector<Term>&) { return variable(name); }));
  }
  return facts;
}

std::vector<Term> float_facts(const ProgramItem& item) {
  std::vector<Term> facts;
  for (const ProgramFact& fact : item.facts)
    if (fact.about_float) facts.push_back(fact.condition);
  return facts;
}

std::vector<Term> declared_atoms(const ProgramItem& item) {
  std::vector<Term> atoms;
  for (const SizeParameter& size : item.sizes)
    atoms.push_back(variable(size.name));
  for (const ItemParameter& parameter : item.parameters)
    if (is_scalar_integer(item.values[parameter.value].type)) atoms.push_back(variable(parameter.name));
  return atoms;
}

std::vector<Obligation> obligations_of(const Program& program, const ProgramItem& item) {
  return Reader(program, item).read_all();
}

}  // namespace kina
