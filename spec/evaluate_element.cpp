#include "spec/evaluate_element.hpp"

#include "spec/evaluate_typing.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <utility>

namespace kina {
namespace {

/// Calls `visit` with a null pointer to the type that holds values of this element type.
template <typename Visitor> auto with_type(ElementType type, Visitor&& visit) {
  switch (type) {
  case ElementType::f32: return visit(static_cast<float*>(nullptr));
  case ElementType::f64: return visit(static_cast<double*>(nullptr));
  case ElementType::i32: return visit(static_cast<std::int32_t*>(nullptr));
  case ElementType::i64: return visit(static_cast<std::int64_t*>(nullptr));
  default: return visit(static_cast<bool*>(nullptr));
  }
}

class Compiler {
public:
  Compiler(const Rule& rule, const Assignment& constants, const std::vector<std::int64_t>& shape,
           const std::vector<const Tensor*>& operands)
      : rule_(rule), constants_(constants), typing_(rule, operands), slots_(shape.size()) {
    for (std::size_t axis = 0; axis < shape.size(); ++axis)
      scope_[index_variable(axis).name()] = {axis, shape[axis]};
  }

  ElementProgram program() {
    return with_type(rule_.result.element, [&]<typename Value>(Value*) {
      ElementProgram result;
      result.element = compile<Value>(rule_.element);
      result.slots = slots_;
      return result;
    });
  }

private:
  /// A variable in scope. The extent is unknown for a fold whose bound depends on other variables.
  struct Variable {
    std::size_t slot = 0;
    std::optional<std::int64_t> extent;
  };
  using Scope = std::map<std::string, Variable>;
  using AnyNode = decltype(ElementProgram::element);

  /// A table for a hoisted fold has at most this many entries; beyond, the fold is computed where it stands.
  static constexpr std::size_t greatest_table = std::size_t{1} << 26U;

  template <typename Value> NodePointer<Value> compile(const Term& term) {
    const std::optional<ElementType> type = typing_.type_of(term);
    if constexpr (std::is_same_v<Value, std::int64_t>) {
      if (type == ElementType::i32)
        return std::make_shared<UnaryNode<std::int64_t, std::int32_t, &scalar::cast<std::int64_t, std::int32_t>>>(
            compile<std::int32_t>(term));
      // Arithmetic on sizes alone is done once. What overflows is left to fail when it is evaluated.
      if (!term.arguments().empty())
        if (const auto constant = constant_value(term)) return std::make_shared<ConstantNode<Value>>(*constant);
    }
    if (type && *type != element_type_of<Value>())
      typing_.reject("its element uses " + std::string(name_of(*type)) + " where " +
                     std::string(name_of(element_type_of<Value>())) + " is needed");
    if (is_fold(term.operation())) return hoisted<Value>(term);
    if (term.is(Operator::select))
      return std::make_shared<SelectNode<Value>>(
          compile<bool>(term.arguments()[0]), compile<Value>(term.arguments()[1]), compile<Value>(term.arguments()[2]));
    if (term.is(Operator::read)) return read<Value>(term);
    if (term.is(Operator::cast)) return converted<Value>(term);
    if constexpr (std::is_same_v<Value, bool>)
      return condition(term);
    else
      return arithmetic<Value>(term);
  }

  std::optional<std::int64_t> constant_value(const Term& term) const {
    const auto value = evaluate_integer(term, [&](const Term& atom) -> std::optional<std::int64_t> {
      if (!atom.is(Operator::variable) || scope_.contains(atom.name())) return std::nullopt;
      const auto found = constants_.find(atom.name());
      return found == constants_.end() ? std::nullopt : std::optional{found->second};
    });
    return value ? std::optional{*value} : std::nullopt;
  }

  template <typename Value> NodePointer<Value> constant(const Term& term) const {
    if (term.is(Operator::number)) {
      if constexpr (std::is_floating_point_v<Value>)
        return std::make_shared<ConstantNode<Value>>(static_cast<Value>(term.number_value()));
      typing_.reject("its element has a float literal among integers");
    }
    const std::int64_t value = term.integer_value();
    if constexpr (std::is_same_v<Value, std::int32_t>)
      if (value < least_value(ElementType::i32) || value > greatest_value(ElementType::i32))
        typing_.reject("its literal " + std::to_string(value) + " does not fit i32");
    return std::make_shared<ConstantNode<Value>>(static_cast<Value>(value));
  }

  NodePointer<std::int64_t> variable(const Term& term) const {
    if (const auto found = scope_.find(term.name()); found != scope_.end())
      return std::make_shared<VariableNode>(found->second.slot);
    const auto found = constants_.find(term.name());
    if (found == constants_.end()) typing_.reject("its element uses " + term.name() + ", which has no value");
    return std::make_shared<ConstantNode<std::int64_t>>(found->second);
  }

