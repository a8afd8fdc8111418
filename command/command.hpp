/// \file
/// What the subcommands share: how one is added, how it fails, and how it reads a program.
#pragma once

#include "spec/lang/program.hpp"

#include <CLI/CLI.hpp>

#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

namespace kina {

/// The exit statuses of design section 7.
enum ExitStatus : int {
  success = 0,
  failure = 1,  ///< errors in a program, a proof that fails, a loop that can't run, results that can't be written
  unusable = 2  ///< unusable arguments or unreadable files
};

/// Arguments that can't be used or a file that can't be read: one line on standard error, and exit status 2.
class UsageError : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

/// What the chosen subcommand does once all arguments are read; it returns the exit status.
using Command = std::function<int()>;

/// Each adds its subcommand; if it is the one that is chosen, parsing the arguments leaves it in `chosen`.
void add_check(CLI::App& application, Command& chosen);
void add_prove(CLI::App& application, Command& chosen);
void add_generate(CLI::App& application, Command& chosen);
void add_explain(CLI::App& application, Command& chosen);

/// The checked program of a file, named in messages as the user named it. A file that can't be read is a `UsageError`.
[[nodiscard]] Program load(const std::string& path);

/// The programs of several files; no result is written before all of them could be read.
[[nodiscard]] std::vector<Program> load_all(const std::vector<std::string>& paths);

/// `a, b and c`.
[[nodiscard]] std::string listed(const std::vector<std::string>& names, const std::string& last_word = "and");

}  // namespace kina
