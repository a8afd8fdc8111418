/// Elementwise operations and the matrix product: operands that stretch, and literals that take a neighbour's type.
#include "spec/lang/check_internal.hpp"

#include "spec/dim.hpp"
#include "spec/render.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace kina::checking {

bool ItemChecker::accepts(const Operation& operation, const Parameter& parameter, ElementType type, Place place) {
  if (matches(parameter.types, type)) return true;
  report(operation.name + "/type", place,
         fmt::format("'{}' takes {} as {}, and this is {}", operation.name, describe(parameter.types), parameter.name,
                     name_of(type)),
         std::string(name_of(type)));
  return false;
}

bool ItemChecker::is_scalar_source(ValueId id) const { return type_of(id).rank() == 0 || scalar_sources_.contains(id); }

std::optional<ValueId> ItemChecker::emit(const Operation& operation, Instance instance, std::vector<ValueId> operands,
                                         Substitution sizes, Place place, Place whole, std::vector<Place> axis_places) {
  OperationStep step;
  step.operation = &operation;
  step.rule = operation.rule(instance);
  step.instance = std::move(instance);
  for (std::size_t k = 0; k < operands.size(); ++k)
    for (std::size_t axis = 0; axis < type_of(operands[k]).rank(); ++axis)
      sizes[step.rule.operands[k].type.extents[axis].name()] = type_of(operands[k]).extents[axis];
  Type result{step.rule.result.element, {}};
  for (const Dim& extent : step.rule.result.extents) {
    // An extent that is an operand's or an attribute stays as its author wrote it.
    const Term substituted = substitute(extent, sizes);
    result.extents.push_back(extent.is(Operator::variable) ? substituted : tidy(substituted));
  }
  if (result.rank() > greatest_rank) {
    report("limit/rank", place, fmt::format("a tensor has at most {} axes", greatest_rank), "too many axes");
    return std::nullopt;
  }
  step.operands = std::move(operands);
  step.sizes = std::move(sizes);
  step.place = place;
  step.whole = whole;
  step.axis_places = std::move(axis_places);
  step.result = new_value(std::move(result), whole);
  const ValueId id = step.result;
  add_step({std::move(step)});
  return id;
}

std::optional<ValueId> ItemChecker::stretched_to(ValueId id, const std::vector<Dim>& shape, Place place) {
  const Type type = type_of(id);
  if (type.rank() > shape.size()) {
    report("broadcast/rank", place,
           fmt::format("a tensor with {} does not fit a shape with {}", axes_text(type.rank()), shape.size()),
           to_text(type));
    return std::nullopt;
  }
  Instance instance;
  instance.ranks = {type.rank()};
  instance.types = {type.element};
  instance.shape_rank = shape.size();
  const std::size_t added = shape.size() - type.rank();
  for (std::size_t axis = 0; axis < type.rank(); ++axis) {
    const bool one = identical(type.extents[axis], integer(1));
    instance.stretched.push_back(one && !identical(shape[axis + added], integer(1)));
  }
  Substitution sizes;
  for (std::size_t axis = 0; axis < shape.size(); ++axis)
    sizes[extent_of("shape", axis).name()] = shape[axis];
  const bool scalar = is_scalar_source(id);
  const auto result = emit(*find_operation("broadcast"), std::move(instance), {id}, std::move(sizes), place, place);
  if (result && scalar) scalar_sources_.insert(*result);
  return result;
}

