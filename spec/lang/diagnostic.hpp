/// \file
/// A diagnostic is a value: a name, a place, what was expected and found, and what to do about it.
#pragma once

#include "spec/lang/source.hpp"

#include <string>
#include <vector>

namespace kina {

/// One message about a program. Diagnostics are collected, never thrown, so one run shows every error of a file.
struct Diagnostic {
  /// The name of the rule that is broken: `concat/agree`, `syntax/expected`, `name/unknown`.
  std::string code;
  Place place;
  /// The headline: `operands differ on axis 3, which is not concatenated`.
  std::string message;
  /// Each printed as `= note: ...`; further lines of one note are indented below it.
  std::vector<std::string> notes = {};
  /// Each printed as `= help: ...`.
  std::vector<std::string> helps = {};
  /// What stands beside the carets, short: `S against 1`. It may be empty.
  std::string label = {};

  friend bool operator==(const Diagnostic&, const Diagnostic&) = default;
};

/// Whether text is coloured for a terminal.
enum class Colour { off, on };

/// The message as design section 4 shows it: headline, place, source line, carets, notes, helps.
/// A place that spans several lines shows its first line; a long line is shown around the carets. Every line of the
/// result ends with a newline. What could disturb a terminal (control characters, bytes that are not UTF-8, marks that
/// reverse the direction of writing) is shown as U+FFFD, a tab as one space. A place in no source shows no line.
[[nodiscard]] std::string render(const Diagnostic& diagnostic, const std::vector<Source>& sources, Colour colour);

/// Sorts by file and place, stably, and drops exact repetitions.
void sort_diagnostics(std::vector<Diagnostic>& diagnostics);

/// The candidate nearest to a mistyped name by edit distance, or "" if none is near enough to suggest: one edit for a
/// name of up to three letters, a third of its length otherwise. A swap of neighbours is one edit, the case of a letter
/// is none. Among equally near ones the case decides, then the alphabet, never the order of the candidates.
[[nodiscard]] std::string nearest_name(const std::string& name, const std::vector<std::string>& candidates);

}  // namespace kina
