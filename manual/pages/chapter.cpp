#include "manual/pages/chapter.hpp"

#include "manual/explanation.hpp"
#include "manual/pages/address.hpp"
#include "manual/pages/highlight.hpp"
#include "manual/pages/markdown.hpp"
#include "spec/catalogue.hpp"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>

namespace kina::manual {
namespace {

constexpr std::string_view fence = "```";

std::string file_text(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error("can't read " + path.string());
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

std::string lower_stem(const std::filesystem::path& path) {
  std::string stem = path.stem().string();
  std::transform(stem.begin(), stem.end(), stem.begin(), [](unsigned char letter) { return std::tolower(letter); });
  return stem;
}

std::string source_label(const std::string& path) {
  std::string label = "source_" + path;
  std::replace_if(
      label.begin(), label.end(), [](unsigned char letter) { return std::isalnum(letter) == 0; }, '_');
  return label;
}

bool is_chapter(const std::filesystem::path& path) {
  const std::string folder = path.parent_path().string();
  return path.extension() == ".md" && (folder.empty() || folder == "docs" || folder == "docs/decisions");
}

/// Where a link to a path of the tree leads, or "" if it leads nowhere.
std::string address_in(Tree& tree, const std::filesystem::path& path) {
  if (std::filesystem::is_directory(tree.folder / path)) return path == "docs/decisions" ? "decisions.html" : "";
  if (path == "README.md") return "index.html";
  if (is_chapter(path)) return lower_stem(path) + ".html";
  if (path.parent_path() == "spec/programs") return "program_" + path.stem().string() + ".html";
  if (path.parent_path() == "proofs/theorems") return "theorem_" + path.stem().string() + ".html";
  tree.linked_files.insert(path.string());
  return source_label(path.string()) + ".html";
}

bool is_in_code(const std::string& text, std::size_t at) {
  return std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '`') % 2 == 1;
}

/// `[text](target)` with an address of the manual for each target in the tree.
std::string with_links(Tree& tree, const std::filesystem::path& folder, const std::string& text) {
  std::string result;
  std::size_t at = 0;
  for (std::size_t middle = text.find("]("); middle != std::string::npos; middle = text.find("](", middle + 1)) {
    const std::size_t open = text.rfind('[', middle);
    const std::size_t close = text.find(')', middle);
    if (is_in_code(text, middle) || open == std::string::npos || open < at || close == std::string::npos) continue;
    const std::string target = text.substr(middle + 2, close - middle - 2);
    const std::string words = text.substr(open + 1, middle - open - 1);
    if (target.find("://") != std::string::npos || target.starts_with("#") || target.find(".html") != std::string::npos)
      continue;
    const std::filesystem::path path = (folder / target.substr(0, target.find('#'))).lexically_normal();
    const std::filesystem::path cleaned = path.filename().empty() ? path.parent_path() : path;
    if (!std::filesystem::exists(tree.folder / cleaned))
      throw std::runtime_error(fmt::format("a chapter leads to {}, which does not exist", cleaned.string()));
    const std::string address = address_in(tree, cleaned);
    result += text.substr(at, open - at) + (address.empty() ? words : link(words, address));
    at = close + 1;
  }
  return result + text.substr(at);
}

/// Code in a line. An operation or another name that is explained leads to its page, and a test, `host_loop_test/case`,
/// to its file.
std::string linked_code(Tree& tree, const std::string& words) {
  if (find_operation(words) != nullptr) return name_link(words);
  const std::size_t slash = words.find('/');
  if (slash == std::string::npos ||
      words.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_/") != std::string::npos)
    return code(words);
  if (explain(words)) return name_link(words);
  const std::filesystem::path file = words.substr(0, slash) + ".cpp";
  for (const auto& entry : std::filesystem::recursive_directory_iterator(tree.folder / "tests")) {
    if (entry.path().filename() != file) continue;
    const std::string address = address_in(tree, std::filesystem::relative(entry.path(), tree.folder));
    return link(code(words), address);
  }
  return code(words);
}

/// Text between blocks of code. Doxygen reads marks of its own in code between backquotes, so that becomes an element.
std::string running_text(Tree& tree, const std::filesystem::path& folder, const std::string& text) {
  const std::string linked = with_links(tree, folder, text);
  std::string result;
  std::size_t at = 0;
  for (std::size_t open = linked.find('`'); open != std::string::npos; open = linked.find('`', at)) {
    const std::size_t close = linked.find('`', open + 1);
    if (close == std::string::npos) break;
    std::string words = linked.substr(open + 1, close - open - 1);
    std::replace(words.begin(), words.end(), '\n', ' ');
    result += linked.substr(at, open - at) + linked_code(tree, words);
    at = close + 1;
  }
  return result + linked.substr(at);
}

std::string code_block(const std::string& language, const std::string& text) {
  if (language.starts_with("kina")) return kina_block(text);
  return html_block(
      fmt::format("<pre class=\"{}\">{}</pre>", language.empty() ? "message" : language, html_escaped(text)));
}

}  // namespace

Page chapter(Tree& tree, const std::string& path) {
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  Page page{path == "README.md" ? "mainpage" : lower_stem(path), "", "", {}, "", ""};
  std::istringstream lines(file_text(tree.folder / path));
  std::string text;
  std::string language;
  bool is_in_block = false;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with(fence)) {
      page.text += is_in_block ? code_block(language, text) : running_text(tree, folder, text);
      language = line.substr(fence.size());
      text.clear();
      is_in_block = !is_in_block;
    } else if (page.title.empty() && line.starts_with("# ")) {
      page.title = line.substr(2);
    } else {
      text += line + "\n";
    }
  }
  page.text += running_text(tree, folder, text);
  return page;
}

std::vector<Page> chapters_in(Tree& tree, const std::string& folder) {
  std::vector<std::string> paths;
  for (const auto& entry : std::filesystem::directory_iterator(tree.folder / folder))
    if (entry.path().extension() == ".md") paths.push_back(folder + "/" + entry.path().filename().string());
  std::sort(paths.begin(), paths.end());
  std::vector<Page> pages;
  for (const std::string& path : paths)
    pages.push_back(chapter(tree, path));
  return pages;
}

Page sources_page(const Tree& tree) {
  Page page{"sources", "Sources", "The files that the chapters lead to.\n",
            {},        "",        "the files that the chapters lead to"};
  for (const std::string& path : tree.linked_files) {
    const std::string extension = std::filesystem::path(path).extension().string();
    Page source{source_label(path), path, "", {}, "", ""};
    if (extension == ".cpp" || extension == ".hpp")
      source.text = fmt::format("\\include{{lineno}} {}\n", path);
    else if (extension == ".kina")
      source.text = kina_block(file_text(tree.folder / path));
    else
      source.text = code_block("text", file_text(tree.folder / path));
    page.pages.push_back(std::move(source));
  }
  page.text += contents(page.pages);
  return page;
}

}  // namespace kina::manual
