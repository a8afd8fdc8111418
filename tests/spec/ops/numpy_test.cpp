/// Every operation of the catalogue, at every rank and attribute that the gate covers, against NumPy.
///
/// Here random operands are made, some that meet the operation's premises and some drawn without regard to them, and
/// evaluated where the premises hold. One run of numpy_reference.py then says whether the definition accepts the same
/// ones, and whether NumPy agrees about the result. So a premise that is too strict is found like one that is too weak.
#include "spec/catalogue.hpp"
#include "spec/evaluate.hpp"
#include "tests/python.hpp"
#include "tests/spec/ops/operation_cases.hpp"
#include "tests/spec/ops/operation_cases_parts.hpp"
#include "tests/spec/ops/premise_steps.hpp"

#include <boost/test/unit_test.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <fstream>
#include <map>

BOOST_AUTO_TEST_SUITE(numpy_test)

namespace {

using namespace kina;
using namespace kina::testing;
using nlohmann::json;

/// At least this many cases an operation, and two an instance: of those that are accepted, and of those that premises
/// decide about.
constexpr std::size_t least_accepted_cases = 150;
constexpr std::size_t least_any_cases = 700;
/// Every boundary of every premise is visited at least this often from either side.
constexpr std::size_t least_visits = 5;
// Fixed, so that a failure comes back. Every operation starts anew, so that its cases do not depend on the others.
constexpr std::uint64_t seed = 20;

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
          {"stretched", instance.stretched},
          {"scalar_divisor", instance.scalar_divisor},
          {"sizes", sizes}};
}

/// The case with the verdict of the premises, and the result where they hold.
json evaluated(const OperationCase& example, std::string& elements) {
  json entry = described(example.instance, example.sizes);
  entry["operation"] = example.rule.name;
  entry["operands"] = json::array();
  std::vector<const Tensor*> operands;
  for (const Tensor& operand : example.operands) {
    operands.push_back(&operand);
    entry["operands"].push_back(stored(operand, elements));
  }
  const bool accepted = premises_hold(example.rule, example);
  entry["accepted"] = accepted;
  if (!accepted) return entry;
  const auto result = evaluate(example.rule, example.sizes, operands);
  if (result)
    entry["result"] = stored(*result, elements);
  else
    entry["error"] = describe(result.error());
  return entry;
}

/// How often the cases visit each step of each premise: of a stricter one, the cases that all premises accept and it
/// would not; of a weaker one, the cases that this premise alone refuses and it would not.
class Visits {
public:
  void add(const OperationCase& example) {
    const Rule& rule = example.rule;
    std::vector<const Premise*> failing;
    for (const Premise& premise : rule.premises)
      if (!holds(rule, premise, example)) failing.push_back(&premise);
    for (const Premise& premise : rule.premises) {
      const bool alone = failing.size() == 1 && failing.front() == &premise;
      for (const PremiseStep& step : steps_of(rule, premise)) {
        std::size_t& count = counts_[step.name];
        if (step.weaker ? alone && holds(rule, step.premise, example)
                        : failing.empty() && !holds(rule, step.premise, example))
          ++count;
      }
    }
  }

  [[nodiscard]] const std::map<std::string, std::size_t>& counts() const { return counts_; }

private:
  std::map<std::string, std::size_t> counts_;
};

/// Calls `make` for each instance, so often that there are at least `least` calls.
template <typename Make> void repeatedly(const std::vector<Instance>& instances, std::size_t least, const Make& make) {
  for (const Instance& covered : instances)
    for (std::size_t round = 0; round < std::max<std::size_t>(2, least / instances.size()); ++round)
      make(covered);
}

/// Calls `use` with cases of the operation that are drawn without regard to its premises; with the same ones each time.
template <typename Use> void use_any_cases(const Operation& operation, const Use& use) {
  CaseGenerator generator(seed);
  std::vector<Instance> instances = covered_instances(operation, covered_rank);
  const auto decided = std::stable_partition(instances.begin(), instances.end(), [&](const Instance& covered) {
    return operation.rule(covered).premises.empty();
  });
  const auto make = [&](const Instance& covered) { use(any_case(operation, covered, generator)); };
  repeatedly({instances.begin(), decided}, 0, make);
  repeatedly({decided, instances.end()}, least_any_cases, make);
}

}  // namespace

BOOST_AUTO_TEST_CASE(every_operation_agrees_with_numpy) {
  json manifest;
  std::string elements;
  for (const Operation& operation : catalogue()) {
    CaseGenerator generator(seed);
    manifest["operations"].push_back(operation.name);
    repeatedly(covered_instances(operation, covered_rank), least_accepted_cases, [&](const Instance& covered) {
      const std::optional<OperationCase> example = accepted_case(operation, covered, generator);
      const bool to_bool = operation.name == "cast" && covered.element_type == ElementType::boolean &&
                           covered.types.front() != ElementType::boolean;
      BOOST_TEST_REQUIRE(example.has_value() != to_bool, "operands that meet the premises of " << operation.name);
      if (example) manifest["cases"].push_back(evaluated(*example, elements));
    });
    use_any_cases(operation,
                  [&](const OperationCase& example) { manifest["cases"].push_back(evaluated(example, elements)); });
  }

  const tests::TemporaryFolder folder;
  std::ofstream(folder.file("manifest.json")) << manifest;
  std::ofstream(folder.file("elements"), std::ios::binary) << elements;
  const tests::ProcessResult result = tests::run_python(tests::source_folder() + "/tests/spec/ops/numpy_reference.py",
                                                        folder.file("manifest.json"), folder.file("elements"));
  BOOST_TEST(result.status == 0, result.output);
  BOOST_TEST_MESSAGE(result.output);
}

// Where the cases do not go, a wrong premise is not found.
BOOST_AUTO_TEST_CASE(cases_visit_every_boundary_of_every_premise) {
  Visits visits;
  for (const Operation& operation : catalogue())
    use_any_cases(operation, [&](const OperationCase& example) { visits.add(example); });
  for (const auto& [step, count] : visits.counts()) {
    BOOST_TEST_MESSAGE(step << ": " << count);
    BOOST_TEST(count >= least_visits, step << " is visited by " << count << " cases");
  }
}

BOOST_AUTO_TEST_SUITE_END()
