/// Calls of operations: the arguments are read off the operation's parameters, so a new operation needs nothing here.
#include "spec/lang/check_internal.hpp"

#include "spec/render.hpp"
#include "spec/usage.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace kina::checking {

std::optional<std::size_t> ItemChecker::static_axis(const syntax::Expression& expression, std::size_t rank,
                                                    const std::string& operation) {
  const std::optional<std::int64_t> literal = literal_integer(expression);
  const auto signed_rank = static_cast<std::int64_t>(rank);
  if (!literal) {
    report(operation + "/axis", expression.place, "an axis is an integer literal", "not a literal");
    return std::nullopt;
  }
  if (*literal < -signed_rank || *literal >= signed_rank) {
    report(operation + "/axis", expression.place, fmt::format("axis {} of a tensor with {}", *literal, axes_text(rank)),
           rank == 0 ? "a scalar has no axis"
                     : fmt::format("0 to {}, or {} to -1, is expected", rank - 1, -signed_rank));
    return std::nullopt;
  }
  return static_cast<std::size_t>(*literal < 0 ? *literal + signed_rank : *literal);
}

namespace {

/// Whether the operation may stand without its shape beside another operand.
bool stretches(const Operation& operation) {
  return std::any_of(operation.parameters.begin(), operation.parameters.end(),
                     [](const Parameter& parameter) { return parameter.kind == ParameterKind::stretched_shape; });
}

}  // namespace

/// The arguments of one call, by the parameter that each is for.
class OperationArguments {
public:
  OperationArguments(ItemChecker& checker, const Operation& operation, const syntax::Call& call, Place place)
      : checker_(checker), operation_(operation), call_(call), place_(place) {}

  MaybeOperand checked() {
    if (!assign()) return std::nullopt;
    if (operation_.elementwise) return elementwise();
    for (const Parameter& parameter : operation_.parameters)
      if (!fixed(parameter)) return std::nullopt;
    for (const Parameter& parameter : operation_.parameters)
      if (!tensors(parameter)) return std::nullopt;
    if (!typed_literals() || !ranks_agree()) return std::nullopt;
    for (const Parameter& parameter : operation_.parameters)
      if (!positioned(parameter)) return std::nullopt;
    const bool scalar = stretches(operation_) && checker_.is_scalar_source(values_.front());
    const auto result = checker_.emit(operation_, std::move(instance_), std::move(values_), std::move(sizes_),
                                      call_.callee.place, place_);
    if (!result) return std::nullopt;
    if (scalar) checker_.scalar_sources_.insert(*result);
    return Operand{Operand::Kind::value, *result, {}, place_};
  }

private:
  std::string code(const char* premise) const { return operation_.name + "/" + premise; }

  bool fail(const char* premise, Place place, std::string message, std::string label) {
    checker_.report(code(premise), place, std::move(message), std::move(label))
        .notes.push_back("it is written " + usage(operation_));
    return false;
  }

  /// Each argument to its parameter: by position, then by name.
  bool assign() {
    if (!call_.sizes.empty())
      return fail("argument", call_.sizes.front().name.place, "an operation takes no size arguments", "not a function");
    std::size_t next = 0;
    const auto& parameters = operation_.parameters;
    for (const syntax::Argument& argument : call_.arguments) {
      if (argument.name) {
        const auto named = std::find_if(parameters.begin(), parameters.end(),
                                        [&](const Parameter& p) { return p.name == argument.name->text; });
        if (named == parameters.end())
          return fail("argument", argument.name->place, fmt::format("no argument is named '{}'", argument.name->text),
                      "unknown argument");
        if (given_.contains(named->name))
          return fail("argument", argument.name->place, fmt::format("'{}' is given twice", named->name), "again");
        given_[named->name].push_back(argument.value.get());
        continue;
      }
      if (next >= parameters.size())
        return fail("argument", argument.value->place, "too many arguments", "one too many");
      if (parameters[next].by_name)
        return fail("argument", argument.value->place, "this argument is given by name",
                    fmt::format("write {}=...", parameters[next].name));
      given_[parameters[next].name].push_back(argument.value.get());
      if (parameters[next].kind != ParameterKind::tensors) ++next;
    }
    for (const Parameter& parameter : parameters) {
      const bool missing = !given_.contains(parameter.name) && parameter.default_text.empty();
      const bool single = parameter.kind == ParameterKind::tensors && given_[parameter.name].size() < 2;
      if (missing || single)
        return fail("argument", call_.callee.place,
                    single ? "two or more tensors are expected" : fmt::format("'{}' is missing", parameter.name),
                    single ? "too few tensors" : fmt::format("no {}", parameter.name));
    }
    return true;
  }

  MaybeOperand elementwise() {
    std::vector<Operand> operands;
    for (const Parameter& parameter : operation_.parameters) {
      MaybeOperand operand = checker_.expression(*given_[parameter.name].front());
      if (!operand) return std::nullopt;
      operands.push_back(std::move(*operand));
    }
    const auto result = checker_.elementwise(operation_, operands, call_.callee.place, place_);
    if (!result) return std::nullopt;
    return Operand{Operand::Kind::value, *result, {}, place_};
  }

