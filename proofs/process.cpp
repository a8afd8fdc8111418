#include "proofs/process.hpp"

#include <array>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace kina {
namespace {

/// A descriptor that is closed with its owner.
class Descriptor {
public:
  Descriptor() = default;
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    close();
    number_ = std::exchange(other.number_, -1);
    return *this;
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() { close(); }

  [[nodiscard]] int number() const { return number_; }
  [[nodiscard]] bool is_open() const { return number_ >= 0; }
  void close() {
    if (number_ >= 0) ::close(number_);
    number_ = -1;
  }

private:
  int number_ = -1;
};

struct Pipe {
  Descriptor read;
  Descriptor write;
};

tl::expected<Pipe, std::string> make_pipe() {
  std::array<int, 2> ends{};
  // No other process that is started at this moment may inherit the ends.
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return tl::unexpected(std::generic_category().message(errno));
  return Pipe{Descriptor(ends[0]), Descriptor(ends[1])};
}

/// Reads what is there; closes at the end.
void drain(Descriptor& from, std::string& into) {
  std::array<char, 65536> buffer{};
  const ssize_t count = ::read(from.number(), buffer.data(), buffer.size());
  if (count > 0) {
    into.append(buffer.data(), static_cast<std::size_t>(count));
  } else if (count == 0 || (errno != EINTR && errno != EAGAIN)) {
    from.close();
  }
}

}  // namespace

tl::expected<ProcessResult, std::string> run_process(const std::vector<std::string>& arguments,
                                                     const ProcessLimits& limits) {
  auto output = make_pipe();
  auto errors = make_pipe();
  if (!output) return tl::unexpected(output.error());
  if (!errors) return tl::unexpected(errors.error());
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, output->write.number(), STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, errors->write.number(), STDERR_FILENO);
  std::vector<char*> pointers;
  for (const std::string& argument : arguments)
    pointers.push_back(const_cast<char*>(argument.c_str()));
  pointers.push_back(nullptr);
  pid_t process = 0;
  const int failure = ::posix_spawnp(&process, pointers[0], &actions, nullptr, pointers.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (failure != 0) return tl::unexpected(arguments[0] + ": " + std::generic_category().message(failure));
  output->write.close();
  errors->write.close();

  ProcessResult result;
  while (output->read.is_open() || errors->read.is_open()) {
    // A closed descriptor is -1, which poll leaves out.
    std::array<pollfd, 2> waiting{{{output->read.number(), POLLIN, 0}, {errors->read.number(), POLLIN, 0}}};
    const int ready = ::poll(waiting.data(), waiting.size(), static_cast<int>(limits.silent_milliseconds));
    if (ready < 0) continue;
    if (ready == 0 || result.output.size() + result.errors.size() > limits.output_bytes) {
      ::kill(process, SIGKILL);
      break;
    }
    if (waiting[0].revents != 0) drain(output->read, result.output);
    if (waiting[1].revents != 0) drain(errors->read, result.errors);
  }
  int status = 0;
  while (::waitpid(process, &status, 0) < 0 && errno == EINTR) {
  }
  if (WIFEXITED(status)) result.status = WEXITSTATUS(status);
  return result;
}

}  // namespace kina
