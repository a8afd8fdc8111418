#include "spec/lang/operators.hpp"

#include <algorithm>
#include <array>
#include <iterator>

namespace kina {
namespace {

/// The operators of one arity as rows of their own.
template <typename Row, typename Operation> std::vector<Row> rows_of() {
  std::vector<Row> rows;
  int precedence = 0;
  for (const OperatorLevel& level : operator_levels()) {
    ++precedence;
    for (const OperatorLevel::Row& row : level.rows)
      if (const auto* operation = std::get_if<Operation>(&row.operation))
        rows.push_back({std::string(spelling(row.token)), precedence, *operation});
  }
  return rows;
}

}  // namespace

const std::vector<OperatorLevel>& operator_levels() {
  using enum syntax::BinaryOperator;
  using enum syntax::UnaryOperator;
  static const std::vector<OperatorLevel> levels{
      {"disjunction", Associativity::left, {{TokenKind::or_keyword, logical_or}}},
      {"conjunction", Associativity::left, {{TokenKind::and_keyword, logical_and}}},
      {"negation", Associativity::prefix, {{TokenKind::not_keyword, logical_not}}},
      {"comparison",
       Associativity::none,
       {{TokenKind::equal, equal},
        {TokenKind::not_equal, not_equal},
        {TokenKind::less, less},
        {TokenKind::less_equal, less_equal},
        {TokenKind::greater, greater},
        {TokenKind::greater_equal, greater_equal}}},
      {"sum", Associativity::left, {{TokenKind::plus, add}, {TokenKind::minus, subtract}}},
      {"product",
       Associativity::left,
       {{TokenKind::star, multiply},
        {TokenKind::slash, divide},
        {TokenKind::percent, remainder},
        {TokenKind::at, matmul}}},
      {"sign", Associativity::prefix, {{TokenKind::minus, negate}}},
  };
  return levels;
}

const std::vector<OperatorRow>& operator_table() {
  static const std::vector<OperatorRow> rows = rows_of<OperatorRow, syntax::BinaryOperator>();
  return rows;
}

const std::vector<PrefixRow>& prefix_table() {
  static const std::vector<PrefixRow> rows = rows_of<PrefixRow, syntax::UnaryOperator>();
  return rows;
}

int comparison_precedence() {
  const std::vector<OperatorLevel>& levels = operator_levels();
  const auto comparisons = std::find_if(levels.begin(), levels.end(), [](const OperatorLevel& level) {
    return level.associativity == Associativity::none;
  });
  return static_cast<int>(std::distance(levels.begin(), comparisons)) + 1;
}

const char* spelling(syntax::BinaryOperator operation) {
  for (const OperatorRow& row : operator_table())
    if (row.operation == operation) return row.spelling.c_str();
  return "";
}

bool continues_line(TokenKind kind) {
  constexpr std::array marks{TokenKind::comma, TokenKind::assign, TokenKind::arrow, TokenKind::colon, TokenKind::range};
  if (std::find(marks.begin(), marks.end(), kind) != marks.end()) return true;
  const std::vector<OperatorLevel>& levels = operator_levels();
  return std::any_of(levels.begin(), levels.end(), [&](const OperatorLevel& level) {
    return std::any_of(level.rows.begin(), level.rows.end(),
                       [&](const OperatorLevel::Row& row) { return row.token == kind; });
  });
}

}  // namespace kina
