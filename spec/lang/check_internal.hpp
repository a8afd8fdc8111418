/// \file
/// The checker of one item; its parts are in the files check_*.cpp.
#pragma once

#include "spec/catalogue.hpp"
#include "spec/lang/checker.hpp"
#include "spec/lang/program.hpp"
#include "spec/lang/syntax.hpp"

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace kina::checking {

/// The items that a file can call: its own and those it imports.
using ItemTable = std::map<std::string, std::size_t>;

/// What an expression is before it is used: beside another operand a literal, a size and a `broadcast(e)` take its
/// shape, and a literal its element type.
struct Operand {
  enum class Kind { value, literal, size, stretched };
  Kind kind = Kind::value;
  ValueId value = 0;  ///< of a value, and of the tensor that is stretched
  Term term;          ///< the literal, or the size
  Place place;
};

/// Nothing after an error, which has been reported: what depends on it stays silent.
using MaybeOperand = std::optional<Operand>;

class ItemChecker {
public:
  ItemChecker(Program& program, std::size_t item, const syntax::Item& source, const ItemTable& table)
      : program_(program), index_(item), source_(source), table_(table) {}

  /// Sizes, parameters, results and facts. All signatures are checked before any body.
  void check_signature();
  void check_body();

private:
  // check_item.cpp
  void declare_sizes();
  void find_least_sizes();
  void declare_results();
  void check_facts();
  std::optional<Term> fact_term(const syntax::Expression& expression, ProgramFact& fact);
  std::optional<Term> fact_name(const syntax::Name& name, Place place, ProgramFact& fact);
  std::optional<Type> checked_type(const syntax::Type& type);
  bool declare_name(const syntax::Identifier& name);

  // check_statement.cpp
  void check_statement(const syntax::Statement& statement);
  void check_assignment(const syntax::Assignment& assignment, Place place);
  void bind(const syntax::Identifier& target, std::optional<ValueId> value);
  void check_loop(const syntax::For& loop, Place place);
  void check_return(const syntax::Return& statement, Place place);
  void check_assert(const syntax::Assert& statement, Place place);
  void require_equal_types(const std::string& code, const Type& found, const Type& expected, Place place,
                           const std::string& what, ValueId value, const std::string& note);

  // check_size.cpp
  std::optional<Dim> size_term(const syntax::Expression& expression);
  std::optional<std::vector<Dim>> shape_terms(const syntax::Expression& expression, const std::string& operation);
  void require_divisor(const Dim& divisor, Place place);
  std::optional<Term> combined_sizes(syntax::BinaryOperator operation, const Term& left, const Term& right,
                                     Place divisor_place);

  // check_expression.cpp
  MaybeOperand expression(const syntax::Expression& expression);
  MaybeOperand name_expression(const syntax::Name& name, Place place);
  MaybeOperand unary_expression(const syntax::Unary& unary, Place place);
  MaybeOperand binary_expression(const syntax::Binary& binary, Place place);
  MaybeOperand call_expression(const syntax::Call& call, Place place);
  MaybeOperand extremum_of_sizes(const syntax::Call& call, Place place, bool& handled);
  std::optional<ValueId> materialised(const Operand& operand, std::optional<ElementType> wanted,
                                      const std::string& operation);
  std::optional<ValueId> value_expression(const syntax::Expression& source, std::optional<ElementType> wanted,
                                          const std::string& operation);

  // check_operation.cpp
  std::optional<ValueId> elementwise(const Operation& operation, const std::vector<Operand>& operands, Place place,
                                     Place whole);
  std::optional<ValueId> matmul(const Operand& left, const Operand& right, Place place, Place whole);
  std::optional<ValueId> stretched_to(ValueId value, const std::vector<Dim>& shape, Place place);
  MaybeOperand operation_call(const Operation& operation, const syntax::Call& call, Place place);
  MaybeOperand subscript(const syntax::Subscript& subscript, Place place);
  std::optional<ValueId> emit(const Operation& operation, Instance instance, std::vector<ValueId> operands,
                              Substitution sizes, Place place, Place whole, std::vector<Place> axis_places = {});
  bool accepts(const Operation& operation, const Parameter& parameter, ElementType type, Place place);
  std::optional<std::size_t> static_axis(const syntax::Expression& expression, std::size_t rank,
                                         const std::string& operation);
  bool is_scalar_source(ValueId value) const;

  // check_call.cpp
  std::optional<std::vector<ValueId>> function_call(const syntax::Call& call, Place place);

  // check_item.cpp: results of checking
  Value& value(ValueId id) { return item().values[id]; }
  const Type& type_of(ValueId id) const { return program_.items[index_].values[id].type; }
  ProgramItem& item() { return program_.items[index_]; }
  ValueId new_value(Type type, Place place, std::string name = {});
  void add_step(Step step) { steps_->push_back(std::move(step)); }
  void require(Requirement requirement);
  Diagnostic& report(std::string code, Place place, std::string message, std::string label = {});
  std::string shown(const Operand& operand);
  std::string text_at(Place place) const;
  std::vector<std::string> visible_names() const;

  Program& program_;
  std::size_t index_;
  const syntax::Item& source_;
  const ItemTable& table_;
  std::vector<Step>* steps_ = nullptr;
  std::vector<Step> signature_steps_;
  std::map<std::string, std::size_t> sizes_;
  std::map<std::string, ValueId> names_;
  std::map<std::string, Place> declared_;
  /// Names whose definition failed: uses of them say nothing more.
  std::set<std::string> failed_;
  /// Broadcasts of scalars, which a divisor is looked at through.
  std::set<ValueId> scalar_sources_;
  std::size_t loop_depth_ = 0;

  friend class OperationArguments;
};

/// The operation that an operator stands for.
[[nodiscard]] const Operation& operation_of(syntax::BinaryOperator operation);

/// The value of an integer literal, also a negated one.
[[nodiscard]] std::optional<std::int64_t> literal_integer(const syntax::Expression& expression);

/// Whether a literal can have this element type.
[[nodiscard]] bool literal_fits(const Term& literal, ElementType type);

}  // namespace kina::checking
