/// `kina explain`: an operation, a premise, a kind of obligation or a diagnostic, in words and formulas.
#include "command/command.hpp"
#include "command/terminal.hpp"
#include "manual/explanation.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <sstream>

namespace kina {
namespace {

constexpr std::size_t columns = 80;
constexpr std::size_t most_suggestions = 3;

/// Characters, not bytes, so that a line with `−∞` in it is as wide as it looks.
std::size_t width(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(
      text.begin(), text.end(), [](char byte) { return (static_cast<unsigned char>(byte) & 0xC0) != 0x80; }));
}

/// The words of a text. Code between backquotes is one word.
std::vector<std::string> words_of(const std::string& text) {
  std::istringstream source(text);
  std::vector<std::string> words;
  bool is_in_code = false;
  for (std::string word; source >> word;) {
    if (is_in_code) {
      words.back() += " " + word;
    } else {
      words.push_back(word);
    }
    if (std::count(word.begin(), word.end(), '`') % 2 == 1) is_in_code = !is_in_code;
  }
  return words;
}

/// Words filled into lines after `lead`; further lines are indented by `hanging`.
std::string filled(const std::string& text, const std::string& lead = "", std::size_t hanging = 0) {
  std::string lines = lead;
  std::size_t column = width(lead);
  bool is_at_begin = true;
  for (const std::string& word : words_of(text)) {
    if (!is_at_begin && column + 1 + width(word) > columns) {
      lines += "\n" + std::string(hanging, ' ');
      column = hanging;
      is_at_begin = true;
    }
    column += width(word) + (is_at_begin ? 0 : 1);
    lines += (is_at_begin ? "" : " ") + word;
    is_at_begin = false;
  }
  return lines + "\n";
}

std::string spaces(std::size_t count) { return std::string(count, ' '); }

std::string bold(const std::string& text, Colour colour) {
  return colour == Colour::on ? "\x1b[1m" + text + "\x1b[0m" : text;
}

/// Each line set in, empty ones left empty.
std::string indented(const std::string& text, std::size_t indent = 4) {
  std::istringstream source(text);
  std::string lines;
  for (std::string line; std::getline(source, line);)
    lines += (line.empty() ? "" : std::string(indent, ' ') + line) + "\n";
  return lines;
}

/// Paragraphs of Markdown.
std::string paragraphs(const std::string& text) {
  std::string all;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find("\n\n", begin), text.size());
    all += "\n" + filled(text.substr(begin, end - begin));
    begin = end + 2;
  }
  return all;
}

/// Writes one explanation for a terminal, or for a file.
class Page {
public:
  Page(const Explanation& explanation, Colour colour) : explanation_(explanation), colour_(colour) {}

  std::string text() {
    text_ = bold(explanation_.name, colour_) + ": " + kind_text() + "\n";
    if (!explanation_.written.empty()) text_ += "\n" + indented(explanation_.written);
    text_ += "\n" + filled(explanation_.says);
    if (explanation_.kind == ExplanationKind::operation) operation();
    if (explanation_.kind == ExplanationKind::premise) conditions(explanation_.premises.front());
    text_ += paragraphs(explanation_.why);
    if (!explanation_.failing.empty()) {
      section("Fails");
      text_ += indented(explanation_.failing) + "\n" + indented(printed(explanation_.failing, colour_));
    }
    if (!explanation_.repaired.empty()) {
      section(explanation_.kind == ExplanationKind::operation ? "Example, proved for all sizes" : "Repaired");
      text_ += indented(explanation_.repaired);
    }
    if (explanation_.kind == ExplanationKind::obligation_kind) premises_by_requirement();
    return text_;
  }

private:
  void section(const std::string& title) { text_ += "\n" + bold(title, colour_) + "\n\n"; }

  std::string kind_text() const {
    switch (explanation_.kind) {
    case ExplanationKind::operation: return "an operation";
    case ExplanationKind::premise:
      return fmt::format("a premise of {}, of the kind {}", explanation_.operation,
                         name_of(explanation_.premises.front().kind));
    case ExplanationKind::obligation_kind: return "a kind of obligation";
    case ExplanationKind::diagnostic: return "a diagnostic";
    }
    return {};
  }

  void conditions(const ExplainedPremise& premise) {
    text_ += "\n";
    for (const Formula& condition : premise.conditions)
      text_ += indented(condition.text);
    text_ += "\n" + filled(fmt::format("at `{}`. {}", premise.at, premise.legend));
  }

