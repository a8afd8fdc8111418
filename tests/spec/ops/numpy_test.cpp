/// Every operation of the catalogue, at every rank and attribute that the gate covers, against NumPy.
///
/// Here random operands are made that meet the operation's premises, and evaluated. One run of numpy_reference.py
/// then says whether NumPy agrees.
#include "spec/catalogue.hpp"
#include "spec/evaluate.hpp"
#include "tests/python.hpp"

#include <boost/test/unit_test.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <fstream>
#include <random>

BOOST_AUTO_TEST_SUITE(numpy_test)

namespace {

using namespace kina;
using nlohmann::json;

/// At least this many cases an operation, and two an instance.
constexpr std::size_t least_cases = 600;
constexpr std::size_t greatest_size = 600;

class Generator {
public:
  std::int64_t between(std::int64_t low, std::int64_t high) {
    return std::uniform_int_distribution<std::int64_t>(low, high)(engine_);
  }
  bool chance(double probability) { return std::bernoulli_distribution(probability)(engine_); }
  double normal() { return std::normal_distribution<double>()(engine_); }
  template <typename Value> Value one_of(const std::vector<Value>& values) {
    return values[static_cast<std::size_t>(between(0, static_cast<std::int64_t>(values.size()) - 1))];
  }

private:
  // Fixed, so that a failure comes back.
  std::mt19937_64 engine_{20};
};

/// Covered instances stand for all types of a class; here each class is filled by either of its types.
Instance with_types(Instance instance, const Operation& operation, Generator& generator) {
  const bool doubles = generator.chance(0.5);
  const bool narrow = generator.chance(0.5);
  const auto other = [&](ElementType& type) {
    if (type == ElementType::f32 && doubles) type = ElementType::f64;
    if (type == ElementType::i64 && narrow) type = ElementType::i32;
  };
  std::for_each(instance.types.begin(), instance.types.end(), other);
  for (const Parameter& parameter : operation.parameters)
    if (parameter.kind == ParameterKind::element_type && !parameter.type_variable.empty()) other(instance.element_type);
  return instance;
}

/// Random values for all extents and sizes, with equal ones where the premises want equal ones.
Assignment random_sizes(const Rule& rule, Generator& generator) {
  const std::int64_t least = generator.chance(0.2) ? 0 : 1;
  Assignment sizes;
  for (const std::string& name : rule.sizes)
    sizes[name] = generator.between(least, 4);
  for (const RuleOperand& operand : rule.operands)
    for (const Dim& extent : operand.type.extents)
      sizes[extent.name()] = generator.between(least, 4);
  for (const Premise& premise : rule.premises) {
    const auto& sides = premise.condition.arguments();
    if (!premise.condition.is(Operator::equal)) continue;
    if (sides[0].is(Operator::variable) && sides[1].is(Operator::variable))
      sizes[sides[1].name()] = sizes[sides[0].name()];
    if (sides[0].is(Operator::variable) && sides[1].is(Operator::integer))
      sizes[sides[0].name()] = sides[1].integer_value();
  }
  return sizes;
}

template <typename Float> Float random_float(int mode, Generator& generator) {
  using Limits = std::numeric_limits<Float>;
  switch (mode) {
  case 0: return static_cast<Float>(generator.normal());
  case 1: return static_cast<Float>(generator.between(-2, 2)) / 2;
  case 2: return static_cast<Float>(generator.normal() * 100);
  case 3: return generator.one_of<Float>({0, -Float{0}, 1, -1, Limits::denorm_min(), -Limits::denorm_min()});
  default:
    return generator.one_of<Float>({0, -Float{0}, 1, -1, 2, Float{0.5}, 3, Limits::denorm_min(), Limits::min(),
                                    Limits::max(), Limits::lowest(), Limits::infinity(), -Limits::infinity(),
                                    Limits::quiet_NaN(), static_cast<Float>(0x1p31), static_cast<Float>(-0x1p63)});
  }
}

template <typename Integer> Integer random_integer(int mode, Generator& generator) {
  using Limits = std::numeric_limits<Integer>;
  switch (mode) {
  case 0: return static_cast<Integer>(generator.between(0, 1));
  case 1: return static_cast<Integer>(generator.between(0, 3));
  case 2: return static_cast<Integer>(generator.between(-3, 3));
  case 3: return static_cast<Integer>(generator.between(-1000, 1000));
  default:
    return generator.one_of<Integer>({0, 1, -1, 2, Limits::max(), Limits::min(), Limits::max() / 2, Limits::min() + 1});
  }
}

Tensor random_tensor(const Type& type, const Assignment& sizes, Generator& generator) {
  std::vector<std::int64_t> shape;
  for (const Dim& extent : type.extents)
    shape.push_back(sizes.at(extent.name()));
  Tensor tensor = zeros(type.element, shape);
  const int mode = static_cast<int>(generator.between(0, 4));
  std::visit(
      [&]<typename Element>(std::vector<Element>& elements) {
        for (Element& element : elements) {
          if constexpr (std::is_floating_point_v<Element>)
            element = random_float<Element>(mode, generator);
          else if constexpr (std::is_same_v<Element, std::uint8_t>)
            element = generator.chance(0.5) ? 1 : 0;
          else
            element = random_integer<Element>(mode, generator);
        }
      },
      tensor.elements);
  return tensor;
}

/// The element of an integer operand that a premise reads.
std::optional<std::int64_t> element_read(const Rule& rule, const std::vector<Tensor>& operands, const Assignment& names,
                                         const Term& atom) {
  for (std::size_t k = 0; k < operands.size(); ++k) {
    if (rule.operands[k].name != atom.name()) continue;
    std::size_t flat = 0;
    for (std::size_t axis = 0; axis < operands[k].rank(); ++axis) {
      const auto index = evaluate_integer(atom.arguments()[axis], names);
      flat = flat * static_cast<std::size_t>(operands[k].shape[axis]) + static_cast<std::size_t>(index.value());
    }
    return std::visit([&](const auto& elements) { return static_cast<std::int64_t>(elements[flat]); },
                      operands[k].elements);
  }
  return std::nullopt;
}

/// Whether the premise holds at every index.
bool holds(const Rule& rule, const Premise& premise, std::size_t next, Assignment& names,
           const std::vector<Tensor>& operands) {
  if (next < premise.indices.size()) {
    const auto& [name, extent] = premise.indices[next];
    const std::int64_t end = evaluate_integer(extent, names).value();
    for (std::int64_t index = 0; index < end; ++index) {
      names[name] = index;
      if (!holds(rule, premise, next + 1, names, operands)) return false;
    }
    return true;
  }
  const auto condition = evaluate_condition(premise.condition, [&](const Term& atom) -> std::optional<std::int64_t> {
    if (atom.is(Operator::read)) return element_read(rule, operands, names, atom);
    const auto found = names.find(atom.name());
    return found == names.end() ? std::nullopt : std::optional{found->second};
  });
  return condition.value_or(false);
}

bool reads(const Term& condition) {
  bool found = false;
  visit_terms(condition, [&](const Term& term) { return !(found = found || term.is(Operator::read)); });
  return found;
}

struct Example {
  Assignment sizes;
  std::vector<Tensor> operands;
};

/// Random operands that meet all premises. Only `cast/range` is left open: NumPy's side says where a cast has no value.
std::optional<Example> random_example(const Rule& rule, Generator& generator) {
  for (int attempt = 0; attempt < 20000; ++attempt) {
    Assignment sizes = random_sizes(rule, generator);
    const auto met = [&](bool with_reads, const std::vector<Tensor>& operands) {
      return std::all_of(rule.premises.begin(), rule.premises.end(), [&](const Premise& premise) {
        if (reads(premise.condition) != with_reads || rule.name == "cast") return true;
        return holds(rule, premise, 0, sizes, operands);
      });
    };
    if (!met(false, {})) continue;
    std::vector<std::int64_t> result;
    for (const Dim& extent : rule.result.extents)
      result.push_back(evaluate_integer(extent, sizes).value());
    if (element_count(result).value_or(greatest_size) >= greatest_size) continue;
    std::vector<Tensor> operands;
    for (const RuleOperand& operand : rule.operands)
      operands.push_back(random_tensor(operand.type, sizes, generator));
    if (met(true, operands)) return Example{std::move(sizes), std::move(operands)};
  }
  return std::nullopt;
}

/// Writes a tensor's elements to the file of elements, and says where.
json stored(const Tensor& tensor, std::string& elements) {
  const json entry{{"type", name_of(tensor.type())}, {"shape", tensor.shape}, {"offset", elements.size()}};
  std::visit(
      [&]<typename Element>(const std::vector<Element>& values) {
        if (!values.empty())
          elements.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(Element));
      },
      tensor.elements);
  return entry;
}

