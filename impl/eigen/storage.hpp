/// \file
/// Aligned memory for elements.
#pragma once

#include <cstddef>
#include <memory>
#include <new>

namespace kina::eigen {

/// Elements lie at multiples of a cache line, which suits every vector width.
inline constexpr std::size_t alignment = 64;

/// A buffer that is replaced, not moved, when more is needed: its contents are not kept.
class Storage {
public:
  Storage() = default;
  explicit Storage(std::size_t bytes) { reserve(bytes); }

  [[nodiscard]] std::byte* data() const { return data_.get(); }
  [[nodiscard]] std::size_t bytes() const { return bytes_; }

  void reserve(std::size_t bytes) {
    // One byte at the least, so that even an empty tensor has an address.
    if (data_ != nullptr && bytes <= bytes_) return;
    bytes_ = bytes;
    data_.reset();
    data_.reset(static_cast<std::byte*>(::operator new (bytes + 1, std::align_val_t{alignment})));
  }

private:
  struct Release {
    void operator()(std::byte* data) const { ::operator delete (data, std::align_val_t{alignment}); }
  };
  std::unique_ptr<std::byte, Release> data_;
  std::size_t bytes_ = 0;
};

}  // namespace kina::eigen
