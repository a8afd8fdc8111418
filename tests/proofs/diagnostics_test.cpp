/// What a user is told: one small program for every diagnostic, with its exact message beside it in
/// tests/golden/errors. KINA_UPDATE_GOLDEN=1 writes the messages anew, to be read before they are committed.
#include "tests/proofs/proving.hpp"

#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

#include <regex>
#include <set>

namespace {

using namespace kina;
using namespace kina::testing;

std::filesystem::path golden_folder() { return source_folder() / "tests/golden/errors"; }

bool is_updating() {
  const char* update = std::getenv("KINA_UPDATE_GOLDEN");
  return update != nullptr && std::string(update) == "1";
}

std::vector<std::string> golden_names() {
  std::vector<std::string> names;
  for (const auto& file : files_in(golden_folder(), ".kina"))
    names.push_back(file.stem().string());
  return names;
}

/// The codes of all messages in the golden files.
std::set<std::string> golden_codes() {
  std::set<std::string> codes;
  const std::regex headline("error\\[([^\\]]*)\\]");
  for (const auto& file : files_in(golden_folder(), ".txt")) {
    const std::string text = file_text(file);
    for (auto match = std::sregex_iterator(text.begin(), text.end(), headline); match != std::sregex_iterator();
         ++match)
      codes.insert((*match)[1]);
  }
  return codes;
}

/// Every string of the sources that is a whole code, such as "call/agree" in `report("call/agree", ...)`.
std::set<std::string> codes_in_sources() {
  std::set<std::string> codes;
  const std::regex code("\"([a-z_]+/[a-z_]+)\"");
  for (const char* folder : {"spec/lang", "proofs"}) {
    for (const auto& file : files_in(source_folder() / folder, ".cpp")) {
      const std::string text = file_text(file);
      for (auto match = std::sregex_iterator(text.begin(), text.end(), code); match != std::sregex_iterator(); ++match)
        codes.insert((*match)[1]);
    }
  }
  return codes;
}

/// Codes that no short file shows.
const std::set<std::string> codes_elsewhere{
    // tests/spec/lang/parser_error_test.cpp and lexer_test.cpp make files of these sizes.
    "limit/bytes",
    "limit/diagnostics",
    "limit/nesting",
    "limit/tokens",
    // Of an operation of the catalogue, where a rule is wrong: the gate proves that none is.
    "result/extent",
    "result/unique",
};

}  // namespace

BOOST_AUTO_TEST_SUITE(diagnostics_test)

BOOST_AUTO_TEST_CASE(the_golden_files_are_found) { BOOST_TEST(golden_names().size() > 150u); }

BOOST_DATA_TEST_CASE(the_message_is_the_golden_one, boost::unit_test::data::make(golden_names()), name) {
  const std::string found = prove_file(golden_folder(), name + ".kina").rendered();
  const std::filesystem::path file = golden_folder() / (name + ".txt");
  BOOST_TEST(!found.empty(), name << " is accepted");
  if (is_updating()) std::ofstream(file, std::ios::binary) << found;
  BOOST_REQUIRE(std::filesystem::exists(file));
  BOOST_TEST(found == file_text(file));
}

/// The first part of a file's name is its code: `concat-agree`, `call-argument-missing`.
BOOST_DATA_TEST_CASE(a_golden_file_shows_what_its_name_says, boost::unit_test::data::make(golden_names()), name) {
  if (name == "several-at-once" || name == "unknown-product") return;
  const std::string text = file_text(golden_folder() / (name + ".txt"));
  const std::size_t first = name.find('-');
  const std::size_t second = name.find('-', first + 1);
  const std::string code = name.substr(0, first) + "/" + name.substr(first + 1, second - first - 1);
  BOOST_TEST(text.find("error[" + code + "]") != std::string::npos, name << " does not show " << code);
}

BOOST_AUTO_TEST_CASE(every_code_of_the_checker_and_of_the_prover_is_shown) {
  const std::set<std::string> shown = golden_codes();
  const std::set<std::string> codes = codes_in_sources();
  BOOST_TEST(codes.size() > 40);
  for (const std::string& code : codes)
    BOOST_TEST((shown.contains(code) || codes_elsewhere.contains(code)), "no golden file shows " << code);
}

/// A run shows every error of a file, and what an error breaks in its turn is no error of its own.
BOOST_AUTO_TEST_CASE(independent_errors_are_told_together) {
  const Proved proved = prove_file(golden_folder(), "several-at-once.kina");
  BOOST_TEST(all_diagnostics(proved.program, proved.results).size() == 4u);
}

BOOST_AUTO_TEST_CASE(a_message_never_shows_a_name_that_is_not_the_users) {
  for (const auto& file : files_in(golden_folder(), ".txt")) {
    const std::string text = file_text(file);
    BOOST_TEST(text.find("= note: fails at ?") == std::string::npos, file);
    BOOST_TEST(text.find("?i") == std::string::npos, file);
    BOOST_TEST(text.find("%0") == std::string::npos, file);
    BOOST_TEST(!std::regex_search(text, std::regex("@[0-9]")), file);
  }
}

BOOST_AUTO_TEST_SUITE_END()
