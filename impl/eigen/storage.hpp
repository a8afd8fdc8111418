/// \file
/// Aligned memory for elements.
#pragma once

#include <cstddef>
#include <memory>
#include <new>

namespace kina::eigen {

/// A buffer that is replaced, not moved, when more is needed: its contents are not kept. Elements lie at multiples of a
/// cache line, which suits every vector width.
class Storage {
public:
  Storage() = default;
  explicit Storage(std::size_t bytes) { reserve(bytes); }

  [[nodiscard]] std::byte* data() const { return data_.get(); }
  [[nodiscard]] std::size_t bytes() const { return bytes_; }

  void reserve(std::size_t bytes);

private:
  struct Release {
    std::size_t alignment;
    void operator()(std::byte* data) const { ::operator delete (data, std::align_val_t{alignment}); }
  };
  std::unique_ptr<std::byte, Release> data_{nullptr, Release{0}};
  std::size_t bytes_ = 0;
};

}  // namespace kina::eigen
