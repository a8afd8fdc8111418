#include "command/report_junit.hpp"

#include "command/report_text.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <vector>

namespace kina {
namespace {

using Lines = std::vector<const ReportLine*>;

struct Suite {
  std::string name;
  Lines lines;
};

/// A parser makes a space of a line end in an attribute, and a line feed of a carriage return anywhere, unless they are
/// references (XML 1.0, sections 2.11 and 3.3.3).
std::string escaped(std::string_view text, bool in_attribute) {
  std::string result;
  for (const char character : readable(text)) {
    const bool is_space = character == '\t' || character == '\n';
    switch (character) {
    case '&': result += "&amp;"; break;
    case '<': result += "&lt;"; break;
    case '>': result += "&gt;"; break;
    case '"': result += "&quot;"; break;
    case '\r': result += "&#13;"; break;
    default: result += is_space && in_attribute ? fmt::format("&#{};", int{character}) : std::string(1, character);
    }
  }
  return result;
}

std::string attribute(std::string_view name, std::string_view value) {
  return fmt::format(" {}=\"{}\"", name, escaped(value, true));
}

std::string time_attribute(double seconds) { return attribute("time", fmt::format("{:.6f}", seconds)); }

bool is_error(const ReportLine& line) {
  return line.verdict == Verdict::unknown || line.verdict == Verdict::disagreement;
}

std::string count_attributes(const Lines& lines) {
  const auto count = [&](const auto& is_counted) {
    return fmt::format("{}", std::count_if(lines.begin(), lines.end(), is_counted));
  };
  double seconds = 0;
  for (const ReportLine* line : lines)
    seconds += line->seconds;
  return attribute("tests", fmt::format("{}", lines.size())) +
         attribute("failures", count([](const ReportLine* line) { return line->verdict == Verdict::refuted; })) +
         attribute("errors", count([](const ReportLine* line) { return is_error(*line); })) + time_attribute(seconds);
}

std::vector<Suite> suites_of(const Report& report) {
  std::vector<Suite> suites;
  std::map<std::string, std::size_t> positions;
  for (const ReportLine& line : report.lines) {
    const auto [position, is_new] = positions.emplace(line.file, suites.size());
    if (is_new) suites.push_back({line.file.empty() ? "catalogue" : line.file, {}});
    suites[position->second].lines.push_back(&line);
  }
  return suites;
}

std::string outcome(const ReportLine& line) {
  if (line.verdict == Verdict::proved) return "";
  const std::string_view element = is_error(line) ? "error" : "failure";
  return fmt::format("      <{}{}{}>{}</{}>\n", element, attribute("type", name_of(line.verdict)),
                     attribute("message", line.message), escaped(line.rendered, false), element);
}

std::string suite_xml(const Suite& suite) {
  std::string text = "  <testsuite" + attribute("name", suite.name) + count_attributes(suite.lines) +
                     attribute("skipped", "0") + ">\n";
  std::map<std::pair<std::string, std::string>, int> uses;
  for (const ReportLine* line : suite.lines) {
    // What stands outside of every item, as an import, belongs to the file.
    const std::string& item = line->item.empty() ? suite.name : line->item;
    std::string name = line->obligation;
    if (line->begin.line > 0) name += fmt::format(" {}:{}", line->begin.line, line->begin.column);
    const int use = ++uses[{item, name}];
    if (use > 1) name += fmt::format(" ({})", use);
    const std::string inside = outcome(*line);
    text += "    <testcase" + attribute("classname", item) + attribute("name", name) + time_attribute(line->seconds);
    text += inside.empty() ? "/>\n" : ">\n" + inside + "    </testcase>\n";
  }
  return text + "  </testsuite>\n";
}

}  // namespace

std::string report_junit(const Report& report) {
  Lines all;
  for (const ReportLine& line : report.lines)
    all.push_back(&line);
  std::string text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites" + attribute("name", "kina prove") +
                     count_attributes(all) + ">\n";
  for (const Suite& suite : suites_of(report))
    text += suite_xml(suite);
  return text + "</testsuites>\n";
}

}  // namespace kina
