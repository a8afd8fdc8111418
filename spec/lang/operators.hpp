/// \file
/// The operators by how tightly they bind. The parser reads its precedences from this table, and the grammar its
/// levels.
#pragma once

#include "spec/lang/syntax.hpp"
#include "spec/lang/token.hpp"

#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace kina {

/// How operators of one level follow one another.
enum class Associativity {
  left,    ///< `a - b - c` is `(a - b) - c`
  none,    ///< one of them at most: `a < b < c` is no expression
  prefix,  ///< before their operand
};

/// Operators of one precedence, and what an expression of them is called.
struct OperatorLevel {
  struct Row {
    TokenKind token;
    std::variant<syntax::UnaryOperator, syntax::BinaryOperator> operation;
  };
  std::string_view name;
  Associativity associativity;
  std::vector<Row> rows;
};

/// The levels, loosest first. A precedence is a position in this list, counted from 1.
[[nodiscard]] const std::vector<OperatorLevel>& operator_levels();

/// An operator between two operands.
struct OperatorRow {
  std::string spelling;
  int precedence;  ///< higher binds tighter
  syntax::BinaryOperator operation;
};
[[nodiscard]] const std::vector<OperatorRow>& operator_table();

/// An operator before its operand.
struct PrefixRow {
  std::string spelling;
  int precedence;
  syntax::UnaryOperator operation;
};
[[nodiscard]] const std::vector<PrefixRow>& prefix_table();

/// The precedence of the comparisons; what stands beside one binds tighter.
[[nodiscard]] int comparison_precedence();

/// The spelling of an operator in the source: `+`, `==`, `and`.
[[nodiscard]] const char* spelling(syntax::BinaryOperator operation);

/// Whether a line that ends in this token goes on on the next one: after an operator, a comma and such.
[[nodiscard]] bool continues_line(TokenKind kind);

}  // namespace kina
