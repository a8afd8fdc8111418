#include "spec/type.hpp"

#include "spec/render.hpp"

#include <boost/test/unit_test.hpp>

#include <set>

BOOST_AUTO_TEST_SUITE(type_test)

namespace {
using namespace kina;
}

BOOST_AUTO_TEST_CASE(the_language_has_five_element_types) {
  std::set<std::string> names;
  for (const ElementType type : all_element_types()) {
    names.emplace(name_of(type));
    BOOST_TEST((element_type_named(name_of(type)) == type));
  }
  BOOST_TEST(names == std::set<std::string>({"bool", "f32", "f64", "i32", "i64"}), boost::test_tools::per_element());
  for (const char* name : {"", "F32", "f16", "i8", "boolean", "f32 "})
    BOOST_TEST(!element_type_named(name).has_value(), name);
}

BOOST_AUTO_TEST_CASE(every_type_is_a_float_an_integer_or_bool) {
  for (const ElementType type : all_element_types()) {
    const int classes = int{is_floating(type)} + int{is_integer(type)} + int{type == ElementType::boolean};
    BOOST_TEST(classes == 1, name_of(type));
    BOOST_TEST(matches(TypePattern::any, type));
    BOOST_TEST(matches(TypePattern::floating, type) == is_floating(type));
    BOOST_TEST(matches(TypePattern::integer, type) == is_integer(type));
    BOOST_TEST(matches(TypePattern::boolean, type) == (type == ElementType::boolean));
    BOOST_TEST(matches(TypePattern::number, type) == (is_floating(type) || is_integer(type)));
  }
}

BOOST_AUTO_TEST_CASE(integers_have_their_two_s_complement_range) {
  BOOST_TEST(least_value(ElementType::i32) == -2147483648LL);
  BOOST_TEST(greatest_value(ElementType::i32) == 2147483647LL);
  BOOST_TEST(least_value(ElementType::i64) == INT64_MIN);
  BOOST_TEST(greatest_value(ElementType::i64) == INT64_MAX);
}

/// A message that says what is wanted names every type that would do, and no other.
BOOST_AUTO_TEST_CASE(a_pattern_is_described_by_the_types_that_match_it) {
  for (const TypePattern pattern :
       {TypePattern::number, TypePattern::floating, TypePattern::integer, TypePattern::boolean})
    for (const ElementType type : all_element_types())
      BOOST_TEST((describe(pattern).find(name_of(type)) != std::string_view::npos) == matches(pattern, type),
                 describe(pattern) << " and " << name_of(type));
}

BOOST_AUTO_TEST_CASE(types_are_equal_if_their_elements_and_extents_are) {
  const Type type{ElementType::f32, {variable("B"), integer(1)}};
  BOOST_TEST(type.rank() == 2U);
  BOOST_TEST((type == Type{ElementType::f32, {variable("B"), integer(1)}}));
  BOOST_TEST(!(type == Type{ElementType::f64, {variable("B"), integer(1)}}));
  BOOST_TEST(!(type == Type{ElementType::f32, {integer(1), variable("B")}}));
  BOOST_TEST(!(type == Type{ElementType::f32, {variable("B")}}));
  BOOST_TEST((Type{}.rank() == 0));
}

BOOST_AUTO_TEST_CASE(a_type_is_written_as_in_the_language) {
  BOOST_TEST(to_text(Type{ElementType::f32, {}}) == "f32[]");
  BOOST_TEST(to_text(Type{ElementType::i64, {variable("B"), integer(1), variable("H") * variable("Dh")}}) ==
             "i64[B, 1, H * Dh]");
}

BOOST_AUTO_TEST_SUITE_END()
