#include "command/report_json.hpp"

#include <cmath>
#include <fmt/format.h>

namespace kina {
namespace {

using Json = nlohmann::ordered_json;

constexpr int schema = 1;

/// JSON has no infinities and no NaN; they are written by name.
Json number_json(double value) { return std::isfinite(value) ? Json(value) : Json(fmt::format("{}", value)); }

Json line_json(const ReportLine& line) {
  return Json{{"file", line.file},
              {"line", line.begin.line},
              {"column", line.begin.column},
              {"end_line", line.end.line},
              {"end_column", line.end.column},
              {"item", line.item},
              {"obligation", line.obligation},
              {"kind", name_of(line.kind)},
              {"verdict", name_of(line.verdict)},
              {"seconds", std::round(line.seconds * 1e6) / 1e6},
              {"message", line.message},
              {"counterexample", counterexample_json(line.counterexample)},
              {"witness", nullptr},
              {"exact", nullptr},
              {"laws", Json::array()},
              {"assumptions", Json::array()}};
}

Json declarations_json(const std::vector<std::pair<std::string, std::string>>& declarations) {
  Json list = Json::array();
  for (const auto& [name, type] : declarations)
    list.push_back(Json{{"name", name}, {"type", type}});
  return list;
}

Json item_json(const ReportItem& item) {
  return Json{{"file", item.file},
              {"item", item.name},
              {"kind", item.kind == syntax::ItemKind::function ? "fn" : "theorem"},
              {"parameters", declarations_json(item.parameters)},
              {"results", declarations_json(item.results)}};
}

}  // namespace

Json counterexample_json(const std::optional<Counterexample>& counterexample) {
  if (!counterexample) return nullptr;
  Json object = Json::object();
  for (const auto& [name, value] : *counterexample) {
    if (const auto* whole = std::get_if<std::int64_t>(&value)) {
      object[name] = *whole;
    } else {
      object[name] = number_json(std::get<double>(value));
    }
  }
  return object;
}

std::string document_text(const Json& document) {
  return document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string report_json(const Report& report) {
  Json results = Json::array();
  for (const ReportLine& line : report.lines)
    results.push_back(line_json(line));
  Json items = Json::array();
  for (const ReportItem& item : report.items)
    items.push_back(item_json(item));
  Json summary = Json::object();
  for (const Verdict verdict : {Verdict::proved, Verdict::refuted, Verdict::unknown, Verdict::disagreement})
    summary[std::string(name_of(verdict))] = report.count(verdict);
  const Json document{{"tool", "kina"},
                      {"schema", schema},
                      {"version", KINA_VERSION},
                      {"results", std::move(results)},
                      {"items", std::move(items)},
                      {"summary", std::move(summary)}};
  return document_text(document);
}

}  // namespace kina
