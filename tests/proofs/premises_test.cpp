/// Every premise of every operation matters: for each there is a program that breaks it alone, and nothing else.
#include "spec/catalogue.hpp"
#include "tests/proofs/proving.hpp"

#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

#include <map>
#include <set>

namespace {

using namespace kina;
using namespace kina::testing;

/// `concat/agree`, of every operation at every rank up to 2; greater ranks have the same premises on more axes.
std::set<std::string> all_premises() {
  std::set<std::string> names;
  for (const Operation& operation : catalogue())
    for (const Instance& instance : covered_instances(operation, 2))
      for (const Premise& premise : operation.rule(instance).premises)
        names.insert(operation.name + "/" + premise.name);
  // A float divisor has a premise only where it is one scalar, which `covered_instances` leaves to the checker.
  names.insert("divide/divisor");
  return names;
}

/// Premises that no program can break, and why.
const std::map<std::string, std::string> unbreakable{
    {"broadcast/one", "the checker stretches an axis only if its extent is literally 1; any other has to agree"},
};

std::vector<std::string> breakable_premises() {
  std::vector<std::string> names;
  for (const std::string& name : all_premises())
    if (!unbreakable.contains(name)) names.push_back(name);
  return names;
}

/// tests/golden/errors/concat-agree.kina for `concat/agree`.
std::string file_of(const std::string& premise) {
  std::string name = premise;
  name.replace(name.find('/'), 1, "-");
  return name + ".kina";
}

}  // namespace

BOOST_AUTO_TEST_SUITE(premises_test)

BOOST_AUTO_TEST_CASE(the_premises_that_no_program_breaks_are_premises) {
  for (const auto& [name, reason] : unbreakable)
    BOOST_TEST(all_premises().contains(name), name << ": " << reason);
}

BOOST_DATA_TEST_CASE(a_program_breaks_this_premise_alone, boost::unit_test::data::make(breakable_premises()), premise) {
  const std::filesystem::path folder = source_folder() / "tests/golden/errors";
  BOOST_REQUIRE_MESSAGE(std::filesystem::exists(folder / file_of(premise)), "no program breaks " << premise);
  const Proved proved = prove_file(folder, file_of(premise));
  BOOST_TEST(proved.program.diagnostics.empty(), proved.rendered());
  std::vector<std::string> failed;
  for (const ProofResult& result : proved.results)
    if (result.verdict != Verdict::proved) failed.push_back(result.obligation.name);
  BOOST_TEST(failed == std::vector<std::string>{premise}, boost::test_tools::per_element());
  BOOST_REQUIRE(proved.failures().size() == 1u);
  BOOST_TEST((proved.failures().front().verdict == Verdict::refuted));
}

/// The message of a failing premise is about the premise: it has its own words, and a place.
BOOST_AUTO_TEST_CASE(every_premise_says_what_it_requires_and_what_is_wrong) {
  for (const Operation& operation : catalogue()) {
    for (const Instance& instance : covered_instances(operation, 2)) {
      for (const Premise& premise : operation.rule(instance).premises) {
        BOOST_TEST(premise.requirement.ends_with("."), operation.name << "/" << premise.name);
        BOOST_TEST(!premise.violation.empty(), operation.name << "/" << premise.name);
        BOOST_TEST(!premise.violation.ends_with("."), operation.name << "/" << premise.name);
      }
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()
