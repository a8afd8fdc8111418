/// \file
/// The options that ask for reports, and the files that they are written to.
#pragma once

#include "command/command.hpp"
#include "command/output_file.hpp"
#include "command/report.hpp"

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace kina {

/// Where each report is to go, by its option: `--json`, `--junit`, `--sarif`, `--annotations`.
using ReportPaths = std::map<std::string, std::optional<std::string>>;

/// Adds the options of all reports. The paths have to outlive the application.
void add_report_options(CLI::App& subcommand, ReportPaths& paths);

/// Adds the options of those reports that tell only of failures, which a command can write that does not prove all.
void add_failure_report_options(CLI::App& subcommand, ReportPaths& paths);

/// The reports that are asked for.
class ReportFiles {
public:
  /// Makes sure that every report can be written, before the work is done. Two reports on standard output or in one
  /// file are a `UsageError`, and so is a report that would overwrite a file of the programs.
  ReportFiles(const ReportPaths& paths, const std::vector<Program>& programs);

  /// Whether standard output is a report's, and nothing else may be written to it.
  [[nodiscard]] bool use_standard_output() const;

  /// Writes all reports; the one on standard output comes last, so that it is not written when a file can't be.
  void write(const Report& report) const;

private:
  std::vector<std::pair<std::string, OutputFile>> files_;
};

}  // namespace kina
