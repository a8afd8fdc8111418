/// \file
/// Tensors in NumPy's file format: `.npy`, versions 1.0 and 2.0, little-endian f4, f8, i4, i8 and b1.
#pragma once

#include "spec/tensor.hpp"

#include <tl/expected.hpp>

#include <string>
#include <string_view>

namespace kina {

/// The tensor in a file. A file that is cut short, too long, of another element type or no `.npy` at all is one error
/// that names the path; no memory is taken for elements that the file does not hold. Arrays in Fortran order, which
/// NumPy writes for a transposed matrix, are read into row-major order.
[[nodiscard]] tl::expected<Tensor, std::string> read_npy(const std::string& path);

/// Writes a version 1.0 file, as `numpy.save` does.
[[nodiscard]] tl::expected<void, std::string> write_npy(const std::string& path, const Tensor& tensor);

/// The same on the bytes of a file. `path` is for messages.
[[nodiscard]] tl::expected<Tensor, std::string> decode_npy(std::string_view bytes, const std::string& path);
[[nodiscard]] std::string encode_npy(const Tensor& tensor);

}  // namespace kina