  void operation() {
    section("Parameters");
    std::size_t widest = 0;
    for (const ExplainedParameter& parameter : explanation_.parameters)
      widest = std::max(widest, parameter.name.size());
    for (const ExplainedParameter& parameter : explanation_.parameters) {
      text_ += filled(parameter.says, fmt::format("    {:<{}}  ", parameter.name, widest), widest + 6);
      text_ +=
          filled(parameter.takes + (parameter.default_text.empty() ? "" : "; by default " + parameter.default_text),
                 spaces(widest + 6), widest + 6);
    }
    section("Result");
    text_ += indented(fmt::format("{}: {}", explanation_.at, explanation_.result));
    if (!explanation_.operands.empty()) text_ += indented("for " + explanation_.operands);
    section("Element");
    text_ += filled(explanation_.element.text, spaces(4), 6);
    if (!explanation_.legend.empty()) text_ += "\n" + filled(explanation_.legend);
    if (!explanation_.premises.empty()) section("Premises");
    for (const ExplainedPremise& premise : explanation_.premises) {
      text_ +=
          filled(fmt::format("{} ({}): {}", premise.name, name_of(premise.kind), premise.requirement), spaces(4), 6);
      for (const Formula& condition : premise.conditions)
        text_ += indented(condition.text, 8);
      if (premise.at != explanation_.at) text_ += indented("at " + premise.at, 8);
    }
  }

  void premises_by_requirement() {
    if (explanation_.premises.empty()) return;
    section("Premises of this kind");
    std::vector<std::string> order;
    std::map<std::string, std::vector<std::string>> names;
    for (const ExplainedPremise& premise : explanation_.premises) {
      if (names[premise.requirement].empty()) order.push_back(premise.requirement);
      names[premise.requirement].push_back(premise.name);
    }
    for (const std::string& requirement : order)
      text_ += filled(requirement, spaces(4), 4) +
               filled(fmt::format("{}", fmt::join(names[requirement], ", ")), spaces(8), 8);
  }

  const Explanation& explanation_;
  Colour colour_;
  std::string text_;
};

/// What operations share is told once for all of them; `alone` gets the other diagnostics, `shared` these.
void divide_diagnostics(std::vector<std::string>& alone, std::set<std::string>& shared) {
  for (const std::string& name : explained_names(ExplanationKind::diagnostic)) {
    if (explain(name)->file == name + ".md") {
      alone.push_back(name);
    } else {
      shared.insert(name.substr(name.find('/') + 1));
    }
  }
}

std::string all_names(Colour colour) {
  std::string text = filled("`kina explain NAME` says what a name means and why it matters, and shows a program that "
                            "fails and its repair.");
  const auto add = [&](const std::string& title, const auto& names) {
    text +=
        fmt::format("\n{}\n\n", bold(title, colour)) + filled(fmt::format("{}", fmt::join(names, " ")), spaces(4), 4);
  };
  std::vector<std::string> alone;
  std::set<std::string> shared;
  divide_diagnostics(alone, shared);
  add("Operations, also by their operators", explained_names(ExplanationKind::operation));
  add("Kinds of obligations", explained_names(ExplanationKind::obligation_kind));
  add("Premises", explained_names(ExplanationKind::premise));
  add("Diagnostics of any operation, as in softmax/axis", shared);
  add("Other diagnostics", alone);
  return text;
}

/// The names that may have been meant: those that end in it after a slash, or the nearest.
std::vector<std::string> suggestions(const std::string& name) {
  std::vector<std::string> candidates = explained_names();
  std::vector<std::string> suggested;
  for (const std::string& candidate : candidates)
    if (candidate.ends_with("/" + name)) suggested.push_back(candidate);
  while (suggested.size() < most_suggestions) {
    const std::string nearest = nearest_name(name, candidates);
    if (nearest.empty()) break;
    std::erase(candidates, nearest);
    suggested.push_back(nearest);
  }
  suggested.resize(std::min(suggested.size(), most_suggestions));
  return suggested;
}

int run(const std::optional<std::string>& name) {
  const Colour colour = output_colour();
  if (!name) {
    write_results(all_names(colour));
    return success;
  }
  const std::optional<Explanation> explanation = explain(*name);
  if (!explanation) {
    const std::vector<std::string> nearest = suggestions(*name);
    write_error_line(fmt::format("nothing is named '{}'; {}kina explain lists all names", *name,
                                 nearest.empty() ? "" : fmt::format("did you mean {}? ", listed(nearest, "or"))));
    return failure;
  }
  write_results(Page(*explanation, colour).text());
  return success;
}

}  // namespace

void add_explain(CLI::App& application, Command& chosen) {
  CLI::App* subcommand =
      application.add_subcommand("explain", "Explain an operation, a premise, a kind of obligation or a diagnostic.");
  const auto name = std::make_shared<std::optional<std::string>>();
  subcommand->add_option("NAME", *name, "concat, +, concat/agree, bounds, ...; without it, all names are listed")
      ->type_name("");
  subcommand->callback([name, &chosen] { chosen = [name] { return run(*name); }; });
}

}  // namespace kina
