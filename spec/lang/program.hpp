/// \file
/// A checked program: every name resolved, every type known, every operation a rule of the catalogue with its sizes.
///
/// The shapes are symbolic. What has to hold for them (premises, agreement of calls, declared results) is not decided
/// here: the obligations are read off this program by proofs/obligations.
#pragma once

#include "spec/lang/diagnostic.hpp"
#include "spec/lang/source.hpp"
#include "spec/lang/syntax.hpp"
#include "spec/rule.hpp"
#include "spec/term.hpp"
#include "spec/type.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace kina {

/// A tensor of an item: a parameter, or what a step computes.
using ValueId = std::size_t;

struct Value {
  /// The name that the source gives it, or "".
  std::string name;
  Type type;
  /// The expression that it is the value of.
  Place place;
};

/// A literal scalar.
struct LiteralStep {
  ValueId result = 0;
  Term literal;
};

/// A size as an i64 scalar.
struct SizeStep {
  ValueId result = 0;
  Dim size;
};

/// A use of an operation.
struct OperationStep {
  const Operation* operation = nullptr;
  Instance instance;
  /// The rule at this instance.
  Rule rule;
  std::vector<ValueId> operands;
  /// The values of the rule's sizes: attribute sizes and operand extents, over the item's names.
  Substitution sizes;
  ValueId result = 0;
  /// The operation's name, operator or brackets, and the whole expression.
  Place place;
  Place whole;
  /// For an axis of a slice, its place.
  std::vector<Place> axis_places;
};

/// A condition that the language requires beside the operations' premises: `call/agree`, `return/agree`,
/// `size/divisor`, ...
struct Requirement {
  std::string code;
  ObligationKind kind = ObligationKind::typing;
  std::optional<std::size_t> axis;
  /// Over sizes and integer scalars; reads are of this item's values.
  Term condition;
  Place place;
  /// What is wrong when it fails.
  std::string violation;
  std::string requirement;
  /// Where it was declared, for a note: the text and the place of the callee's parameter, say.
  std::string note;
  /// The values that it is about: if one comes from a failed step, this failure is a consequence.
  std::vector<ValueId> about;
};

/// A call of a function of the program.
struct CallStep {
  std::size_t callee = 0;  ///< an index into `Program::items`
  Substitution sizes;      ///< of the callee's sizes, over this item's names
  std::vector<ValueId> arguments;
  std::vector<ValueId> results;
  Place place;
};

struct Step;

/// A `for` over a leading axis.
struct LoopStep {
  std::string variable;
  Dim bound;
  struct Carry {
    ValueId initial = 0;
    ValueId inside = 0;  ///< its value in the body
    ValueId next = 0;
    ValueId after = 0;
  };
  struct Stack {
    ValueId value = 0;  ///< in the body
    ValueId after = 0;  ///< with a leading axis of `bound`
  };
  std::vector<Carry> carries;
  std::vector<Stack> stacks;
  std::vector<Step> body;
  Place place;
};

struct Step {
  std::variant<LiteralStep, SizeStep, OperationStep, Requirement, CallStep, LoopStep> node;
};

/// The variable that stands for any index on an axis in a fact. No user can write its name.
[[nodiscard]] Term any_index(std::size_t axis);
[[nodiscard]] std::vector<Term> any_indices(std::size_t rank);

/// A comparison of a `where`.
struct ProgramFact {
  /// Over sizes and integer scalars by name; `read("name", any_indices(rank))` is any element of a tensor parameter or
  /// result.
  Term condition;
  /// The tensor parameter or result whose every element it is about, or "".
  std::string tensor;
  /// Whether it mentions a result: then it is proved in the body and known to callers.
  bool about_result = false;
  /// Whether it bounds a float parameter.
  bool about_float = false;
  Place place;
};

struct SizeParameter {
  std::string name;
  /// 0 where `where` says so, 1 otherwise.
  std::int64_t least = 1;
  Place place;
};

struct ItemParameter {
  std::string name;
  ValueId value = 0;
  Place place;
};

struct ItemResult {
  std::string name;
  Type type;
  Place place;
};

struct Assertion {
  Operator comparison = Operator::equal;
  ValueId left = 0;
  ValueId right = 0;
  Place place;
};

/// A checked `fn` or `theorem`.
struct ProgramItem {
  syntax::ItemKind kind = syntax::ItemKind::function;
  std::string name;
  std::string documentation;
  Place place;  ///< of its name
  std::vector<SizeParameter> sizes;
  std::vector<ItemParameter> parameters;
  std::vector<ItemResult> results;
  std::vector<ProgramFact> facts;
  std::vector<Value> values;
  /// What its signature requires: extents that are non-negative, divisors that are positive.
  std::vector<Requirement> signature;
  std::vector<Step> body;
  std::vector<ValueId> returned;
  std::vector<Assertion> assertions;
};

/// A file with what it imports. Items of the file itself have `place.file == 0`.
struct Program {
  std::vector<Source> sources;
  std::vector<ProgramItem> items;
  /// Syntax, names and types; in source order.
  std::vector<Diagnostic> diagnostics;
};

[[nodiscard]] const ProgramItem* find_item(const Program& program, const std::string& name);

}  // namespace kina
