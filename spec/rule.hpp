/// \file
/// An operation is one value: how it is written, its operands, its premises, its result and its element.
///
/// A `Rule` is an operation at one rank and with its attributes fixed. Everything in it is a term, and everything that
/// Kina knows about an operation is a fold over these terms: the checker's obligations, the proofs of the gate, the
/// reference evaluator, the manual.
#pragma once

#include "spec/term.hpp"
#include "spec/type.hpp"

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace kina {

/// What an obligation is about (design section 8).
enum class ObligationKind { typing, bounds, range, loop, theorem, law };
[[nodiscard]] std::string_view name_of(ObligationKind kind);

/// A premise: a named condition on an operation's operands, proved wherever the operation is used.
struct Premise {
  /// `agree` in `concat/agree`.
  std::string name;
  ObligationKind kind = ObligationKind::typing;
  /// The operand axis that it is about, if it is about one.
  std::optional<std::size_t> axis;
  /// A condition over the rule's sizes, and over operand elements read at `indices`.
  Term condition;
  /// The condition holds for every value of these variables: name and extent.
  struct Index {
    std::string name;
    Dim extent;
  };
  std::vector<Index> indices;
  /// For an equation of extents: whether `broadcast` would stretch the right side if it were 1.
  bool stretches = false;
  /// What is required, as a sentence of the manual: "Every axis but the concatenated one has one extent."
  std::string requirement;
  /// What is wrong when it fails: "operands differ on axis 3, which is not concatenated".
  std::string violation;
};

/// One operand of a rule: a tensor whose extents are variables (`x.0`, `x.1`, ...).
struct RuleOperand {
  std::string name;
  Type type;
};

/// An operation at one rank, with its attributes fixed.
struct Rule {
  std::string name;
  std::vector<RuleOperand> operands;
  /// Variables that stand for size attributes, in the order of the parameters: `low`, `shape.0`, `stop.2`.
  std::vector<std::string> sizes;
  std::vector<Premise> premises;
  Type result;
  /// The meaning of the result's element at the index variables `i0`, `i1`, ...: reads of the operands, arithmetic,
  /// folds and choices.
  Term element;
};

/// The variable for an operand's extent, `x.0`, and for the result's index on an axis, `i0`.
[[nodiscard]] Term extent_of(const std::string& operand, std::size_t axis);
[[nodiscard]] Term index_variable(std::size_t axis);
[[nodiscard]] std::vector<Term> index_variables(std::size_t rank);

/// One axis of a slice: taken whole, cut to a range of sizes, or indexed by a scalar, which drops it.
enum class SliceAxis { whole, range, index };

/// What fixes a rule: ranks, element types and attributes. An operation uses the fields that its parameters name.
struct Instance {
  std::vector<std::size_t> ranks;  ///< of each tensor operand
  std::vector<ElementType> types;  ///< of each tensor operand
  std::size_t axis = 0;
  std::size_t shape_rank = 0;  ///< the rank of a `shape` attribute
  std::vector<std::size_t> permutation;
  bool flag = false;
  ElementType element_type = ElementType::f32;
  std::vector<SliceAxis> slices;
  /// For `broadcast`: per operand axis, whether an extent of 1 is stretched.
  std::vector<bool> stretched;
  /// For a quotient: whether the divisor is one scalar for all elements, looked at through `broadcast`.
  bool scalar_divisor = false;
};

/// What an argument of an operation is.
enum class ParameterKind {
  tensor,           ///< an operand
  tensors,          ///< two or more operands
  axis,             ///< a static axis, which may be negative
  size,             ///< a size term
  shape,            ///< a list of size terms
  stretched_shape,  ///< a shape that an operand is stretched to
  permutation,      ///< a static list of axes
  element_type,     ///< `f32`, ...
  flag,             ///< `true` or `false`
  slices,           ///< what stands between the brackets of `x[a:b, :, i]`
};

/// One argument of an operation, as it is written and checked.
struct Parameter {
  std::string name;
  ParameterKind kind = ParameterKind::tensor;
  /// What it is, as a sentence of the manual.
  std::string says;
  TypePattern types = TypePattern::any;
  /// Operands with one letter have one element type.
  std::string type_variable = "T";
  std::size_t least_rank = 0;
  std::size_t greatest_rank = SIZE_MAX;
  /// Operands with one letter have one rank.
  std::string rank_variable = {};
  /// It is given by name only: `axis=3`.
  bool by_name = false;
  /// The source text of its default, or "" where it has to be given.
  std::string default_text = {};
  /// For an axis: the operand that it is an axis of. For a permutation: the operand that it permutes.
  std::string of = {};
};

/// How an operation is written where it is not called by its name.
enum class Notation { call, prefix, infix, subscript };

/// An operation of the language.
struct Operation {
  std::string name;
  Notation notation = Notation::call;
  /// `+` for an operator, "" otherwise.
  std::string spelling;
  /// One sentence.
  std::string summary;
  /// Whether its operands stretch: `broadcast(e)`, scalar literals and sizes take the others' shape.
  bool elementwise = false;
  std::vector<Parameter> parameters;
  std::function<Rule(const Instance&)> rule;
};

/// The operand names and types of a rule: operand `k` of the instance with extents `name.0`, `name.1`, ...
[[nodiscard]] RuleOperand make_operand(const Instance& instance, std::size_t position, std::string name);

}  // namespace kina
