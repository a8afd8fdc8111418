/// \file
/// What the tests of the prover share: the sources of the tree, programs proved, and results by what they say.
#pragma once

#include "proofs/prove.hpp"
#include "proofs/report.hpp"
#include "spec/lang/checker.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

namespace kina::testing {

/// The root of the source tree; the folder that the tests run in, if the environment does not name it.
inline std::filesystem::path source_folder() {
  const char* folder = std::getenv("KINA_SOURCE_DIR");
  return folder == nullptr ? "." : folder;
}

inline std::string file_text(const std::filesystem::path& path) {
  std::ifstream stream(path, std::ios::binary);
  if (!stream) throw std::runtime_error("can't read " + path.string());
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

/// The files of a folder with this extension, in the order of their names; none if there is no such folder.
inline std::vector<std::filesystem::path> files_in(const std::filesystem::path& folder, const std::string& extension) {
  std::vector<std::filesystem::path> files;
  if (!std::filesystem::is_directory(folder)) return files;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    if (entry.path().extension() == extension) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

/// A program with what came of its proof.
struct Proved {
  Program program;
  std::vector<ProofResult> results;

  [[nodiscard]] bool accepted() const { return all_proved(program, results); }

  /// The failures that are no consequences of others.
  [[nodiscard]] std::vector<ProofResult> failures() const {
    std::vector<ProofResult> failed;
    std::copy_if(results.begin(), results.end(), std::back_inserter(failed), [](const ProofResult& result) {
      return result.verdict != Verdict::proved && result.consequence_of.empty();
    });
    return failed;
  }

  /// Every diagnostic, as it is printed.
  [[nodiscard]] std::string rendered() const {
    std::string text;
    for (const Diagnostic& diagnostic : all_diagnostics(program, results)) {
      if (!text.empty()) text += "\n";
      text += render(diagnostic, program.sources, Colour::off);
    }
    return text;
  }
};

inline Proved prove_program(Program program) {
  Proved proved{std::move(program), {}};
  proved.results = prove(proved.program, {});
  return proved;
}

inline Proved prove_text(std::string text) { return prove_program(check_text("test.kina", std::move(text))); }

/// A file of the tree. Its sources are named by their paths from `folder`, so that messages are the same on every
/// machine.
inline Proved prove_file(const std::filesystem::path& folder, const std::string& name) {
  const FileReader reader = [&](const std::string& path) { return read_file((folder / path).string()); };
  auto program = load_program(name, reader);
  if (!program) throw std::runtime_error(name + ": " + program.error());
  return prove_program(std::move(*program));
}

/// `S = 0, B = 1`, in the order of declaration.
inline std::string counterexample_of(const ProofResult& result) {
  std::string text;
  for (const auto& [name, value] : result.counterexample)
    text += (text.empty() ? "" : ", ") + name + " = " + std::to_string(value);
  return text;
}

}  // namespace kina::testing
