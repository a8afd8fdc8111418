/// \file
/// UTF-8, one character at a time. Every byte sequence can be read: what is not UTF-8 is a run of one-byte characters
/// that are marked as invalid.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace kina {

/// One character of a text, or one byte that belongs to none.
struct Character {
  char32_t value = 0xFFFD;
  std::size_t length = 1;  ///< in bytes
  bool valid = false;
};

/// The character that begins at an offset inside the text.
[[nodiscard]] constexpr Character character_at(std::string_view text, std::size_t offset) {
  const auto byte = [&](std::size_t index) { return static_cast<std::uint8_t>(text[offset + index]); };
  const std::uint8_t lead = byte(0);
  if (lead < 0x80) return {lead, 1, true};
  const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || text.size() - offset < length) return {};
  char32_t value = lead & (0xFFu >> (length + 1));
  for (std::size_t index = 1; index < length; ++index) {
    if ((byte(index) & 0xC0) != 0x80) return {};
    value = (value << 6) | (byte(index) & 0x3Fu);
  }
  // Overlong forms, surrogates and values past the last code point are not UTF-8.
  constexpr std::array<char32_t, 5> smallest{0, 0, 0x80, 0x800, 0x10000};
  if (value < smallest[length] || (value >= 0xD800 && value <= 0xDFFF) || value > 0x10FFFF) return {};
  return {value, length, true};
}

}  // namespace kina
