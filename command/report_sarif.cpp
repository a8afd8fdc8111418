#include "command/report_sarif.hpp"

#include "command/report_json.hpp"
#include "command/report_text.hpp"
#include "manual/explanation.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace kina {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* schema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/"
                               "sarif-schema-2.1.0.json";

/// A plain text message. A braced number in it would be a placeholder, so SARIF wants every brace doubled (section
/// 3.11.5); and `zeros[M=4](x)` would be a link (section 3.11.6), which a space prevents and no reader misunderstands.
std::string message_text(std::string_view text) {
  std::string result;
  for (const char character : text) {
    if (character == '(' && result.ends_with(']')) result += ' ';
    result.append(character == '{' || character == '}' ? 2 : 1, character);
  }
  return result;
}

/// A URI reference (RFC 3986). A colon is escaped like what is not allowed, so that nothing before it reads as a
/// scheme.
std::string uri_of(const std::string& path) {
  constexpr std::string_view allowed = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/";
  std::string uri = path.starts_with('/') ? "file://" : "";
  for (const char character : path) {
    if (allowed.find(character) != std::string_view::npos) {
      uri += character;
    } else {
      uri += fmt::format("%{:02X}", static_cast<unsigned char>(character));
    }
  }
  return uri;
}

Json location_json(const ReportLine& line) {
  Json location = Json::object();
  if (!line.file.empty()) {
    location["physicalLocation"] = Json{{"artifactLocation", Json{{"uri", uri_of(path_from_here(line.file))}}},
                                        {"region", Json{{"startLine", line.begin.line},
                                                        {"startColumn", line.begin.column},
                                                        {"endLine", line.end.line},
                                                        {"endColumn", line.end.column}}}};
  }
  if (!line.item.empty()) location["logicalLocations"] = Json::array({Json{{"name", line.item}}});
  return location;
}

Json result_json(const ReportLine& line, std::size_t rule) {
  return Json{{"ruleId", line.obligation},
              {"ruleIndex", rule},
              {"level", "error"},
              {"message", Json{{"text", message_text(whole_message(line))}}},
              {"locations", Json::array({location_json(line)})},
              {"properties", Json{{"verdict", name_of(line.verdict)},
                                  {"kind", name_of(line.kind)},
                                  {"counterexample", counterexample_json(line.counterexample)}}}};
}

/// A program as a block of Markdown under a title, or "" if there is none.
std::string program_block(const std::string& title, const std::string& program) {
  if (program.empty()) return "";
  return fmt::format("\n\n{}:\n\n```\n{}{}```", title, program, program.ends_with('\n') ? "" : "\n");
}

/// The explanation as Markdown, with its programs if they are wanted. No braces are doubled here: what a rule says is
/// shown as it is, and is never filled in.
std::string help_text(const std::string& name, const Explanation& explanation, bool with_programs) {
  std::string text = explanation.says;
  if (!explanation.why.empty()) text += "\n\n" + explanation.why;
  if (with_programs)
    text += program_block("Fails", explanation.failing) + program_block("Repaired", explanation.repaired);
  return text + "\n\nMore: `kina explain " + name + "`";
}

Json rule_json(const std::string& name) {
  Explanation explanation = explain(name).value_or(Explanation{});
  if (explanation.says.empty()) explanation.says = name;
  return Json{
      {"id", name},
      {"shortDescription", Json{{"text", explanation.says}}},
      {"fullDescription", Json{{"text", explanation.why.empty() ? explanation.says : explanation.why}}},
      {"help", Json{{"text", help_text(name, explanation, false)}, {"markdown", help_text(name, explanation, true)}}},
      {"defaultConfiguration", Json{{"level", "error"}}}};
}

}  // namespace

std::string report_sarif(const Report& report) {
  std::vector<std::string> names;
  Json results = Json::array();
  for (const ReportLine& line : report.lines) {
    if (line.verdict == Verdict::proved) continue;
    const auto found = std::find(names.begin(), names.end(), line.obligation);
    const auto rule = static_cast<std::size_t>(found - names.begin());
    if (found == names.end()) names.push_back(line.obligation);
    results.push_back(result_json(line, rule));
  }
  Json rules = Json::array();
  for (const std::string& name : names)
    rules.push_back(rule_json(name));
  const Json driver{{"name", "kina"}, {"version", KINA_VERSION}, {"rules", std::move(rules)}};
  // A column counts code points everywhere in Kina; SARIF's default is UTF-16 code units.
  const Json run{
      {"tool", Json{{"driver", driver}}}, {"columnKind", "unicodeCodePoints"}, {"results", std::move(results)}};
  return document_text(Json{{"$schema", schema}, {"version", "2.1.0"}, {"runs", Json::array({run})}});
}

}  // namespace kina
