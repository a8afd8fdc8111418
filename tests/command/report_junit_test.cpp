#include "tests/command/report_golden.hpp"

BOOST_AUTO_TEST_SUITE(report_junit_test)

using namespace kina::tests;
using Json = nlohmann::ordered_json;

namespace {

constexpr const char* xmllint = "/usr/bin/xmllint";

/// The suites by name, as Python's parser reads them: cases with their class, name and outcomes.
Json suites_of(const std::string& text) {
  const Files files;
  const std::string path = files.write("report.xml", text);
  const ProcessResult check = run_python(golden_folder() + "validate_junit.py", path);
  BOOST_TEST_REQUIRE(check.status == 0, check.output);
  // A second parser, and the schema, where it is installed.
  if (std::filesystem::exists(xmllint)) {
    const std::string command = std::string(xmllint) + " --noout --schema '" + golden_folder() +
                                "junit-excerpt.xsd' '" + path + "' >'" + files.file("said") + "' 2>&1";
    BOOST_TEST(std::system(command.c_str()) == 0, files.read("said"));
  }
  return Json::parse(check.output);
}

std::string without_times(const std::string& text) { return replaced(text, " time=\"[0-9.]+\"", " time=\"0.0\""); }

}  // namespace

BOOST_AUTO_TEST_CASE(the_report_is_pinned) {
  const std::string text = pinned_report("--junit");
  suites_of(text);
  check_golden("verdicts.xml", without_times(text));
}

BOOST_AUTO_TEST_CASE(every_result_of_the_json_report_is_a_case) {
  const Files files;
  const std::string first = program_path("decode.kina");
  const std::string second = golden_folder() + "verdicts.kina";
  const Run run =
      run_kina({"prove", first, second, "--json", files.file("report.json"), "--junit", files.file("report.xml")});
  BOOST_TEST(run.status == 1);
  const Json suites = suites_of(files.read("report.xml"));
  BOOST_TEST(suites.contains(first));
  BOOST_TEST(suites.contains(second));
  std::map<std::string, std::size_t> used;
  const Json report = Json::parse(files.read("report.json"));
  for (const Json& result : report["results"]) {
    const std::string file = result["file"];
    const Json found = suites[file][used[file]++];
    BOOST_TEST(found["class"] == (result["item"] == "" ? result["file"] : result["item"]));
    const std::string name =
        result["obligation"].get<std::string>() + " " + result["line"].dump() + ":" + result["column"].dump();
    BOOST_TEST(found["name"].get<std::string>().starts_with(name), found["name"]);
    const std::string verdict = result["verdict"];
    BOOST_TEST(found["outcome"] == (verdict == "proved"    ? Json::array()
                                    : verdict == "refuted" ? Json{"failure"}
                                                           : Json{"error"}));
    if (verdict == "proved") continue;
    BOOST_TEST(found["type"][0] == verdict);
    BOOST_TEST(found["message"][0] == result["message"]);
    const std::string text = found["text"][0];
    BOOST_TEST(text.starts_with("error[" + result["obligation"].get<std::string>() + "]: "), text);
    BOOST_TEST(text.find("--> " + file + ":" + result["line"].dump() + ":") != std::string::npos, text);
  }
  for (const auto& [file, cases] : suites.items())
    BOOST_TEST(used[file] == cases.size(), file);
}

BOOST_AUTO_TEST_CASE(an_import_is_a_suite_of_its_own) {
  const Files files;
  const std::string part = files.write("part.kina", wrong_axis);
  const std::string whole =
      files.write("whole.kina", "import \"part.kina\"\nfn f[D](x: f32[1, D], y: f32[1, D]) -> (z: f32[2, D]) {\n"
                                "  return append(x, y)\n}\n");
  const Json suites = suites_of(run_report("--junit", {whole}).output);
  BOOST_TEST(suites.contains(part));
  BOOST_TEST(suites.contains(whole));
}

BOOST_AUTO_TEST_CASE(the_catalogue_is_a_suite_of_operations) {
  const Json suites = suites_of(run_report("--junit", {"--catalogue"}).output);
  BOOST_TEST_REQUIRE(suites.size() == 1U);
  BOOST_TEST(suites["catalogue"].size() > 100U);
  bool found = false;
  for (const Json& result : suites["catalogue"])
    found = found || (result["class"] == "concat" && result["name"].get<std::string>().find(':') == std::string::npos);
  BOOST_TEST(found);
}

BOOST_AUTO_TEST_CASE(text_is_escaped) {
  const Files files;
  const std::string name = "a<b>&\"'\t\n\r]]>.kina";
  const std::string path = files.write(name, "fn f(x: f32[]) -> (y: f32[]) {\n  return x < & \"\n}\n");
  const Json suites = suites_of(run_report("--junit", {path}).output);
  BOOST_TEST_REQUIRE(suites.size() == 1U);
  BOOST_TEST(suites.contains(path), suites.dump());
  bool found = false;
  for (const Json& result : suites[path])
    for (const Json& text : result["text"])
      found = found || text.get<std::string>().find("2 |   return x < & \"\n") != std::string::npos;
  BOOST_TEST(found, suites.dump());
}

BOOST_AUTO_TEST_CASE(what_no_document_may_hold_is_replaced) {
  const Files files;
  const std::string path = files.write("a\x01\x1B\xFF\xEF\xBF\xBF\x7F.kina", "\xFF\xFE\x01 fn \x1B[31m f(\x02");
  const Json suites = suites_of(run_report("--junit", {path}).output);
  BOOST_TEST_REQUIRE(suites.size() == 1U);
  BOOST_TEST(suites.begin().key() == files.file("a\uFFFD\uFFFD\uFFFD\uFFFD\x7F.kina"));
}

BOOST_AUTO_TEST_CASE(check_has_no_junit_report) {
  BOOST_TEST(is_refused(run_kina({"check", "--junit", "-", program_path("decode.kina")})));
}

BOOST_AUTO_TEST_SUITE_END()
