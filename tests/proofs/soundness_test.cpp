/// What is proved of a function holds when it runs: random programs, proved for all sizes, are run at many.
#include "spec/render.hpp"
#include "tests/proofs/proving.hpp"
#include "tests/random/arguments.hpp"
#include "tests/random/program_writer.hpp"

#include <boost/test/unit_test.hpp>
#include <rapidcheck/boost_test.h>

#include <fmt/format.h>
#include <iostream>
#include <map>

namespace {

using namespace kina;
using namespace kina::testing;

// ---- what a run shows ----

bool is_overflow(const std::string& message) {
  return message.find("overflow") != std::string::npos || message.find("does not fit 64 bits") != std::string::npos ||
         message.find("more elements than") != std::string::npos;
}

/// A condition about sizes that is false at some sizes, where it stands.
struct Violation {
  std::string name;
  Place place;
};

class SizeConditions {
public:
  explicit SizeConditions(const Program& program) : program_(program) {}

  std::vector<Violation> violations(const ProgramItem& item, const Assignment& sizes) {
    std::vector<Violation> found;
    for (const Requirement& requirement : item.signature)
      test(requirement.code, requirement.condition, sizes, requirement.place, found);
    walk(item.body, sizes, found);
    return found;
  }

private:
  static void test(const std::string& name, const Term& condition, const Assignment& sizes, Place place,
                   std::vector<Violation>& found) {
    if (reads(condition)) return;
    const auto holds = evaluate_condition(condition, sizes);
    // What is not about sizes alone has no value here.
    if (holds && !*holds) found.push_back({name, place});
    if (!holds && holds.error() == ArithmeticError::division_by_zero) found.push_back({"size/divisor", place});
  }

  void walk(const std::vector<Step>& steps, const Assignment& sizes, std::vector<Violation>& found) {
    for (const Step& step : steps) {
      if (const auto* requirement = std::get_if<Requirement>(&step.node)) {
        test(requirement->code, requirement->condition, sizes, requirement->place, found);
      } else if (const auto* operation = std::get_if<OperationStep>(&step.node)) {
        for (const Premise& premise : operation->rule.premises) {
          if (!premise.indices.empty()) continue;
          const Place place = premise.axis && *premise.axis < operation->axis_places.size()
                                  ? operation->axis_places[*premise.axis]
                                  : operation->place;
          test(operation->rule.name + "/" + premise.name, substitute(premise.condition, operation->sizes), sizes, place,
               found);
        }
      } else if (const auto* loop = std::get_if<LoopStep>(&step.node)) {
        const auto bound = evaluate_integer(loop->bound, sizes);
        for (std::int64_t layer = 0; bound && layer < *bound; ++layer) {
          Assignment inner = sizes;
          inner[loop->variable] = layer;
          walk(loop->body, inner, found);
        }
      } else if (const auto* call = std::get_if<CallStep>(&step.node)) {
        Assignment inner;
        for (const auto& [name, size] : call->sizes)
          if (const auto value = evaluate_integer(size, sizes)) inner[name] = *value;
        const ProgramItem& callee = program_.items[call->callee];
        for (const SizeParameter& size : callee.sizes)
          if (inner.contains(size.name) && inner[size.name] < size.least) found.push_back({"call/size", call->place});
      }
    }
  }

  const Program& program_;
};

std::size_t line_of(const Program& program, Place place) {
  return position_of(program.sources[place.file], place.begin).line;
}

/// Counts for the printed coverage.
struct Coverage {
  std::size_t programs = 0;
  std::size_t proved_programs = 0;
  std::size_t runs = 0;
  std::size_t failed_runs = 0;
  std::map<Verdict, std::size_t> verdicts;
  std::map<std::string, std::size_t> unknowns;
  std::map<std::string, std::size_t> operations;

