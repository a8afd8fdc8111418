#include "tests/command/report_golden.hpp"

#include <set>

BOOST_AUTO_TEST_SUITE(report_sarif_test)

using namespace kina::tests;
using Json = nlohmann::ordered_json;

namespace {

/// The report, after the check of its schema by another program's reading of it.
Json checked_log(const std::string& text) {
  const Files files;
  const ProcessResult check =
      run_python(golden_folder() + "validate_sarif.py", golden_folder() + "sarif-excerpt.schema.json",
                 files.write("report.sarif", text));
  BOOST_TEST(check.status == 0, check.output);
  return Json::parse(text);
}

const Json& run_of(const Json& log) { return log["runs"][0]; }

Json only_result(const std::string& path) {
  const Json log = checked_log(run_report("--sarif", {path}).output);
  BOOST_TEST_REQUIRE(run_of(log)["results"].size() == 1U);
  return run_of(log)["results"][0];
}

Json physical_location(const Json& result) { return result["locations"][0]["physicalLocation"]; }

std::string uri_of(const Json& result) { return physical_location(result)["artifactLocation"]["uri"]; }

/// Words alone: `kina explain` breaks lines where a terminal ends.
std::string words_of(const std::string& text) { return replaced(replaced(text, "`", ""), "\\s+", " "); }

}  // namespace

BOOST_AUTO_TEST_CASE(the_report_is_pinned) {
  Json log = checked_log(pinned_report("--sarif"));
  Json& driver = log["runs"][0]["tool"]["driver"];
  driver["version"] = "";
  // What a rule says is the manual's, and pinned there.
  for (Json& rule : driver["rules"])
    for (const std::string part : {"shortDescription", "fullDescription", "help"})
      for (Json& text : rule[part])
        text = "...";
  check_golden("verdicts.sarif", log.dump(2) + "\n");
}

