#include "impl/eigen/kernel.hpp"

#include "spec/catalogue.hpp"

#include <boost/test/unit_test.hpp>

BOOST_AUTO_TEST_SUITE(kernel_test)

/// An operation that is added to spec/ops and has no kernel is found here, and not by its first user.
BOOST_AUTO_TEST_CASE(every_instance_of_every_operation_has_a_kernel) {
  for (const kina::Operation& operation : kina::catalogue()) {
    for (const kina::Instance& instance : kina::covered_instances(operation, 2)) {
      const kina::Rule rule = operation.rule(instance);
      const kina::eigen::KernelChoice kernel = kina::eigen::kernel_of(rule);
      BOOST_TEST((kernel.view != nullptr || kernel.compute != nullptr), operation.name);
    }
  }
}

BOOST_AUTO_TEST_CASE(a_rule_of_no_operation_has_none) {
  kina::Rule rule;
  rule.name = "forecast";
  BOOST_CHECK_THROW(static_cast<void>(kina::eigen::kernel_of(rule)), std::logic_error);
}

BOOST_AUTO_TEST_SUITE_END()
