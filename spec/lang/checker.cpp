/// Files to a program: reading, imports, the table of items, and the search for recursion.
#include "spec/lang/checker.hpp"

#include "spec/lang/check_internal.hpp"
#include "spec/lang/parser.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <iterator>
#include <system_error>

namespace kina {
namespace {

/// More files than any program needs, and few enough that a chain of imports ends.
constexpr std::size_t greatest_file_count = 256;

/// An import of a file: its position in `Program::sources`, and where it is written.
struct Imported {
  std::size_t file = 0;
  Place place;
};

struct LoadedFile {
  syntax::File file;
  std::vector<Imported> imports;
};

/// A file's program: its sources first, then its items in the order of their files.
class Loader {
public:
  explicit Loader(const FileReader& reader) : reader_(reader) {}

  void add_source(std::string path, std::string text) {
    const auto file = static_cast<std::uint32_t>(program_.sources.size());
    positions_.emplace(path, file);
    program_.sources.push_back(make_source(std::move(path), std::move(text)));
    Parsed parsed = parse(program_.sources.back(), file);
    std::move(parsed.diagnostics.begin(), parsed.diagnostics.end(), std::back_inserter(program_.diagnostics));
    files_.push_back({std::move(parsed.file), {}});
  }

  /// Reads what is imported, breadth first; files that import each other are read once each.
  void follow_imports() {
    for (std::size_t current = 0; current < files_.size(); ++current) {
      const std::vector<syntax::Import> imports = files_[current].file.imports;
      for (const syntax::Import& import : imports) {
        const std::filesystem::path base = std::filesystem::path(program_.sources[current].path).parent_path();
        const std::string path = (base / import.path).lexically_normal().string();
        if (const auto known = positions_.find(path); known != positions_.end()) {
          files_[current].imports.push_back({known->second, import.place});
          continue;
        }
        tl::expected<std::string, std::string> text =
            files_.size() >= greatest_file_count
                ? tl::expected<std::string, std::string>(tl::unexpected(std::string("too many files are imported")))
                : reader_(path);
        if (!text) {
          report("import/file", import.place, fmt::format("'{}' can't be imported: {}", import.path, text.error()),
                 path);
          continue;
        }
        add_source(path, std::move(*text));
        files_[current].imports.push_back({files_.size() - 1, import.place});
      }
    }
  }

  Program checked() {
    make_items();
    std::vector<checking::ItemTable> tables(files_.size());
    for (std::size_t file = 0; file < files_.size(); ++file)
      fill_table(tables[file], file);
    std::vector<checking::ItemChecker> checkers;
    for (std::size_t item = 0; item < program_.items.size(); ++item)
      checkers.emplace_back(program_, item, *sources_of_items_[item], tables[program_.items[item].place.file]);
    const std::vector<Diagnostic> syntax_errors = program_.diagnostics;
    for (checking::ItemChecker& checker : checkers)
      checker.check_signature();
    for (std::size_t item = 0; item < checkers.size(); ++item) {
      const std::size_t before = program_.diagnostics.size();
      checkers[item].check_body();
      if (is_damaged(*sources_of_items_[item], syntax_errors)) drop_consequences(before);
    }
    report_recursion();
    sort_diagnostics(program_.diagnostics);
    return std::move(program_);
  }

private:
  void report(std::string code, Place place, std::string message, std::string label) {
    Diagnostic diagnostic;
    diagnostic.code = std::move(code);
    diagnostic.place = place;
    diagnostic.message = std::move(message);
    diagnostic.label = std::move(label);
    program_.diagnostics.push_back(std::move(diagnostic));
  }

  /// An item with a syntax error inside lacks statements, so names and conclusions may be missing.
  static bool is_damaged(const syntax::Item& item, const std::vector<Diagnostic>& syntax_errors) {
    return std::any_of(syntax_errors.begin(), syntax_errors.end(), [&](const Diagnostic& error) {
      return error.place.file == item.place.file && error.place.begin >= item.place.begin &&
             error.place.begin <= item.place.end;
    });
  }

  void drop_consequences(std::size_t from) {
    auto& all = program_.diagnostics;
    all.erase(std::remove_if(all.begin() + static_cast<std::ptrdiff_t>(from), all.end(),
                             [](const Diagnostic& error) {
                               return error.code == "name/unknown" || error.code == "item/end" ||
                                      error.code == "return/count";
                             }),
              all.end());
  }

  void make_items() {
    for (const LoadedFile& loaded : files_) {
      for (const syntax::Item& source : loaded.file.items) {
        ProgramItem item;
        item.kind = source.kind;
        item.name = source.name.text;
        item.documentation = source.documentation;
        item.place = source.name.place;
        program_.items.push_back(std::move(item));
        sources_of_items_.push_back(&source);
      }
    }
  }

