#include "command/command.hpp"

#include "spec/lang/checker.hpp"

#include <fmt/format.h>

namespace kina {

Program load(const std::string& path) {
  auto program = load_program(path);
  if (!program) throw UsageError(fmt::format("{}: {}", path, program.error()));
  program->sources.front().path = path;
  return std::move(*program);
}

std::vector<Program> load_all(const std::vector<std::string>& paths) {
  std::vector<Program> programs;
  programs.reserve(paths.size());
  for (const std::string& path : paths)
    programs.push_back(load(path));
  return programs;
}

std::string listed(const std::vector<std::string>& names, const std::string& last_word) {
  std::string text;
  for (std::size_t position = 0; position < names.size(); ++position) {
    if (position > 0) text += position + 1 == names.size() ? " " + last_word + " " : ", ";
    text += names[position];
  }
  return text;
}

}  // namespace kina
