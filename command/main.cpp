/// The kina command (design section 7).
#include "command/command.hpp"
#include "command/terminal.hpp"
#include "spec/smt.hpp"

#include <csignal>
#include <exception>
#include <fmt/format.h>
#include <new>
#include <sstream>

namespace kina {
namespace {

std::vector<std::string> subcommand_names(const CLI::App& application) {
  std::vector<std::string> names;
  for (const CLI::App* subcommand : application.get_subcommands([](const CLI::App*) { return true; }))
    names.push_back(subcommand->get_name());
  return names;
}

/// What is wrong with the arguments, in one line.
std::string one_line(const CLI::App& application, const CLI::ParseError& error) {
  const std::vector<std::string> unknown = application.remaining(true);
  if (application.get_subcommands().empty() && unknown.empty())
    return fmt::format("give a subcommand: {}", listed(subcommand_names(application), "or"));
  if (application.get_subcommands().empty() && !unknown.front().starts_with("-"))
    return fmt::format("unknown subcommand '{}'; there are {}", unknown.front(), listed(subcommand_names(application)));
  for (const std::string& argument : unknown)
    if (argument != "--") return fmt::format("unknown argument '{}'", argument);
  return error.what();
}

int run(int argument_count, char** argument_values) {
  CLI::App application("Kina proves the shapes of decode programs with KV caches for all sizes, and runs them.",
                       "kina");
  application.set_version_flag("--version", fmt::format("kina {} ({})", KINA_VERSION, solver_version()));
  application.require_subcommand(1);
  Command chosen;
  add_check(application, chosen);
  add_prove(application, chosen);
  add_generate(application, chosen);
  add_explain(application, chosen);
  try {
    application.parse(argument_count, argument_values);
  } catch (const CLI::Success& request) {
    std::ostringstream text;
    application.exit(request, text, text);
    write_results(text.str());
    return success;
  } catch (const CLI::ParseError& error) {
    throw UsageError(one_line(application, error));
  }
  return chosen();
}

}  // namespace
}  // namespace kina

int main(int argument_count, char** argument_values) {
  // A reader that has gone is an error of a write, not a signal.
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  try {
    return kina::run(argument_count, argument_values);
  } catch (const kina::UsageError& error) {
    kina::write_error_line(error.what());
    return kina::unusable;
  } catch (const std::bad_alloc&) {
    kina::write_error_line("there is not enough memory; smaller sizes (--size) need less");
    return kina::failure;
  } catch (const std::exception& error) {
    kina::write_error_line(error.what());
    return kina::failure;
  }
}
