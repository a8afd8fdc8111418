/// Every operation of the catalogue: the engine against the reference, at random ranks, shapes, axes, element types,
/// attributes and values, on operands that are views.
///
/// What is computed without a choice of order or of a library function is equal bit for bit: layout, indexing,
/// comparisons, integers, arithmetic element by element, max, min, argmax, cumsum. Sums of floats and exponentials stay
/// within the bounds of enclosure.hpp, which hold the reference, too. Where the reference has no value (an index out of
/// range, an integer overflow, a division by zero), no engine has one.
#include "tests/properties/differences.hpp"
#include "tests/properties/engines.hpp"
#include "tests/properties/one_operation.hpp"
#include "tests/properties/property.hpp"

#include <map>

BOOST_AUTO_TEST_SUITE(operations_test)

namespace {

using namespace kina;
using namespace kina::tests;

/// Whether an engine may choose the order of additions, or the exponential. `cumsum` has one order: its results are
/// themselves the partial sums.
bool rounds_freely(const Rule& rule) {
  bool found = false;
  visit_terms(rule.element, [&](const Term& term) {
    const bool is_sum = term.is(Operator::fold_sum) && is_floating(rule.result.element) && rule.name != "cumsum";
    found = found || is_sum || term.is(Operator::exponential);
    return true;
  });
  return found;
}

struct Counts {
  std::size_t cases = 0;
  std::size_t failed = 0;  ///< in both engines
  std::size_t same = 0;    ///< bit for bit, though that was not asked for
};

std::string values_text(const std::vector<Tensor>& arguments) {
  std::string text;
  for (std::size_t k = 0; k < arguments.size(); ++k)
    std::visit(
        [&](const auto& elements) {
          text += fmt::format(
              "  argument {}: {} [{}]\n", k, describe_type(arguments[k].type(), arguments[k].shape),
              fmt::join(elements.begin(), elements.begin() + std::min<std::ptrdiff_t>(64, std::ssize(elements)), ", "));
        },
        arguments[k].elements);
  return text;
}

/// What is wrong with the engine's result; nothing if all is well.
std::optional<std::string> wrong(const Program& program, const Rule& rule, const OperationProgram& drawn,
                                 Counts& counts, BoundUse& use) {
  std::vector<TensorPointer> arguments;
  std::vector<EnclosedPointer> enclosures;
  const auto engine = tested_engine(program);
  std::vector<EngineTensorPointer> kept_arguments;
  for (const Tensor& argument : drawn.arguments) {
    arguments.push_back(pointer_to(argument));
    enclosures.push_back(enclosed(argument));
    kept_arguments.push_back(engine->keep(arguments.back()));
  }
  const auto expected = interpret(program, 0, {}, arguments);
  const auto results = engine->call(0, {}, kept_arguments);
  if (!expected) {
    ++counts.failed;
    if (results) return fmt::format("a result, where the reference fails: {}", expected.error().message);
    return std::nullopt;
  }
  if (!results) return fmt::format("an error, where the reference has a value: {}", results.error().message);
  const Tensor& wanted = *expected->at(0);
  const TensorPointer found = results->at(0)->tensor();
  const auto different = bit_difference(*found, wanted);
  if (!rounds_freely(rule)) return different;
  if (!different) ++counts.same;
  const auto allowed = EnclosedRun(program).run(0, {}, enclosures);
  if (const auto text = outside(wanted, *allowed.value()[0], use)) return "in the reference " + *text;
  return outside(*found, *allowed.value()[0], use);
}

}  // namespace

BOOST_AUTO_TEST_CASE(every_operation_agrees_with_the_reference) {
  std::map<std::string, Counts> counts;
  std::map<std::string, std::vector<Instance>> instances;
  for (const Operation& operation : catalogue())
    instances[operation.name] = covered_instances(operation, covered_rank);
  BoundUse use;
  check_property(
      40000,
      [&] {
        const auto any = [](std::size_t count) {
          return *rc::gen::noShrink(rc::gen::resize(100, rc::gen::inRange<std::size_t>(0, count)));
        };
        const Operation& operation = catalogue()[any(catalogue().size())];
        const std::vector<Instance>& covered = instances.at(operation.name);
        const Instance& chosen = covered[any(covered.size())];
        // These shrink: to extents of 1, to operands that are no views, to small seeds.
        const auto most = *rc::gen::resize(100, rc::gen::inRange<std::int64_t>(1, 45));
        // Some axes are long enough for every piece that a kernel may cut them into.
        const std::int64_t greatest = most > 40 ? 700 : most;
        const bool with_views = *rc::gen::arbitrary<bool>();
        NumberStream numbers(*rc::gen::resize(100, rc::gen::inRange<std::uint64_t>(0, 1000000)));
        const bool doubles = numbers.one_in(2);
        const bool narrow = numbers.one_in(3);
        const Instance instance = with_types(chosen, operation, doubles, narrow);
        const Rule rule = operation.rule(instance);
        const auto sizes = drawn_sizes(rule, greatest, numbers);
        // A cast of a number to bool has no premise that can be met.
        RC_PRE(sizes.has_value());
        const OperationProgram drawn = OperationWriter(operation, instance, rule, *sizes, with_views, numbers).write();
        const Program program = program_of(drawn.text);
        Counts& taken = counts[operation.name];
        ++taken.cases;
        if (const auto text = wrong(program, rule, drawn, taken, use))
          RC_FAIL(fmt::format("{}\n{}{}", *text, drawn.text, values_text(drawn.arguments)));
      },
      [&] {
        std::string text =
            use.text() + "\n  operation: cases, failed in both engines, equal though that is not asked for:";
        for (const auto& [name, taken] : counts)
          text += fmt::format("\n    {}: {}, {}, {}", name, taken.cases, taken.failed, taken.same);
        return text;
      });
  for (const Operation& operation : catalogue())
    BOOST_TEST(counts.contains(operation.name), operation.name << " was never run");
}

BOOST_AUTO_TEST_SUITE_END()
