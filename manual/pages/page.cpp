#include "manual/pages/page.hpp"

#include "manual/pages/markdown.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fstream>
#include <stdexcept>

namespace kina::manual {

std::string contents(const std::vector<Page>& pages) {
  const auto has = [&](std::string Page::*field) {
    return std::any_of(pages.begin(), pages.end(), [&](const Page& page) { return !(page.*field).empty(); });
  };
  Table table{{"Page"}, {}};
  if (has(&Page::written)) table.headings.emplace_back("Written");
  if (has(&Page::summary)) table.headings.emplace_back("About");
  for (const Page& page : pages) {
    std::vector<std::string> row{fmt::format("\\subpage {} \"{}\"", page.label, page.title)};
    if (has(&Page::written)) row.push_back(page.written.empty() ? "" : code(page.written));
    if (has(&Page::summary)) row.push_back(page.summary);
    table.rows.push_back(std::move(row));
  }
  return to_markdown(table);
}

void write_pages(const std::filesystem::path& folder, const Page& page) {
  std::ofstream file(folder / (page.label + ".md"), std::ios::binary);
  file << fmt::format("# {} {{#{}}}\n\n{}", page.title, page.label, page.text);
  if (!file.flush()) throw std::runtime_error("can't write " + (folder / (page.label + ".md")).string());
  for (const Page& below : page.pages)
    write_pages(folder, below);
}

}  // namespace kina::manual
