/// Programs that a careless prover accepts: names that its own variables have too, values that differ from layer to
/// layer, tensors without elements, floats that underflow. Each file of tests/proofs/traps says in its first line which
/// obligation fails, or that all are proved.
#include "tests/proofs/proving.hpp"

#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

namespace {

using namespace kina;
using namespace kina::testing;

std::filesystem::path folder() { return source_folder() / "tests/proofs/traps"; }

std::vector<std::string> trap_names() {
  std::vector<std::string> names;
  for (const auto& file : files_in(folder(), ".kina"))
    names.push_back(file.stem().string());
  return names;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(traps_test)

BOOST_AUTO_TEST_CASE(the_traps_are_found) { BOOST_TEST(trap_names().size() > 30u); }

BOOST_DATA_TEST_CASE(a_trap_is_seen, boost::unit_test::data::make(trap_names()), name) {
  const std::string text = file_text(folder() / (name + ".kina"));
  const std::string first_line = text.substr(0, text.find('\n'));
  const Proved proved = prove_file(folder(), name + ".kina");
  BOOST_TEST_MESSAGE(proved.rendered());
  if (first_line == "// proved") {
    BOOST_TEST(proved.accepted(), proved.rendered());
    return;
  }
  const std::string marker = "// fails: ";
  BOOST_REQUIRE(first_line.starts_with(marker));
  const std::string code = first_line.substr(marker.size());
  std::vector<std::string> codes;
  for (const Diagnostic& diagnostic : all_diagnostics(proved.program, proved.results))
    codes.push_back(diagnostic.code);
  BOOST_TEST(std::count(codes.begin(), codes.end(), code) > 0, name << " does not fail " << code);
}

BOOST_AUTO_TEST_SUITE_END()
