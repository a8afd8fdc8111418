#include "proofs/second_opinion.hpp"

#include "proofs/cvc5.hpp"
#include "proofs/parallel.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <mutex>
#include <optional>

namespace kina {
namespace {

/// So many questions are given to one process.
constexpr std::size_t batch = 100;

/// The verdict, with what a reader has to know: one of the two solvers, or the translation, has a bug.
void contradict(ProofResult& result) {
  result.obligation.notes.push_back(
      fmt::format("Z3 alone says: {}", result.verdict == Verdict::proved ? "proved" : result.obligation.violation));
  result.obligation.notes.push_back("one of them is wrong; --smt2 DIR writes the questions");
  result.obligation.violation = "Z3 and cvc5 contradict each other about this obligation";
  result.verdict = Verdict::disagreement;
  result.holds_only_if.reset();
  result.helps.clear();
  result.counterexample.clear();
  result.float_counterexample.clear();
}

}  // namespace

tl::expected<SecondOpinion, std::string> ask_second_solver(std::vector<ProofResult>& results, std::size_t jobs,
                                                           unsigned milliseconds) {
  std::map<std::string, std::size_t> positions;
  std::vector<SmtQuestion> questions;
  for (const ProofResult& result : results)
    for (const AskedQuestion& asked : result.questions)
      if (positions.emplace(asked.question.text, questions.size()).second) questions.push_back(asked.question);

  std::vector<Satisfiability> answers(questions.size());
  std::mutex mutex;
  std::optional<std::string> failure;
  const std::size_t batches = (questions.size() + batch - 1) / batch;
  run_in_parallel(jobs, batches, [&](const auto& next) {
    for (std::size_t k = next(); k < batches; k = next()) {
      const auto begin = questions.begin() + static_cast<std::ptrdiff_t>(k * batch);
      const auto end = questions.begin() + static_cast<std::ptrdiff_t>(std::min(questions.size(), (k + 1) * batch));
      const auto found = ask_cvc5({begin, end}, milliseconds);
      const std::lock_guard lock(mutex);
      if (!found) {
        failure = found.error();
        return;
      }
      std::copy(found->begin(), found->end(), answers.begin() + static_cast<std::ptrdiff_t>(k * batch));
    }
  });
  if (failure) return tl::unexpected(*failure);

  SecondOpinion opinion;
  for (ProofResult& result : results) {
    bool is_undecided = false;
    bool is_contradicted = false;
    for (const AskedQuestion& asked : result.questions) {
      const Satisfiability answer = answers[positions.at(asked.question.text)];
      if (answer == Satisfiability::unknown) {
        is_undecided = true;
      } else if (answer != asked.answer) {
        is_contradicted = true;
      }
    }
    if (result.questions.empty()) continue;
    if (is_contradicted) {
      ++opinion.contradicted;
      contradict(result);
    } else if (is_undecided) {
      opinion.undecided.push_back(fmt::format("{} {}", result.obligation.item, result.obligation.name));
    } else {
      ++opinion.agreed;
    }
  }
  return opinion;
}

}  // namespace kina
