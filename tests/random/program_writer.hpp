/// \file
/// Random program texts: plausible functions over every operation of the language, some of them subtly wrong.
///
/// A program grows statement by statement. Each is checked as it is added; one that has a diagnostic (as opposed to an
/// obligation that fails) is dropped, and the types that the checker infers steer what comes next.
#pragma once

#include "spec/lang/checker.hpp"
#include "tests/random/program_parts.hpp"
#include "tests/random/steered_writer.hpp"

#include <set>

namespace kina::testing {

/// A text whose item named `f` is to be run. Its results named `divisor...` are the divisors of its quotients.
/// `accept`, where there is one, takes the results that `f` states facts about, in their order, and states the same
/// facts.
struct RandomProgram {
  std::string text;
  std::vector<std::string> stated_results;
  /// `f`, without facts about results.
  ProgramParts parts;
};

class ProgramWriter : protected SteeredWriter {
public:
  /// A program; with a `wanted` operation, one that uses it, if a few attempts find a use.
  RandomProgram write(const Operation* wanted = nullptr) {
    write_sizes();
    write_parameters();
    refresh();
    const int statements = below(6) + 1;
    for (int tries = 0; tries < 4 * statements && static_cast<int>(body_.size()) < statements; ++tries)
      add_statement();
    const std::size_t count = body_.size();
    for (int tries = 0; wanted != nullptr && tries < 6 && body_.size() == count; ++tries) {
      start_statement();
      finish_statement("v" + std::to_string(++counter_) + " = " + expression_of(*wanted));
    }
    return finished();
  }

private:
  /// The right side of a statement.
  std::string expression(const std::string& loop_variable) {
    switch (below(22)) {
    case 0:
    case 1: return elementwise();
    case 2:
    case 3: return reshaped(any_local());
    case 4: return transposed(any_local(2));
    case 5:
    case 6:
    case 7: return sliced(any_local(1), loop_variable);
    case 8:
    case 9: return concatenated(any_local(1));
    case 10: return laid_out(any_local(1));
    case 11: return dynamic(any_local(1));
    case 12:
    case 13: return reduced(any_local(1));
    case 14: return multiplied();
    case 15:
    case 16: return gathered(any_local(1));
    case 17: return indices_for(extent());
    case 18: {
      const Local x = any_local();
      return "select(" + bool_tensor() + ", " + x.name + ", " + partner(x) + ")";
    }
    case 19: return "iota([" + size_term() + any_of<std::string>({"", ", " + extent()}) + "], axis=0)";
    case 20: return broadcast_of(any_local());
    default: return scalar_integer(3);
    }
  }

  void start_statement() {
    lines_before_.clear();
    helper_.clear();
  }

  void finish_statement(const std::string& statement) {
    std::string text;
    for (const std::string& line : lines_before_)
      text += "  " + line + "\n";
    accept(text + "  " + statement + "\n");
  }

  void add_statement() {
    start_statement();
    const int kind = below(12);
    if (kind == 0) return add_loop();
    const std::string local = "v" + std::to_string(++counter_);
    std::string statement;
    if (kind <= 2) {
      helper_results_ = 1;
      const std::string call = called();
      statement = helper_results_ == 2 ? "(" + local + ", " + local + "b) = " + call : local + " = " + call;
    } else {
      statement = local + " = " + expression("");
    }
    finish_statement(statement);
  }