json described(const Instance& instance, const Assignment& sizes) {
  std::vector<std::string> slices;
  for (const SliceAxis axis : instance.slices)
    slices.emplace_back(axis == SliceAxis::whole ? "whole" : axis == SliceAxis::range ? "range" : "index");
  return {{"axis", instance.axis},
          {"shape_rank", instance.shape_rank},
          {"permutation", instance.permutation},
          {"flag", instance.flag},
          {"element_type", name_of(instance.element_type)},
          {"slices", slices},
          {"sizes", sizes}};
}

json evaluated(const Rule& rule, const Instance& instance, const Example& example, std::string& elements) {
  json entry = described(instance, example.sizes);
  entry["operation"] = rule.name;
  entry["operands"] = json::array();
  std::vector<const Tensor*> operands;
  for (const Tensor& operand : example.operands) {
    operands.push_back(&operand);
    entry["operands"].push_back(stored(operand, elements));
  }
  const auto result = evaluate(rule, example.sizes, operands);
  if (result)
    entry["result"] = stored(*result, elements);
  else
    entry["error"] = describe(result.error());
  return entry;
}

/// A cast of a number to bool has no premise that can be met.
bool can_be_met(const Rule& rule) {
  return std::none_of(rule.premises.begin(), rule.premises.end(),
                      [](const Premise& premise) { return premise.condition == boolean(false); });
}

}  // namespace

