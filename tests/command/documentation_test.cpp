/// The commands that the chapters show are run, and do what the chapters say.
#include "tests/command/run_kina.hpp"
#include "tests/manual/chapters.hpp"

#include <boost/test/unit_test.hpp>

namespace {

using namespace kina::tests;
using kina::testing::all_code_blocks;
using kina::testing::CodeBlock;
using kina::testing::commands_in;

/// The source tree as the working folder, which the chapters' paths begin in.
class InSourceFolder {
public:
  InSourceFolder() : before_(std::filesystem::current_path()) { std::filesystem::current_path(source_folder()); }
  InSourceFolder(const InSourceFolder&) = delete;
  InSourceFolder& operator=(const InSourceFolder&) = delete;
  ~InSourceFolder() { std::filesystem::current_path(before_); }

private:
  std::filesystem::path before_;
};

bool is_kina(const std::vector<std::string>& command) {
  return std::filesystem::path(command.front()).filename() == "kina";
}

/// The arguments, with a file that the chapter has shown the text of, or that is one of the specified programs, by its
/// path.
std::vector<std::string> arguments_of(std::vector<std::string> command, const Files& files) {
  command.erase(command.begin());
  for (std::string& argument : command) {
    if (!argument.ends_with(".kina") || std::filesystem::exists(argument)) continue;
    argument = std::filesystem::exists(files.file(argument)) ? files.file(argument) : program_path(argument);
  }
  return command;
}

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words)
    text += (text.empty() ? "" : " ") + word;
  return text;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(documentation_test)

BOOST_AUTO_TEST_CASE(every_command_that_is_shown_succeeds) {
  const InSourceFolder folder;
  const Files files;
  std::size_t count = 0;
  for (const CodeBlock& block : all_code_blocks()) {
    // The program that a chapter shows last is the one that its commands name.
    if (block.language == "kina") files.write("append.kina", block.text);
    if (block.language != "sh") continue;
    for (const std::vector<std::string>& command : commands_in(block.text)) {
      if (!is_kina(command)) continue;
      ++count;
      const Run run = run_kina(arguments_of(command, files));
      BOOST_TEST(run.status == 0, block.chapter << ": " << joined(command) << "\n" << run.errors);
    }
  }
  BOOST_TEST(count >= 3U);
}

/// A block that begins with `$ kina` shows what is printed.
BOOST_AUTO_TEST_CASE(every_output_that_is_shown_is_printed) {
  const InSourceFolder folder;
  const Files files;
  std::size_t count = 0;
  for (const CodeBlock& block : all_code_blocks()) {
    if (!block.text.starts_with("$ kina ")) continue;
    ++count;
    const std::size_t line = block.text.find('\n');
    const std::vector<std::string> command = commands_in(block.text.substr(2, line - 2)).front();
    const Run run = run_kina(arguments_of(command, files));
    BOOST_TEST((run.output + run.errors).find(block.text.substr(line + 1)) != std::string::npos,
               joined(command) << " prints\n"
                               << run.output << run.errors);
  }
  BOOST_TEST(count >= 1U);
}

BOOST_AUTO_TEST_SUITE_END()
