#include "tests/command/report_golden.hpp"

BOOST_AUTO_TEST_SUITE(report_files_test)

using namespace kina::tests;

namespace {

const std::vector<std::string> options{"--json", "--junit", "--sarif", "--annotations"};

}  // namespace

BOOST_AUTO_TEST_CASE(all_reports_are_written_by_one_run) {
  const Files files;
  const std::string program = files.write("append.kina", wrong_axis);
  std::vector<std::string> words{"prove", program};
  for (const std::string& option : options)
    words.insert(words.end(), {option, files.file("report" + option)});
  const Run run = run_kina(words);
  BOOST_TEST(run.status == 1);
  BOOST_TEST(run.output.starts_with("kind"));
  for (const std::string& option : options)
    BOOST_TEST(files.read("report" + option).find("concat/agree") != std::string::npos, option);
}

BOOST_AUTO_TEST_CASE(one_report_may_be_standard_output) {
  const Files files;
  const std::string program = files.write("append.kina", wrong_axis);
  for (const std::string& option : options) {
    const std::string other = option == "--json" ? "--sarif" : "--json";
    const Run run = run_kina({"prove", program, option, "-", other, files.file("other")});
    BOOST_TEST(run.status == 1);
    BOOST_TEST(run.output.find("concat/agree") != std::string::npos);
    BOOST_TEST(run.output.find("total") == std::string::npos);
    BOOST_TEST(files.read("other").find("concat/agree") != std::string::npos);
    std::filesystem::remove(files.file("other"));
    const Run both = run_kina({"prove", program, option, "-", other, "-"});
    BOOST_TEST(is_refused(both), both.errors);
    BOOST_TEST(both.errors.find("standard output can hold one report only") != std::string::npos, both.errors);
  }
}

BOOST_AUTO_TEST_CASE(two_reports_do_not_share_a_file) {
  const Files files;
  const std::string program = files.write("append.kina", right_axis);
  BOOST_TEST(is_refused(run_kina({"prove", program, "--json", files.file("a"), "--sarif", files.path() + "/./a"})));
  BOOST_TEST(!std::filesystem::exists(files.file("a")));
  files.write("b", "old");
  std::filesystem::create_symlink("b", files.file("link"));
  BOOST_TEST(is_refused(run_kina({"prove", program, "--json", files.file("b"), "--junit", files.file("link")})));
  BOOST_TEST(files.read("b") == "old");
  BOOST_TEST(run_kina({"prove", program, "--json", "/dev/null", "--sarif", "/dev/null"}).status == 0);
}

BOOST_AUTO_TEST_CASE(a_path_that_cannot_be_written_is_found_before_the_proof) {
  const Files files;
  const std::string program = files.write("append.kina", wrong_axis);
  for (const std::string& option : options) {
    const Run run = run_kina({"prove", program, option, files.file("missing/report")});
    BOOST_TEST(is_refused(run), run.errors);
    BOOST_TEST(run.errors.starts_with("kina: " + option + " "), run.errors);
  }
  for (const std::string option : {"--sarif", "--annotations"})
    BOOST_TEST(is_refused(run_kina({"check", program, option, files.file("missing/report")})), option);
}

BOOST_AUTO_TEST_CASE(standard_output_stays_empty_if_a_file_cannot_be_written) {
  const Files files;
  const std::string program = files.write("append.kina", wrong_axis);
  const Run run = run_kina({"prove", program, "--json", "-", "--sarif", "/dev/full"});
  BOOST_TEST(run.status == 2);
  BOOST_TEST(run.output == "");
}

BOOST_AUTO_TEST_CASE(a_report_does_not_overwrite_what_is_read) {
  const Files files;
  const std::string part = files.write("part.kina", right_axis);
  const std::string whole = files.write("whole.kina", "import \"part.kina\"\n");
  for (const std::string& option : options)
    for (const std::string& path : {part, whole})
      BOOST_TEST(is_refused(run_kina({"prove", whole, option, path})), option + " " + path);
  BOOST_TEST(files.read("part.kina") == right_axis);
}

BOOST_AUTO_TEST_SUITE_END()