BOOST_AUTO_TEST_CASE(every_failure_of_the_json_report_is_a_result) {
  const Files files;
  const WorkingFolder folder(source_folder());
  const Run run =
      run_kina({"prove", pinned_program, "--json", files.file("report.json"), "--sarif", files.file("report.sarif")});
  BOOST_TEST(run.status == 1);
  const Json log = checked_log(files.read("report.sarif"));
  std::set<std::string> verdicts;
  std::vector<Json> failures;
  const Json report = Json::parse(files.read("report.json"));
  for (const Json& result : report["results"])
    if (result["verdict"] != "proved") failures.push_back(result);
  const Json& results = run_of(log)["results"];
  BOOST_TEST_REQUIRE(results.size() == failures.size());
  for (std::size_t number = 0; number < failures.size(); ++number) {
    const Json& failure = failures[number];
    const Json& result = results[number];
    verdicts.insert(failure["verdict"].get<std::string>());
    BOOST_TEST(result["ruleId"] == failure["obligation"]);
    BOOST_TEST(result["level"] == "error");
    BOOST_TEST(!result.contains("kind"));
    for (const std::string property : {"verdict", "kind", "counterexample"})
      BOOST_TEST(result["properties"][property] == failure[property]);
    BOOST_TEST(uri_of(result) == pinned_program);
    BOOST_TEST(physical_location(result)["region"] == (Json{{"startLine", failure["line"]},
                                                            {"startColumn", failure["column"]},
                                                            {"endLine", failure["end_line"]},
                                                            {"endColumn", failure["end_column"]}}));
    if (failure["item"] != "") BOOST_TEST(result["locations"][0]["logicalLocations"][0]["name"] == failure["item"]);
  }
  BOOST_TEST(verdicts == (std::set<std::string>{"refuted", "unknown"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(columns_are_code_points) {
  const Files files;
  // A tab, two bytes and four bytes, which are two UTF-16 code units, are one column each.
  const std::string path =
      files.write("columns.kina", "fn f(x: f32[]) -> (y: f32[]) { return x }\nimport \"\té😀\" wrong\n");
  const Json log = checked_log(run_report("--sarif", {path}).output);
  BOOST_TEST(run_of(log)["columnKind"] == "unicodeCodePoints");
  bool found = false;
  for (const Json& result : run_of(log)["results"]) {
    const Json region = physical_location(result)["region"];
    if (region["startLine"] != 2 || region["startColumn"] == 1) continue;
    if (region["startColumn"] == 8) {
      BOOST_TEST(region["endColumn"] == 13);
    } else {
      BOOST_TEST(region["startColumn"] == 14);
      BOOST_TEST(region["endColumn"] == 19);
      found = true;
    }
  }
  BOOST_TEST(found, run_of(log)["results"].dump());
}

BOOST_AUTO_TEST_CASE(the_message_has_the_notes_and_the_helps) {
  const Files files;
  const Run run = run_report("--sarif", {files.write("append.kina", wrong_axis)});
  const Json log = checked_log(run.output);
  const std::string text = run_of(log)["results"][0]["message"]["text"];
  BOOST_TEST(text.starts_with("operands differ on axis 0, which is not concatenated: S against 1\n"), text);
  BOOST_TEST(text.find("\nnote: fails at S = 0, D = 1; holds only if S = 1\n") != std::string::npos, text);
  BOOST_TEST(text.find("\nhelp: all axes but 0 agree: axis=0") != std::string::npos, text);
}

BOOST_AUTO_TEST_CASE(a_consequence_names_its_cause) {
  const Files files;
  const Json log = checked_log(run_report("--sarif", {files.write("append.kina", wrong_axis)}).output);
  bool found = false;
  for (const Json& result : run_of(log)["results"]) {
    if (result["ruleId"] != "return/agree") continue;
    const std::string text = result["message"]["text"];
    BOOST_TEST(text.find("\nnote: it fails because concat/agree fails") != std::string::npos, text);
    found = true;
  }
  BOOST_TEST(found);
}

BOOST_AUTO_TEST_CASE(no_message_has_a_placeholder_or_a_link) {
  const Files files;
  const std::string braces = files.write("braces.kina", "fn f(x: f32[]) -> (y: f32[])\n  return x\n}\n");
  const Json opened = checked_log(run_report("--sarif", {braces}).output);
  const std::string expected = run_of(opened)["results"][0]["message"]["text"];
  BOOST_TEST(expected.find("'{{'") != std::string::npos, expected);

  const std::string size = source_folder() + "/tests/golden/errors/call-infer.kina";
  const Run run = run_report("--sarif", {size});
  const Json log = checked_log(run.output);
  bool found = false;
  for (const Json& result : run_of(log)["results"]) {
    const std::string text = result["message"]["text"];
    BOOST_TEST(text.find("](") == std::string::npos, text);
    found = found || text.find("zeros[M=...] (...)") != std::string::npos;
  }
  BOOST_TEST(found, run.output);
}

BOOST_AUTO_TEST_CASE(a_rule_says_what_kina_explains) {
  const Json log = checked_log(pinned_report("--sarif"));
  for (const Json& rule : run_of(log)["tool"]["driver"]["rules"]) {
    const std::string name = rule["id"];
    const Run explained = run_kina({"explain", name});
    BOOST_TEST(explained.status == 0, name);
    const std::string words = words_of(explained.output);
    for (const std::string part : {"shortDescription", "fullDescription"})
      BOOST_TEST(words.find(words_of(rule[part]["text"])) != std::string::npos, name << ": " << rule[part] << words);
    const std::string help = rule["help"]["markdown"];
    BOOST_TEST(help.starts_with(rule["shortDescription"]["text"].get<std::string>()), help);
    BOOST_TEST(help.find("\n```\nfn ") != std::string::npos, help);
    BOOST_TEST(help.ends_with("`kina explain " + name + "`"), help);
  }
}

BOOST_AUTO_TEST_CASE(what_is_proved_is_no_result) {
  for (const std::string& arguments : {program_path("decode.kina"), std::string("--catalogue")}) {
    const Run run = run_report("--sarif", {arguments});
    BOOST_TEST(run.status == 0, run.errors);
    const Json log = checked_log(run.output);
    BOOST_TEST(run_of(log)["results"] == Json::array());
    BOOST_TEST(run_of(log)["tool"]["driver"]["rules"] == Json::array());
    const std::string version = run_kina({"--version"}).output;
    const Json& driver = run_of(log)["tool"]["driver"];
    BOOST_TEST(driver["name"] == "kina");
    BOOST_TEST(version.starts_with("kina " + driver["version"].get<std::string>() + " ("));
  }
}

BOOST_AUTO_TEST_CASE(a_path_is_relative_to_the_working_folder) {
  constexpr std::string_view program = "fn f(x: f32[]) -> (y: f32[]) {\n  return unknown_name\n}\n";
  const Files files;
  std::filesystem::create_directory(files.file("part"));
  const std::string inside = files.write("part/a.kina", program);
  const WorkingFolder folder(files.path());
  for (const std::string& path : {std::string("part/a.kina"), std::string("./part/../part//a.kina"), inside})
    BOOST_TEST(uri_of(only_result(path)) == "part/a.kina", path);
  const WorkingFolder subfolder(files.file("part"));
  BOOST_TEST(uri_of(only_result("a.kina")) == "a.kina");
  files.write("b.kina", program);
  BOOST_TEST(uri_of(only_result("../b.kina")) == "file://" + files.path() + "/b.kina");
}

BOOST_AUTO_TEST_CASE(a_path_is_a_uri_whatever_is_in_it) {
  const Files files;
  const WorkingFolder folder(files.path());
  files.write("a:b c%,é\xFF#?.kina", "fn f(x: f32[]) -> (y: f32[]) {\n  return unknown_name\n}\n");
  BOOST_TEST(uri_of(only_result("a:b c%,é\xFF#?.kina")) == "a%3Ab%20c%25%2C%C3%A9%FF%23%3F.kina");
}

BOOST_AUTO_TEST_CASE(check_writes_the_failures_that_it_finds) {
  const Files files;
  const std::string path = files.write("append.kina", wrong_axis);
  const Run run = run_kina({"check", "--sarif", "-", path});
  BOOST_TEST(run.status == 1);
  BOOST_TEST(run_of(checked_log(run.output))["results"][0]["ruleId"] == "concat/agree");
}

BOOST_AUTO_TEST_SUITE_END()