BOOST_AUTO_TEST_CASE(every_operation_agrees_with_numpy) {
  Generator generator;
  json manifest;
  std::string elements;
  for (const Operation& operation : catalogue()) {
    manifest["operations"].push_back(operation.name);
    const std::vector<Instance> instances = covered_instances(operation, covered_rank);
    const std::size_t rounds = std::max<std::size_t>(2, least_cases / instances.size());
    for (const Instance& covered : instances) {
      for (std::size_t round = 0; round < rounds; ++round) {
        const Instance instance = with_types(covered, operation, generator);
        const Rule rule = operation.rule(instance);
        if (!can_be_met(rule)) continue;
        const std::optional<Example> example = random_example(rule, generator);
        BOOST_TEST_REQUIRE(example.has_value(), "no operands meet the premises of " << rule.name);
        manifest["cases"].push_back(evaluated(rule, instance, *example, elements));
      }
    }
  }

  const tests::TemporaryFolder folder;
  std::ofstream(folder.file("manifest.json")) << manifest;
  std::ofstream(folder.file("elements"), std::ios::binary) << elements;
  const tests::ProcessResult result = tests::run_python(tests::source_folder() + "/tests/spec/ops/numpy_reference.py",
                                                        folder.file("manifest.json"), folder.file("elements"));
  BOOST_TEST(result.status == 0, result.output);
  BOOST_TEST_MESSAGE(result.output);
}

BOOST_AUTO_TEST_SUITE_END()
