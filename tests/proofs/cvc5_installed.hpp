/// \file
/// A precondition of tests that run cvc5: they are skipped, by name, where it is not installed.
#pragma once

#include "proofs/cvc5.hpp"

#include <boost/test/unit_test.hpp>

namespace kina::testing {

inline boost::test_tools::assertion_result cvc5_is_installed(boost::unit_test::test_unit_id) {
  boost::test_tools::assertion_result result(cvc5_version().has_value());
  result.message() << "cvc5, the command, is not installed";
  return result;
}

}  // namespace kina::testing
