#include "tests/command/report_golden.hpp"

#include <sstream>

BOOST_AUTO_TEST_SUITE(report_annotations_test)

using namespace kina::tests;
using Json = nlohmann::ordered_json;

namespace {

struct Annotation {
  std::map<std::string, std::string> properties;
  std::string message;
};

std::string unescaped(std::string text, const std::vector<std::pair<std::string, std::string>>& signs) {
  for (const auto& [escape, sign] : signs)
    for (std::size_t at = text.find(escape); at != std::string::npos; at = text.find(escape, at + 1))
      text.replace(at, escape.size(), sign);
  return text;
}

/// One line as GitHub's runner reads it: `::command key=value,...::message`. The percent sign is undone last.
Annotation parse(const std::string& line) {
  Annotation annotation;
  const std::string command = "::error ";
  BOOST_TEST_REQUIRE(line.starts_with(command), line);
  const std::size_t end = line.find("::", command.size());
  BOOST_TEST_REQUIRE(end != std::string::npos, line);
  annotation.message = unescaped(line.substr(end + 2), {{"%0D", "\r"}, {"%0A", "\n"}, {"%25", "%"}});
  std::istringstream properties(line.substr(command.size(), end - command.size()));
  for (std::string property; std::getline(properties, property, ',');) {
    const std::size_t equals = property.find('=');
    BOOST_TEST_REQUIRE(equals != std::string::npos, line);
    annotation.properties[property.substr(0, equals)] = unescaped(
        property.substr(equals + 1), {{"%0D", "\r"}, {"%0A", "\n"}, {"%3A", ":"}, {"%2C", ","}, {"%25", "%"}});
  }
  return annotation;
}

std::vector<Annotation> annotations_of(const std::string& text) {
  BOOST_TEST((text.empty() || text.ends_with('\n')));
  std::vector<Annotation> annotations;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);)
    annotations.push_back(parse(line));
  return annotations;
}

}  // namespace

BOOST_AUTO_TEST_CASE(the_report_is_pinned) { check_golden("verdicts.annotations", pinned_report("--annotations")); }

BOOST_AUTO_TEST_CASE(an_annotation_has_a_place_a_title_and_the_whole_message) {
  const Files files;
  const WorkingFolder folder(files.path());
  files.write("append.kina", wrong_axis);
  const std::vector<Annotation> found = annotations_of(run_report("--annotations", {"./append.kina"}).output);
  // That the result differs from its declaration follows, and is a note.
  BOOST_TEST_REQUIRE(found.size() == 1U);
  BOOST_TEST(
      (found[0].properties == std::map<std::string, std::string>{
                                  {"file", "append.kina"}, {"line", "2"}, {"col", "10"}, {"title", "concat/agree"}}));
  BOOST_TEST(found[0].message == "operands differ on axis 0, which is not concatenated: S against 1\n"
                                 "note: fails at S = 0, D = 1; holds only if S = 1\n"
                                 "note: it also breaks return/agree at line 2\n"
                                 "help: all axes but 0 agree: axis=0");
}

BOOST_AUTO_TEST_CASE(there_are_as_many_as_are_printed) {
  const WorkingFolder folder(source_folder());
  const Run run = run_report("--annotations", {pinned_program});
  std::size_t printed = 0;
  for (std::size_t at = run.errors.find("error["); at != std::string::npos; at = run.errors.find("\nerror[", at + 1))
    ++printed;
  BOOST_TEST(annotations_of(run.output).size() == printed);
}

BOOST_AUTO_TEST_CASE(what_would_end_a_value_is_escaped) {
  const Files files;
  const WorkingFolder folder(files.path());
  const std::string name = "a,b:c%0A::d\n\r,line=7.kina";
  files.write(name, "fn f(x: f32[]) -> (y: f32[]) {\n  return x %%0A:: y\n}\n");
  const Run run = run_report("--annotations", {name});
  const std::vector<Annotation> found = annotations_of(run.output);
  BOOST_TEST_REQUIRE(!found.empty());
  for (const Annotation& annotation : found)
    BOOST_TEST(annotation.properties.at("file") == name, run.output);
  BOOST_TEST(found[0].properties.at("line") == "2");
  BOOST_TEST(run.output.starts_with("::error file=a%2Cb%3Ac%250A%3A%3Ad%0A%0D%2Cline=7.kina,line=2,"), run.output);
}

BOOST_AUTO_TEST_CASE(bytes_that_are_not_text_are_replaced) {
  const Files files;
  const WorkingFolder folder(files.path());
  files.write("a\xFF\x1B.kina", "fn f( {\n");
  const Run run = run_report("--annotations", {"a\xFF\x1B.kina"});
  BOOST_TEST(run.output.starts_with("::error file=a\uFFFD\uFFFD.kina,line=1,"), run.output);
}

BOOST_AUTO_TEST_CASE(nothing_is_written_of_what_is_proved) {
  for (const std::string& argument : {program_path("decode.kina"), std::string("--catalogue")}) {
    const Run run = run_report("--annotations", {argument});
    BOOST_TEST(run.status == 0);
    BOOST_TEST(run.output == "");
  }
}

BOOST_AUTO_TEST_CASE(check_writes_the_failures_that_it_finds) {
  const Files files;
  const Run run = run_kina({"check", "--annotations", "-", files.write("append.kina", wrong_axis)});
  BOOST_TEST(run.status == 1);
  const std::vector<Annotation> found = annotations_of(run.output);
  BOOST_TEST_REQUIRE(found.size() == 1U);
  BOOST_TEST(found[0].properties.at("title") == "concat/agree");
}

BOOST_AUTO_TEST_SUITE_END()
