/// \file
/// What the tests of the reports share: reports of a program in tests/golden/reports, and the files that pin them.
#pragma once

#include "tests/command/run_kina.hpp"

#include <boost/test/unit_test.hpp>

#include <cstdlib>
#include <filesystem>
#include <regex>
#include <string>
#include <vector>

namespace kina::tests {

/// Another working directory for as long as this lives, for this process and for those that it starts.
class WorkingFolder {
public:
  explicit WorkingFolder(const std::string& folder) : before_(std::filesystem::current_path()) {
    std::filesystem::current_path(folder);
  }
  WorkingFolder(const WorkingFolder&) = delete;
  WorkingFolder& operator=(const WorkingFolder&) = delete;
  ~WorkingFolder() { std::filesystem::current_path(before_); }

private:
  std::filesystem::path before_;
};

inline std::string golden_folder() { return source_folder() + "/tests/golden/reports/"; }

/// The program whose reports are pinned: one of each verdict, and text that some format has to escape.
inline constexpr const char* pinned_program = "tests/golden/reports/verdicts.kina";

/// A report, named by its option, on standard output.
inline Run run_report(const std::string& option, const std::vector<std::string>& arguments) {
  std::vector<std::string> words{"prove", option, "-"};
  words.insert(words.end(), arguments.begin(), arguments.end());
  return run_kina(words);
}

/// The pinned program's report, as it is where the source tree is the working directory.
inline std::string pinned_report(const std::string& option) {
  const WorkingFolder folder(source_folder());
  const Run run = run_report(option, {pinned_program});
  BOOST_TEST(run.status == 1, run.errors);
  return run.output;
}

inline std::string replaced(const std::string& text, const std::string& pattern, const std::string& by) {
  return std::regex_replace(text, std::regex(pattern), by);
}

/// Compares with tests/golden/reports/NAME. KINA_UPDATE_GOLDEN=1 writes the file anew, to be read before it is
/// committed.
inline void check_golden(const std::string& name, const std::string& text) {
  const std::string path = golden_folder() + name;
  if (std::getenv("KINA_UPDATE_GOLDEN") != nullptr) std::ofstream(path, std::ios::binary) << text;
  std::ifstream stream(path, std::ios::binary);
  BOOST_TEST(text == std::string(std::istreambuf_iterator<char>(stream), {}), "differs from " << path << ":\n" << text);
}

}  // namespace kina::tests
