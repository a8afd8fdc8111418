#include "tests/command/run_kina.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <stdexcept>
#include <sys/wait.h>
#include <unistd.h>

namespace kina::tests {
namespace {

std::string kina_binary() {
  const char* folder = std::getenv("KINA_BINARY_DIR");
  if (folder == nullptr) throw std::runtime_error("KINA_BINARY_DIR is not set");
  return std::string(folder) + "/bin/kina";
}

int checked(int result, const char* what) {
  if (result < 0) throw std::runtime_error(std::string(what) + ": " + std::strerror(errno));
  return result;
}

/// The two ends of a terminal: what the process writes to, and where the test reads it.
struct Terminal {
  int reading = -1;
  int writing = -1;
};

Terminal open_terminal() {
  Terminal terminal;
  terminal.reading = checked(posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC), "posix_openpt");
  checked(grantpt(terminal.reading), "grantpt");
  checked(unlockpt(terminal.reading), "unlockpt");
  terminal.writing = checked(open(ptsname(terminal.reading), O_RDWR | O_NOCTTY | O_CLOEXEC), "ptsname");
  return terminal;
}

/// All that can be read, until the last writer is gone.
std::string read_terminal(int file) {
  std::string text;
  char buffer[4096];
  while (true) {
    const ssize_t count = read(file, buffer, sizeof buffer);
    if (count <= 0) return text;
    text.append(buffer, static_cast<std::size_t>(count));
  }
}

std::string contents(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

int open_output(const std::string& path) {
  return checked(open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600), "open");
}

/// Where standard output goes; -1 if it is closed.
int output_file(OutputTo to, const std::string& path) {
  switch (to) {
  case OutputTo::test: return open_output(path);
  case OutputTo::full_device: return checked(open("/dev/full", O_WRONLY | O_CLOEXEC), "/dev/full");
  case OutputTo::closed: return -1;
  case OutputTo::broken_pipe: {
    int ends[2];
    checked(pipe2(ends, O_CLOEXEC), "pipe2");
    close(ends[0]);
    return ends[1];
  }
  }
  return -1;
}

/// What the new process does between fork and exec, which is little.
[[noreturn]] void become_kina(char* const* arguments, char* const* environment, int output, int errors) {
  if (output < 0) {
    close(STDOUT_FILENO);
  } else {
    dup2(output, STDOUT_FILENO);
  }
  dup2(errors, STDERR_FILENO);
  execve(arguments[0], arguments, environment);
  _exit(127);
}

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> result;
  for (std::string& text : texts)
    result.push_back(text.data());
  result.push_back(nullptr);
  return result;
}

}  // namespace

Run run_kina(const std::vector<std::string>& arguments, const RunSetting& setting) {
  const TemporaryFolder folder;
  std::vector<std::string> words = arguments;
  words.insert(words.begin(), kina_binary());
  std::vector<std::string> environment = setting.environment;
  for (char** entry = environ; *entry != nullptr; ++entry)
    if (!std::string_view(*entry).starts_with("NO_COLOR=")) environment.emplace_back(*entry);

  Terminal terminal;
  if (setting.terminal) terminal = open_terminal();
  const int output = output_file(setting.output, folder.file("output"));
  const int errors = setting.terminal ? terminal.writing : open_output(folder.file("errors"));
  const std::vector<char*> word_pointers = pointers(words);
  const std::vector<char*> environment_pointers = pointers(environment);
  const pid_t process = checked(fork(), "fork");
  if (process == 0) become_kina(word_pointers.data(), environment_pointers.data(), output, errors);
  if (output >= 0) close(output);
  close(errors);

  Run run;
  if (setting.terminal) {
    run.errors = read_terminal(terminal.reading);
    close(terminal.reading);
  }
  int status = 0;
  checked(waitpid(process, &status, 0), "waitpid");
  run.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  if (setting.output == OutputTo::test) run.output = contents(folder.file("output"));
  if (!setting.terminal) run.errors = contents(folder.file("errors"));
  return run;
}

bool is_one_error_line(std::string_view text) {
  return text.starts_with("kina: ") && text.ends_with("\n") && std::count(text.begin(), text.end(), '\n') == 1;
}

bool is_refused(const Run& run) { return run.status == 2 && run.output.empty() && is_one_error_line(run.errors); }

std::string program_path(const std::string& name) { return source_folder() + "/spec/programs/" + name; }

}  // namespace kina::tests
