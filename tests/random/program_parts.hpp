/// \file
/// A random function in parts, so that some can be left out.
#pragma once

#include <string>
#include <vector>

namespace kina::testing {

inline std::string joined(const std::vector<std::string>& parts, const std::string& separator) {
  std::string text;
  for (const std::string& part : parts)
    text += (text.empty() ? "" : separator) + part;
  return text;
}

/// The function `f`, with the functions that it calls.
struct ProgramParts {
  struct Result {
    std::string declared;  ///< `result_v1: f32[N]`
    std::string returned;  ///< `v1`
  };
  std::vector<std::string> helpers;
  std::vector<std::string> sizes;
  std::vector<std::string> parameters;
  std::vector<std::string> facts;
  std::vector<std::string> body;
  std::vector<Result> results;

  [[nodiscard]] std::string signature(const std::string& function, const std::vector<std::string>& taken) const {
    return "fn " + function + "[" + joined(sizes, ", ") + "](" + joined(taken, ", ") + ")";
  }

  [[nodiscard]] std::string text(const std::vector<std::string>& facts_about_results = {}) const {
    std::vector<std::string> declared;
    std::vector<std::string> returned;
    for (const Result& result : results) {
      declared.push_back(result.declared);
      returned.push_back(result.returned);
    }
    std::vector<std::string> stated = facts;
    stated.insert(stated.end(), facts_about_results.begin(), facts_about_results.end());
    std::string text;
    for (const std::string& helper : helpers)
      text += helper + "\n";
    text += signature("f", parameters) + "\n    -> (" + joined(declared, ", ") + ")";
    if (!stated.empty()) text += "\n    where " + joined(stated, ", ");
    return text + " {\n" + joined(body, "") + "  return " + joined(returned, ", ") + "\n}\n";
  }
};

/// The parts without what can be left out while the program still fails: results, then statements from the last to the
/// first, then helpers, facts and parameters. `fails` is asked of texts that may be no correct programs.
template <typename Fails> ProgramParts reduced(ProgramParts parts, Fails&& fails) {
  const auto leave_out = [&](auto ProgramParts::*member, std::size_t least) {
    for (std::size_t k = (parts.*member).size(); k-- > 0 && (parts.*member).size() > least;) {
      ProgramParts smaller = parts;
      (smaller.*member).erase((smaller.*member).begin() + static_cast<std::ptrdiff_t>(k));
      if (fails(smaller.text())) parts = std::move(smaller);
    }
  };
  leave_out(&ProgramParts::results, 1);
  leave_out(&ProgramParts::body, 0);
  leave_out(&ProgramParts::helpers, 0);
  leave_out(&ProgramParts::facts, 0);
  leave_out(&ProgramParts::parameters, 1);
  return parts;
}

}  // namespace kina::testing