  /// A file sees its own items and those of the files that it imports itself.
  void fill_table(checking::ItemTable& table, std::size_t file) {
    const auto& imports = files_[file].imports;
    const auto import_of = [&](std::size_t of) {
      return std::find_if(imports.begin(), imports.end(), [&](const Imported& import) { return import.file == of; });
    };
    for (std::size_t item = 0; item < program_.items.size(); ++item) {
      const ProgramItem& candidate = program_.items[item];
      const auto import = import_of(candidate.place.file);
      if (candidate.place.file != file && import == imports.end()) continue;
      const Operation* operation = find_operation(candidate.name);
      if (candidate.place.file == file && operation != nullptr && operation->notation == Notation::call)
        report("name/duplicate", candidate.place, fmt::format("'{}' is an operation of the language", candidate.name),
               "choose another name");
      const auto [known, inserted] = table.emplace(candidate.name, item);
      if (inserted) continue;
      const ProgramItem& first = program_.items[known->second];
      const Place place = candidate.place.file == file ? candidate.place : first.place;
      if (place.file == file) {
        report("name/duplicate", place, fmt::format("'{}' is declared twice", candidate.name), "declared again");
      } else {
        // Which of the two is meant would depend on the order of the imports.
        report("name/duplicate", import->place,
               fmt::format("'{}' is declared by two files that are imported, here and {}", candidate.name,
                           program_.sources[first.place.file].path),
               "declares it again");
      }
    }
  }

  static void collect_calls(const std::vector<Step>& steps, std::vector<std::pair<std::size_t, Place>>& calls) {
    for (const Step& step : steps) {
      if (const auto* call = std::get_if<CallStep>(&step.node)) calls.emplace_back(call->callee, call->place);
      if (const auto* loop = std::get_if<LoopStep>(&step.node)) collect_calls(loop->body, calls);
    }
  }

  /// Depth-first, without recursion of its own: a call of an item that is still open closes a cycle. The calls that
  /// close one are dropped, so that readings which follow calls end.
  void report_recursion() {
    enum class State { untouched, open, done };
    std::vector<State> states(program_.items.size(), State::untouched);
    std::vector<std::vector<std::pair<std::size_t, Place>>> calls(program_.items.size());
    for (std::size_t item = 0; item < program_.items.size(); ++item)
      collect_calls(program_.items[item].body, calls[item]);
    std::vector<std::size_t> recursive;
    for (std::size_t start = 0; start < program_.items.size(); ++start) {
      if (states[start] != State::untouched) continue;
      std::vector<std::pair<std::size_t, std::size_t>> stack{{start, 0}};
      states[start] = State::open;
      while (!stack.empty()) {
        auto& [item, next] = stack.back();
        if (next == calls[item].size()) {
          states[item] = State::done;
          stack.pop_back();
          continue;
        }
        const auto [callee, place] = calls[item][next++];
        if (states[callee] == State::open) {
          report("call/recursion", place,
                 fmt::format("'{}' calls itself, directly or not", program_.items[callee].name), "closes the circle");
          recursive.push_back(item);
        } else if (states[callee] == State::untouched) {
          states[callee] = State::open;
          stack.emplace_back(callee, 0);
        }
      }
    }
    for (const std::size_t item : recursive) {
      program_.items[item].body.clear();
      program_.items[item].returned.clear();
      program_.items[item].assertions.clear();
    }
  }

  const FileReader& reader_;
  Program program_;
  std::vector<LoadedFile> files_;
  std::vector<const syntax::Item*> sources_of_items_;
  std::map<std::string, std::size_t> positions_;
};

}  // namespace

Term any_index(std::size_t axis) { return variable("?i" + std::to_string(axis)); }

std::vector<Term> any_indices(std::size_t rank) {
  std::vector<Term> indices;
  for (std::size_t axis = 0; axis < rank; ++axis)
    indices.push_back(any_index(axis));
  return indices;
}

const ProgramItem* find_item(const Program& program, const std::string& name) {
  const auto found = std::find_if(program.items.begin(), program.items.end(),
                                  [&](const ProgramItem& item) { return item.name == name; });
  return found == program.items.end() ? nullptr : &*found;
}

tl::expected<std::string, std::string> read_file(const std::string& path) {
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  if (!std::filesystem::exists(status)) return tl::unexpected(std::string("no such file"));
  if (std::filesystem::is_directory(status)) return tl::unexpected(std::string("it is a directory"));
  std::ifstream stream(path, std::ios::binary);
  if (!stream) return tl::unexpected(std::string("it can't be read"));
  // One byte more than the limit is enough for the parser to name the limit.
  const std::size_t most = ParserLimits{}.bytes + 1;
  std::string text(most, '\0');
  stream.read(text.data(), static_cast<std::streamsize>(most));
  if (stream.bad()) return tl::unexpected(std::string("it can't be read"));
  text.resize(static_cast<std::size_t>(stream.gcount()));
  return text;
}

tl::expected<Program, std::string> load_program(const std::string& path, const FileReader& reader) {
  auto text = reader(path);
  if (!text) return tl::unexpected(text.error());
  Loader loader(reader);
  loader.add_source(std::filesystem::path(path).lexically_normal().string(), std::move(*text));
  loader.follow_imports();
  return loader.checked();
}

Program check_text(std::string path, std::string text) {
  const FileReader none = [](const std::string&) -> tl::expected<std::string, std::string> {
    return tl::unexpected(std::string("no such file"));
  };
  Loader loader(none);
  loader.add_source(std::move(path), std::move(text));
  loader.follow_imports();
  return loader.checked();
}

}  // namespace kina
