#include "proofs/process.hpp"

#include <boost/test/unit_test.hpp>

BOOST_AUTO_TEST_SUITE(process_test)

using kina::run_process;

BOOST_AUTO_TEST_CASE(output_errors_and_status_are_kept_apart) {
  const auto run = run_process({"sh", "-c", "echo out; echo err >&2; exit 3"});
  BOOST_TEST(run.value().status.value() == 3);
  BOOST_TEST(run->output == "out\n");
  BOOST_TEST(run->errors == "err\n");
}

BOOST_AUTO_TEST_CASE(arguments_are_not_read_by_a_shell) {
  BOOST_TEST(run_process({"printf", "%s", "$HOME; `false` *"}).value().output == "$HOME; `false` *");
}

/// More than a pipe holds, on both streams at once.
BOOST_AUTO_TEST_CASE(long_output_does_not_block) {
  const auto run = run_process({"sh", "-c", "head -c 300000 /dev/zero; head -c 300000 /dev/zero >&2"});
  BOOST_TEST(run.value().output.size() == 300000U);
  BOOST_TEST(run->errors.size() == 300000U);
}

BOOST_AUTO_TEST_CASE(standard_input_is_empty) { BOOST_TEST(run_process({"cat"}).value().output.empty()); }

BOOST_AUTO_TEST_CASE(a_signal_leaves_no_status) {
  BOOST_TEST(!run_process({"sh", "-c", "kill -ABRT $$"}).value().status.has_value());
}

BOOST_AUTO_TEST_CASE(a_program_that_is_not_there_is_an_error_with_its_name) {
  const auto run = run_process({"no-such-program-of-kina"});
  BOOST_TEST_REQUIRE(!run.has_value());
  BOOST_TEST(run.error() == "no-such-program-of-kina: No such file or directory");
}

BOOST_AUTO_TEST_CASE(a_program_that_is_silent_or_says_too_much_is_ended) {
  BOOST_TEST(!run_process({"sleep", "60"}, {100, 1000}).value().status.has_value());
  BOOST_TEST(!run_process({"yes"}, {10'000, 100'000}).value().status.has_value());
}

BOOST_AUTO_TEST_SUITE_END()
