#include "spec/catalogue.hpp"

#include "spec/render.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <set>

BOOST_AUTO_TEST_SUITE(catalogue_test)

namespace {

using namespace kina;

/// The operations and operators of design section 4, read from its text.
const std::set<std::string> operations_of_the_design{"gather",
                                                     "reshape",
                                                     "transpose",
                                                     "concat",
                                                     "slice",
                                                     "dynamic_slice",
                                                     "dynamic_update_slice",
                                                     "pad",
                                                     "repeat",
                                                     "tile",
                                                     "iota",
                                                     "full",
                                                     "cast",
                                                     "select",
                                                     "softmax",
                                                     "sum",
                                                     "max",
                                                     "min",
                                                     "argmax",
                                                     "cumsum",
                                                     "exp",
                                                     "log",
                                                     "sqrt",
                                                     "rsqrt",
                                                     "sin",
                                                     "cos",
                                                     "tanh",
                                                     "sigmoid",
                                                     "abs",
                                                     "minimum",
                                                     "maximum",
                                                     "pow",
                                                     "broadcast",
                                                     "matmul",
                                                     "add",
                                                     "subtract",
                                                     "multiply",
                                                     "divide",
                                                     "remainder",
                                                     "negate",
                                                     "equal",
                                                     "not_equal",
                                                     "less",
                                                     "less_equal",
                                                     "greater",
                                                     "greater_equal",
                                                     "and",
                                                     "or",
                                                     "not"};

bool is_a_name(const std::string& text) {
  return !text.empty() && std::all_of(text.begin(), text.end(),
                                      [](char letter) { return (letter >= 'a' && letter <= 'z') || letter == '_'; });
}

bool is_a_sentence(const std::string& text) {
  return !text.empty() && std::isupper(static_cast<unsigned char>(text.front())) != 0 && text.ends_with(".");
}

template <typename Action> void for_each_rule(std::size_t rank, const Action& action) {
  for (const Operation& operation : catalogue())
    for (const Instance& instance : covered_instances(operation, rank))
      action(operation, instance, operation.rule(instance));
}

/// The names that a rule's terms may speak of: extents, sizes and indices.
std::set<std::string> sizes_of(const Rule& rule) {
  std::set<std::string> names(rule.sizes.begin(), rule.sizes.end());
  for (const RuleOperand& operand : rule.operands)
    for (const Dim& extent : operand.type.extents)
      names.insert(extent.name());
  return names;
}

bool speaks_only_of(const Term& term, const std::set<std::string>& names) {
  const std::set<std::string> free = free_variables(term);
  return std::includes(names.begin(), names.end(), free.begin(), free.end());
}

/// Every read is of an operand, with an index for each of its axes.
bool reads_operands(const Term& term, const Rule& rule) {
  bool well_formed = true;
  visit_terms(term, [&](const Term& part) {
    if (!part.is(Operator::read)) return true;
    well_formed = well_formed && std::any_of(rule.operands.begin(), rule.operands.end(), [&](const RuleOperand& x) {
                    return x.name == part.name() && x.type.rank() == part.arguments().size();
                  });
    return true;
  });
  return well_formed;
}

}  // namespace

/// The language may grow beyond the design; it may not lack a part of it.
BOOST_AUTO_TEST_CASE(it_lists_the_operations_of_the_design_each_once) {
  std::set<std::string> names;
  for (const Operation& operation : catalogue())
    BOOST_TEST(names.insert(operation.name).second, operation.name);
  for (const std::string& name : operations_of_the_design)
    BOOST_TEST(names.contains(name), name);
}

BOOST_AUTO_TEST_CASE(an_operation_is_found_by_its_name) {
  for (const Operation& operation : catalogue())
    BOOST_TEST(find_operation(operation.name) == &operation);
  BOOST_TEST(find_operation("einsum") == nullptr);
  BOOST_TEST(find_operation("") == nullptr);
}