  template <typename Value> NodePointer<Value> read(const Term& term) {
    using Stored = std::conditional_t<std::is_same_v<Value, bool>, std::uint8_t, Value>;
    const Tensor& tensor = typing_.operand(term.name());
    if (term.arguments().size() != tensor.rank())
      typing_.reject("its element reads " + term.name() + " at another rank");
    std::vector<ReadIndex> indices;
    std::uint64_t stride = 1;
    for (std::size_t axis = tensor.rank(); axis-- > 0;) {
      const Term& at = term.arguments()[axis];
      ReadIndex index;
      if (const auto found = scope_.find(at.name()); at.is(Operator::variable) && found != scope_.end())
        index.slot = found->second.slot;
      else
        index.term = compile<std::int64_t>(at);
      index.extent = static_cast<std::uint64_t>(tensor.shape[axis]);
      index.stride = stride;
      stride *= index.extent;
      indices.insert(indices.begin(), std::move(index));
    }
    return std::make_shared<ReadNode<Value, Stored>>(term.name(), std::get<std::vector<Stored>>(tensor.elements),
                                                     std::move(indices));
  }

  template <typename Value> NodePointer<Value> converted(const Term& term) {
    return with_type(typing_.type_of_all(term.arguments()), [&]<typename From>(From*) -> NodePointer<Value> {
      return std::make_shared<UnaryNode<Value, From, &scalar::cast<Value, From>>>(compile<From>(term.arguments()[0]));
    });
  }

  template <typename Result, typename Value, Result (*Function)(Value, Failure&)>
  NodePointer<Result> unary(const Term& term) {
    return std::make_shared<UnaryNode<Result, Value, Function>>(compile<Value>(term.arguments().at(0)));
  }
  template <typename Result, typename Value, Result (*Function)(Value, Value, Failure&)>
  NodePointer<Result> binary(const Term& term) {
    return std::make_shared<BinaryNode<Result, Value, Function>>(compile<Value>(term.arguments().at(0)),
                                                                 compile<Value>(term.arguments().at(1)));
  }

  template <typename Value> NodePointer<Value> arithmetic(const Term& term) {
    switch (term.operation()) {
    case Operator::integer:
    case Operator::number: return constant<Value>(term);
    case Operator::variable:
      if constexpr (std::is_same_v<Value, std::int64_t>) return variable(term);
      break;
    case Operator::add: return binary<Value, Value, &scalar::add<Value>>(term);
    case Operator::subtract: return binary<Value, Value, &scalar::subtract<Value>>(term);
    case Operator::multiply: return binary<Value, Value, &scalar::multiply<Value>>(term);
    case Operator::divide: return binary<Value, Value, &scalar::divide<Value>>(term);
    case Operator::remainder:
      if constexpr (std::is_integral_v<Value>) return binary<Value, Value, &scalar::remainder<Value>>(term);
      break;
    case Operator::negate: return unary<Value, Value, &scalar::negate<Value>>(term);
    case Operator::absolute: return unary<Value, Value, &scalar::absolute<Value>>(term);
    case Operator::minimum: return binary<Value, Value, &scalar::minimum<Value>>(term);
    case Operator::maximum: return binary<Value, Value, &scalar::maximum<Value>>(term);
    default:
      if constexpr (std::is_floating_point_v<Value>) return transcendental<Value>(term);
    }
    typing_.reject("its element has an operator that " + std::string(name_of(element_type_of<Value>())) +
                   " does not have");
  }

  template <typename Value> NodePointer<Value> transcendental(const Term& term) {
    switch (term.operation()) {
    case Operator::power: return binary<Value, Value, &scalar::power<Value>>(term);
    case Operator::exponential: return unary<Value, Value, &scalar::exponential<Value>>(term);
    case Operator::logarithm: return unary<Value, Value, &scalar::logarithm<Value>>(term);
    case Operator::square_root: return unary<Value, Value, &scalar::square_root<Value>>(term);
    case Operator::sine: return unary<Value, Value, &scalar::sine<Value>>(term);
    case Operator::cosine: return unary<Value, Value, &scalar::cosine<Value>>(term);
    case Operator::hyperbolic_tangent: return unary<Value, Value, &scalar::hyperbolic_tangent<Value>>(term);
    default: typing_.reject("its element has a condition among numbers");
    }
  }

  NodePointer<bool> condition(const Term& term) {
    switch (term.operation()) {
    case Operator::boolean: return std::make_shared<ConstantNode<bool>>(term.integer_value() != 0);
    case Operator::logical_not: return std::make_shared<NotNode>(compile<bool>(term.arguments().at(0)));
    case Operator::logical_and:
    case Operator::logical_or: {
      std::vector<NodePointer<bool>> arguments;
      for (const Term& argument : term.arguments())
        arguments.push_back(compile<bool>(argument));
      return std::make_shared<JunctionNode>(term.is(Operator::logical_or), std::move(arguments));
    }
    default:
      if (!is_comparison(term.operation())) typing_.reject("its element has a number where a condition is needed");
      return with_type(typing_.type_of_all(term.arguments()),
                       [&]<typename Value>(Value*) { return compared<Value>(term); });
    }
  }

