/// \file
/// The chapters that people write, and the blocks of code in them.
#pragma once

#include "tests/proofs/proving.hpp"

#include <sstream>
#include <string>
#include <vector>

namespace kina::testing {

/// Every chapter of the manual, from the source folder.
inline std::vector<std::string> chapter_paths() {
  std::vector<std::string> paths{"README.md", "CONTRIBUTING.md", "CHANGELOG.md"};
  for (const char* folder : {"docs", "docs/decisions"})
    for (const auto& file : files_in(source_folder() / folder, ".md"))
      paths.push_back(std::string(folder) + "/" + file.filename().string());
  return paths;
}

/// A block between two fences: the word after the first one, and the lines between them.
struct CodeBlock {
  std::string chapter;
  std::string language;
  std::string text;
};

/// The blocks of every chapter in order; a fence that is not closed is an error.
inline std::vector<CodeBlock> all_code_blocks() {
  std::vector<CodeBlock> blocks;
  for (const std::string& path : chapter_paths()) {
    std::istringstream lines(file_text(source_folder() / path));
    bool is_open = false;
    for (std::string line; std::getline(lines, line);) {
      if (line.starts_with("```")) {
        if (!is_open) blocks.push_back({path, line.substr(3), ""});
        is_open = !is_open;
      } else if (is_open) {
        blocks.back().text += line + "\n";
      }
    }
    if (is_open) throw std::runtime_error(path + " has a block of code that does not end");
  }
  return blocks;
}

/// The commands of a shell block, each in words: lines that end in a backslash are joined, comments left out, and what
/// is joined by `&&` or `|` taken apart.
inline std::vector<std::vector<std::string>> commands_in(const std::string& text) {
  std::vector<std::vector<std::string>> commands(1);
  std::string word;
  char quote = 0;
  bool is_comment = false;
  const auto end_word = [&] {
    if (word == "&&" || word == "|")
      commands.emplace_back();
    else if (!word.empty())
      commands.back().push_back(word);
    word.clear();
  };
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char letter = text[at];
    if (is_comment && letter != '\n') continue;
    if (quote != 0) {
      if (letter == quote)
        quote = 0;
      else
        word += letter;
    } else if (letter == '\'' || letter == '"') {
      quote = letter;
    } else if (letter == '\\' && at + 1 < text.size() && text[at + 1] == '\n') {
      ++at;
    } else if (letter == '#' && word.empty()) {
      is_comment = true;
    } else if (letter == ' ' || letter == '\n') {
      end_word();
      if (letter == '\n') {
        commands.emplace_back();
        is_comment = false;
      }
    } else {
      word += letter;
    }
  }
  end_word();
  std::erase_if(commands, [](const std::vector<std::string>& command) { return command.empty(); });
  return commands;
}

}  // namespace kina::testing
