/// \file
/// Checked programs as short text, so that the checker's tests read like design section 4.
#pragma once

#include "spec/dim.hpp"
#include "spec/lang/checker.hpp"
#include "spec/render.hpp"

#include <algorithm>
#include <map>
#include <stdexcept>
#include <string>
#include <variant>

namespace kina::testing {

/// A program of several files, by their paths.
using Files = std::map<std::string, std::string>;

inline Program check_files(const Files& files, const std::string& main) {
  const FileReader reader = [&](const std::string& path) -> tl::expected<std::string, std::string> {
    const auto found = files.find(path);
    if (found == files.end()) return tl::unexpected(std::string("no such file"));
    return found->second;
  };
  return load_program(main, reader).value();
}

/// `name/unknown 2:7, add/type 3:9`.
inline std::string errors_of(const Program& program) {
  std::string text;
  for (const Diagnostic& diagnostic : program.diagnostics) {
    const Position at = position_of(program.sources[diagnostic.place.file], diagnostic.place.begin);
    text +=
        (text.empty() ? "" : ", ") + diagnostic.code + " " + std::to_string(at.line) + ":" + std::to_string(at.column);
  }
  return text;
}

inline std::string errors(const std::string& text) { return errors_of(check_text("test.kina", text)); }

/// A function with these sizes and parameters whose lines begin on line 2.
inline std::string in_function(const std::string& header, const std::string& lines) {
  return "fn f" + header + " -> (result: bool[]) {\n" + lines + "\nreturn true\n}";
}

/// The function that the tests of expressions stand in.
inline const std::string tensors =
    "[B, H, S, T, D](x: f32[S, D], y: f32[S, D], w: f32[D, T], z: f32[B, S, D], row: f32[1, D], wide: f64[S, D], "
    "n: i64[S, D], short: i32[S, D], keep: bool[S, D], scalar: f32[], at: i64[], ids: i64[T], narrow: i32[])";

inline std::string errors_in_function(const std::string& lines) { return errors(in_function(tensors, lines)); }

/// The type of an expression over these parameters as its author would read it, or the errors that it has.
inline std::string written_type_of(const std::string& expression, const bool in_normal_form = false) {
  const Program program = check_text("test.kina", in_function(tensors, "it = " + expression));
  if (!program.diagnostics.empty()) return errors_of(program);
  for (const Value& value : program.items.front().values) {
    if (value.name != "it") continue;
    Type type = value.type;
    if (in_normal_form) std::transform(type.extents.begin(), type.extents.end(), type.extents.begin(), canonical);
    return to_text(type);
  }
  throw std::logic_error("the name is not bound");
}

/// The same with its extents in normal form: `2 * S + 1` for `S + S + 1`.
inline std::string type_of(const std::string& expression) { return written_type_of(expression, true); }

/// The values of the callee's sizes at the only call of the last item: `H=2, S=T + 1`.
inline std::string call_sizes(const Program& program) {
  std::string text;
  for (const Step& step : program.items.back().body)
    if (const auto* call = std::get_if<CallStep>(&step.node))
      for (const auto& [name, size] : call->sizes)
        text += (text.empty() ? "" : ", ") + name + "=" + to_text(size);
  return text;
}

/// What the language requires in the body of the last item, beside the premises of its operations:
/// `call/agree S == T`.
inline std::string requirements(const Program& program) {
  std::string text;
  for (const Step& step : program.items.back().body)
    if (const auto* requirement = std::get_if<Requirement>(&step.node))
      text += (text.empty() ? "" : ", ") + requirement->code + " " + to_text(requirement->condition);
  return text;
}

/// The facts of the last item: `D == H * Dh, 0 <= S`.
inline std::string facts(const std::string& text) {
  const Program program = check_text("test.kina", text);
  std::string result = errors_of(program);
  for (const ProgramFact& fact : program.items.back().facts)
    result += (result.empty() ? "" : ", ") + to_text(fact.condition);
  // The index variables of a fact have names that no user can write.
  result.erase(std::remove(result.begin(), result.end(), '?'), result.end());
  return result;
}

}  // namespace kina::testing
