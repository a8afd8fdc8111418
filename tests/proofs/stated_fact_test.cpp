/// The fact that a signature lacks is told where the checker accepts the program with it, and nowhere else.
#include "tests/proofs/proving.hpp"

#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

#include <ostream>

namespace {

using namespace kina;
using namespace kina::testing;

/// What the report of a bug asks for, in its own words.
struct Wanted {
  std::string name;
  std::string help;
};

std::ostream& operator<<(std::ostream& stream, const Wanted& wanted) { return stream << wanted.name; }

const std::vector<Wanted> wanted_helps{
    {"17_position_table_shorter_than_the_loop", "add where S + N <= P"},
    {"20_prompt_fully_cached", "add where Cached < N"},
    {"27_one_column_mask", "if the one slice of 'mask' on axis 3 is meant for all: broadcast(mask)"},
    {"50_temperature_of_zero", "add where tau > 0"},
};

/// All helps of a program, one a line.
std::string helps_of(const Proved& proved) {
  std::string text;
  for (const ProofResult& failure : proved.failures())
    for (const std::string& help : failure.helps)
      text += help + "\n";
  return text;
}

/// A read below its start, in a function that `caller` calls.
Proved with_caller(const std::string& caller) {
  return prove_text("fn last[N, C](x: f32[N], y: f32[C]) -> (z: f32[]) {\n  return x[N - C]\n}\n" + caller);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(stated_fact_test)

BOOST_DATA_TEST_CASE(a_reported_bug_is_told_the_fact_that_it_lacks, boost::unit_test::data::make(wanted_helps),
                     wanted) {
  BOOST_TEST(helps_of(prove_file(source_folder() / "tests/cases", wanted.name + ".kina")) == wanted.help + "\n");
}

BOOST_AUTO_TEST_CASE(a_range_of_elements_is_stated_by_the_parameters_name) {
  const Proved proved = prove_text("fn f[V, D, B](table: f32[V, D], ids: i64[B]) -> (y: f32[B, D]) {\n"
                                   "  return gather(table, ids)\n}\n");
  BOOST_TEST(helps_of(proved) == "add where 0 <= ids < V\n");
}

BOOST_AUTO_TEST_CASE(a_fact_that_a_caller_can_not_give_is_not_told) {
  BOOST_TEST(helps_of(with_caller("")) == "add where C <= N\n");
  BOOST_TEST(helps_of(with_caller("fn ok[N](x: f32[N]) -> (z: f32[]) {\n  return last(x, x)\n}\n")) ==
             "add where C <= N\n");
  BOOST_TEST(
      helps_of(with_caller("fn bad[N, M](x: f32[N], y: f32[M]) -> (z: f32[]) {\n  return last(x, y)\n}\n")).empty());
}

/// "Not accepted as a fix: narrowing S" (case 51).
BOOST_AUTO_TEST_CASE(an_equation_is_not_stated) {
  const Proved proved = prove_file(source_folder() / "tests/cases", "51_dynamic_length_became_a_constant.kina");
  BOOST_TEST(helps_of(proved).find("where") == std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()
