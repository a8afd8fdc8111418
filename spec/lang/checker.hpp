/// \file
/// Syntax trees to a checked program: names, types and operations (design section 4). Every error of every file is
/// collected; what has to be proved is left to proofs/obligations.
#pragma once

#include "spec/lang/program.hpp"

#include <functional>
#include <string>

#include <tl/expected.hpp>

namespace kina {

/// A file's text, or why it can't be read (`no such file`).
using FileReader = std::function<tl::expected<std::string, std::string>(const std::string& path)>;

/// Reads a file from disk; a directory, a missing file and a file over the parser's size limit are errors.
[[nodiscard]] tl::expected<std::string, std::string> read_file(const std::string& path);

/// The checked program of a file and of what it imports; an import that can't be read is a diagnostic. The error is for
/// the file itself.
[[nodiscard]] tl::expected<Program, std::string> load_program(const std::string& path,
                                                              const FileReader& reader = read_file);

/// The checked program of a text without imports.
[[nodiscard]] Program check_text(std::string path, std::string text);

/// The most axes that a tensor may have (`limit/rank`).
inline constexpr std::size_t greatest_rank = 12;

}  // namespace kina