  template <typename Value> NodePointer<bool> compared(const Term& term) {
    switch (term.operation()) {
    case Operator::equal: return binary<bool, Value, &scalar::equal<Value>>(term);
    case Operator::not_equal: return binary<bool, Value, &scalar::not_equal<Value>>(term);
    case Operator::less: return binary<bool, Value, &scalar::less<Value>>(term);
    case Operator::less_equal: return binary<bool, Value, &scalar::less_equal<Value>>(term);
    case Operator::greater: return binary<bool, Value, &scalar::greater<Value>>(term);
    default: return binary<bool, Value, &scalar::greater_equal<Value>>(term);
    }
  }

  // ---- folds ----

  /// The fold where it stands, or a table of it over the variables that it depends on, if those are not all.
  template <typename Value> NodePointer<Value> hoisted(const Term& term) {
    Scope needed;
    for (const std::string& name : free_variables(term))
      if (const auto found = scope_.find(name); found != scope_.end()) needed.insert(*found);
    std::vector<typename TableNode<Value>::Axis> axes;
    std::vector<std::size_t> slots;
    std::vector<std::int64_t> extents;
    for (const auto& [name, variable] : needed) {
      if (!variable.extent) return folded<Value>(term);
      axes.push_back({variable.slot, static_cast<std::size_t>(*variable.extent)});
      slots.push_back(variable.slot);
      extents.push_back(*variable.extent);
    }
    const std::optional<std::size_t> count = element_count(extents);
    if (needed.size() == scope_.size() || !count || *count > greatest_table) return folded<Value>(term);

    const auto [entry, added] = tables_.try_emplace({term, slots});
    if (added) {
      // Inside, only the variables it depends on are in scope, so that a fold within it is judged by these alone.
      Scope outer = std::exchange(scope_, std::move(needed));
      entry->second = std::make_shared<TableNode<Value>>(std::move(axes), *count, folded<Value>(term));
      scope_ = std::move(outer);
    }
    return std::get<NodePointer<Value>>(entry->second);
  }

  template <typename Body> FoldParts<Body> parts_of(const Term& term) {
    FoldParts<Body> parts;
    parts.bound = compile<std::int64_t>(term.arguments()[0]);
    parts.slot = slots_++;
    Variable variable{parts.slot, constant_value(term.arguments()[0])};
    // A negative bound is an empty fold.
    if (variable.extent) variable.extent = std::max<std::int64_t>(*variable.extent, 0);
    const Scope outer = scope_;
    scope_[term.name()] = variable;
    parts.body = compile<Body>(term.arguments()[1]);
    scope_ = outer;
    return parts;
  }

  template <typename Value> NodePointer<Value> folded(const Term& term) {
    if constexpr (std::is_same_v<Value, std::int64_t>) {
      if (term.is(Operator::fold_argmax))
        return with_type(typing_.type_of_all({term.arguments()[1]}), [&]<typename Body>(Body*) -> NodePointer<Value> {
          return std::make_shared<ArgmaxNode<Body>>(parts_of<Body>(term));
        });
    }
    if constexpr (std::is_same_v<Value, bool>) {
      typing_.reject("its element folds conditions");
    } else {
      std::optional<Value> least;
      std::optional<Value> greatest;
      if constexpr (std::is_floating_point_v<Value>) {
        greatest = std::numeric_limits<Value>::infinity();
        least = -*greatest;
      }
      switch (term.operation()) {
      case Operator::fold_sum:
        return std::make_shared<FoldNode<Value, &scalar::add<Value>>>(parts_of<Value>(term), Value{0});
      case Operator::fold_maximum:
        return std::make_shared<FoldNode<Value, &scalar::maximum<Value>>>(parts_of<Value>(term), least);
      default: return std::make_shared<FoldNode<Value, &scalar::minimum<Value>>>(parts_of<Value>(term), greatest);
      }
    }
  }

  const Rule& rule_;
  const Assignment& constants_;
  TermTyping typing_;
  Scope scope_;
  std::size_t slots_;
  std::map<std::pair<Term, std::vector<std::size_t>>, AnyNode> tables_;
};

}  // namespace

ElementProgram compile_element(const Rule& rule, const Assignment& constants, const std::vector<std::int64_t>& shape,
                               const std::vector<const Tensor*>& operands) {
  return Compiler(rule, constants, shape, operands).program();
}

}  // namespace kina
