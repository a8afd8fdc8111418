/// \file
/// The syntax tree: what the parser reads and the checker elaborates (design section 4). Values only; shared
/// subtrees are immutable.
#pragma once

#include "spec/lang/source.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace kina::syntax {

struct Identifier {
  std::string text;
  Place place;
};

struct Expression;
using ExpressionPointer = std::shared_ptr<const Expression>;

/// A name in an expression: a size, a parameter, a local, or an element type where one is expected.
struct Name {
  std::string text;
};
/// An integer literal, at most 2^63 - 1.
struct Integer {
  std::int64_t value = 0;
};
/// A decimal literal or `inf`.
struct Decimal {
  double value = 0;
  std::string text;
};
struct Boolean {
  bool value = false;
};

enum class UnaryOperator { negate, logical_not };
struct Unary {
  UnaryOperator operation;
  ExpressionPointer operand;
  Place operator_place;
};

enum class BinaryOperator {
  logical_or,
  logical_and,
  equal,
  not_equal,
  less,
  less_equal,
  greater,
  greater_equal,
  add,
  subtract,
  multiply,
  divide,
  remainder,
  matmul,
};
struct Binary {
  BinaryOperator operation;
  ExpressionPointer left;
  ExpressionPointer right;
  Place operator_place;
};

/// `value` or `name=value` in a call.
struct Argument {
  std::optional<Identifier> name;
  ExpressionPointer value;
};
/// `T=S + 1` in `forward[T=S + 1](...)`.
struct SizeArgument {
  Identifier name;
  ExpressionPointer value;
};
/// A call of an operation or of a function: `concat(a, b, axis=3)`, `forward[T=S + 1](tokens)`.
struct Call {
  Identifier callee;
  std::vector<SizeArgument> sizes;
  std::vector<Argument> arguments;
};

/// One axis of `x[a:b, :, i]`: a range (either bound may be left out) or an index.
struct SubscriptAxis {
  bool is_range = false;
  ExpressionPointer lower;  ///< the range's start, or null
  ExpressionPointer upper;  ///< the range's stop, or null
  ExpressionPointer index;  ///< the index, when this is not a range
  Place place;
};
struct Subscript {
  ExpressionPointer base;
  std::vector<SubscriptAxis> axes;
  Place brackets;
};

/// `[B, 1, H, Dh]`: a shape or a permutation. It stands only as an argument of a call.
struct List {
  std::vector<ExpressionPointer> items;
};

struct Expression {
  Place place;
  std::variant<Name, Integer, Decimal, Boolean, Unary, Binary, Call, Subscript, List> node;
};

/// `f32[B, H, S + 1]`.
struct Type {
  Identifier element;
  std::vector<ExpressionPointer> extents;
  Place place;
};

/// `name: type`, a parameter or a result.
struct Declaration {
  Identifier name;
  Type type;
};

/// One fact of a `where`: a chain of comparisons such as `0 <= token_ids < V`.
struct Fact {
  std::vector<ExpressionPointer> operands;  ///< one more than comparisons
  std::vector<BinaryOperator> comparisons;  ///< each between two neighbours
  Place place;
};

struct Statement;

/// `x = e`, `(a, b) = f(...)`; a target `_` discards.
struct Assignment {
  std::vector<Identifier> targets;
  bool is_tuple = false;
  ExpressionPointer value;
};
struct Carry {
  Identifier name;
  ExpressionPointer initial;
};
/// `next x = e` or `stack k = e` in a loop's body.
struct LoopResult {
  Identifier name;
  ExpressionPointer value;
  Place place;
};
/// `for l in 0..L carry x = e, y = e { ... }`.
struct For {
  Identifier variable;
  ExpressionPointer lower;
  ExpressionPointer upper;
  std::vector<Carry> carries;
  std::vector<Statement> body;
  std::vector<LoopResult> nexts;
  std::vector<LoopResult> stacks;
};
struct Return {
  std::vector<ExpressionPointer> values;
};
/// `assert a == b`; any comparison.
struct Assert {
  BinaryOperator comparison;
  ExpressionPointer left;
  ExpressionPointer right;
};
struct Statement {
  Place place;
  std::variant<Assignment, For, Return, Assert> node;
};

enum class ItemKind { function, theorem };

/// A `fn` or a `theorem`.
struct Item {
  ItemKind kind = ItemKind::function;
  std::string documentation;  ///< the `///` lines above it, without their slashes
  Identifier name;
  std::vector<Identifier> sizes;
  std::vector<Declaration> parameters;
  std::vector<Declaration> results;
  std::vector<Fact> facts;
  std::vector<Statement> body;
  Place place;       ///< the whole item
  Place body_close;  ///< its closing brace
};

/// `import "relative/path.kina"`.
struct Import {
  std::string path;
  Place place;
};

/// One parsed file.
struct File {
  std::vector<Import> imports;
  std::vector<Item> items;
};

}  // namespace kina::syntax