  /// What does not depend on the operands: element types, flags, sizes and shapes.
  bool fixed(const Parameter& parameter) {
    const auto found = given_.find(parameter.name);
    const syntax::Expression* source = found == given_.end() ? nullptr : found->second.front();
    switch (parameter.kind) {
    case ParameterKind::element_type: {
      std::string text = parameter.default_text;
      if (source != nullptr) {
        const auto* name = std::get_if<syntax::Name>(&source->node);
        text = name == nullptr ? "" : name->text;
      }
      const auto type = element_type_named(text);
      if (!type) return fail("argument", source->place, "an element type is expected", "f32, f64, i32, i64 or bool");
      instance_.element_type = *type;
      types_[parameter.type_variable] = *type;
      return true;
    }
    case ParameterKind::flag: {
      if (source == nullptr) {
        instance_.flag = parameter.default_text == "true";
        return true;
      }
      const auto* flag = std::get_if<syntax::Boolean>(&source->node);
      if (flag == nullptr) return fail("argument", source->place, "true or false is expected", "not a literal");
      instance_.flag = flag->value;
      return true;
    }
    case ParameterKind::size: {
      auto size = checker_.size_term(*source);
      if (!size) return false;
      sizes_[parameter.name] = std::move(*size);
      return true;
    }
    case ParameterKind::shape:
    case ParameterKind::stretched_shape: {
      auto shape = checker_.shape_terms(*source, operation_.name);
      if (!shape) return false;
      if (shape->size() > greatest_rank)
        return fail("argument", source->place, fmt::format("a tensor has at most {} axes", greatest_rank), "too many");
      instance_.shape_rank = shape->size();
      for (std::size_t axis = 0; axis < shape->size(); ++axis)
        sizes_[extent_of(parameter.name, axis).name()] = (*shape)[axis];
      return true;
    }
    default: return true;
    }
  }

  bool tensors(const Parameter& parameter) {
    if (parameter.kind != ParameterKind::tensor && parameter.kind != ParameterKind::tensors) return true;
    for (const syntax::Expression* source : given_[parameter.name]) {
      MaybeOperand operand = checker_.expression(*source);
      if (!operand) return false;
      operands_.push_back({&parameter, std::move(*operand)});
      if (operands_.back().second.kind == Operand::Kind::value)
        types_.emplace(parameter.type_variable, checker_.type_of(operands_.back().second.value).element);
    }
    return true;
  }

  /// Literals take the type of their letter; then every operand is a tensor whose type is checked.
  bool typed_literals() {
    for (const auto& [parameter, operand] : operands_) {
      const auto known = types_.find(parameter->type_variable);
      const auto wanted = known == types_.end() ? std::nullopt : std::optional{known->second};
      const auto id = checker_.materialised(operand, wanted, operation_.name);
      if (!id) return false;
      const Type& type = checker_.type_of(*id);
      if (!checker_.accepts(operation_, *parameter, type.element, operand.place)) return false;
      types_.emplace(parameter->type_variable, type.element);
      if (types_.at(parameter->type_variable) != type.element)
        return fail("type", operand.place, "operands have different element types",
                    fmt::format("{} against {}", name_of(types_.at(parameter->type_variable)), name_of(type.element)));
      if (type.rank() < parameter->least_rank || type.rank() > parameter->greatest_rank)
        return fail(
            "rank", operand.place,
            fmt::format("'{}' has {}, and {} is expected", parameter->name, axes_text(type.rank()),
                        parameter->greatest_rank == 0 ? "a scalar" : fmt::format("at least {}", parameter->least_rank)),
            to_text(type));
      ranks_.emplace(parameter->name, type.rank());
      values_.push_back(*id);
      instance_.ranks.push_back(type.rank());
      instance_.types.push_back(type.element);
    }
    return true;
  }

  bool ranks_agree() {
    std::map<std::string, std::size_t> ranks;
    for (std::size_t k = 0; k < operands_.size(); ++k) {
      const std::string& letter = operands_[k].first->rank_variable;
      if (letter.empty()) continue;
      const auto [known, inserted] = ranks.emplace(letter, instance_.ranks[k]);
      if (!inserted && known->second != instance_.ranks[k])
        return fail("rank", operands_[k].second.place,
                    fmt::format("operands have {} and {}", axes_text(known->second), axes_text(instance_.ranks[k])),
                    to_text(checker_.type_of(values_[k])));
    }
    return true;
  }