  void add_loop() {
    const std::string number = std::to_string(++counter_);
    const Local stacked = any_local(1);
    const std::string bound = any_of<std::string>({text_of(stacked.type.extents[0]), extent(), extent()});
    const std::vector<Local> outer = locals_;
    const std::string carry = "c" + number;
    const Local initial = one_in(2) ? any_integer() : any_local();
    const std::string variable_name = "l" + number;
    std::string text = "  for " + variable_name + " in 0.." + bound + " carry " + carry + " = " + initial.name + " {\n";
    locals_.push_back({carry, initial.type});
    locals_.push_back({variable_name, Type{ElementType::i64, {}}});
    const std::string inner = "w" + number;
    text += "    " + inner + " = " + expression(variable_name) + "\n";
    for (const std::string& line : lines_before_)
      text = text.substr(0, text.find("{\n") + 2) + "    " + line + "\n" + text.substr(text.find("{\n") + 2);
    const bool counts = initial.type.element == ElementType::i64;
    const std::string next = counts
                                 ? any_of<std::string>({carry + " + 1", carry + " - 1", carry + " + " + variable_name,
                                                        "(" + carry + " + 1) % " + divisor(), carry, inner,
                                                        "minimum(" + carry + " + 1, " + size_term() + ")"})
                                 : any_of<std::string>({carry, carry, inner, initial.name});
    text += "    next " + carry + " = " + next + "\n";
    text += "    stack s" + number + " = " +
            any_of<std::string>({inner, inner, carry, variable_name, scalar_integer(2)}) + "\n  }\n";
    locals_ = outer;
    accept(text);
  }

  /// Keeps the statement if the checker has nothing against it.
  void accept(const std::string& statement) {
    body_.push_back(statement);
    const bool is_new_helper = !helper_.empty() && helpers_.insert(helper_).second;
    if (refresh()) return;
    body_.pop_back();
    if (is_new_helper) helpers_.erase(helper_);
    refresh();
  }

  /// The locals and their types, from the checker; false if it has diagnostics.
  bool refresh() {
    const Program program = check_text("random.kina", parts({{"r: f32[]", "0.0"}}).text());
    if (!program.diagnostics.empty()) return false;
    const ProgramItem* item = find_item(program, "f");
    locals_.clear();
    for (const ItemParameter& parameter : item->parameters)
      locals_.push_back({parameter.name, item->values[parameter.value].type});
    for (const Value& value : item->values) {
      if (value.name.empty() || value.name[0] == 'l' || value.name[0] == 'w') continue;
      bool is_new = true;
      for (Local& local : locals_) {
        if (local.name != value.name) continue;
        // A carry stands for its value after the loop, which comes last.
        local.type = value.type;
        is_new = false;
      }
      if (is_new) locals_.push_back({value.name, value.type});
    }
    return true;
  }

  ProgramParts parts(std::vector<ProgramParts::Result> results) const {
    return {{helpers_.begin(), helpers_.end()}, names_, parameters_, facts_, body_, std::move(results)};
  }

  /// The program with the locals as results, with facts about the integers among them.
  RandomProgram finished() const {
    RandomProgram program;
    std::vector<ProgramParts::Result> results;
    std::vector<std::string> about_results;
    std::vector<std::string> stated_parameters;
    for (std::size_t k = parameters_.size(); k < locals_.size(); ++k) {
      const Local& local = locals_[k];
      const bool is_divisor = local.name.starts_with("divisor");
      const std::string result = is_divisor ? local.name : "result_" + local.name;
      results.push_back({result + ": " + to_text(local.type), local.name});
      if (local.type.element != ElementType::i64 || one_in(3)) continue;
      const std::string limit = any_of<std::string>({name(), extent(), size_term(), "2"});
      about_results.push_back(
          any_of<std::string>({"0 <= " + result + " < " + limit, "0 <= " + result, result + " < " + limit,
                               result + " <= " + limit, "-1 <= " + result}));
      program.stated_results.push_back(result);
      stated_parameters.push_back(result + ": " + to_text(local.type));
    }
    if (results.empty()) results.push_back({"result: f32[]", "0.0"});
    program.parts = parts(std::move(results));
    program.text = program.parts.text(about_results);
    if (!about_results.empty()) {
      // Facts about sizes alone are those of `f`; facts about its parameters can't be stated here.
      program.text += "\n" + program.parts.signature("accept", stated_parameters) + "\n    -> (r: f32[])\n    where ";
      std::vector<std::string> stated = about_results;
      for (const std::string& each : names_)
        stated.push_back(each + " >= 0");
      program.text += joined(stated, ", ") + " {\n  return 0.0\n}\n";
    }
    return program;
  }

  std::vector<std::string> body_;
  std::set<std::string> helpers_;
};

}  // namespace kina::testing