  ~Coverage() {
    std::cerr << fmt::format("soundness: {} programs, {} proved; {} runs, {} of them failed\n", programs,
                             proved_programs, runs, failed_runs);
    for (const auto& [verdict, number] : verdicts)
      std::cerr << "  " << name_of(verdict) << " " << number;
    std::cerr << "\n  unknown:";
    for (const auto& [name, number] : unknowns)
      std::cerr << " " << name << " " << number;
    std::cerr << "\n  operations:";
    for (const auto& [name, number] : operations)
      std::cerr << " " << name << " " << number;
    std::cerr << "\n";
  }
};

Coverage& coverage() {
  static Coverage counts;
  return counts;
}

void count_operations(const std::vector<Step>& steps) {
  for (const Step& step : steps) {
    if (const auto* operation = std::get_if<OperationStep>(&step.node)) ++coverage().operations[operation->rule.name];
    if (std::holds_alternative<CallStep>(step.node)) ++coverage().operations["(call)"];
    if (const auto* loop = std::get_if<LoopStep>(&step.node)) {
      ++coverage().operations["(for)"];
      count_operations(loop->body);
    }
  }
}

ProveOptions quick() {
  ProveOptions options;
  options.limits.milliseconds = 300;
  options.limits.search_steps = 20'000;
  return options;
}

/// Whether some obligation of these names is not proved, at a line or (0) anywhere.
bool is_doubted(const Program& program, const std::vector<ProofResult>& results, std::size_t line,
                const std::function<bool(const std::string&)>& named) {
  return std::any_of(results.begin(), results.end(), [&](const ProofResult& result) {
    return result.verdict != Verdict::proved && result.obligation.item != "accept" && named(result.obligation.name) &&
           (line == 0 || line_of(program, result.obligation.place) == line);
  });
}

/// What contradicts the proof, or "".
std::string contradiction(const Program& program, const std::vector<ProofResult>& results,
                          const std::vector<std::string>& stated_results, Generator& generator, int runs) {
  const std::size_t index = index_of(program, "f");
  const ProgramItem& item = program.items[index];
  const auto anything = [](const std::string&) { return true; };
  const auto of_call = [](const std::string& name) {
    return name.starts_with("call/") || name.starts_with("return/") || name.starts_with("size/") ||
           name.starts_with("where/") || name.starts_with("loop/") || name.starts_with("for/");
  };
  for (int run = 0; run < runs; ++run) {
    const auto sizes = drawn_sizes(item, generator);
    if (!sizes) continue;
    std::string at;
    for (const auto& [name, value] : *sizes)
      at += fmt::format("{} = {} ", name, value);
    const auto arguments = drawn_arguments(program, index, *sizes, generator);
    if (!arguments) continue;
    const std::vector<Violation> violations = SizeConditions(program).violations(item, *sizes);
    for (const Violation& violation : violations) {
      const std::size_t line = line_of(program, violation.place);
      // Where a size divides by 0, nothing that it stands in has a meaning.
      const bool is_division = violation.name == "size/divisor";
      if (!is_doubted(program, results, is_division ? 0 : line,
                      [&](const std::string& name) { return name == violation.name; }))
        return fmt::format("{} in line {} is proved, and false at {}", violation.name, line, at);
    }
    // What is refuted at these sizes is not run: the shapes that it goes by are wrong.
    if (!violations.empty()) continue;
    for (std::size_t k = 0; k < arguments->size(); ++k) {
      if (element_count((*arguments)[k]->shape).value_or(0) > 8) continue;
      at += item.parameters[k].name + " = ";
      std::visit(
          [&](const auto& elements) {
            for (const auto& element : elements)
              at += fmt::format("{} ", element);
          },
          (*arguments)[k]->elements);
    }
    ++coverage().runs;
    const auto values = interpret(program, index, *sizes, *arguments);
    if (!values) {
      ++coverage().failed_runs;
      if (is_overflow(values.error().message)) continue;
      const std::size_t line = line_of(program, values.error().place);
      if (is_doubted(program, results, line, anything) || is_doubted(program, results, 0, of_call)) continue;
      return fmt::format("line {} is proved, and fails at {}: {}", line, at, values.error().message);
    }
    // Shapes and facts of results are only claimed of what is proved as a whole.
    const bool all = !is_doubted(program, results, 0, anything);
    // Where there is nothing to divide, a divisor may be 0.
    const bool is_any_empty = std::any_of(values->begin(), values->end(), [](const TensorPointer& value) {
      return element_count(value->shape).value_or(0) == 0;
    });
    std::vector<TensorPointer> stated;
    for (std::size_t k = 0; k < item.results.size(); ++k) {
      const Tensor& value = *(*values)[k];
      const auto shape = shape_at(item.results[k].type, *sizes);
      if (all && (!shape || *shape != value.shape))
        return fmt::format("{} is {} at {}", item.results[k].name, describe_type(value.type(), value.shape), at);
      if (std::find(stated_results.begin(), stated_results.end(), item.results[k].name) != stated_results.end())
        stated.push_back((*values)[k]);
      if (all && !is_any_empty && item.results[k].name.starts_with("divisor")) {
        const bool is_zero = std::visit([](const auto& elements) { return elements.at(0) == 0; }, value.elements);
        if (is_zero) return fmt::format("{} is 0 at {}", item.results[k].name, at);
      }
    }
    if (!all || stated.empty()) continue;
    if (const auto error = check_arguments(program, index_of(program, "accept"), *sizes, stated))
      return fmt::format("{} at {}", error->message, at);
  }
  return "";
}

/// The obligations that are about sizes alone.
bool is_about_sizes(const ProofResult& result) {
  const Obligation& obligation = result.obligation;
  // An extent that is 1 as a literal is stretched, and one that is 1 at some sizes is not.
  return obligation.item == "f" && !obligation.stretches && obligation.name != "broadcast/agree" &&
         !obligation.float_element && obligation.named_values.empty() && !reads(obligation.question.goal) &&
         obligation.name != "where/satisfiable" && result.counterexample.size() == obligation.size_count;
}

/// The text with sizes in place of their names.
std::string with_sizes(const std::string& text, const std::vector<std::pair<std::string, std::int64_t>>& sizes) {
  std::string result;
  std::size_t at = text.find("fn f[");
  result = text.substr(0, at);
  std::size_t end = text.find("\nfn accept[", at);
  if (end == std::string::npos) end = text.size();
  const auto is_letter = [](char letter) {
    return std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '_';
  };
  result += "fn f";
  at = text.find(']', at) + 1;
  while (at < end) {
    std::size_t stop = at;
    while (stop < end && is_letter(text[stop]))
      ++stop;
    if (stop == at) {
      result += text[at++];
      continue;
    }
    std::string word = text.substr(at, stop - at);
    for (const auto& [name, value] : sizes)
      // A size that a call is given by name keeps its name on the left.
      if (word == name && !(text[stop] == '=' && text[stop + 1] != '=')) word = std::to_string(value);
    result += word;
    at = stop;
  }
  return result;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(soundness_test)

RC_BOOST_PROP(what_is_proved_runs, ()) {
  const RandomProgram random = ProgramWriter().write();
  RC_LOG() << random.text;
  const Program program = check_text("random.kina", random.text);
  for (const Diagnostic& diagnostic : program.diagnostics)
    RC_LOG() << render(diagnostic, program.sources, Colour::off);
  RC_PRE(program.diagnostics.empty());
  const std::vector<ProofResult> results = prove(program, quick());
  Coverage& counts = coverage();
  ++counts.programs;
  bool all = true;
  for (const ProofResult& result : results) {
    if (result.obligation.item == "accept") continue;
    all = all && result.verdict == Verdict::proved;
    ++counts.verdicts[result.verdict];
    if (result.verdict == Verdict::unknown) ++counts.unknowns[result.obligation.name];
  }
  if (all) ++counts.proved_programs;
  for (const ProgramItem& item : program.items)
    if (item.name == "f") count_operations(item.body);
  Generator generator(*rc::gen::arbitrary<std::uint64_t>());
  const std::string contradicted = contradiction(program, results, random.stated_results, generator, 25);
  RC_LOG() << contradicted;
  RC_ASSERT(contradicted.empty());

  // A counterexample of sizes is one where the sizes are literals, too.
  int repeated = 0;
  for (const ProofResult& result : results) {
    if (result.verdict != Verdict::refuted || !is_about_sizes(result) || ++repeated > 2) continue;
    const std::string text = with_sizes(random.text, result.counterexample);
    const Program literal = check_text("literal.kina", text);
    if (!literal.diagnostics.empty()) continue;
    const std::size_t line = line_of(program, result.obligation.place);
    const std::vector<ProofResult> repeated_results = prove(literal, quick());
    RC_LOG() << result.obligation.name << " in line " << line << " is refuted at " << counterexample_of(result)
             << ", and not in\n"
             << text;
    RC_ASSERT(is_doubted(literal, repeated_results, line,
                         [&](const std::string& name) { return name == result.obligation.name; }));
  }
}

BOOST_AUTO_TEST_SUITE_END()
