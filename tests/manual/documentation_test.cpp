/// Every block of code in the chapters is what it says it is: programs are proved, JSON is read, and commands are
/// there. The commands of `kina` are run by tests/command/documentation_test.cpp.
#include "spec/catalogue.hpp"
#include "tests/manual/chapters.hpp"

#include <boost/test/unit_test.hpp>
#include <nlohmann/json.hpp>

#include <regex>
#include <set>
#include <unistd.h>

namespace {

using namespace kina;
using namespace kina::testing;

/// Tools of the reader's own system.
const std::set<std::string> known_tools{"jq"};

bool is_among(const std::string& text, const std::string& pattern) {
  return std::regex_search(text, std::regex(pattern));
}

/// The text of every CMakeLists.txt.
std::string build_text() {
  std::string text = file_text(source_folder() / "CMakeLists.txt");
  for (const auto& entry : std::filesystem::directory_iterator(source_folder()))
    if (const auto file = entry.path() / "CMakeLists.txt"; std::filesystem::exists(file)) text += file_text(file);
  return text;
}

/// The word after an option, or "".
std::string after(const std::vector<std::string>& command, const std::string& option) {
  const auto found = std::find(command.begin(), command.end(), option);
  return found == command.end() || found + 1 == command.end() ? "" : *(found + 1);
}

void check_cmake(const std::vector<std::string>& command) {
  const std::string preset = after(command, "--preset");
  const std::string target = after(command, "--target");
  if (!preset.empty())
    BOOST_TEST(is_among(file_text(source_folder() / "CMakePresets.json"), "\"name\": \"" + preset + "\""), preset);
  if (!target.empty())
    BOOST_TEST(is_among(build_text(), "(add_executable|add_library|add_custom_target|kina_prove)\\(" + target + "\\b"),
               target);
}

void check_command(const std::vector<std::string>& command, const std::string& chapter) {
  const std::string& program = command.front();
  const std::string name = std::filesystem::path(program).filename().string();
  if (program == "cmake") return check_cmake(command);
  if (program.starts_with("tools/"))
    BOOST_TEST(access((source_folder() / program).c_str(), X_OK) == 0, chapter << ": " << program);
  else if (program == "kina" || is_among(program, "^build/[a-z]+/bin/"))
    BOOST_TEST(is_among(build_text(), "add_executable\\(" + name + "\\b"), chapter << ": " << program);
  else
    BOOST_TEST(known_tools.contains(program), chapter << " shows a command that no test knows: " << program);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(documentation_test)

BOOST_AUTO_TEST_CASE(every_block_is_of_a_kind_that_is_checked) {
  // A block without a language is what a program prints; YAML and CMake are for other people's projects.
  const std::set<std::string> kinds{"", "kina", "sh", "json", "cmake", "yaml"};
  const std::vector<CodeBlock> blocks = all_code_blocks();
  BOOST_TEST(blocks.size() >= 8U);
  for (const CodeBlock& block : blocks)
    BOOST_TEST(kinds.contains(block.language), block.chapter << ": " << block.language);
}

BOOST_AUTO_TEST_CASE(every_program_in_a_chapter_is_proved) {
  std::size_t count = 0;
  for (const CodeBlock& block : all_code_blocks()) {
    if (block.language != "kina") continue;
    ++count;
    BOOST_TEST(prove_text(block.text).rendered() == "", block.chapter);
  }
  BOOST_TEST(count >= 3U);
}

BOOST_AUTO_TEST_CASE(the_language_on_one_page_has_every_operation) {
  const std::string text = file_text(source_folder() / "docs/language.md");
  for (const Operation& operation : catalogue()) {
    if (operation.notation == Notation::call)
      BOOST_TEST(is_among(text, "\\b" + operation.name + "\\b"), operation.name);
    else if (!operation.spelling.empty())
      BOOST_TEST((text.find(operation.spelling) != std::string::npos), operation.spelling);
  }
}

BOOST_AUTO_TEST_CASE(every_json_text_is_read) {
  for (const CodeBlock& block : all_code_blocks())
    if (block.language == "json") BOOST_TEST(nlohmann::json::accept(block.text), block.chapter << ":\n" << block.text);
}

BOOST_AUTO_TEST_CASE(every_command_is_there) {
  std::size_t count = 0;
  for (const CodeBlock& block : all_code_blocks()) {
    if (block.language != "sh") continue;
    for (const std::vector<std::string>& command : commands_in(block.text)) {
      check_command(command, block.chapter);
      ++count;
    }
  }
  BOOST_TEST(count >= 7U);
}

/// The functions that a CMake block calls are those of CMake or of the package.
BOOST_AUTO_TEST_CASE(every_cmake_function_is_there) {
  const std::set<std::string> known{"find_package", "add_dependencies", "target_link_libraries", "add_executable"};
  const std::regex call("(?:^|\n)([a-z_]+)\\(");
  for (const CodeBlock& block : all_code_blocks()) {
    if (block.language != "cmake") continue;
    for (std::sregex_iterator match(block.text.begin(), block.text.end(), call), end; match != end; ++match) {
      const std::string name = (*match)[1];
      const bool is_ours = is_among(file_text(source_folder() / "cmake/KinaProve.cmake"), "function\\(" + name + "\\b");
      BOOST_TEST((known.contains(name) || is_ours), block.chapter << ": " << name);
    }
  }
}

BOOST_AUTO_TEST_CASE(commands_are_taken_apart_as_a_shell_does) {
  using Commands = std::vector<std::vector<std::string>>;
  BOOST_TEST((commands_in("a b \\\n  c # d\ne 'f | g' | h && i\n") ==
              Commands{{"a", "b", "c"}, {"e", "f | g"}, {"h"}, {"i"}}));
}

BOOST_AUTO_TEST_SUITE_END()
