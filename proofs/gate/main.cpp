/// The gate: proves one file, or the catalogue, and writes a stamp. It is an edge of the build, so nothing behind it is
/// compiled while a proof fails (design section 3).
#include "proofs/prove.hpp"
#include "proofs/report.hpp"
#include "spec/lang/checker.hpp"

#include <CLI/CLI.hpp>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <string>
#include <system_error>
#include <vector>

namespace kina {
namespace {

struct Arguments {
  std::string file;
  std::string stamp;
  std::string depfile;
  bool refuted = false;
  bool catalogue = false;
};

bool write_file(const std::string& path, const std::string& text) {
  std::ofstream stream(path, std::ios::binary | std::ios::trunc);
  stream << text;
  stream.flush();
  return static_cast<bool>(stream);
}

/// Writes the stamp, or says why it can't be.
int stamped(const Arguments& arguments, const std::string& text) {
  if (write_file(arguments.stamp, text)) return 0;
  fmt::print(stderr, "kina_gate: {}: the stamp can't be written\n", arguments.stamp);
  return 2;
}

/// Make's escapes for a file name.
std::string escaped(const std::string& path) {
  std::string text;
  for (const char character : path) {
    if (character == ' ' || character == '#') text += '\\';
    if (character == '$') text += '$';
    text += character;
  }
  return text;
}

std::string summary(const std::vector<ProofResult>& results) {
  const ProofCounts counts = count(results);
  return fmt::format("{} proved, {} refuted, {} unknown\n", counts.total(Verdict::proved),
                     counts.total(Verdict::refuted), counts.total(Verdict::unknown));
}

void print(const std::vector<Diagnostic>& diagnostics, const std::vector<Source>& sources) {
  for (const Diagnostic& diagnostic : diagnostics)
    fmt::print(stderr, "{}\n", render(diagnostic, sources, Colour::off));
}

/// A false statement has to be refuted, and its counterexample has to be there.
bool is_refuted(const Program& program, const std::vector<ProofResult>& results) {
  if (!program.diagnostics.empty()) return false;
  bool refuted = false;
  for (const ProofResult& result : results) {
    if (result.verdict != Verdict::refuted) continue;
    const bool has_witness = !result.counterexample.empty() || !result.float_counterexample.empty() ||
                             result.obligation.question.declared.empty();
    refuted = refuted || has_witness;
  }
  return refuted;
}

int prove_file(const Arguments& arguments) {
  const auto program = load_program(arguments.file);
  if (!program) {
    fmt::print(stderr, "kina_gate: {}: {}\n", arguments.file, program.error());
    return 2;
  }
  const std::vector<ProofResult> results = prove(*program, {});
  if (arguments.refuted) {
    if (!is_refuted(*program, results)) {
      print(program->diagnostics, program->sources);
      fmt::print(stderr, "kina_gate: {}: this statement is kept because it is false, and nothing in it was refuted\n",
                 arguments.file);
      return 1;
    }
  } else if (!all_proved(*program, results)) {
    print(all_diagnostics(*program, results), program->sources);
    fmt::print(stderr, "{}: {}", arguments.file, summary(results));
    return 1;
  }
  if (!arguments.depfile.empty()) {
    std::string line = escaped(arguments.stamp) + ":";
    for (const Source& source : program->sources)
      line += " " + escaped(source.path);
    if (!write_file(arguments.depfile, line + "\n")) {
      fmt::print(stderr, "kina_gate: {}: the list of files can't be written\n", arguments.depfile);
      return 2;
    }
  }
  return stamped(arguments, summary(results));
}

int prove_operations_of_catalogue(const Arguments& arguments) {
  const std::vector<ProofResult> results = prove_catalogue({});
  bool proved = true;
  for (const ProofResult& result : results) {
    if (result.verdict == Verdict::proved) continue;
    proved = false;
    const Diagnostic diagnostic = diagnostic_of(result);
    fmt::print(stderr, "error[{}]: {}: {}\n", diagnostic.code, diagnostic.message, diagnostic.label);
    for (const std::string& note : diagnostic.notes)
      fmt::print(stderr, "   = note: {}\n", note);
  }
  if (!proved) return 1;
  return stamped(arguments, summary(results));
}

}  // namespace
}  // namespace kina

int main(int argument_count, char** argument_values) {
  try {
    kina::Arguments arguments;
    CLI::App application("Proves a Kina file and writes a stamp; a failed proof writes none.", "kina_gate");
    application.add_option("--stamp", arguments.stamp, "the stamp to write")->required();
    application.add_option("--depfile", arguments.depfile, "the files that were read, for the build");
    application.add_flag("--refuted", arguments.refuted, "the file holds a false statement, which has to be refuted");
    application.add_flag("--catalogue", arguments.catalogue, "prove every operation instead of a file");
    application.add_option("file", arguments.file, "the file");
    try {
      application.parse(argument_count, argument_values);
    } catch (const CLI::ParseError& error) {
      // Help is no error; anything else is one line.
      if (error.get_exit_code() == 0) return application.exit(error);
      fmt::print(stderr, "kina_gate: {}\n", error.what());
      return 2;
    }
    if (arguments.catalogue == !arguments.file.empty()) {
      fmt::print(stderr, "kina_gate: give a file, or --catalogue\n");
      return 2;
    }
    // A stamp of an earlier run says nothing of this one.
    std::error_code ignored;
    std::filesystem::remove(arguments.stamp, ignored);
    return arguments.catalogue ? kina::prove_operations_of_catalogue(arguments) : kina::prove_file(arguments);
  } catch (const std::exception& error) {
    fmt::print(stderr, "kina_gate: {}\n", error.what());
    return EXIT_FAILURE;
  }
}
