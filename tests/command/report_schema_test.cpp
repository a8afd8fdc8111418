#include "tests/command/report_golden.hpp"

#include <set>

BOOST_AUTO_TEST_SUITE(report_schema_test)

using namespace kina::tests;
using Json = nlohmann::ordered_json;

namespace {

std::vector<std::string> keys(const Json& object) {
  std::vector<std::string> names;
  for (const auto& [name, value] : object.items())
    names.push_back(name);
  return names;
}

const std::vector<std::string> result_keys{
    "file",    "line",    "column",  "end_line",       "end_column", "item",  "obligation", "kind",
    "verdict", "seconds", "message", "counterexample", "witness",    "exact", "laws",       "assumptions"};
const std::vector<std::string> verdicts{"proved", "refuted", "unknown", "disagreement"};
const std::set<std::string> kinds{"typing", "bounds", "range", "loop", "theorem", "law"};

void check_result(const Json& result, bool has_place) {
  BOOST_TEST_REQUIRE(keys(result) == result_keys, boost::test_tools::per_element());
  for (const std::string name : {"file", "item", "obligation", "message"})
    BOOST_TEST(result[name].is_string());
  BOOST_TEST(result["obligation"] != "");
  for (const std::string name : {"line", "column", "end_line", "end_column"}) {
    BOOST_TEST_REQUIRE(result[name].is_number_unsigned());
    BOOST_TEST((result[name].get<int>() > 0) == has_place);
  }
  BOOST_TEST((result["file"] != "") == has_place);
  BOOST_TEST((std::pair(result["line"].get<int>(), result["column"].get<int>()) <=
              std::pair(result["end_line"].get<int>(), result["end_column"].get<int>())));
  BOOST_TEST(kinds.contains(result["kind"].get<std::string>()));
  const auto verdict = result["verdict"].get<std::string>();
  BOOST_TEST((std::find(verdicts.begin(), verdicts.end(), verdict) != verdicts.end()));
  BOOST_TEST_REQUIRE(result["seconds"].is_number());
  BOOST_TEST(result["seconds"].get<double>() >= 0);
  BOOST_TEST((result["message"] == "") == (verdict == "proved"));
  BOOST_TEST((result["counterexample"].is_null() || result["counterexample"].is_object()));
  if (verdict != "refuted") BOOST_TEST(result["counterexample"].is_null());
  for (const auto& [name, value] : result["counterexample"].items())
    BOOST_TEST((value.is_number() || value.is_string()), name);
  BOOST_TEST(result["witness"].is_null());
  BOOST_TEST(result["exact"].is_null());
  BOOST_TEST(result["laws"].is_array());
  BOOST_TEST(result["assumptions"].is_array());
}

Json checked_report(const std::vector<std::string>& arguments, bool has_places = true) {
  std::vector<std::string> words{"prove", "--json", "-"};
  words.insert(words.end(), arguments.begin(), arguments.end());
  const Run run = run_kina(words);
  const Json report = Json::parse(run.output);
  BOOST_TEST_REQUIRE(keys(report) ==
                         (std::vector<std::string>{"tool", "schema", "version", "results", "items", "summary"}),
                     boost::test_tools::per_element());
  BOOST_TEST(report["tool"] == "kina");
  BOOST_TEST(report["schema"] == 1);
  const std::string version = run_kina({"--version"}).output;
  BOOST_TEST(version.starts_with("kina " + report["version"].get<std::string>() + " ("));
  BOOST_TEST_REQUIRE(keys(report["summary"]) == verdicts, boost::test_tools::per_element());
  for (const std::string& verdict : verdicts) {
    int count = 0;
    for (const Json& result : report["results"])
      count += result["verdict"] == verdict ? 1 : 0;
    BOOST_TEST(report["summary"][verdict] == count, verdict);
  }
  for (const Json& result : report["results"])
    check_result(result, has_places);
  BOOST_TEST((run.status == 0) == (report["summary"]["proved"] == report["results"].size()));
  return report;
}

/// The only result with this obligation that is not proved.
Json failed(const Json& report, const std::string& obligation) {
  std::vector<Json> found;
  for (const Json& result : report["results"])
    if (result["obligation"] == obligation && result["verdict"] != "proved") found.push_back(result);
  BOOST_TEST_REQUIRE(found.size() == 1U, obligation);
  return found.front();
}

}  // namespace

BOOST_AUTO_TEST_CASE(the_report_is_pinned) {
  const std::string text = pinned_report("--json");
  check_golden("verdicts.json",
               replaced(replaced(text, "(\"seconds\": )[0-9.e-]+", "$010.0"), "(\"version\": )\"[^\"]*\"", "$01\"\""));
}

BOOST_AUTO_TEST_CASE(a_program_that_is_proved) {
  const Json report = checked_report({program_path("storylm0_generate.kina")});
  BOOST_TEST(report["summary"]["proved"] == report["results"].size());
  std::set<std::string> found;
  for (const Json& result : report["results"])
    found.insert(result["kind"].get<std::string>());
  for (const std::string kind : {"typing", "bounds", "range", "loop"})
    BOOST_TEST(found.contains(kind), kind);
}

