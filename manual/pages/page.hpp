/// \file
/// A page of the manual, before it is rendered.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace kina::manual {

/// A page with the pages below it in the navigation.
struct Page {
  std::string label;  ///< its address is `label.html`
  std::string title;
  std::string text;  ///< Markdown as Doxygen reads it, below the title
  std::vector<Page> pages = {};
  // What the page above says of it; either may be empty.
  std::string written = {};  ///< how it is written, in Kina
  std::string summary = {};  ///< a sentence, as Markdown
};

/// A table of the pages below a page, which puts them there in the navigation.
[[nodiscard]] std::string contents(const std::vector<Page>& pages);

/// Writes a page and those below it as Markdown files, named by their labels.
void write_pages(const std::filesystem::path& folder, const Page& page);

}  // namespace kina::manual
