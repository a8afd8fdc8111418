#include "impl/npy.hpp"

#include "impl/npy_header.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <system_error>
#include <type_traits>
#include <utility>

namespace kina {
namespace {

static_assert(std::endian::native == std::endian::little, "elements are copied as they are stored");

std::size_t element_size(ElementType type) {
  switch (type) {
  case ElementType::f32:
  case ElementType::i32: return 4;
  case ElementType::f64:
  case ElementType::i64: return 8;
  case ElementType::boolean: break;
  }
  return 1;
}

tl::unexpected<std::string> refused(const std::string& path, const std::string& problem) {
  return tl::unexpected(path + ": " + problem);
}

/// The header of a file of `size` bytes that starts with `bytes`, whose elements fill the file exactly.
tl::expected<NpyHeader, std::string> checked_header(std::string_view bytes, std::uintmax_t size,
                                                    const std::string& path) {
  const auto header = parse_npy_header(bytes);
  if (!header) return refused(path, header.error());
  const std::optional<std::size_t> count = element_count(header->shape);
  if (!count)
    return refused(path, describe_type(header->type, header->shape) + " has more than " +
                             std::to_string(greatest_element_count) + " elements");
  const std::uintmax_t needed = *count * element_size(header->type);
  const std::uintmax_t present = size - header->size;
  if (needed != present)
    return refused(path, describe_type(header->type, header->shape) + " needs " + std::to_string(needed) +
                             " bytes of elements, the file has " + std::to_string(present));
  return *header;
}

/// The elements of an array stored with its first axis innermost, in row-major order.
template <typename Element>
std::vector<Element> row_major(const std::vector<Element>& stored, const std::vector<std::int64_t>& shape) {
  std::vector<Element> elements(stored.size());
  std::vector<std::size_t> index(shape.size());
  for (const Element& element : stored) {
    std::size_t position = 0;
    for (std::size_t axis = 0; axis < shape.size(); ++axis)
      position = position * static_cast<std::size_t>(shape[axis]) + index[axis];
    elements[position] = element;
    for (std::size_t axis = 0; axis < shape.size(); ++axis) {
      if (++index[axis] < static_cast<std::size_t>(shape[axis])) break;
      index[axis] = 0;
    }
  }
  return elements;
}

/// The tensor whose elements `copy` writes to the memory that it is given.
template <typename Copy> Tensor filled(const NpyHeader& header, Copy&& copy) {
  Tensor tensor = zeros(header.type, header.shape);
  std::visit(
      [&](auto& elements) {
        using Element = typename std::decay_t<decltype(elements)>::value_type;
        if (!elements.empty()) copy(reinterpret_cast<char*>(elements.data()), elements.size() * sizeof(Element));
        // A bool is one byte, 0 or 1; NumPy takes any other byte for true.
        if constexpr (std::is_same_v<Element, std::uint8_t>)
          for (Element& element : elements)
            element = element == 0 ? 0 : 1;
        if (header.fortran_order) elements = row_major(elements, header.shape);
      },
      tensor.elements);
  return tensor;
}

}  // namespace

tl::expected<Tensor, std::string> decode_npy(std::string_view bytes, const std::string& path) {
  const auto header = checked_header(bytes, bytes.size(), path);
  if (!header) return tl::unexpected(header.error());
  return filled(*header,
                [&](char* memory, std::size_t size) { std::memcpy(memory, bytes.data() + header->size, size); });
}

tl::expected<Tensor, std::string> read_npy(const std::string& path) {
  std::error_code failure;
  if (!std::filesystem::exists(path, failure)) return refused(path, "no such file");
  if (!std::filesystem::is_regular_file(path, failure)) return refused(path, "not a regular file");
  const std::uintmax_t size = std::filesystem::file_size(path, failure);
  std::ifstream file(path, std::ios::binary);
  if (failure || !file) return refused(path, "can't be read");

  std::string start(static_cast<std::size_t>(std::min<std::uintmax_t>(size, greatest_npy_header)), '\0');
  if (!file.read(start.data(), static_cast<std::streamsize>(start.size()))) return refused(path, "can't be read");
  const auto header = checked_header(start, size, path);
  if (!header) return tl::unexpected(header.error());
  file.seekg(static_cast<std::streamoff>(header->size));
  Tensor tensor = filled(
      *header, [&](char* memory, std::size_t length) { file.read(memory, static_cast<std::streamsize>(length)); });
  // The file may have become shorter since its size was asked for.
  if (!file) return refused(path, "can't be read to its end");
  return tensor;
}

std::string encode_npy(const Tensor& tensor) {
  std::string bytes = format_npy_header({tensor.type(), false, tensor.shape, 0});
  std::visit(
      [&](const auto& elements) {
        const std::size_t size = elements.size() * element_size(tensor.type());
        if (size > 0) bytes.append(reinterpret_cast<const char*>(elements.data()), size);
      },
      tensor.elements);
  return bytes;
}

tl::expected<void, std::string> write_npy(const std::string& path, const Tensor& tensor) {
  const std::string bytes = encode_npy(tensor);
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  file.close();
  if (!file) return refused(path, "can't be written");
  return {};
}

}  // namespace kina
