#include "proofs/cvc5.hpp"

#include "proofs/process.hpp"

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <optional>
#include <sstream>
#include <unistd.h>

namespace kina {
namespace {

/// A file that is gone with its owner.
class TemporaryFile {
public:
  explicit TemporaryFile(const std::string& text) {
    static std::atomic<unsigned> next{0};
    std::error_code error;
    std::filesystem::path folder = std::filesystem::temp_directory_path(error);
    if (error) folder = "/tmp";
    path_ = folder / fmt::format("kina-{}-{}.smt2", ::getpid(), next++);
    std::ofstream file(path_, std::ios::binary);
    file << text;
    is_written_ = static_cast<bool>(file.flush());
  }
  ~TemporaryFile() {
    std::error_code ignored;
    std::filesystem::remove(path_, ignored);
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  [[nodiscard]] const std::string& path() const { return path_.native(); }
  [[nodiscard]] bool is_written() const { return is_written_; }

private:
  std::filesystem::path path_;
  bool is_written_ = false;
};

std::string_view name_of(Satisfiability answer) {
  switch (answer) {
  case Satisfiability::satisfiable: return "sat";
  case Satisfiability::unsatisfiable: return "unsat";
  case Satisfiability::unknown: break;
  }
  return "unknown";
}

/// The answers that were printed, one a line; nothing if a line is no answer.
std::optional<std::vector<Satisfiability>> answers_in(const std::string& output) {
  std::vector<Satisfiability> answers;
  std::istringstream lines(output);
  for (std::string line; std::getline(lines, line);) {
    if (line == "sat") {
      answers.push_back(Satisfiability::satisfiable);
    } else if (line == "unsat") {
      answers.push_back(Satisfiability::unsatisfiable);
    } else if (line == "unknown" || line == "timeout" || line.starts_with("cvc5 interrupted")) {
      answers.push_back(Satisfiability::unknown);
    } else if (!line.empty()) {
      return std::nullopt;
    }
  }
  return answers;
}

/// The first words of an output, for a message of one line.
std::string shortened(const std::string& output) {
  std::string text = output.substr(0, std::min<std::size_t>(output.find('\n'), 200));
  return text.empty() ? "it says nothing" : text;
}

/// How much longer than its own limit a process may be silent.
constexpr unsigned patience = 10'000;

/// So many processes in a row may end before they answer anything.
constexpr std::size_t most_silent_runs = 3;

/// The answers to the questions from `first` on, as far as one process gets.
tl::expected<std::vector<Satisfiability>, std::string> ask_once(const std::vector<SmtQuestion>& questions,
                                                                std::size_t first, unsigned milliseconds) {
  std::string script;
  for (std::size_t k = first; k < questions.size(); ++k)
    script += fmt::format("{}(set-logic {})\n{}(check-sat)\n", k == first ? "" : "(reset)\n", questions[k].logic,
                          questions[k].text);
  const TemporaryFile file(script);
  if (!file.is_written()) return tl::unexpected("cvc5: the temporary file " + file.path() + " can't be written");
  const auto run =
      run_process({"cvc5", "--lang=smt2", "--incremental", fmt::format("--tlimit-per={}", milliseconds), file.path()},
                  {milliseconds + patience, std::size_t{1} << 20U});
  if (!run) return tl::unexpected(run.error() + "; it is the Debian package cvc5");
  const auto answers = answers_in(run->output);
  if (!answers || answers->size() > questions.size() - first)
    return tl::unexpected("cvc5 does not understand a question: " + shortened(run->output + run->errors));
  // Its own time-out ends it with a signal; if it ends by itself, it has answered.
  if (run->status && answers->size() < questions.size() - first)
    return tl::unexpected(
        fmt::format("cvc5 ended with status {} before it answered: {}", *run->status, shortened(run->errors)));
  return *answers;
}

}  // namespace

tl::expected<std::string, std::string> cvc5_version() {
  const auto run = run_process({"cvc5", "--version"}, {patience, std::size_t{1} << 20U});
  if (!run) return tl::unexpected(run.error() + "; it is the Debian package cvc5");
  const std::string marker = "version ";
  const std::size_t at = run->output.find(marker);
  if (at == std::string::npos) return tl::unexpected(std::string("cvc5 does not say its version"));
  const std::size_t begin = at + marker.size();
  return "cvc5 " + run->output.substr(begin, run->output.find_first_of(" \n[", begin) - begin);
}

tl::expected<std::vector<Satisfiability>, std::string> ask_cvc5(const std::vector<SmtQuestion>& questions,
                                                                unsigned milliseconds) {
  std::vector<Satisfiability> answers;
  std::size_t silent_runs = 0;
  while (answers.size() < questions.size()) {
    const auto more = ask_once(questions, answers.size(), milliseconds);
    if (!more) return tl::unexpected(more.error());
    silent_runs = more->empty() ? silent_runs + 1 : 0;
    if (silent_runs > most_silent_runs)
      return tl::unexpected(fmt::format("cvc5 was ended {} times in a row before it answered anything", silent_runs));
    answers.insert(answers.end(), more->begin(), more->end());
    // It ended before it answered the next one: out of time or memory in a place where it does not look at its limits.
    if (answers.size() < questions.size()) answers.push_back(Satisfiability::unknown);
  }
  return answers;
}

std::string smtlib_script(const SmtQuestion& question, Satisfiability expected) {
  return fmt::format("(set-info :smt-lib-version 2.6)\n(set-logic {})\n(set-info :status {})\n{}(check-sat)\n(exit)\n",
                     question.logic, name_of(expected), question.text);
}

}  // namespace kina
