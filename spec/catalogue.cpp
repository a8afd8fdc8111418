#include "spec/catalogue.hpp"

#include "spec/ops/families.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <numeric>

namespace kina {
namespace {

std::vector<Operation> gathered() {
  std::vector<Operation> all;
  for (auto family : {ops::arithmetic, ops::comparison, ops::conversion, ops::contraction, ops::creation, ops::indexing,
                      ops::layout, ops::joining, ops::reduction}) {
    std::vector<Operation> operations = family();
    std::move(operations.begin(), operations.end(), std::back_inserter(all));
  }
  return all;
}

/// The element types that stand for their class: no premise and no element tells f32 from f64.
std::vector<ElementType> representatives(TypePattern pattern) {
  std::vector<ElementType> types;
  for (const ElementType type : {ElementType::f32, ElementType::i64, ElementType::boolean})
    if (matches(pattern, type)) types.push_back(type);
  return types;
}

/// A partly chosen instance, with the ranks and types that its letters stand for so far.
struct Partial {
  Instance instance;
  std::map<std::string, std::size_t> ranks;
  std::map<std::string, ElementType> types;
  std::map<std::string, std::size_t> operand_rank;
};

std::vector<Partial> with_operand(const Partial& partial, const Parameter& parameter, const std::string& name,
                                  std::size_t greatest_rank) {
  std::vector<Partial> extended;
  std::vector<std::size_t> ranks;
  if (const auto known = partial.ranks.find(parameter.rank_variable);
      !parameter.rank_variable.empty() && known != partial.ranks.end()) {
    ranks = {known->second};
  } else {
    for (std::size_t rank = parameter.least_rank; rank <= std::min(greatest_rank, parameter.greatest_rank); ++rank)
      ranks.push_back(rank);
  }
  std::vector<ElementType> types = representatives(parameter.types);
  if (const auto known = partial.types.find(parameter.type_variable); known != partial.types.end())
    types = {known->second};
  for (const std::size_t rank : ranks) {
    for (const ElementType type : types) {
      Partial next = partial;
      next.instance.ranks.push_back(rank);
      next.instance.types.push_back(type);
      next.ranks[parameter.rank_variable] = rank;
      next.types[parameter.type_variable] = type;
      next.operand_rank[name] = rank;
      extended.push_back(std::move(next));
    }
  }
  return extended;
}

std::vector<std::vector<SliceAxis>> all_slices(std::size_t rank) {
  std::vector<std::vector<SliceAxis>> all{{}};
  for (std::size_t axis = 0; axis < rank; ++axis) {
    std::vector<std::vector<SliceAxis>> longer;
    for (const auto& prefix : all) {
      for (const SliceAxis choice : {SliceAxis::whole, SliceAxis::range, SliceAxis::index}) {
        longer.push_back(prefix);
        longer.back().push_back(choice);
      }
    }
    all = std::move(longer);
  }
  return all;
}

std::vector<Partial> extended(const Partial& partial, const Parameter& parameter, std::size_t greatest_rank) {
  std::vector<Partial> all;
  const auto add = [&](auto&& change) {
    all.push_back(partial);
    change(all.back());
  };
  switch (parameter.kind) {
  case ParameterKind::tensor: return with_operand(partial, parameter, parameter.name, greatest_rank);
  case ParameterKind::tensors: {
    // Two and three operands: a fourth is joined as the third is.
    std::vector<Partial> pairs;
    for (const Partial& first : with_operand(partial, parameter, parameter.name, greatest_rank))
      for (Partial& second : with_operand(first, parameter, parameter.name, greatest_rank))
        pairs.push_back(std::move(second));
    all = pairs;
    for (const Partial& pair : pairs)
      for (Partial& third : with_operand(pair, parameter, parameter.name, greatest_rank))
        all.push_back(std::move(third));
    return all;
  }
  case ParameterKind::axis: {
    const std::size_t rank =
        parameter.of == "shape" ? partial.instance.shape_rank : partial.operand_rank.at(parameter.of);
    for (std::size_t axis = 0; axis < rank; ++axis)
      add([&](Partial& next) { next.instance.axis = axis; });
    return all;
  }
  case ParameterKind::size: return {partial};
  case ParameterKind::shape:
    for (std::size_t rank = 0; rank <= greatest_rank; ++rank)
      add([&](Partial& next) { next.instance.shape_rank = rank; });
    return all;
  case ParameterKind::stretched_shape: {
    const std::size_t operand = partial.operand_rank.at(parameter.of);
    for (std::size_t rank = operand; rank <= greatest_rank; ++rank) {
      for (std::size_t bits = 0; bits < (std::size_t{1} << operand); ++bits) {
        add([&](Partial& next) {
          next.instance.shape_rank = rank;
          for (std::size_t axis = 0; axis < operand; ++axis)
            next.instance.stretched.push_back((bits >> axis & 1U) != 0);
        });
      }
    }
    return all;
  }
  case ParameterKind::permutation: {
    std::vector<std::size_t> order(partial.operand_rank.at(parameter.of));
    std::iota(order.begin(), order.end(), std::size_t{0});
    do {
      add([&](Partial& next) { next.instance.permutation = order; });
    } while (std::next_permutation(order.begin(), order.end()));
    return all;
  }
  case ParameterKind::element_type:
    if (const auto known = partial.types.find(parameter.type_variable);
        !parameter.type_variable.empty() && known != partial.types.end()) {
      add([&](Partial& next) { next.instance.element_type = known->second; });
      return all;
    }
    for (const ElementType type : all_element_types())
      add([&](Partial& next) { next.instance.element_type = type; });
    return all;
  case ParameterKind::flag:
    for (const bool flag : {false, true})
      add([&](Partial& next) { next.instance.flag = flag; });
    return all;
  case ParameterKind::slices:
    for (const auto& slices : all_slices(partial.operand_rank.at(parameter.of))) {
      add([&](Partial& next) {
        next.instance.slices = slices;
        next.instance.types.resize(
            1 + static_cast<std::size_t>(std::count(slices.begin(), slices.end(), SliceAxis::index)), ElementType::i64);
      });
    }
    return all;
  }
  return all;
}

}  // namespace

const std::vector<Operation>& catalogue() {
  static const std::vector<Operation> operations = gathered();
  return operations;
}

const Operation* find_operation(std::string_view name) {
  const auto& operations = catalogue();
  const auto found =
      std::find_if(operations.begin(), operations.end(), [&](const Operation& o) { return o.name == name; });
  return found == operations.end() ? nullptr : &*found;
}

std::vector<Instance> covered_instances(const Operation& operation, std::size_t greatest_rank) {
  std::vector<Partial> partials(1);
  for (const Parameter& parameter : operation.parameters) {
    std::vector<Partial> next;
    for (const Partial& partial : partials) {
      std::vector<Partial> more = extended(partial, parameter, greatest_rank);
      std::move(more.begin(), more.end(), std::back_inserter(next));
    }
    partials = std::move(next);
  }
  std::vector<Instance> instances;
  for (Partial& partial : partials)
    instances.push_back(std::move(partial.instance));
  return instances;
}

}  // namespace kina
