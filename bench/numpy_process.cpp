#include "bench/numpy_process.hpp"

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fmt/format.h>
#include <stdexcept>
#include <sys/wait.h>
#include <unistd.h>

namespace kina::bench {
namespace {

constexpr const char* script = KINA_BENCH_SOURCE_DIR "/bench/decode_numpy.py";

/// A script with a pipe to it and one from it. Each line that it is sent is answered by one line.
class Process {
public:
  Process() {
    int down[2];
    int up[2];
    if (pipe(down) != 0 || pipe(up) != 0) throw std::runtime_error("no pipe to NumPy");
    child_ = fork();
    if (child_ < 0) throw std::runtime_error("no process for NumPy");
    if (child_ == 0) {
      dup2(down[0], STDIN_FILENO);
      dup2(up[1], STDOUT_FILENO);
      for (const int end : {down[0], down[1], up[0], up[1]})
        close(end);
      // One thread, as everybody else.
      for (const char* name : {"OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "BLIS_NUM_THREADS", "OMP_NUM_THREADS"})
        setenv(name, "1", 1);
      execl(script, script, static_cast<char*>(nullptr));
      _exit(127);
    }
    close(down[0]);
    close(up[1]);
    to_ = fdopen(down[1], "w");
    from_ = fdopen(up[0], "r");
    // A script that ended is found by reading.
    std::signal(SIGPIPE, SIG_IGN);
  }
  ~Process() {
    std::fclose(to_);
    std::fclose(from_);
    waitpid(child_, nullptr, 0);
  }
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  std::string line() {
    std::string text;
    for (int next = std::fgetc(from_); next != '\n'; next = std::fgetc(from_)) {
      if (next == EOF) throw std::runtime_error("decode_numpy.py ended: " + text);
      text += static_cast<char>(next);
    }
    return text;
  }

  std::string ask(const std::string& question) {
    std::fputs((question + "\n").c_str(), to_);
    std::fflush(to_);
    return line();
  }

  std::vector<float> read_floats(std::size_t count) {
    std::vector<float> floats(count);
    if (std::fread(floats.data(), sizeof(float), count, from_) != count)
      throw std::runtime_error("decode_numpy.py ended within the logits");
    return floats;
  }

private:
  pid_t child_ = -1;
  std::FILE* to_ = nullptr;
  std::FILE* from_ = nullptr;
};

Process& process() {
  static Process only;
  return only;
}

class NumpyDecoder final : public Decoder {
public:
  NumpyDecoder(const DecodeModel& model, std::string variant) : sizes_(model.sizes), variant_(std::move(variant)) {}

  void start(std::int64_t positions) override {
    process().ask(fmt::format("start {} {} {} {} {} {}", variant_, sizes_.heads, sizes_.head_extent, sizes_.classes,
                              positions, cache_capacity(positions)));
  }
  double step() override { return std::stod(process().ask("step")); }
  std::vector<float> logits() override {
    process().ask("logits");
    return process().read_floats(static_cast<std::size_t>(sizes_.classes));
  }

private:
  DecodeSizes sizes_;
  std::string variant_;
};

}  // namespace

const NumpyDescription& numpy_description() {
  static const NumpyDescription description = [] {
    try {
      const std::string answer = process().ask("describe");
      const bool is_there = answer.starts_with("NumPy ");
      return NumpyDescription{is_there, answer};
    } catch (const std::runtime_error& error) {
      return NumpyDescription{false, error.what()};
    }
  }();
  return description;
}

std::unique_ptr<Decoder> make_numpy_decoder(const DecodeModel& model, const std::string& variant) {
  return std::make_unique<NumpyDecoder>(model, variant);
}

}  // namespace kina::bench
