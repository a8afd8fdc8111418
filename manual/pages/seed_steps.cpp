#include "manual/pages/seed_steps.hpp"

#include "manual/pages/data_flow.hpp"
#include "spec/lang/parser.hpp"
#include "spec/render.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace kina::manual {
namespace {

/// A statement with the expressions that it computes.
struct ReadStatement {
  std::string text;
  std::string comment;
  std::vector<std::string> expressions;
  /// Those that it binds or returns.
  std::vector<std::string> results;
};

/// The comment's lines directly above an offset.
std::string comment_above(const Source& source, std::uint32_t offset) {
  std::string comment;
  for (std::size_t line = position_of(source, offset).line - 1; line > 0; --line) {
    std::string text = line_text(source, line);
    text.erase(0, text.find_first_not_of(' '));
    if (!text.starts_with("// ")) break;
    comment = comment.empty() ? text.substr(3) : fmt::format("{} {}", text.substr(3), comment);
  }
  return comment;
}

/// An operation with what tells it from another of its name at any sizes.
std::string head_of(const OperationStep& step) {
  return fmt::format("{} {} {}", step.operation->name, step.instance.axis, fmt::join(step.instance.permutation, ","));
}

/// What stands for a value that is no expression over the parameters: a result of a call or of a loop.
constexpr char unknown = '?';

/// Each value as an expression over the parameters.
std::map<ValueId, std::string> expressions_of(const ProgramItem& item) {
  std::map<ValueId, std::string> expressions;
  for (const ItemParameter& parameter : item.parameters)
    expressions[parameter.value] = parameter.name;
  for (const Step& step : item.body) {
    if (const auto* literal = std::get_if<LiteralStep>(&step.node)) {
      expressions[literal->result] = to_text(literal->literal);
    } else if (const auto* operation = std::get_if<OperationStep>(&step.node)) {
      std::vector<std::string> operands;
      for (const ValueId operand : operation->operands)
        operands.push_back(expressions.try_emplace(operand, 1, unknown).first->second);
      expressions[operation->result] = fmt::format("{}({})", head_of(*operation), fmt::join(operands, "; "));
    }
  }
  return expressions;
}

bool is_inside(const Place& inner, const Place& outer) { return outer.begin <= inner.begin && inner.end <= outer.end; }

std::vector<ReadStatement> read_statements(const Program& program, const ProgramItem& item) {
  const Source& source = program.sources[item.place.file];
  const std::map<ValueId, std::string> expressions = expressions_of(item);
  std::vector<ReadStatement> statements;
  for (const syntax::Item& parsed : parse(source, item.place.file).file.items) {
    if (parsed.name.text != item.name) continue;
    for (const syntax::Statement& statement : parsed.body) {
      ReadStatement read;
      read.text = source.text.substr(statement.place.begin, statement.place.end - statement.place.begin);
      read.comment = comment_above(source, statement.place.begin);
      for (const Step& step : item.body) {
        const auto* operation = std::get_if<OperationStep>(&step.node);
        if (operation == nullptr || !is_inside(operation->whole, statement.place)) continue;
        const std::string& expression = expressions.at(operation->result);
        read.expressions.push_back(expression);
        const bool is_returned =
            std::find(item.returned.begin(), item.returned.end(), operation->result) != item.returned.end();
        const bool is_bound = is_returned || !item.values[operation->result].name.empty();
        if (is_bound && expression.find(unknown) == std::string::npos) read.results.push_back(expression);
      }
      statements.push_back(std::move(read));
    }
  }
  return statements;
}

}  // namespace

std::vector<PerformedSteps> quoted_steps(const Program& program, const ProgramItem& item) {
  std::vector<PerformedSteps> steps;
  for (const ReadStatement& statement : read_statements(program, item))
    if (!statement.comment.empty()) steps.push_back({statement.text, {statement.comment}});
  return steps;
}

std::vector<PerformedSteps> performed_steps(const Program& program, const ProgramItem& item,
                                            const Program& quoting_program, const ProgramItem& quoting) {
  const std::vector<ReadStatement> quoted = read_statements(quoting_program, quoting);
  std::vector<PerformedSteps> performed;
  for (const ReadStatement& statement : read_statements(program, item)) {
    PerformedSteps steps{statement.text, {}};
    for (const ReadStatement& step : quoted) {
      const bool is_performed = std::any_of(step.results.begin(), step.results.end(), [&](const std::string& result) {
        return std::find(statement.expressions.begin(), statement.expressions.end(), result) !=
               statement.expressions.end();
      });
      if (is_performed && !step.comment.empty()) steps.steps.push_back(step.comment);
    }
    performed.push_back(std::move(steps));
  }
  return performed;
}

}  // namespace kina::manual
