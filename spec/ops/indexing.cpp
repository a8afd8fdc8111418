/// Reads and writes at positions: gather, slices, and slices at a run-time position. Indices never wrap and are never
/// clamped; every one is proved in range.
#include "spec/ops/families.hpp"
#include "spec/ops/parts.hpp"

namespace kina::ops {
namespace {

Rule gather_rule(const Instance& instance) {
  Rule rule;
  rule.name = "gather";
  rule.operands = {make_operand(instance, 0, "table"), make_operand(instance, 1, "indices")};
  const Type& table = rule.operands[0].type;
  const Type& indices = rule.operands[1].type;

  Premise premise = bounds("index", instance.axis, boolean(true), "Every index is in range of the table's axis.",
                           "an index may be out of range of axis " + std::to_string(instance.axis));
  std::vector<Term> at;
  for (std::size_t k = 0; k < indices.rank(); ++k) {
    premise.indices.push_back({"i" + std::to_string(k), indices.extents[k]});
    at.push_back(index_variable(k));
  }
  premise.condition = in_range(integer(0), read("indices", at), table.extents[instance.axis]);
  rule.premises.push_back(std::move(premise));

  // The indices' axes stand where the table's axis stood.
  rule.result.element = table.element;
  std::vector<Term> position;
  std::vector<Term> chosen;
  std::size_t next = 0;
  for (std::size_t axis = 0; axis < table.rank(); ++axis) {
    if (axis != instance.axis) {
      rule.result.extents.push_back(table.extents[axis]);
      position.push_back(index_variable(next++));
      continue;
    }
    for (const Dim& extent : indices.extents) {
      rule.result.extents.push_back(extent);
      chosen.push_back(index_variable(next++));
    }
    position.emplace_back();
  }
  position[instance.axis] = read("indices", chosen);
  rule.element = read("table", position);
  return rule;
}

Rule slice_rule(const Instance& instance) {
  Rule rule;
  rule.name = "slice";
  rule.operands = {make_operand(instance, 0, "x")};
  const Type x = rule.operands[0].type;
  rule.result.element = x.element;
  std::vector<Term> position;
  std::size_t next = 0;
  std::size_t scalar = 1;
  for (std::size_t axis = 0; axis < x.rank(); ++axis) {
    const std::string number = std::to_string(axis);
    switch (instance.slices[axis]) {
    case SliceAxis::whole:
      rule.result.extents.push_back(x.extents[axis]);
      position.push_back(index_variable(next++));
      break;
    case SliceAxis::range: {
      const Term start = extent_of("start", axis);
      const Term stop = extent_of("stop", axis);
      rule.sizes.push_back(start.name());
      rule.sizes.push_back(stop.name());
      rule.premises.push_back(bounds("start", axis, less_equal(integer(0), start), "A slice starts at 0 or later.",
                                     "the slice of axis " + number + " may start below 0"));
      rule.premises.push_back(bounds("order", axis, less_equal(start, stop), "A slice stops at its start or later.",
                                     "the slice of axis " + number + " may stop before it starts"));
      rule.premises.push_back(bounds("stop", axis, less_equal(stop, x.extents[axis]),
                                     "A slice stops at the axis' extent or earlier.",
                                     "the slice may reach past the end of axis " + number));
      rule.result.extents.push_back(stop - start);
      position.push_back(index_variable(next++) + start);
      break;
    }
    case SliceAxis::index: {
      const std::string name = "index." + number;
      rule.operands.push_back({name, {instance.types.at(scalar++), {}}});
      rule.premises.push_back(bounds("index", axis, in_range(integer(0), read(name, {}), x.extents[axis]),
                                     "An index is at least 0 and below the axis' extent.",
                                     "the index may be out of range of axis " + number));
      position.push_back(read(name, {}));
      break;
    }
    }
  }
  rule.element = read("x", position);
  return rule;
}

Rule dynamic_slice_rule(const Instance& instance) {
  Rule rule;
  rule.name = "dynamic_slice";
  rule.operands = {make_operand(instance, 0, "x"), make_operand(instance, 1, "at")};
  rule.sizes = {"size"};
  const Type& x = rule.operands[0].type;
  const Term at = read("at", {});
  const Term size = variable("size");
  rule.premises.push_back(typing("size", std::nullopt, less_equal(integer(0), size), "The size is at least 0.",
                                 "the size may be negative"));
  rule.premises.push_back(bounds("position", instance.axis,
                                 all_of({less_equal(integer(0), at), less_equal(at + size, x.extents[instance.axis])}),
                                 "The slice lies inside the axis: 0 <= at and at + size <= the extent.",
                                 "the slice may lie outside axis " + std::to_string(instance.axis)));
  rule.result = x;
  rule.result.extents[instance.axis] = size;
  std::vector<Term> indices = index_variables(x.rank());
  indices[instance.axis] = indices[instance.axis] + at;
  rule.element = read("x", indices);
  return rule;
}

Rule dynamic_update_slice_rule(const Instance& instance) {
  Rule rule;
  rule.name = "dynamic_update_slice";
  rule.operands = {make_operand(instance, 0, "x"), make_operand(instance, 1, "update"),
                   make_operand(instance, 2, "at")};
  const Type& x = rule.operands[0].type;
  const Type& update = rule.operands[1].type;
  const Term at = read("at", {});
  for (std::size_t axis = 0; axis < x.rank(); ++axis) {
    if (axis == instance.axis) continue;
    rule.premises.push_back(typing("agree", axis, equal(update.extents[axis], x.extents[axis]),
                                   "The update has the tensor's extents on every axis but the updated one.",
                                   on_axis("the update differs from the tensor on", axis)));
  }
  const Term length = update.extents[instance.axis];
  rule.premises.push_back(
      bounds("position", instance.axis,
             all_of({less_equal(integer(0), at), less_equal(at + length, x.extents[instance.axis])}),
             "The update lies inside the axis: 0 <= at and at + its extent <= the axis' extent.",
             "the update may lie outside axis " + std::to_string(instance.axis)));
  rule.result = x;
  const std::vector<Term> indices = index_variables(x.rank());
  std::vector<Term> inside = indices;
  inside[instance.axis] = indices[instance.axis] - at;
  rule.element = select(in_range(at, indices[instance.axis], at + length), read("update", inside), read("x", indices));
  return rule;
}

}  // namespace

std::vector<Operation> indexing() {
  Operation gather;
  gather.name = "gather";
  gather.summary = "The table's slices at the indices: the indices' axes replace the table's axis.";
  gather.parameters = {tensor_parameter("table", "The table."), tensor_parameter("indices", "Indices into its axis."),
                       axis_parameter("table", "The table's axis.", "0")};
  gather.parameters[0].least_rank = 1;
  gather.parameters[1].types = TypePattern::integer;
  gather.parameters[1].type_variable = "I";
  gather.rule = gather_rule;

  Operation slice;
  slice.name = "slice";
  slice.notation = Notation::subscript;
  slice.spelling = "[]";
  slice.summary = "A part of a tensor: `x[a:b, :, i]` cuts an axis to a range of sizes, takes one whole, or indexes "
                  "one by an i64 scalar, which drops it.";
  Parameter slices;
  slices.name = "slices";
  slices.kind = ParameterKind::slices;
  slices.says = "What is taken of each axis; trailing axes that are left out are taken whole.";
  slices.of = "x";
  slice.parameters = {tensor_parameter("x", "The tensor."), slices};
  slice.rule = slice_rule;

  Operation dynamic_slice;
  dynamic_slice.name = "dynamic_slice";
  dynamic_slice.summary = "A slice of a static size at a run-time position.";
  dynamic_slice.parameters = {tensor_parameter("x", "The tensor."),
                              position_parameter("at", "The position on the axis, an i64 scalar."),
                              size_parameter("size", "The slice\'s extent.", true), axis_parameter("x", "The axis.")};
  dynamic_slice.parameters[0].least_rank = 1;
  dynamic_slice.rule = dynamic_slice_rule;

  Operation dynamic_update_slice;
  dynamic_update_slice.name = "dynamic_update_slice";
  dynamic_update_slice.summary = "The tensor with a slice at a run-time position replaced by the update.";
  dynamic_update_slice.parameters = {
      tensor_parameter("x", "The tensor."), tensor_parameter("update", "What is written."),
      position_parameter("at", "The position on the axis, an i64 scalar."), axis_parameter("x", "The axis.")};
  dynamic_update_slice.parameters[0].least_rank = 1;
  dynamic_update_slice.parameters[0].rank_variable = "r";
  dynamic_update_slice.parameters[1].least_rank = 1;
  dynamic_update_slice.parameters[1].rank_variable = "r";
  dynamic_update_slice.rule = dynamic_update_slice_rule;

  return {gather, slice, dynamic_slice, dynamic_update_slice};
}

}  // namespace kina::ops
