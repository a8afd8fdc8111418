#include "impl/weights.hpp"

#include "impl/npy.hpp"
#include "tests/python.hpp"

#include <boost/test/unit_test.hpp>
#include <rapidcheck/boost_test.h>

#include <algorithm>
#include <cmath>
#include <set>

BOOST_AUTO_TEST_SUITE(weights_test)

namespace {

using namespace kina;

std::vector<float> floats(const std::string& name, const std::vector<std::int64_t>& shape) {
  return std::get<std::vector<float>>(patterned_weight(name, ElementType::f32, shape).elements);
}

}  // namespace

BOOST_AUTO_TEST_CASE(numpy_makes_the_same_weights) {
  const tests::TemporaryFolder folder;
  const std::vector<std::vector<std::int64_t>> shapes{{}, {1}, {8, 4}, {2, 0, 3}, {3, 70000}};
  const std::vector<std::string> names{"embed", "wq", "scale", "größe"};
  const auto file = [](const std::string& name, ElementType type, std::size_t shape) {
    return name + "_" + std::string(name_of(type)) + "_" + std::to_string(shape);
  };
  std::string script = "import sys, numpy as np\nsys.path.insert(0, sys.argv[1] + \"/tools\")\n"
                       "sys.dont_write_bytecode = True\n"
                       "from patterned_weights import DTYPES, patterned_weight\n";
  for (const std::string& name : names) {
    for (const ElementType type : all_element_types()) {
      for (std::size_t k = 0; k < shapes.size(); ++k) {
        std::string shape;
        for (const std::int64_t extent : shapes[k])
          shape += std::to_string(extent) + ",";
        script += "np.save(sys.argv[2] + \"/" + file(name, type, k) + ".npy\", patterned_weight(\"" + name +
                  "\", DTYPES[\"" + std::string(name_of(type)) + "\"], (" + shape + ")))\n";
      }
    }
  }
  const tests::ProcessResult result = tests::run_python("-c", script, tests::source_folder(), folder.path());
  BOOST_TEST_REQUIRE(result.status == 0, result.output);
  for (const std::string& name : names) {
    for (const ElementType type : all_element_types()) {
      for (std::size_t k = 0; k < shapes.size(); ++k) {
        const auto theirs = read_npy(folder.file(file(name, type, k) + ".npy"));
        BOOST_TEST_REQUIRE(theirs.has_value(), theirs.error());
        BOOST_TEST(bit_equal(*theirs, patterned_weight(name, type, shapes[k])), file(name, type, k));
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(the_script_writes_files) {
  const tests::TemporaryFolder folder;
  const tests::ProcessResult result = tests::run_python(tests::source_folder() + "/tools/patterned_weights.py",
                                                        "--directory", folder.path(), "embed:f32[8, 4]", "scale:f32[]");
  BOOST_TEST_REQUIRE(result.status == 0, result.output);
  BOOST_TEST(
      bit_equal(read_npy(folder.file("embed.npy")).value(), patterned_weight("embed", ElementType::f32, {8, 4})));
  BOOST_TEST(bit_equal(read_npy(folder.file("scale.npy")).value(), patterned_weight("scale", ElementType::f32, {})));
}

BOOST_AUTO_TEST_CASE(the_pattern_stays_what_it_is) {
  // Results that are written down depend on it, so a change made to both implementations has to be seen as well.
  std::vector<float> embed = floats("embed", {2, 2});
  for (float& element : embed)
    element *= 8192;
  BOOST_TEST(embed == std::vector<float>({309, -927, 641, 2909}), boost::test_tools::per_element());
  BOOST_TEST(floats("scale", {})[0] == 4011.0F / 4096);
  BOOST_TEST(std::get<std::vector<std::int64_t>>(patterned_weight("embed", ElementType::i64, {4}).elements) ==
                 std::vector<std::int64_t>({2, 1, 2, 0}),
             boost::test_tools::per_element());
  BOOST_TEST(std::get<std::vector<std::uint8_t>>(patterned_weight("embed", ElementType::boolean, {4}).elements) ==
                 std::vector<std::uint8_t>({1, 0, 1, 1}),
             boost::test_tools::per_element());
}

RC_BOOST_PROP(elements_are_finite_small_and_never_zero, (const std::string& name)) {
  for (const float element : floats(name, {50})) {
    RC_ASSERT(std::fabs(element) < 0.5F);
    const float odd = element * 8192;
    RC_ASSERT(std::fmod(std::fabs(odd), 2.0F) == 1.0F);
  }
  const float scalar = floats(name, {})[0];
  RC_ASSERT(scalar >= 0.25F && scalar <= 1.0F);
  const Tensor integers = patterned_weight(name, ElementType::i64, {50});
  for (const std::int64_t element : std::get<std::vector<std::int64_t>>(integers.elements))
    RC_ASSERT(element >= 0 && element < 4);
}

RC_BOOST_PROP(an_element_depends_on_name_and_flat_index_only, (const std::string& name)) {
  const std::vector<float> matrix = floats(name, {6, 7});
  RC_ASSERT(matrix == floats(name, {42}));
  RC_ASSERT(matrix != floats(name + "'", {6, 7}));
}

BOOST_AUTO_TEST_CASE(elements_are_spread_over_the_range) {
  const std::vector<float> elements = floats("wq", {64, 64});
  double sum = 0;
  double squares = 0;
  for (const float element : elements) {
    sum += double{element};
    squares += double{element} * double{element};
  }
  const auto count = static_cast<double>(elements.size());
  // A uniform distribution has mean 0 and variance 1/12; these are five standard errors.
  BOOST_TEST(std::fabs(sum / count) < 0.0226);
  BOOST_TEST(std::fabs(squares / count - 1.0 / 12) < 0.0059);
  // Of 4096 values drawn 4096 times, 1 - 1/e are seen.
  const std::set<float> distinct(elements.begin(), elements.end());
  BOOST_TEST(distinct.size() > 2450U);
  BOOST_TEST(distinct.size() < 2730U);
}

BOOST_AUTO_TEST_SUITE_END()
