/// \file
/// The Kina programs in the documentation are programs: each is checked and proved.
#include "tests/proofs/proving.hpp"

#include <boost/test/unit_test.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace {

using namespace kina;

/// The blocks between ```kina and ```.
std::vector<std::string> programs_in(const std::string& text) {
  std::vector<std::string> programs;
  const std::string opening = "```kina\n";
  for (std::size_t at = text.find(opening); at != std::string::npos; at = text.find(opening, at)) {
    at += opening.size();
    const std::size_t end = text.find("```", at);
    programs.push_back(text.substr(at, end - at));
  }
  return programs;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(documentation_test)

BOOST_AUTO_TEST_CASE(every_program_in_the_documentation_is_proved) {
  const std::filesystem::path root = testing::source_folder();
  std::size_t count = 0;
  for (const char* name : {"README.md", "CONTRIBUTING.md", "docs/language.md"}) {
    for (const std::string& text : programs_in(testing::file_text(root / name))) {
      ++count;
      const Program program = check_text(name, text);
      const std::vector<ProofResult> results = prove(program, {});
      for (const Diagnostic& diagnostic : all_diagnostics(program, results))
        BOOST_ERROR(render(diagnostic, program.sources, Colour::off));
      BOOST_TEST(all_proved(program, results), text);
    }
  }
  BOOST_TEST(count >= 3U);
}

/// What the README shows of a failed proof is what is printed.
BOOST_AUTO_TEST_CASE(the_message_in_the_readme_is_the_one_that_is_printed) {
  const std::filesystem::path root = testing::source_folder();
  const std::string path = "tests/cases/05_cache_sized_with_query_heads.kina";
  const auto program = load_program(path, [&](const std::string& wanted) { return read_file(root / wanted); });
  BOOST_TEST_REQUIRE(program.has_value());
  const auto diagnostics = all_diagnostics(*program, prove(*program, {}));
  BOOST_TEST_REQUIRE(diagnostics.size() == 1U);
  const std::string printed = render(diagnostics.front(), program->sources, Colour::off);
  BOOST_TEST(testing::file_text(root / "README.md").find(printed) != std::string::npos, printed);
}

BOOST_AUTO_TEST_SUITE_END()
