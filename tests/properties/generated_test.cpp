/// Random programs (tests/random), run in both engines at random sizes and arguments, special values among them: every
/// result is within what any engine may return (enclosure.hpp), which is bit for bit where nothing is rounded freely.
///
/// An engine is only run where what it relies on holds: every premise at the operands at hand, and every declared
/// shape. A failure is shown on the smallest part of the program that still fails.
#include "spec/catalogue.hpp"
#include "tests/properties/differences.hpp"
#include "tests/properties/engines.hpp"
#include "tests/properties/property.hpp"
#include "tests/random/arguments.hpp"
#include "tests/random/program_writer.hpp"

#include <map>

BOOST_AUTO_TEST_SUITE(generated_test)

namespace {

using namespace kina;
using namespace kina::tests;
using kina::testing::RandomProgram;

struct Counts {
  std::size_t programs = 0;
  std::size_t runs = 0;
  std::size_t failed = 0;  ///< runs that have no value, in both engines
  std::map<std::string, std::size_t> operations;
};

/// Counts the operations of a program that is run.
void count(const Program& program, const std::vector<Step>& steps, Counts& counts) {
  for (const Step& step : steps) {
    if (const auto* operation = std::get_if<OperationStep>(&step.node)) ++counts.operations[operation->rule.name];
    if (const auto* called = std::get_if<CallStep>(&step.node)) {
      ++counts.operations["(call)"];
      count(program, program.items[called->callee].body, counts);
    }
    if (const auto* loop = std::get_if<LoopStep>(&step.node)) {
      ++counts.operations["(for)"];
      count(program, loop->body, counts);
    }
  }
}

/// One set of sizes and arguments.
struct Call {
  Assignment sizes;
  std::vector<TensorPointer> arguments;

  [[nodiscard]] std::string text(const ProgramItem& item) const {
    std::string text;
    for (const auto& [name, value] : sizes)
      text += fmt::format("  {} = {}\n", name, value);
    for (std::size_t k = 0; k < arguments.size(); ++k)
      std::visit(
          [&](const auto& elements) {
            text += fmt::format("  {} = [{}]\n", item.parameters[k].name, fmt::join(elements, ", "));
          },
          arguments[k]->elements);
    return text;
  }
};

enum class Outcome { not_run, failed, ran };

/// Runs `f` in both engines. What differs is added to `text`.
Outcome run(const Program& program, Engine& engine, const Call& drawn, BoundUse& use, std::string& text) {
  const std::size_t index = index_of_item(program, "f");
  const ProgramItem& item = program.items[index];
  std::vector<EnclosedPointer> enclosures;
  for (const TensorPointer& argument : drawn.arguments)
    enclosures.push_back(enclosed(*argument));
  const auto allowed = EnclosedRun(program, true).run(index, drawn.sizes, enclosures);
  if (!allowed) return Outcome::not_run;

  const auto expected = interpret(program, index, drawn.sizes, drawn.arguments);
  std::vector<std::int64_t> sizes;
  for (const SizeParameter& size : item.sizes)
    sizes.push_back(drawn.sizes.at(size.name));
  std::vector<EngineTensorPointer> arguments;
  for (const TensorPointer& argument : drawn.arguments)
    arguments.push_back(engine.keep(argument));
  const auto found = engine.call(index, sizes, std::move(arguments));
  if (!expected) {
    if (found) text += "the engine has a value, and the reference fails: " + expected.error().message;
    return Outcome::failed;
  }
  if (!found) {
    text += "the engine fails, and the reference has a value: " + found.error().message;
    return Outcome::ran;
  }
  for (std::size_t k = 0; k < item.results.size(); ++k) {
    const EnclosedTensor& enclosure = *(*allowed)[k];
    if (const auto different = outside(*(*found)[k]->tensor(), enclosure, use))
      text += fmt::format("{} is {}\n", item.results[k].name, *different);
    if (const auto different = outside(*(*expected)[k], enclosure, use))
      text += fmt::format("{} is, in the reference, {}\n", item.results[k].name, *different);
  }
  return Outcome::ran;
}

/// What differs at some of a few sizes and arguments, with them; "" if nothing does.
std::string difference(const Program& program, std::uint64_t seed, Counts& counts, BoundUse& use) {
  kina::testing::Generator generator(seed);
  const std::size_t index = index_of_item(program, "f");
  const ProgramItem& item = program.items[index];
  // One engine for all of them: what it remembers of one call may not show in the next, nor may a call that failed.
  const auto engine = tested_engine(program);
  bool was_run = false;
  std::string text;
  for (int attempt = 0; attempt < 5 && text.empty(); ++attempt) {
    const auto sizes = kina::testing::drawn_sizes(item, generator);
    if (!sizes) continue;
    const auto arguments = kina::testing::drawn_arguments(program, index, *sizes, generator);
    if (!arguments) continue;
    const Call drawn{*sizes, *arguments};
    const Outcome outcome = run(program, *engine, drawn, use, text);
    if (!text.empty()) text += "\n" + drawn.text(item);
    if (outcome == Outcome::not_run) continue;
    was_run = true;
    ++counts.runs;
    if (outcome == Outcome::failed) ++counts.failed;
  }
  if (was_run) ++counts.programs;
  if (was_run) count(program, item.body, counts);
  return text;
}

/// The smallest part of the program that still differs, and how.
std::string smallest(const RandomProgram& random, std::uint64_t seed) {
  Counts ignored;
  BoundUse unused;
  const auto found = [&](const std::string& text) {
    const Program program = check_text("generated.kina", text);
    return program.diagnostics.empty() ? difference(program, seed, ignored, unused) : "";
  };
  const std::string text =
      kina::testing::reduced(random.parts, [&](const std::string& part) { return !found(part).empty(); }).text();
  return found(text) + text;
}

}  // namespace

BOOST_AUTO_TEST_CASE(generated_programs_agree_with_the_reference) {
  Counts counts;
  BoundUse use;
  Cases cases(2500);
  // Enough for every operation, with draws of their whole range.
  cases.least = 600;
  cases.greatest_size = 400;
  // The parts of a program are left out one by one, which is quicker than to shrink every draw that made them.
  cases.is_shrunk = false;
  check_property(
      cases,
      [&] {
        // One more statement steers the run to every operation.
        const auto wanted = *rc::gen::resize(100, rc::gen::inRange<std::size_t>(0, catalogue().size()));
        const RandomProgram random = kina::testing::ProgramWriter().write(&catalogue()[wanted]);
        const Program program = check_text("generated.kina", random.parts.text());
        RC_PRE(program.diagnostics.empty());
        const auto seed_of_arguments = *rc::gen::arbitrary<std::uint64_t>();
        if (!difference(program, seed_of_arguments, counts, use).empty()) RC_FAIL(smallest(random, seed_of_arguments));
      },
      [&] {
        std::string text =
            fmt::format("{} programs and {} runs, {} of them without a value; {}\n  operations:", counts.programs,
                        counts.runs, counts.failed, use.text());
        for (const auto& [name, number] : counts.operations)
          text += fmt::format(" {} {}", name, number);
        return text;
      });
  for (const Operation& operation : catalogue())
    BOOST_TEST(counts.operations.contains(operation.name), operation.name << " was never run");
}

BOOST_AUTO_TEST_SUITE_END()
