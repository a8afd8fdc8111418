#include "impl/eigen/storage.hpp"

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace kina::eigen {
namespace {

constexpr std::size_t cache_line = 64;
constexpr std::size_t huge_page = std::size_t{1} << 21U;

}  // namespace

void Storage::reserve(std::size_t bytes) {
  // One byte at the least, so that even an empty tensor has an address.
  if (data_ != nullptr && bytes <= bytes_) return;
  bytes_ = bytes;
  data_.reset();
  const std::size_t alignment = bytes < 2 * huge_page ? cache_line : huge_page;
  data_ = {static_cast<std::byte*>(::operator new (bytes + 1, std::align_val_t{alignment})), Release{alignment}};
#ifdef MADV_HUGEPAGE
  // A long cache is read along rows that are pages apart, and each page's address has to be found: with small pages,
  // V at 16,384 positions took about 1.1 times as long to read. That this fails costs nothing else.
  if (alignment == huge_page) static_cast<void>(madvise(data_.get(), bytes, MADV_HUGEPAGE));
#endif
}

}  // namespace kina::eigen
