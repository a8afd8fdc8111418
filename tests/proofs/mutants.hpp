/// \file
/// Sabotage of a program's text: one small change at one place, of the kinds that decode loops are known to suffer
/// from.
#pragma once

#include <algorithm>
#include <functional>
#include <regex>
#include <string>
#include <utility>
#include <vector>

namespace kina::testing {

/// A changed program.
struct Mutant {
  std::string change;  ///< `axis=3 to axis=2`
  std::size_t line = 0;
  std::string text;
};

/// Every way to replace one occurrence of a pattern in the code; comments are left alone.
inline std::vector<Mutant> replaced_once(const std::string& text, const std::regex& pattern,
                                         const std::function<std::vector<std::string>(const std::smatch&)>& others) {
  std::vector<Mutant> mutants;
  for (auto found = std::sregex_iterator(text.begin(), text.end(), pattern); found != std::sregex_iterator(); ++found) {
    const auto at = static_cast<std::size_t>(found->position());
    const std::size_t line_begin = text.rfind('\n', at) + 1;
    if (text.substr(line_begin, at - line_begin).find("//") != std::string::npos) continue;
    for (const std::string& other : others(*found)) {
      Mutant mutant;
      mutant.change = found->str() + " to " + other;
      mutant.line = 1 + static_cast<std::size_t>(std::count(text.begin(), text.begin() + found->position(), '\n'));
      mutant.text = text.substr(0, at) + other + text.substr(at + found->str().size());
      mutants.push_back(std::move(mutant));
    }
  }
  return mutants;
}

/// A concat along another axis.
inline std::vector<Mutant> other_axes(const std::string& text) {
  return replaced_once(text, std::regex("(concat\\([^()]*axis=)(\\d)"), [](const std::smatch& found) {
    std::vector<std::string> others;
    for (const char axis : {'0', '1', '2', '3'})
      if (found.str(2).front() != axis) others.push_back(found.str(1) + axis);
    return others;
  });
}

/// A length that is off by one.
inline std::vector<Mutant> shorter_lengths(const std::string& text) {
  return replaced_once(text, std::regex("S \\+ 1"), [](const std::smatch&) { return std::vector<std::string>{"S"}; });
}

/// A permutation with two neighbours swapped.
inline std::vector<Mutant> other_permutations(const std::string& text) {
  return replaced_once(text, std::regex("\\[0, 2, (1, 3|3, 1)\\]"), [](const std::smatch& found) {
    std::vector<std::string> others;
    const std::string whole = found.str();
    for (std::size_t k = 0; k < 3; ++k) {
      std::string other = whole;
      std::swap(other[1 + 3 * k], other[4 + 3 * k]);
      others.push_back(std::move(other));
    }
    return others;
  });
}

/// A token that may be one too great.
inline std::vector<Mutant> wider_tokens(const std::string& text) {
  return replaced_once(text, std::regex("token_ids < (V|8)"), [](const std::smatch& found) {
    return std::vector<std::string>{"token_ids <= " + found.str(1)};
  });
}

}  // namespace kina::testing
