#include "tests/command/run_kina.hpp"

#include <boost/test/unit_test.hpp>

BOOST_AUTO_TEST_SUITE(main_test)

using namespace kina::tests;

BOOST_AUTO_TEST_CASE(the_version_names_the_solver) {
  const Run run = run_kina({"--version"});
  BOOST_TEST(run.status == 0);
  BOOST_TEST(run.output.starts_with("kina "));
  BOOST_TEST(run.output.find("(Z3 4.") != std::string::npos);
  BOOST_TEST(run.errors == "");
}

BOOST_AUTO_TEST_CASE(help_is_a_result) {
  const Run all = run_kina({"--help"});
  BOOST_TEST(all.status == 0);
  BOOST_TEST(all.errors == "");
  for (const std::string subcommand : {"check", "prove", "generate"}) {
    BOOST_TEST(all.output.find(subcommand) != std::string::npos);
    const Run one = run_kina({subcommand, "--help"});
    BOOST_TEST(one.status == 0);
    BOOST_TEST(one.output.find("FILE") != std::string::npos);
    BOOST_TEST(one.errors == "");
  }
}

BOOST_AUTO_TEST_CASE(an_unknown_subcommand_is_answered_with_those_there_are) {
  for (const std::vector<std::string>& arguments :
       std::vector<std::vector<std::string>>{{}, {"rpove", "a.kina"}, {"explian"}}) {
    const Run run = run_kina(arguments);
    BOOST_TEST(is_refused(run), run.errors);
    BOOST_TEST(run.errors.find("check, prove") != std::string::npos);
    BOOST_TEST(run.errors.find("generate") != std::string::npos);
  }
}

BOOST_AUTO_TEST_CASE(an_unknown_argument_is_named) {
  for (const std::vector<std::string>& arguments :
       std::vector<std::vector<std::string>>{{"--unknown", "check", "a.kina"},
                                             {"check", "--unknown", "a.kina"},
                                             {"prove", "a.kina", "--unknown"},
                                             {"generate", "a.kina", "--unknown=3"}}) {
    const Run run = run_kina(arguments);
    BOOST_TEST(is_refused(run), run.errors);
    BOOST_TEST(run.errors.find("--unknown") != std::string::npos);
  }
}

BOOST_AUTO_TEST_CASE(a_missing_file_argument_is_refused) {
  for (const std::string subcommand : {"check", "prove", "generate"})
    BOOST_TEST(is_refused(run_kina({subcommand})));
}

BOOST_AUTO_TEST_CASE(a_name_with_control_characters_is_still_one_line) {
  BOOST_TEST(is_refused(run_kina({"check", "a\nb\x1b[31m.kina"})));
  BOOST_TEST(is_refused(run_kina({"two\nlines"})));
  BOOST_TEST(is_refused(run_kina({"prove", "--json", "no\nfolder/report", program_path("decode.kina")})));
}

BOOST_AUTO_TEST_CASE(results_that_cannot_be_written_are_a_failure) {
  for (const OutputTo output : {OutputTo::full_device, OutputTo::closed, OutputTo::broken_pipe}) {
    for (const std::vector<std::string>& arguments :
         std::vector<std::vector<std::string>>{{"--help"},
                                               {"prove", program_path("decode.kina")},
                                               {"prove", "--json", "-", program_path("decode.kina")}}) {
      const Run run = run_kina(arguments, {.output = output});
      BOOST_TEST(run.status == 1);
      BOOST_TEST(is_one_error_line(run.errors), run.errors);
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()
