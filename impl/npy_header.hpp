/// \file
/// The header of a `.npy` file: a magic word, a version, and a Python dictionary in text, such as
/// ``{'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }``.
#pragma once

#include "spec/type.hpp"

#include <tl/expected.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace kina {

/// What a header says, and how many bytes it takes, the magic word included.
struct NpyHeader {
  ElementType type = ElementType::f32;
  bool fortran_order = false;
  std::vector<std::int64_t> shape;
  std::size_t size = 0;
};

/// A header that is longer is refused: a shape needs no more.
inline constexpr std::size_t greatest_npy_header = std::size_t{1} << 16U;

/// The header at the start of `bytes`, or what is wrong with it, in words. Extents are non-negative; their product is
/// not looked at.
[[nodiscard]] tl::expected<NpyHeader, std::string> parse_npy_header(std::string_view bytes);

/// A version 1.0 header, padded to a multiple of 64 bytes. `size` is not looked at.
[[nodiscard]] std::string format_npy_header(const NpyHeader& header);

}  // namespace kina
