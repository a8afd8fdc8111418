#include "impl/npy_header.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <utility>

namespace kina {
namespace {

constexpr std::string_view magic = "\x93NUMPY";

constexpr std::array<std::pair<std::string_view, ElementType>, 5> descriptors{{{"<f4", ElementType::f32},
                                                                               {"<f8", ElementType::f64},
                                                                               {"<i4", ElementType::i32},
                                                                               {"<i8", ElementType::i64},
                                                                               {"|b1", ElementType::boolean}}};

/// Reads the dictionary's text, one piece after the other. Every function skips the white space before its piece, and
/// takes nothing if it is another.
class Scanner {
public:
  explicit Scanner(std::string_view text) : text_(text) {}

  bool take(std::string_view piece) {
    skip_space();
    if (text_.substr(at_, piece.size()) != piece) return false;
    at_ += piece.size();
    return true;
  }

  /// A string between single or double quotes. No string of a valid header has an escape in it.
  std::optional<std::string_view> string() {
    skip_space();
    if (at_ == text_.size() || (text_[at_] != '\'' && text_[at_] != '"')) return std::nullopt;
    const std::size_t end = text_.find(text_[at_], at_ + 1);
    if (end == std::string_view::npos) return std::nullopt;
    const std::string_view found = text_.substr(at_ + 1, end - at_ - 1);
    at_ = end + 1;
    return found;
  }

  /// A number without a sign that fits an i64.
  std::optional<std::int64_t> number() {
    skip_space();
    std::int64_t value = 0;
    const char* end = text_.data() + text_.size();
    const auto [stop, failure] = std::from_chars(text_.data() + at_, end, value);
    if (failure != std::errc{} || text_[at_] == '-') return std::nullopt;
    at_ = static_cast<std::size_t>(stop - text_.data());
    return value;
  }

  bool at_end() {
    skip_space();
    return at_ == text_.size();
  }

private:
  void skip_space() {
    while (at_ < text_.size() && std::string_view(" \t\r\n").find(text_[at_]) != std::string_view::npos)
      ++at_;
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

std::optional<std::vector<std::int64_t>> parse_shape(Scanner& scanner) {
  if (!scanner.take("(")) return std::nullopt;
  std::vector<std::int64_t> shape;
  bool comma = true;
  while (!scanner.take(")")) {
    const std::optional<std::int64_t> extent = scanner.number();
    if (!comma || !extent) return std::nullopt;
    shape.push_back(*extent);
    comma = scanner.take(",");
  }
  // `(3)` is a number in Python, `(3,)` a tuple.
  if (shape.size() == 1 && !comma) return std::nullopt;
  return shape;
}

tl::expected<ElementType, std::string> parse_type(Scanner& scanner) {
  const std::optional<std::string_view> descriptor = scanner.string();
  if (!descriptor) return tl::unexpected(std::string("its elements are records, not numbers"));
  for (const auto& [name, type] : descriptors)
    if (name == *descriptor) return type;
  // The text is the file's, so of any length and any bytes.
  std::string shown(descriptor->substr(0, 16));
  std::replace_if(
      shown.begin(), shown.end(), [](char c) { return c < ' ' || c > '~'; }, '?');
  return tl::unexpected("its elements are '" + shown + "'; supported are <f4, <f8, <i4, <i8 and |b1");
}

tl::expected<NpyHeader, std::string> parse_dictionary(std::string_view text) {
  const auto malformed = [] { return tl::unexpected(std::string("its header is malformed")); };
  Scanner scanner(text);
  if (!scanner.take("{")) return malformed();
  std::optional<ElementType> type;
  std::optional<bool> fortran_order;
  std::optional<std::vector<std::int64_t>> shape;
  bool comma = true;
  while (!scanner.take("}")) {
    const std::optional<std::string_view> key = scanner.string();
    if (!comma || !key || !scanner.take(":")) return malformed();
    if (*key == "descr" && !type) {
      const auto parsed = parse_type(scanner);
      if (!parsed) return tl::unexpected(parsed.error());
      type = *parsed;
    } else if (*key == "fortran_order" && !fortran_order) {
      if (scanner.take("False"))
        fortran_order = false;
      else if (scanner.take("True"))
        fortran_order = true;
      else
        return malformed();
    } else if (*key == "shape" && !shape) {
      shape = parse_shape(scanner);
      if (!shape) return malformed();
    } else {
      return malformed();
    }
    comma = scanner.take(",");
  }
  if (!type || !fortran_order || !shape || !scanner.at_end()) return malformed();
  return NpyHeader{*type, *fortran_order, std::move(*shape), 0};
}

}  // namespace

tl::expected<NpyHeader, std::string> parse_npy_header(std::string_view bytes) {
  const auto refused = [](std::string problem) { return tl::unexpected(std::move(problem)); };
  const auto byte = [&](std::size_t at) { return std::size_t{static_cast<unsigned char>(bytes[at])}; };
  if (bytes.substr(0, magic.size()) != magic) return refused("not a .npy file");
  const std::size_t version_at = magic.size();
  if (bytes.size() < version_at + 2) return refused("its header is cut short");
  const std::size_t major = byte(version_at);
  if ((major != 1 && major != 2) || byte(version_at + 1) != 0)
    return refused("its format is version " + std::to_string(major) + "." + std::to_string(byte(version_at + 1)) +
                   "; supported are 1.0 and 2.0");
  const std::size_t text_at = version_at + 2 + (major == 1 ? 2 : 4);
  if (bytes.size() < text_at) return refused("its header is cut short");
  std::size_t length = 0;
  for (std::size_t at = text_at; at-- > version_at + 2;)
    length = length << 8U | byte(at);
  if (length > greatest_npy_header - text_at) return refused("its header is longer than any shape needs");
  if (bytes.size() < text_at + length) return refused("its header is cut short");
  auto header = parse_dictionary(bytes.substr(text_at, length));
  if (header) header->size = text_at + length;
  return header;
}

std::string format_npy_header(const NpyHeader& header) {
  const auto* descriptor = std::find_if(descriptors.begin(), descriptors.end(),
                                        [&](const auto& entry) { return entry.second == header.type; });
  std::string text = "{'descr': '" + std::string(descriptor->first) +
                     "', 'fortran_order': " + (header.fortran_order ? "True" : "False") + ", 'shape': (";
  for (std::size_t axis = 0; axis < header.shape.size(); ++axis)
    text += (axis == 0 ? "" : ", ") + std::to_string(header.shape[axis]);
  text += header.shape.size() == 1 ? ",), }" : "), }";

  constexpr std::size_t alignment = 64;
  const std::size_t before = magic.size() + 2 + 2;
  text += std::string(alignment - 1 - (before + text.size()) % alignment, ' ') + '\n';
  std::string bytes(magic);
  bytes += {'\x01', '\x00', static_cast<char>(text.size() & 0xffU), static_cast<char>(text.size() >> 8U)};
  return bytes + text;
}

}  // namespace kina