  /// What depends on an operand's rank: axes and permutations.
  bool positioned(const Parameter& parameter) {
    const auto found = given_.find(parameter.name);
    const syntax::Expression* source = found == given_.end() ? nullptr : found->second.front();
    const std::size_t rank = ranks_.contains(parameter.of) ? ranks_.at(parameter.of) : instance_.shape_rank;
    if (parameter.kind == ParameterKind::axis) {
      if (source == nullptr) {
        instance_.axis = static_cast<std::size_t>(std::stoul(parameter.default_text));
        return true;
      }
      const auto axis = checker_.static_axis(*source, rank, operation_.name);
      if (axis) instance_.axis = *axis;
      return axis.has_value();
    }
    if (parameter.kind == ParameterKind::stretched_shape) return stretched(rank, source->place);
    if (parameter.kind != ParameterKind::permutation) return true;
    const auto* list = std::get_if<syntax::List>(&source->node);
    if (list == nullptr) return fail("permutation", source->place, "a permutation is written [0, 2, 1]", "not a list");
    std::set<std::size_t> seen;
    for (const auto& item : list->items) {
      const auto axis = checker_.static_axis(*item, rank, operation_.name);
      if (!axis) return false;
      if (!seen.insert(*axis).second)
        return fail("permutation", item->place, fmt::format("axis {} stands twice", *axis), "again");
      instance_.permutation.push_back(*axis);
    }
    if (seen.size() != rank)
      return fail("permutation", source->place, fmt::format("a permutation of {} names each once", axes_text(rank)),
                  axes_text(seen.size()));
    return true;
  }

  bool stretched(std::size_t rank, Place place) {
    if (rank > instance_.shape_rank)
      return fail("rank", place,
                  fmt::format("a tensor with {} does not fit a shape with {}", axes_text(rank), instance_.shape_rank),
                  to_text(checker_.type_of(values_.front())));
    const Type& type = checker_.type_of(values_.front());
    const std::size_t added = instance_.shape_rank - rank;
    for (std::size_t axis = 0; axis < rank; ++axis) {
      const Dim& target = sizes_.at(extent_of("shape", axis + added).name());
      instance_.stretched.push_back(type.extents[axis].is_integer(1) && !target.is_integer(1));
    }
    return true;
  }

  ItemChecker& checker_;
  const Operation& operation_;
  const syntax::Call& call_;
  Place place_;
  std::map<std::string, std::vector<const syntax::Expression*>> given_;
  std::vector<std::pair<const Parameter*, Operand>> operands_;
  std::map<std::string, ElementType> types_;
  std::map<std::string, std::size_t> ranks_;
  std::vector<ValueId> values_;
  Substitution sizes_;
  Instance instance_;
};

MaybeOperand ItemChecker::operation_call(const Operation& operation, const syntax::Call& call, Place place) {
  const bool shapeless =
      stretches(operation) && call.arguments.size() == 1 && !call.arguments.front().name && call.sizes.empty();
  if (!shapeless) return OperationArguments(*this, operation, call, place).checked();
  MaybeOperand operand = expression(*call.arguments.front().value);
  if (!operand) return std::nullopt;
  operand->place = place;
  if (operand->kind == Operand::Kind::value) operand->kind = Operand::Kind::stretched;
  return operand;
}

MaybeOperand ItemChecker::subscript(const syntax::Subscript& subscript, Place place) {
  const Operation& operation = *find_operation("slice");
  const auto base = value_expression(*subscript.base, std::nullopt, "slice");
  if (!base) return std::nullopt;
  const Type type = type_of(*base);
  if (subscript.axes.size() > type.rank()) {
    report("slice/rank", subscript.brackets,
           fmt::format("{} positions for a tensor with {}", subscript.axes.size(), axes_text(type.rank())),
           to_text(type));
    return std::nullopt;
  }
  Instance instance;
  instance.ranks = {type.rank()};
  instance.types = {type.element};
  std::vector<ValueId> operands{*base};
  Substitution sizes;
  std::vector<Place> places(type.rank(), subscript.brackets);
  bool complete = true;
  for (std::size_t axis = 0; axis < type.rank(); ++axis) {
    instance.slices.push_back(SliceAxis::whole);
    if (axis >= subscript.axes.size()) continue;
    const syntax::SubscriptAxis& part = subscript.axes[axis];
    places[axis] = part.place;
    if (part.is_range && !part.lower && !part.upper) continue;
    if (part.is_range) {
      instance.slices.back() = SliceAxis::range;
      const auto start = part.lower ? size_term(*part.lower) : std::optional{integer(0)};
      const auto stop = part.upper ? size_term(*part.upper) : std::optional{type.extents[axis]};
      complete = complete && start && stop;
      if (!start || !stop) continue;
      sizes[extent_of("start", axis).name()] = *start;
      sizes[extent_of("stop", axis).name()] = *stop;
      continue;
    }
    instance.slices.back() = SliceAxis::index;
    const auto index = value_expression(*part.index, ElementType::i64, "slice");
    if (!index) {
      complete = false;
      continue;
    }
    const Type& index_type = type_of(*index);
    if (index_type.rank() != 0 || !is_integer(index_type.element)) {
      report("slice/type", part.place, "an index is an integer scalar; to read at many indices, use gather",
             to_text(index_type));
      complete = false;
      continue;
    }
    operands.push_back(*index);
    instance.types.push_back(index_type.element);
  }
  if (!complete) return std::nullopt;
  const auto result = emit(operation, std::move(instance), std::move(operands), std::move(sizes), subscript.brackets,
                           place, std::move(places));
  if (!result) return std::nullopt;
  return Operand{Operand::Kind::value, *result, {}, place};
}

}  // namespace kina::checking
