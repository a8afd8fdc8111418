#include "proofs/rule_obligations.hpp"

#include "spec/definedness.hpp"
#include "spec/render.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <iterator>
#include <set>

namespace kina {
namespace {

class RuleReader {
public:
  explicit RuleReader(const Rule& rule) : rule_(rule) {
    for (const RuleOperand& operand : rule.operands) {
      for (const Dim& extent : operand.type.extents) {
        facts_.push_back(less_equal(integer(0), extent));
        declared_.push_back(extent);
      }
    }
    for (const std::string& size : rule.sizes)
      declared_.push_back(variable(size));
    for (const Premise& premise : rule.premises)
      if (premise.indices.empty() && !is_about_elements(premise.condition)) facts_.push_back(premise.condition);
  }

  std::vector<Obligation> of_use() {
    for (std::size_t axis = 0; axis < rule_.result.rank(); ++axis) {
      Obligation extent = start("result/extent", ObligationKind::typing);
      extent.axis = axis;
      extent.question.goal = less_equal(integer(0), rule_.result.extents[axis]);
      extent.violation = fmt::format("the result's extent on axis {} may be negative", axis);
      finish(std::move(extent));
    }
    for (std::size_t axis = 0; axis < rule_.result.rank(); ++axis)
      facts_.push_back(in_range(integer(0), index_variable(axis), rule_.result.extents[axis]));
    walk(rule_.element);
    return std::move(obligations_);
  }

  std::vector<Obligation> of_premises() {
    Obligation satisfiable = start("where/satisfiable", ObligationKind::typing);
    satisfiable.question.goal = boolean(false);
    satisfiable.violation = "the premises can't hold together";
    finish(std::move(satisfiable));
    return std::move(obligations_);
  }

  /// The result is written in the extents of some operands. Those that it does not use, nor its element, have to be
  /// fixed by the ones that it does: then it is the same from whichever operand it is written. Extents that bounds are
  /// about, such as a table's, may be anything in these bounds. Where an extent is 0, others may be anything too.
  std::vector<Obligation> of_result() {
    std::set<std::string> used = free_variables(rule_.element);
    for (const Dim& extent : rule_.result.extents)
      used.merge(free_variables(extent));
    for (const Premise& premise : rule_.premises)
      if (premise.kind != ObligationKind::typing) used.merge(free_variables(premise.condition));
    Substitution others;
    for (const Dim& atom : declared_)
      if (!used.contains(atom.name())) others.emplace(atom.name(), variable(atom.name() + "'"));
    for (const Dim& atom : declared_)
      facts_.push_back(less_equal(integer(1), atom));
    for (std::size_t k = 0, count = facts_.size(); k < count; ++k)
      if (Term other = substitute(facts_[k], others); !(other == facts_[k])) facts_.push_back(std::move(other));
    for (const auto& [name, other] : others) {
      Obligation unique = start("result/unique", ObligationKind::typing);
      unique.question.goal = equal(variable(name), other);
      unique.violation = fmt::format("the result does not depend on {}, which may be more than one", name);
      finish(std::move(unique));
    }
    return std::move(obligations_);
  }

private:
  bool is_about_elements(const Term& condition) const {
    bool result = false;
    visit_terms(condition, [&](const Term& term) {
      result = result || term.is(Operator::read);
      return true;
    });
    // A premise about a scalar operand is a fact like one about a size.
    return result && std::any_of(rule_.operands.begin(), rule_.operands.end(), [&](const RuleOperand& operand) {
             bool reads = false;
             visit_terms(condition, [&](const Term& term) {
               reads = reads || (term.is(Operator::read) && term.name() == operand.name);
               return true;
             });
             return reads && (operand.type.rank() > 0 || is_floating(operand.type.element));
           });
  }

  Obligation start(std::string name, ObligationKind kind) const {
    Obligation obligation;
    obligation.item = rule_.name;
    obligation.name = rule_.name + "/" + std::move(name);
    obligation.kind = kind;
    obligation.question.declared = declared_;
    return obligation;
  }

  void finish(Obligation obligation) {
    obligation.question.facts = facts_;
    obligation.shown = obligation.question.goal;
    obligations_.push_back(std::move(obligation));
  }

