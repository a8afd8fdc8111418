#include "manual/pages/manual.hpp"

#include "manual/pages/chapter.hpp"
#include "manual/pages/diagnostic_pages.hpp"
#include "manual/pages/grammar_page.hpp"
#include "manual/pages/operation_page.hpp"
#include "manual/pages/program_page.hpp"

#include <regex>
#include <utility>

namespace kina::manual {

namespace {

/// The main page's sections would stand in the navigation beside the pages below it, so they are no sections.
std::string without_sections(const std::string& text) {
  return std::regex_replace(text, std::regex("(^|\n)## ([^\n]+)"), "$1<h2>$2</h2>");
}

}  // namespace

Page manual_of(const std::filesystem::path& source_folder) {
  Tree tree{source_folder};
  Page page = chapter(tree, "README.md");
  std::vector<Page> chapters = chapters_in(tree, "docs");
  const auto take = [&](const std::string& label) {
    for (Page& each : chapters)
      if (each.label == label) return std::exchange(each, Page{});
    return Page{};
  };
  Page language = take("language");
  language.summary = "the language on one page, and its grammar";
  language.pages.push_back(grammar_page());
  language.text += "\n" + contents(language.pages);
  page.pages.push_back(std::move(language));
  page.pages.push_back(operations_page());
  page.pages.push_back(programs_page(source_folder));
  if (Page theorems = theorems_page(source_folder); !theorems.pages.empty()) page.pages.push_back(std::move(theorems));
  page.pages.push_back(kinds_page());
  page.pages.push_back(diagnostics_page());
  for (Page& each : chapters)
    if (!each.label.empty()) page.pages.push_back(std::move(each));
  Page decisions{"decisions",
                 "Decisions",
                 "Why things are as they are, a page a decision.\n",
                 chapters_in(tree, "docs/decisions"),
                 "",
                 "why things are as they are"};
  decisions.text += contents(decisions.pages);
  page.pages.push_back(std::move(decisions));
  for (const char* path : {"CONTRIBUTING.md", "CHANGELOG.md"})
    page.pages.push_back(chapter(tree, path));
  page.pages.push_back(sources_page(tree));
  page.text = without_sections(page.text + "\n## The manual\n") + contents(page.pages);
  return page;
}

}  // namespace kina::manual
