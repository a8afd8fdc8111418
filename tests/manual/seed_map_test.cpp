/// The chapter that maps the seed names files, tests, operations and diagnostics that are there.
#include "manual/explanation.hpp"
#include "spec/lang/checker.hpp"
#include "tests/manual/matches.hpp"
#include "tests/proofs/proving.hpp"

#include <boost/test/unit_test.hpp>

#include <map>
#include <regex>
#include <set>

namespace {

using namespace kina;
using namespace kina::testing;

std::string chapter_text() { return file_text(source_folder() / "docs/seed.md"); }

/// The code between backquotes.
std::vector<std::string> code_in(const std::string& text) { return matches_of(text, "`([^`]+)`"); }

/// The test files by their stems.
std::map<std::string, std::string> texts_of_tests() {
  std::map<std::string, std::string> texts;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(source_folder() / "tests"))
    if (entry.path().string().ends_with("_test.cpp")) texts[entry.path().stem().string()] += file_text(entry.path());
  return texts;
}

/// A case is the first argument of a macro that defines one.
bool has_case(const std::string& text, const std::string& name) {
  return std::regex_search(text,
                           std::regex("(BOOST_AUTO_TEST_CASE|BOOST_DATA_TEST_CASE|RC_BOOST_PROP)\\(" + name + "\\b"));
}

/// The functions of the specified programs.
std::set<std::string> specified_functions() {
  std::set<std::string> names;
  for (const auto& file : files_in(source_folder() / "spec/programs", ".kina")) {
    const Program program = *load_program(file.string());
    for (const ProgramItem& item : program.items)
      names.insert(item.name);
  }
  return names;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(seed_map_test)

BOOST_AUTO_TEST_CASE(every_file_that_it_leads_to_exists) {
  const std::vector<std::string> targets = matches_of(chapter_text(), "\\]\\(([^)]+)\\)");
  BOOST_TEST(targets.size() >= 15U);
  for (const std::string& target : targets)
    BOOST_TEST(std::filesystem::exists(source_folder() / "docs" / target), target);
}

BOOST_AUTO_TEST_CASE(every_test_that_it_names_exists) {
  const std::map<std::string, std::string> texts = texts_of_tests();
  std::size_t count = 0;
  for (const std::string& name : code_in(chapter_text())) {
    const std::size_t slash = name.find("_test/");
    if (slash == std::string::npos) continue;
    ++count;
    const auto found = texts.find(name.substr(0, slash + 5));
    BOOST_TEST_REQUIRE((found != texts.end()), name);
    BOOST_TEST(has_case(found->second, name.substr(slash + 6)), name);
  }
  BOOST_TEST(count >= 25U);
}

BOOST_AUTO_TEST_CASE(every_diagnostic_and_function_that_it_names_exists) {
  const std::regex code("[a-z_]+/[a-z_]+");
  const std::set<std::string> functions = specified_functions();
  std::size_t count = 0;
  for (const std::string& name : code_in(chapter_text())) {
    const bool is_diagnostic =
        std::regex_match(name, code) && name.find("_test/") == std::string::npos && name != "file/case";
    const bool is_function = name.starts_with("decode_") || name == "greedy_one" || name == "main";
    if (is_diagnostic) BOOST_TEST(explain(name).has_value(), name);
    if (is_function) BOOST_TEST(functions.contains(name), name);
    count += is_diagnostic || is_function ? 1U : 0U;
  }
  BOOST_TEST(count >= 25U);
}

BOOST_AUTO_TEST_CASE(it_has_every_section_and_every_open_issue) {
  const std::string text = chapter_text();
  for (int section = 1; section <= 9; ++section)
    BOOST_TEST(text.find("\n## Section " + std::to_string(section) + ":") != std::string::npos, section);
  for (int issue = 1; issue <= 4; ++issue)
    BOOST_TEST(text.find("\n" + std::to_string(issue) + ". **") != std::string::npos, issue);
}

/// Each step of section 4 stands as a comment in the static family, and is a row of the table.
BOOST_AUTO_TEST_CASE(every_step_that_the_static_family_quotes_is_in_the_table) {
  const std::string program = file_text(source_folder() / "spec/programs/storylm0_generate.kina");
  const std::string text = chapter_text();
  const std::vector<std::string> steps = matches_of(program, "// ([a-z_]+) = ");
  BOOST_TEST(steps.size() >= 14U);
  for (const std::string& step : steps)
    if (step != "t1")  // the host's
      BOOST_TEST(text.find("`" + step + "`") != std::string::npos, step);
}

BOOST_AUTO_TEST_SUITE_END()