  const RuleOperand* operand_of(const Term& read) const {
    const auto found = std::find_if(rule_.operands.begin(), rule_.operands.end(),
                                    [&](const RuleOperand& operand) { return operand.name == read.name(); });
    return found == rule_.operands.end() ? nullptr : &*found;
  }

  /// Premises about every element, at the element that is read.
  std::vector<Term> facts_about(const Term& term) const {
    std::vector<Term> facts;
    for (const Premise& premise : rule_.premises) {
      if (premise.indices.empty() && !is_about_elements(premise.condition)) continue;
      visit_terms(premise.condition, [&](const Term& read) {
        if (!read.is(Operator::read) || read.name() != term.name()) return true;
        Substitution at;
        for (std::size_t k = 0; k < read.arguments().size(); ++k)
          if (read.arguments()[k].is(Operator::variable)) at[read.arguments()[k].name()] = term.arguments()[k];
        facts.push_back(substitute(premise.condition, at));
        return true;
      });
    }
    return facts;
  }

  std::optional<ElementType> type_of(const Term& term) const {
    return element_type_of(term, [&](const std::string& name) -> std::optional<ElementType> {
      for (const RuleOperand& operand : rule_.operands)
        if (operand.name == name) return operand.type.element;
      return std::nullopt;
    });
  }

  /// Visits the element with what is known on the way: guards of choices, and the range of a fold's variable.
  void walk(const Term& term) {
    const auto& arguments = term.arguments();
    if (term.is(Operator::select)) {
      walk(arguments[0]);
      // A condition on elements says nothing about indices.
      const bool decides = !is_about_elements(arguments[0]);
      with_fact(decides ? arguments[0] : boolean(true), [&] { walk(arguments[1]); });
      with_fact(decides ? logical_not(arguments[0]) : boolean(true), [&] { walk(arguments[2]); });
      return;
    }
    if (is_fold(term.operation())) {
      walk(arguments[0]);
      with_fact(in_range(integer(0), variable(term.name()), arguments[0]), [&] { walk(arguments[1]); });
    } else {
      for (const Term& argument : arguments)
        walk(argument);
    }
    if (term.is(Operator::read)) {
      const RuleOperand* operand = operand_of(term);
      const std::size_t before = facts_.size();
      for (const Term& argument : arguments)
        add_facts_of_reads(argument);
      for (std::size_t axis = 0; axis < arguments.size(); ++axis) {
        Obligation bounds = start("read", ObligationKind::bounds);
        bounds.axis = axis;
        bounds.question.goal = in_range(integer(0), arguments[axis], operand->type.extents[axis]);
        bounds.violation = fmt::format("the element may read '{}' out of bounds on axis {}", operand->name, axis);
        finish(std::move(bounds));
      }
      facts_.resize(before);
    }
    const Term defined = defined_when(term, [&](const Term& part) { return type_of(part); });
    if (defined == boolean(true)) return;
    const std::size_t before = facts_.size();
    add_facts_of_reads(defined);
    Obligation obligation = start("defined", ObligationKind::range);
    obligation.question.goal = defined;
    obligation.violation = fmt::format("a part of the element may have no value: {}", to_text(term));
    finish(std::move(obligation));
    facts_.resize(before);
  }

  /// What the premises say of the elements that a term reads.
  void add_facts_of_reads(const Term& term) {
    visit_terms(term, [&](const Term& inner) {
      if (inner.is(Operator::read))
        for (Term& fact : facts_about(inner))
          facts_.push_back(std::move(fact));
      return true;
    });
  }

  template <typename Action> void with_fact(Term fact, const Action& action) {
    facts_.push_back(std::move(fact));
    action();
    facts_.pop_back();
  }

  const Rule& rule_;
  std::vector<Term> facts_;
  std::vector<Term> declared_;
  std::vector<Obligation> obligations_;
};

}  // namespace

std::vector<Obligation> use_obligations(const Rule& rule) { return RuleReader(rule).of_use(); }

std::vector<Obligation> rule_obligations(const Rule& rule) {
  std::vector<Obligation> all;
  for (std::vector<Obligation> part :
       std::array{RuleReader(rule).of_premises(), use_obligations(rule), RuleReader(rule).of_result()})
    std::move(part.begin(), part.end(), std::back_inserter(all));
  return all;
}

}  // namespace kina
