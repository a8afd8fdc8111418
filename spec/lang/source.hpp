/// \file
/// Source text and the places in it that every diagnostic and proof result points at.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace kina {

/// A half-open range of bytes `[begin, end)` in one source file of a program.
struct Place {
  std::uint32_t file = 0;
  std::uint32_t begin = 0;
  std::uint32_t end = 0;

  friend bool operator==(const Place&, const Place&) = default;
};

/// The smallest place that covers both; they are in one file.
[[nodiscard]] Place covering(const Place& first, const Place& last);

/// A line and a column, both counted from 1. A column counts characters (UTF-8 code points), not bytes.
struct Position {
  std::size_t line = 1;
  std::size_t column = 1;

  friend bool operator==(const Position&, const Position&) = default;
};

/// One file's text, with the offsets at which its lines begin.
struct Source {
  std::string path;
  std::string text;
  std::vector<std::uint32_t> line_begins;
};

/// A source of this text; the path is only used to name it.
[[nodiscard]] Source make_source(std::string path, std::string text);

/// The position of a byte offset; an offset past the end is the position after the last character.
[[nodiscard]] Position position_of(const Source& source, std::uint32_t offset);

/// The text of a line (counted from 1) without its line ending.
[[nodiscard]] std::string line_text(const Source& source, std::size_t line);

}  // namespace kina
