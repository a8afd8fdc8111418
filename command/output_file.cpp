#include "command/output_file.hpp"

#include "command/command.hpp"
#include "command/terminal.hpp"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

namespace kina {
namespace {

namespace fs = std::filesystem;

bool write_all(int file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(file, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

/// The access rights of the file that is replaced, or those of any new file.
mode_t rights_for(const std::string& target) {
  struct stat status {};
  if (::stat(target.c_str(), &status) == 0) return status.st_mode & 07777U;
  const mode_t mask = ::umask(0);
  ::umask(mask);
  return 0666U & ~mask;
}

}  // namespace

OutputFile::OutputFile(const std::string& option, const std::string& path, const std::vector<std::string>& inputs)
    : option_(option), path_(path), target_(path) {
  if (is_standard_output()) return;
  if (path_.empty()) fail("give a path, or - for standard output");
  std::error_code error;
  const fs::path followed = fs::weakly_canonical(path_, error);
  if (!error) target_ = followed.string();
  if (fs::is_directory(target_, error)) fail("it is a directory");
  for (const std::string& input : inputs)
    if (fs::equivalent(input, target_, error)) fail("it is also read");
  if (fs::exists(target_, error) && ::access(target_.c_str(), W_OK) != 0) fail(std::strerror(errno));
  if (!is_special()) write_temporary("", false);
}

void OutputFile::write(std::string_view text) const {
  if (is_standard_output()) {
    write_results(text);
  } else if (is_special()) {
    const int file = ::open(target_.c_str(), O_WRONLY | O_CLOEXEC);
    if (file < 0) fail(std::strerror(errno));
    const bool written = write_all(file, text);
    const int reason = errno;
    if (::close(file) != 0 || !written) fail(std::strerror(written ? errno : reason));
  } else {
    write_temporary(text, true);
  }
}

bool OutputFile::is_special() const {
  std::error_code error;
  const fs::file_status status = fs::status(target_, error);
  return fs::exists(status) && !fs::is_regular_file(status);
}

void OutputFile::write_temporary(std::string_view text, bool keep) const {
  std::string temporary = (fs::path(target_).parent_path() / ".kina-XXXXXX").string();
  const int file = ::mkostemp(temporary.data(), O_CLOEXEC);
  if (file < 0) fail(std::strerror(errno));
  bool written = write_all(file, text) && ::fchmod(file, rights_for(target_)) == 0;
  int reason = errno;
  if (::close(file) != 0 && written) {
    written = false;
    reason = errno;
  }
  if (written && keep && ::rename(temporary.c_str(), target_.c_str()) != 0) {
    written = false;
    reason = errno;
  }
  if (!written || !keep) ::unlink(temporary.c_str());
  if (!written) fail(std::strerror(reason));
}

void OutputFile::fail(const std::string& reason) const {
  throw UsageError(fmt::format("{} {}: {}", option_, path_, reason));
}

}  // namespace kina