std::optional<ValueId> ItemChecker::elementwise(const Operation& operation, const std::vector<Operand>& operands,
                                                Place place, Place whole) {
  using Kind = Operand::Kind;
  // The shape is the first operand's that has one of its own.
  const auto shaped =
      std::find_if(operands.begin(), operands.end(), [](const Operand& o) { return o.kind == Kind::value; });
  std::vector<Dim> shape;
  if (shaped != operands.end()) {
    shape = type_of(shaped->value).extents;
  } else if (std::any_of(operands.begin(), operands.end(),
                         [](const Operand& o) { return o.kind == Kind::stretched; })) {
    report(operation.name + "/shape", place, "every operand is a broadcast, so none gives a shape", "of what shape?")
        .helps.push_back("give one of them its shape: broadcast(e, [B, 4])");
    return std::nullopt;
  }

  // A type variable stands for the type of its first typed operand, else for a size's, else for a literal's alone.
  const auto type_for = [&](const std::string& letter) -> std::optional<ElementType> {
    std::optional<ElementType> weaker;
    for (std::size_t k = 0; k < operands.size(); ++k) {
      if (operation.parameters[k].type_variable != letter) continue;
      const Operand& operand = operands[k];
      if (operand.kind == Kind::value || operand.kind == Kind::stretched) return type_of(operand.value).element;
      if (operand.kind == Kind::size) weaker = ElementType::i64;
      if (operand.kind == Kind::literal && operand.term.is(Operator::number) && !weaker) weaker = ElementType::f32;
    }
    return weaker;
  };

  Instance instance;
  std::vector<ValueId> values;
  for (std::size_t k = 0; k < operands.size(); ++k) {
    const Operand& operand = operands[k];
    const Parameter& parameter = operation.parameters[k];
    const std::optional<ElementType> wanted = type_for(parameter.type_variable);
    const bool stretches = operand.kind != Kind::value;
    std::optional<ValueId> id =
        operand.kind == Kind::stretched ? operand.value : materialised(operand, wanted, operation.name);
    if (!id) return std::nullopt;
    const ElementType type = type_of(*id).element;
    if (!accepts(operation, parameter, type, operand.place)) return std::nullopt;
    if (wanted && type != *wanted) {
      Diagnostic& diagnostic = report(operation.name + "/type", place, "operands have different element types",
                                      fmt::format("{} against {}", name_of(*wanted), name_of(type)));
      const std::string converted = fmt::format("cast({}, {})", shown(operand), name_of(*wanted));
      diagnostic.helps.push_back("cast one of them: " + (operand.kind == Kind::size && !shape.empty()
                                                             ? fmt::format("broadcast({})", converted)
                                                             : converted));
      return std::nullopt;
    }
    if (stretches && (!shape.empty() || type_of(*id).rank() > 0)) {
      id = stretched_to(*id, shape, operand.place);
      if (!id) return std::nullopt;
    }
    if (type_of(*id).rank() != shape.size()) {
      Diagnostic& diagnostic =
          report(operation.name + "/rank", place,
                 fmt::format("operands have {} and {}", axes_text(shape.size()), axes_text(type_of(*id).rank())),
                 fmt::format("{} against {}", to_text(type_of(shaped->value)), to_text(type_of(*id))));
      const bool second_is_smaller = type_of(*id).rank() < shape.size();
      diagnostic.helps.push_back(
          fmt::format("only literals, sizes and broadcasts stretch; if it is meant, write broadcast({})",
                      shown(second_is_smaller ? operand : *shaped)));
      return std::nullopt;
    }
    values.push_back(*id);
    instance.ranks.push_back(shape.size());
    instance.types.push_back(type);
  }
  if (values.size() > 1) instance.scalar_divisor = is_scalar_source(values[1]);
  return emit(operation, std::move(instance), std::move(values), {}, place, whole);
}

std::optional<ValueId> ItemChecker::matmul(const Operand& left, const Operand& right, Place place, Place whole) {
  using Kind = Operand::Kind;
  const Operation& operation = *find_operation("matmul");
  // `broadcast(w)` takes the other side's leading axes and keeps its own last two.
  const auto tensor = [&](const Operand& operand, const Operand& other) -> std::optional<ValueId> {
    if (operand.kind == Kind::value) return operand.value;
    if (operand.kind != Kind::stretched || other.kind != Kind::value) {
      report("matmul/rank", place, "'@' multiplies matrices, and a scalar is none", "a scalar");
      return std::nullopt;
    }
    const Type own = type_of(operand.value);
    const Type outer = type_of(other.value);
    if (own.rank() < 2 || outer.rank() < 2) {
      report("matmul/rank", place, "both sides of '@' need at least two axes",
             fmt::format("{} against {}", to_text(own), to_text(outer)));
      return std::nullopt;
    }
    std::vector<Dim> shape(outer.extents.begin(), outer.extents.end() - 2);
    shape.insert(shape.end(), own.extents.end() - 2, own.extents.end());
    return stretched_to(operand.value, shape, operand.place);
  };
  const auto x = tensor(left, right);
  const auto y = tensor(right, left);
  if (!x || !y) return std::nullopt;
  const Type& a = type_of(*x);
  const Type& b = type_of(*y);
  if (a.rank() != b.rank() || a.rank() < 2) {
    Diagnostic& diagnostic = report(
        "matmul/rank", place, fmt::format("the sides of '@' have {} and {}", axes_text(a.rank()), axes_text(b.rank())),
        fmt::format("{} against {}", to_text(a), to_text(b)));
    if (a.rank() != b.rank() && std::min(a.rank(), b.rank()) >= 2) {
      diagnostic.helps.push_back(fmt::format("if every leading index shares it, write broadcast({})",
                                             shown(a.rank() < b.rank() ? left : right)));
    } else {
      diagnostic.notes.push_back("both sides need at least two axes, and equally many");
    }
    return std::nullopt;
  }
  if (!accepts(operation, operation.parameters[0], a.element, left.place)) return std::nullopt;
  if (a.element != b.element) {
    report("matmul/type", place, "operands have different element types",
           fmt::format("{} against {}", name_of(a.element), name_of(b.element)));
    return std::nullopt;
  }
  Instance instance;
  instance.ranks = {a.rank(), b.rank()};
  instance.types = {a.element, b.element};
  return emit(operation, std::move(instance), {*x, *y}, {}, place, whole);
}

}  // namespace kina::checking
