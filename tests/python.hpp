/// \file
/// What tests against NumPy share: a folder that is removed again, and a run of Python.
#pragma once

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <utility>

namespace kina::tests {

/// A new folder for temporary files, removed with everything in it at the end of the scope.
class TemporaryFolder {
public:
  TemporaryFolder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "kina-test-XXXXXX").string();
    if (mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("no temporary folder can be made as " + pattern);
    path_ = pattern;
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }

  [[nodiscard]] std::string file(const std::string& name) const { return (path_ / name).string(); }
  [[nodiscard]] std::string path() const { return path_.string(); }

private:
  std::filesystem::path path_;
};

/// The project's source folder.
inline std::string source_folder() {
  const char* folder = std::getenv("KINA_SOURCE_DIR");
  if (folder == nullptr) throw std::runtime_error("KINA_SOURCE_DIR is not set");
  return folder;
}

/// What a process did: its exit status (0 is success), and both of its output streams.
struct ProcessResult {
  int status = 0;
  std::string output;
};

/// Runs the system's Python, which has NumPy, with arguments that need no quoting but the one around each.
template <typename... Arguments> ProcessResult run_python(const Arguments&... arguments) {
  std::string command = "/usr/bin/python3";
  ((command += " '" + std::string(arguments) + "'"), ...);
  command += " 2>&1";
  std::FILE* process = popen(command.c_str(), "r");
  if (process == nullptr) throw std::runtime_error("can't run " + command);
  ProcessResult result;
  std::array<char, 4096> buffer{};
  while (const std::size_t count = std::fread(buffer.data(), 1, buffer.size(), process))
    result.output.append(buffer.data(), count);
  result.status = pclose(process);
  return result;
}

}  // namespace kina::tests