BOOST_AUTO_TEST_CASE(an_operation_says_what_it_and_its_parameters_are) {
  for (const Operation& operation : catalogue()) {
    BOOST_TEST(is_a_name(operation.name), operation.name);
    BOOST_TEST(is_a_sentence(operation.summary), operation.name << ": " << operation.summary);
    BOOST_TEST((operation.notation == Notation::call) == operation.spelling.empty(), operation.name);
    std::set<std::string> names;
    for (const Parameter& parameter : operation.parameters) {
      BOOST_TEST(names.insert(parameter.name).second, operation.name << " " << parameter.name);
      BOOST_TEST(is_a_sentence(parameter.says), operation.name << " " << parameter.name << ": " << parameter.says);
    }
  }
}

BOOST_AUTO_TEST_CASE(a_premise_is_named_required_and_explained) {
  for_each_rule(2, [](const Operation& operation, const Instance&, const Rule& rule) {
    BOOST_TEST(rule.name == operation.name);
    for (const Premise& premise : rule.premises) {
      const std::string name = rule.name + "/" + premise.name;
      BOOST_TEST(is_a_name(premise.name), name);
      BOOST_TEST(is_a_sentence(premise.requirement), name << ": " << premise.requirement);
      BOOST_TEST((!premise.violation.empty() && !premise.violation.ends_with(".")), name << ": " << premise.violation);
    }
  });
}

/// A rule is closed: it speaks of its operands, their extents, its sizes and its indices, and of nothing else.
BOOST_AUTO_TEST_CASE(a_rule_speaks_of_nothing_but_its_own) {
  for_each_rule(3, [](const Operation&, const Instance&, const Rule& rule) {
    const std::set<std::string> sizes = sizes_of(rule);
    for (const Dim& extent : rule.result.extents)
      BOOST_TEST(speaks_only_of(extent, sizes), rule.name << ": " << to_text(extent));
    std::set<std::string> with_indices = sizes;
    for (const Term& index : index_variables(rule.result.rank()))
      with_indices.insert(index.name());
    BOOST_TEST((speaks_only_of(rule.element, with_indices) && reads_operands(rule.element, rule)),
               rule.name << ": " << to_text(rule.element));
    for (const Premise& premise : rule.premises) {
      std::set<std::string> with_own = sizes;
      for (const Premise::Index& index : premise.indices)
        with_own.insert(index.name);
      BOOST_TEST((speaks_only_of(premise.condition, with_own) && reads_operands(premise.condition, rule)),
                 rule.name << "/" << premise.name << ": " << to_text(premise.condition));
    }
  });
}

// ---- covered instances ----

BOOST_AUTO_TEST_CASE(every_rank_axis_and_permutation_is_covered) {
  const auto count = [](const char* name, std::size_t rank) {
    return covered_instances(*find_operation(name), rank).size();
  };
  // One float, one integer, bool: 3 classes; 1 + 1 + 2 + 6 + 24 permutations of 0 to 4 axes.
  BOOST_TEST(count("transpose", 4) == 3U * 34U);
  // Axes of 1 to 4 axes, with and without keepdims, over 2 classes of numbers.
  BOOST_TEST(count("sum", 4) == 2U * 2U * 10U);
  // A slice's axis is whole, a range or an index: 3^0 + ... + 3^4 choices.
  BOOST_TEST(count("slice", 4) == 3U * (1U + 3U + 9U + 27U + 81U));
  BOOST_TEST(count("matmul", 4) == 2U * 3U);
  // Two operands, and three: a fourth is joined as the third is.
  BOOST_TEST(count("concat", 2) == 2U * 3U * 3U);
}

BOOST_AUTO_TEST_CASE(no_instance_exceeds_the_rank_or_mixes_types_of_one_letter) {
  for_each_rule(2, [](const Operation& operation, const Instance&, const Rule& rule) {
    for (const RuleOperand& operand : rule.operands)
      BOOST_TEST(operand.type.rank() <= 2U, rule.name);
    if (operation.elementwise && operation.name != "select")
      for (const RuleOperand& operand : rule.operands)
        BOOST_TEST((operand.type.element == rule.operands.front().type.element), rule.name);
  });
}

BOOST_AUTO_TEST_SUITE_END()
