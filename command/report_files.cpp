#include "command/report_files.hpp"

#include "command/report_annotations.hpp"
#include "command/report_json.hpp"
#include "command/report_junit.hpp"
#include "command/report_sarif.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fmt/format.h>

namespace kina {
namespace {

namespace fs = std::filesystem;

struct ReportFormat {
  const char* option;
  const char* says;
  bool tells_only_of_failures;
  std::string (*text)(const Report& report);
};

constexpr std::array formats{
    ReportFormat{"--json", "write the report to this path; - is standard output", false, report_json},
    ReportFormat{"--junit", "write the report as JUnit XML", false, report_junit},
    ReportFormat{"--sarif", "write the failures as SARIF 2.1.0", true, report_sarif},
    ReportFormat{"--annotations", "write the failures as GitHub annotations", true, report_annotations}};

void add_option(CLI::App& subcommand, ReportPaths& paths, const ReportFormat& format) {
  subcommand.add_option(format.option, paths[format.option], format.says)->type_name("PATH");
}

/// Whether two reports would be written to one place. A device takes any number of them.
bool collide(const std::string& left, const std::string& right) {
  if (left == "-" || right == "-") return left == right;
  std::error_code error;
  if (fs::exists(left, error) && !fs::is_regular_file(left, error)) return false;
  // A file that is not there yet keeps the form of its path, so both are made absolute first.
  return fs::weakly_canonical(fs::absolute(left, error), error) ==
         fs::weakly_canonical(fs::absolute(right, error), error);
}

}  // namespace

void add_report_options(CLI::App& subcommand, ReportPaths& paths) {
  for (const ReportFormat& format : formats)
    add_option(subcommand, paths, format);
}

void add_failure_report_options(CLI::App& subcommand, ReportPaths& paths) {
  for (const ReportFormat& format : formats)
    if (format.tells_only_of_failures) add_option(subcommand, paths, format);
}

ReportFiles::ReportFiles(const ReportPaths& paths, const std::vector<Program>& programs) {
  std::vector<std::string> inputs;
  for (const Program& program : programs)
    for (const Source& source : program.sources)
      inputs.push_back(source.path);
  for (auto path = paths.begin(); path != paths.end(); ++path) {
    if (!path->second) continue;
    for (auto other = paths.begin(); other != path; ++other)
      if (other->second && collide(*other->second, *path->second))
        throw UsageError(fmt::format("{} and {}: {} can hold one report only", other->first, path->first,
                                     *path->second == "-" ? "standard output" : *path->second));
    files_.emplace_back(path->first, OutputFile(path->first, *path->second, inputs));
  }
  std::stable_partition(files_.begin(), files_.end(),
                        [](const auto& file) { return !file.second.is_standard_output(); });
}

bool ReportFiles::use_standard_output() const {
  return std::any_of(files_.begin(), files_.end(), [](const auto& file) { return file.second.is_standard_output(); });
}

void ReportFiles::write(const Report& report) const {
  for (const auto& [option, file] : files_)
    for (const ReportFormat& format : formats)
      if (option == format.option) file.write(format.text(report));
}

}  // namespace kina
