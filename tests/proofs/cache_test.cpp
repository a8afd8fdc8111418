#include "proofs/cache.hpp"

#include "tests/python.hpp"

#include <boost/test/unit_test.hpp>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>
#include <vector>

BOOST_AUTO_TEST_SUITE(cache_test)

namespace {

using namespace kina;
using kina::tests::TemporaryFolder;

SmtQuestion question(std::int64_t bound) {
  return smt_question({less(variable("n"), integer(bound))}, Products::opaque);
}

std::vector<std::filesystem::path> files_below(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
    if (entry.is_regular_file()) files.push_back(entry.path());
  return files;
}

void overwrite(const std::filesystem::path& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
}

std::string text_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

BOOST_AUTO_TEST_CASE(what_was_remembered_is_known_and_nothing_else) {
  const TemporaryFolder folder;
  const ProofCache cache{folder.file("cache")};
  BOOST_TEST(!is_remembered(cache, question(1)));
  remember(cache, question(1));
  BOOST_TEST(is_remembered(cache, question(1)));
  BOOST_TEST(!is_remembered(cache, question(2)));
  BOOST_TEST(files_below(cache.folder).size() == 1U);
}

/// The folder belongs to the user: anything may have happened to it.
BOOST_AUTO_TEST_CASE(an_entry_that_differs_in_a_byte_is_no_proof_and_is_rewritten) {
  const TemporaryFolder folder;
  const ProofCache cache{folder.file("cache")};
  remember(cache, question(1));
  const auto entry = files_below(cache.folder).at(0);
  const std::string whole = text_of(entry);
  std::string damaged = whole;
  damaged[whole.size() / 2] ^= 1;
  const std::vector<std::string> broken{"",      whole.substr(0, whole.size() - 1), whole + "\n", whole + whole,
                                        damaged, std::string(whole.size(), '\0')};
  for (const std::string& text : broken) {
    overwrite(entry, text);
    BOOST_TEST(!is_remembered(cache, question(1)));
    remember(cache, question(1));
    BOOST_TEST(is_remembered(cache, question(1)));
  }
}

BOOST_AUTO_TEST_CASE(an_entry_of_another_version_is_no_proof) {
  const TemporaryFolder folder;
  const ProofCache cache{folder.file("cache")};
  remember(cache, question(1));
  const auto entry = files_below(cache.folder).at(0);
  std::string text = text_of(entry);
  const std::size_t at = text.find("Z3 4");
  BOOST_TEST_REQUIRE(at != std::string::npos);
  text[at + 3] = '5';
  overwrite(entry, text);
  BOOST_TEST(!is_remembered(cache, question(1)));
}

BOOST_AUTO_TEST_CASE(a_folder_that_can_not_be_written_costs_nothing_but_time) {
  const TemporaryFolder folder;
  overwrite(folder.file("file"), "no folder");
  const ProofCache below_a_file{folder.file("file") + "/cache"};
  remember(below_a_file, question(1));
  BOOST_TEST(!is_remembered(below_a_file, question(1)));
  prune(below_a_file);
  // Every write to this file fails as on a full disk.
  const ProofCache cache{folder.file("cache")};
  remember(cache, question(1));
  const auto entry = files_below(cache.folder).at(0);
  std::filesystem::remove(entry);
  std::filesystem::create_directory(entry);
  remember(cache, question(1));
  BOOST_TEST(!is_remembered(cache, question(1)));
  BOOST_TEST(files_below(cache.folder).empty());
}

BOOST_AUTO_TEST_CASE(runs_at_one_time_do_not_disturb_each_other) {
  const TemporaryFolder folder;
  const ProofCache cache{folder.file("cache")};
  std::vector<std::jthread> runs;
  for (int run = 0; run < 4; ++run)
    runs.emplace_back([&] {
      for (std::int64_t k = 0; k < 50; ++k) {
        remember(cache, question(k));
        if (!is_remembered(cache, question(k))) std::abort();
      }
    });
  runs.clear();
  BOOST_TEST(files_below(cache.folder).size() == 50U);
}

BOOST_AUTO_TEST_CASE(the_oldest_entries_make_room) {
  const TemporaryFolder folder;
  const ProofCache cache{folder.file("cache"), 8};
  for (std::int64_t k = 0; k < 8; ++k)
    remember(cache, question(k));
  prune(cache);
  BOOST_TEST(files_below(cache.folder).size() == 8U);
  const auto now = std::filesystem::file_time_type::clock::now();
  for (const auto& file : files_below(cache.folder))
    std::filesystem::last_write_time(file, now - std::chrono::hours(2));
  remember(cache, question(8));
  overwrite(cache.folder / "left.1-1.part", "by a run that was killed");
  std::filesystem::last_write_time(cache.folder / "left.1-1.part", now - std::chrono::hours(2));
  prune(cache);
  BOOST_TEST(files_below(cache.folder).size() == 6U);
  BOOST_TEST(is_remembered(cache, question(8)));
}

BOOST_AUTO_TEST_SUITE_END()
