/// \file
/// Terms: sizes, indices, conditions and tensor elements, as immutable values (docs/decisions/one-term-language.md).
///
/// A term is read by folds: evaluated (spec/evaluate), translated for the solver (spec/smt), rendered (spec/render),
/// normalised (spec/dim). An operation's premises, its result's extents and its element are terms, so each of these
/// readings holds for every operation without being told about it.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace kina {

/// The element types of the language (design section 4).
enum class ElementType : std::uint8_t { f32, f64, i32, i64, boolean };

/// What stands at the head of a term.
enum class Operator : std::uint8_t {
  // leaves
  integer,   ///< an integer literal; beside an operand it takes its element type
  number,    ///< a float literal
  boolean,   ///< true or false
  variable,  ///< a size, an index variable or an integer scalar, by name
  read,      ///< the element of the tensor `name` at the indices that are the arguments
  // arithmetic; on integers `divide` and `remainder` floor
  add,
  subtract,
  multiply,
  divide,
  remainder,
  negate,
  minimum,
  maximum,
  power,
  absolute,
  exponential,
  logarithm,
  square_root,
  sine,
  cosine,
  hyperbolic_tangent,
  // comparisons and logic
  equal,
  not_equal,
  less,
  less_equal,
  greater,
  greater_equal,
  logical_and,
  logical_or,
  logical_not,
  // choice and conversion
  select,  ///< arguments: condition, value if true, value if false
  cast,    ///< to `cast_type()`
  // ordered folds over the variable `name` in 0 <= name < bound; arguments: bound, body
  fold_sum,      ///< starts from +0
  fold_maximum,  ///< starts from -infinity; over integers the first value
  fold_minimum,  ///< starts from +infinity; over integers the first value
  fold_argmax,   ///< the lowest index of the greatest value; NaN ranks highest
};

[[nodiscard]] bool is_fold(Operator operation);
[[nodiscard]] bool is_comparison(Operator operation);

/// An immutable term with value semantics. Copies share structure.
class Term {
public:
  /// The integer 0.
  Term();

  [[nodiscard]] Operator operation() const;
  [[nodiscard]] const std::vector<Term>& arguments() const;
  /// The value of an `integer` or (0 or 1) a `boolean`.
  [[nodiscard]] std::int64_t integer_value() const;
  /// The value of a `number`.
  [[nodiscard]] double number_value() const;
  /// The name of a `variable`, of the tensor that is `read`, or of a fold's variable.
  [[nodiscard]] const std::string& name() const;
  [[nodiscard]] ElementType cast_type() const;
  [[nodiscard]] std::size_t hash() const;

  [[nodiscard]] bool is(Operator operation) const { return this->operation() == operation; }
  [[nodiscard]] bool is_integer(std::int64_t value) const;

  /// Structural equality.
  friend bool operator==(const Term& left, const Term& right);
  /// A structural total order; it does not depend on addresses, so neither does any output.
  [[nodiscard]] static int compare(const Term& left, const Term& right);
  friend bool operator<(const Term& left, const Term& right) { return compare(left, right) < 0; }

  struct Node;
  explicit Term(std::shared_ptr<const Node> node) : node_(std::move(node)) {}

private:
  std::shared_ptr<const Node> node_;
};

/// An integer term: a size or an index.
using Dim = Term;

[[nodiscard]] Term integer(std::int64_t value);
[[nodiscard]] Term number(double value);
[[nodiscard]] Term boolean(bool value);
[[nodiscard]] Term variable(std::string name);
[[nodiscard]] Term read(std::string tensor, std::vector<Term> indices);
[[nodiscard]] Term apply(Operator operation, std::vector<Term> arguments);
[[nodiscard]] Term cast(ElementType type, Term value);
/// A fold of `body` over `variable` in `0 <= variable < bound`.
[[nodiscard]] Term fold(Operator operation, std::string variable, Term bound, Term body);

[[nodiscard]] Term operator+(Term left, Term right);
[[nodiscard]] Term operator-(Term left, Term right);
[[nodiscard]] Term operator*(Term left, Term right);
/// Floors on integers.
[[nodiscard]] Term operator/(Term left, Term right);
[[nodiscard]] Term operator%(Term left, Term right);
[[nodiscard]] Term operator-(Term value);

[[nodiscard]] Term equal(Term left, Term right);
[[nodiscard]] Term not_equal(Term left, Term right);
[[nodiscard]] Term less(Term left, Term right);
[[nodiscard]] Term less_equal(Term left, Term right);
[[nodiscard]] Term select(Term condition, Term if_true, Term if_false);
[[nodiscard]] Term logical_not(Term condition);
/// The conjunction; `true` of none.
[[nodiscard]] Term all_of(std::vector<Term> conditions);
/// The disjunction; `false` of none.
[[nodiscard]] Term any_of(std::vector<Term> conditions);
/// `low <= value < high`.
[[nodiscard]] Term in_range(const Term& low, const Term& value, const Term& high);
/// The product; 1 of none.
[[nodiscard]] Term product(const std::vector<Term>& factors);

/// The same head over other arguments.
[[nodiscard]] Term with_arguments(const Term& term, std::vector<Term> arguments);

/// Replaces free variables; a fold's variable is renamed where it would capture.
using Substitution = std::map<std::string, Term>;
[[nodiscard]] Term substitute(const Term& term, const Substitution& substitution);

/// Replaces every read by what `replace` returns for its tensor and its (already rewritten) indices.
using ReadRewriter = std::function<Term(const std::string& tensor, const std::vector<Term>& indices)>;
[[nodiscard]] Term rewrite_reads(const Term& term, const ReadRewriter& replace);

[[nodiscard]] std::set<std::string> free_variables(const Term& term);

/// Calls `visit` on the term and each of its subterms, parents first; subterms below a `visit` that returns false are
/// left out.
void visit_terms(const Term& term, const std::function<bool(const Term&)>& visit);

}  // namespace kina