BOOST_AUTO_TEST_CASE(a_refuted_size_has_a_place_and_a_counterexample) {
  const Files files;
  const Json result = failed(checked_report({files.write("append.kina", wrong_axis)}), "concat/agree");
  BOOST_TEST(result["file"] == files.file("append.kina"));
  BOOST_TEST(result["line"] == 2);
  BOOST_TEST(result["column"] == 10);
  BOOST_TEST(result["end_line"] == 2);
  BOOST_TEST(result["end_column"] == 16);
  BOOST_TEST(result["item"] == "append");
  BOOST_TEST(result["kind"] == "typing");
  BOOST_TEST(result["verdict"] == "refuted");
  BOOST_TEST(result["message"] == "operands differ on axis 0, which is not concatenated: S against 1");
  BOOST_TEST(result["counterexample"] == (Json{{"S", 0}, {"D", 1}}));
}

BOOST_AUTO_TEST_CASE(an_item_without_sizes_has_an_empty_counterexample) {
  const Files files;
  const std::string path =
      files.write("fixed.kina", "fn f(x: f32[2], y: f32[3, 2]) -> (z: f32[5]) {\n  return concat(x, x, axis=0)\n}\n");
  const Json result = failed(checked_report({path}), "return/agree");
  BOOST_TEST(result["verdict"] == "refuted");
  BOOST_TEST(result["counterexample"] == Json::object());
}

BOOST_AUTO_TEST_CASE(a_diagnostic_is_a_refuted_typing_result) {
  const Files files;
  const std::string path = files.write("names.kina", "fn f(x: f32[]) -> (y: f32[]) {\n  return unknown_name\n}\n");
  const Json result = failed(checked_report({path}), "name/unknown");
  BOOST_TEST(result["kind"] == "typing");
  BOOST_TEST(result["verdict"] == "refuted");
  BOOST_TEST(result["item"] == "f");
  BOOST_TEST(result["line"] == 2);
  BOOST_TEST(result["column"] == 10);
  BOOST_TEST(result["counterexample"].is_null());
}

BOOST_AUTO_TEST_CASE(a_float_counterexample_is_a_number) {
  const Files files;
  const std::string path =
      files.write("divide.kina", "fn f(x: f32[], tau: f32[]) -> (y: f32[]) {\n  return x / tau\n}\n");
  const Json result = failed(checked_report({path}), "divide/divisor");
  BOOST_TEST(result["kind"] == "range");
  BOOST_TEST(result["counterexample"] == (Json{{"tau", 0.0}}));
}

BOOST_AUTO_TEST_CASE(an_error_in_an_import_has_that_files_path) {
  const Files files;
  files.write("part.kina", "fn g(x: f32[]) -> (y: f32[]) {\n  return unknown_name\n}\n");
  const std::string path = files.write("whole.kina", "import \"part.kina\"\n");
  BOOST_TEST(failed(checked_report({path}), "name/unknown")["file"] == files.file("part.kina"));
}

BOOST_AUTO_TEST_CASE(bytes_that_are_not_text_stay_out_of_the_report) {
  const Files files;
  checked_report({files.write("bytes\xFF.kina", "\xFF\xFE\x01 fn")});
}

BOOST_AUTO_TEST_CASE(signatures_are_listed_with_their_types) {
  const Files files;
  const std::string path = files.write(
      "step.kina", "fn step[S](k_past: f32[1, S + 1], scale: f32[]) -> (k_next: f32[1, min(S, 2) + 2]) where S >= 0 {\n"
                   "  return k_past\n}\ntheorem same[N](x: f32[N]) {\n  assert x == x\n}\n");
  const Json report = checked_report({path});
  BOOST_TEST_REQUIRE(report["items"].size() == 2U);
  const Json& item = report["items"][0];
  BOOST_TEST(keys(item) == (std::vector<std::string>{"file", "item", "kind", "parameters", "results"}),
             boost::test_tools::per_element());
  BOOST_TEST(item["file"] == path);
  BOOST_TEST(item["item"] == "step");
  BOOST_TEST(item["kind"] == "fn");
  BOOST_TEST(item["parameters"] == Json::parse(R"([{"name": "k_past", "type": "f32[1,S+1]"},
                                                  {"name": "scale", "type": "f32[]"}])"));
  BOOST_TEST(item["results"] == Json::parse(R"([{"name": "k_next", "type": "f32[1,min(S,2)+2]"}])"));
  BOOST_TEST(report["items"][1]["kind"] == "theorem");
  BOOST_TEST(report["items"][1]["results"] == Json::array());
}

BOOST_AUTO_TEST_CASE(the_catalogue_has_no_places) {
  const Json report = checked_report({"--catalogue"}, false);
  BOOST_TEST(report["results"].size() > 0U);
  BOOST_TEST(report["items"] == Json::array());
  std::set<std::string> items;
  for (const Json& result : report["results"])
    items.insert(result["item"].get<std::string>());
  for (const std::string operation : {"concat", "gather", "softmax"})
    BOOST_TEST(items.contains(operation), operation);
}

BOOST_AUTO_TEST_SUITE_END()
