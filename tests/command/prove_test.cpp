#include "tests/command/run_kina.hpp"

#include <boost/test/unit_test.hpp>

#include <filesystem>

BOOST_AUTO_TEST_SUITE(prove_test)

using namespace kina::tests;
using Json = nlohmann::json;

namespace {

std::size_t entries(const std::string& folder) {
  const std::filesystem::directory_iterator files(folder);
  return static_cast<std::size_t>(std::distance(begin(files), end(files)));
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_summary_by_kind_is_the_result) {
  const Run run = run_kina({"prove", program_path("storylm0_generate.kina")});
  BOOST_TEST(run.status == 0, run.errors);
  BOOST_TEST(run.errors == "");
  BOOST_TEST(run.output.starts_with("kind       proved  refuted  unknown\ntyping "));
  for (const std::string kind : {"typing", "bounds", "range", "loop", "total"})
    BOOST_TEST(run.output.find("\n" + kind) != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_failed_proof_is_shown_and_counted) {
  const Files files;
  const Run run = run_kina({"prove", files.write("append.kina", wrong_axis)});
  BOOST_TEST(run.status == 1);
  BOOST_TEST(run.errors.find("error[concat/agree]") != std::string::npos);
  BOOST_TEST(run.errors.find("fails at ") != std::string::npos);
  BOOST_TEST(run.output.starts_with("kind"));
  BOOST_TEST(run.output.find("error") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(an_error_that_is_no_obligation_fails_too) {
  const Files files;
  const Run run = run_kina({"prove", files.write("bad.kina", "fn f( {\n")});
  BOOST_TEST(run.status == 1);
  BOOST_TEST(run.errors.find("error[syntax/") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_report_on_standard_output_is_all_of_it) {
  const Files files;
  for (const std::string_view program : {right_axis, wrong_axis}) {
    const Run run = run_kina({"prove", "--json", "-", files.write("append.kina", program)});
    BOOST_TEST(run.status == (program == right_axis ? 0 : 1));
    const Json report = Json::parse(run.output);
    BOOST_TEST(report["results"][0]["file"] == files.file("append.kina"));
  }
}

BOOST_AUTO_TEST_CASE(several_files_are_proved_on_their_own) {
  const Files files;
  const std::string right = files.write("right.kina", right_axis);
  const std::string wrong = files.write("wrong.kina", wrong_axis);
  const Run run = run_kina({"prove", right, wrong, "--json", "-"});
  BOOST_TEST(run.status == 1);
  const Json report = Json::parse(run.output);
  for (const Json& result : report["results"])
    BOOST_TEST((result["file"] == wrong || result["verdict"] == "proved"));
  BOOST_TEST(report["items"].size() == 2);
}

BOOST_AUTO_TEST_CASE(a_report_in_a_file_is_written_whole) {
  const Files files;
  const std::string program = files.write("append.kina", wrong_axis);
  files.write("report.json", std::string(1'000'000, 'x'));
  const Run run = run_kina({"prove", "--json", files.file("report.json"), program});
  BOOST_TEST(run.status == 1);
  BOOST_TEST(run.output.starts_with("kind"));
  BOOST_TEST(Json::parse(files.read("report.json"))["tool"] == "kina");
  BOOST_TEST(entries(files.path()) == 2, "a temporary file is left");
}

BOOST_AUTO_TEST_CASE(a_link_to_a_report_stays_a_link) {
  const Files files;
  const std::string program = files.write("append.kina", right_axis);
  files.write("report.json", "old");
  std::filesystem::create_symlink("report.json", files.file("link.json"));
  BOOST_TEST(run_kina({"prove", "--json", files.file("link.json"), program}).status == 0);
  BOOST_TEST(std::filesystem::is_symlink(files.file("link.json")));
  BOOST_TEST(Json::parse(files.read("report.json"))["tool"] == "kina");
}

BOOST_AUTO_TEST_CASE(a_report_for_a_device_is_written_to_it) {
  const Files files;
  const std::string program = files.write("append.kina", right_axis);
  BOOST_TEST(run_kina({"prove", "--json", "/dev/null", program}).status == 0);
  BOOST_TEST(std::filesystem::is_character_file("/dev/null"));
  BOOST_TEST(run_kina({"prove", "--json", "/dev/full", program}).status == 2);
}

BOOST_AUTO_TEST_CASE(a_path_that_cannot_be_written_is_found_before_the_proof) {
  const Files files;
  const std::string program = files.write("append.kina", wrong_axis);
  for (const std::string& path : {files.path(), files.file("missing/report.json"),
                                  std::string("/proc/kina/report.json"), program + "/report.json"}) {
    const Run run = run_kina({"prove", "--json", path, program});
    BOOST_TEST(is_refused(run), path + ": " + run.errors);
  }
  BOOST_TEST(is_refused(run_kina({"prove", program, "--json"})));
  BOOST_TEST(is_refused(run_kina({"prove", program, "--json", "-", "--json", "-"})));
}

BOOST_AUTO_TEST_CASE(a_report_does_not_overwrite_a_program) {
  const Files files;
  const std::string program = files.write("append.kina", right_axis);
  BOOST_TEST(is_refused(run_kina({"prove", "--json", program, program})));
  BOOST_TEST(files.read("append.kina") == right_axis);
}

BOOST_AUTO_TEST_CASE(a_timeout_is_a_positive_number) {
  const Files files;
  const std::string program = files.write("append.kina", right_axis);
  for (const std::string timeout : {"0.5", "10", "1e3", "0.0001"})
    BOOST_TEST(run_kina({"prove", "--timeout", timeout, program}).status == 0, timeout);
  for (const std::string timeout : {"0", "-1", "nan", "inf", "1e300", "ten", "1s", "", "0x10", "-0.0"})
    BOOST_TEST(is_refused(run_kina({"prove", "--timeout", timeout, program})), timeout);
}

BOOST_AUTO_TEST_CASE(files_and_catalogue_exclude_each_other) {
  BOOST_TEST(is_refused(run_kina({"prove"})));
  BOOST_TEST(is_refused(run_kina({"prove", "--catalogue", program_path("decode.kina")})));
}

BOOST_AUTO_TEST_CASE(an_unreadable_file_stops_all) {
  const Files files;
  const Run run = run_kina({"prove", files.write("append.kina", wrong_axis), files.file("missing.kina"), "--json",
                            files.file("report.json")});
  BOOST_TEST(is_refused(run), run.errors);
  BOOST_TEST(!std::filesystem::exists(files.file("report.json")));
}

BOOST_AUTO_TEST_SUITE_END()
