#include "spec/rule.hpp"

#include "spec/catalogue.hpp"
#include "spec/render.hpp"

#include <boost/test/unit_test.hpp>

#include <set>

BOOST_AUTO_TEST_SUITE(rule_test)

namespace {
using namespace kina;
}

BOOST_AUTO_TEST_CASE(kinds_have_the_names_of_the_report) {
  const std::vector<std::pair<ObligationKind, std::string>> names{
      {ObligationKind::typing, "typing"}, {ObligationKind::bounds, "bounds"},   {ObligationKind::range, "range"},
      {ObligationKind::loop, "loop"},     {ObligationKind::theorem, "theorem"}, {ObligationKind::law, "law"}};
  for (const auto& [kind, name] : names)
    BOOST_TEST(name_of(kind) == name);
}

BOOST_AUTO_TEST_CASE(extents_and_indices_are_named_by_axis) {
  BOOST_TEST(to_text(extent_of("x", 2)) == "x.2");
  BOOST_TEST(to_text(index_variable(0)) == "i0");
  BOOST_TEST(index_variables(0).empty());
  BOOST_TEST((index_variables(3) == std::vector<Term>{variable("i0"), variable("i1"), variable("i2")}));
}

BOOST_AUTO_TEST_CASE(an_operand_has_its_rank_and_type_from_the_instance) {
  Instance instance;
  instance.ranks = {2, 0};
  instance.types = {ElementType::f64, ElementType::i64};
  const RuleOperand first = make_operand(instance, 0, "table");
  BOOST_TEST(first.name == "table");
  BOOST_TEST(to_text(first.type) == "f64[table.0, table.1]");
  BOOST_TEST(to_text(make_operand(instance, 1, "at").type) == "i64[]");
  BOOST_CHECK_THROW(static_cast<void>(make_operand(instance, 2, "x")), std::out_of_range);
}

/// Design section 2, "An operation is one value": here concat is written down once more, from design section 4.
BOOST_AUTO_TEST_CASE(concat_reads_as_the_design_says) {
  Instance instance;
  instance.ranks = {2, 2};
  instance.types = {ElementType::f32, ElementType::f32};
  instance.axis = 1;
  const Rule rule = find_operation("concat")->rule(instance);
  BOOST_TEST(rule.premises.size() == 1U);
  BOOST_TEST(rule.premises[0].name == "agree");
  BOOST_TEST(to_text(rule.premises[0].condition) == "x0.0 == x1.0");
  BOOST_TEST(to_text(rule.result) == "f32[x0.0, x0.1 + x1.1]");
  BOOST_TEST(to_text(rule.element) == "select(i1 < x0.1, x0[i0, i1], x1[i0, i1 - x0.1])");
}

BOOST_AUTO_TEST_SUITE_END()
