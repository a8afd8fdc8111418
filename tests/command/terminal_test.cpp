#include "tests/command/run_kina.hpp"

#include <boost/test/unit_test.hpp>

BOOST_AUTO_TEST_SUITE(terminal_test)

using namespace kina::tests;

BOOST_AUTO_TEST_CASE(errors_are_coloured_on_a_terminal_only) {
  const Files files;
  const std::string program = files.write("append.kina", wrong_axis);
  const std::string red = "\x1b[1;31m";
  BOOST_TEST(run_kina({"check", program}, {.terminal = true}).errors.find(red) != std::string::npos);
  BOOST_TEST(run_kina({"check", program}).errors.find(red) == std::string::npos);
}

BOOST_AUTO_TEST_CASE(no_color_is_followed) {
  const Files files;
  const std::string program = files.write("append.kina", wrong_axis);
  const auto has_colour = [&](const std::string& setting) {
    const Run run = run_kina({"check", program}, {.terminal = true, .environment = {setting}});
    return run.errors.find("\x1b[1;31m") != std::string::npos;
  };
  BOOST_TEST(!has_colour("NO_COLOR=1"));
  BOOST_TEST(!has_colour("NO_COLOR=0"));
  BOOST_TEST(has_colour("NO_COLOR="));
}

BOOST_AUTO_TEST_CASE(a_bar_of_long_work_is_removed) {
  const Run run = run_kina({"prove", "--catalogue", "--no-cache", "--jobs", "1"}, {.terminal = true});
  BOOST_TEST(run.status == 0);
  const std::size_t last = run.errors.rfind("proving the catalogue [");
  BOOST_TEST_REQUIRE(last != std::string::npos);
  BOOST_TEST(run.errors.find("\r\x1b[K", last) != std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()
