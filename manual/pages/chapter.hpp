/// \file
/// The chapters that people write: Markdown files of the tree as pages of the manual.
#pragma once

#include "manual/pages/page.hpp"

#include <filesystem>
#include <set>
#include <string>

namespace kina::manual {

/// A source tree, and the files of it that a chapter leads to and that are no page of their own yet.
struct Tree {
  std::filesystem::path folder;
  std::set<std::string> linked_files = {};
};

/// A chapter by its path in the tree: its title is the first heading, its label the file's name. Kina's programs are
/// marked as such. A link to a file leads to that file's page, one to a folder stays as text; one to a file that does
/// not exist is an error.
[[nodiscard]] Page chapter(Tree& tree, const std::string& path);

/// All chapters of a folder, in alphabetical order.
[[nodiscard]] std::vector<Page> chapters_in(Tree& tree, const std::string& folder);

/// The files that the chapters lead to, as pages.
[[nodiscard]] Page sources_page(const Tree& tree);

}  // namespace kina::manual
