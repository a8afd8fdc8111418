/// \file
/// A row times a matrix whose rows lie one after the other, which is most of a decode step: every weight and the whole
/// cache is read once, so that memory sets the pace.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace kina::eigen {

/// The product below where it is over before long vectors have begun: four columns at a time.
template <typename T>
void small_product(const T* row, std::int64_t step, const T* matrix, std::int64_t stride, std::int64_t rows,
                   std::int64_t columns, T* result) {
  std::int64_t column = 0;
  for (; column + 4 <= columns; column += 4) {
    std::array<T, 4> sums{};
    for (std::int64_t k = 0; k < rows; ++k)
      for (std::size_t j = 0; j < 4; ++j)
        sums[j] += row[k * step] * matrix[k * stride + column + static_cast<std::int64_t>(j)];
    std::copy_n(sums.data(), 4, result + column);
  }
  for (; column < columns; ++column) {
    T sum{0};
    for (std::int64_t k = 0; k < rows; ++k)
      sum += row[k * step] * matrix[k * stride + column];
    result[column] = sum;
  }
}

/// result[columns] = row[rows] @ matrix[rows, columns]; the matrix's rows begin `stride` apart, those of `row` elements
/// `step` apart.
///
/// Eight rows are read side by side, a piece of 1 KiB of each, and the same piece of the rows after them is asked for
/// 8 KiB before it is needed. A processor's own prefetchers follow addresses to the end of a page and start anew at the
/// next, which costs half of the bandwidth where memory is read along one row. Eigen's product does not ask ahead.
/// Timed in turn with this one, it had 0.9 of this one's bandwidth on a matrix of 37 MB that the last cache held, and
/// 0.3 to 0.8 on those of 50 MB and more that had to come from memory; on matrices of less than 1 MB it was level or
/// ahead. Every sum is in index order and starts at +0, as the reference's.
template <typename T>
void row_times_matrix(const T* row, std::int64_t step, const T* matrix, std::int64_t stride, std::int64_t rows,
                      std::int64_t columns, T* __restrict result) {
  constexpr std::int64_t group = 8;
  constexpr std::int64_t piece = 1024 / sizeof(T);
  constexpr std::int64_t line = 64 / sizeof(T);
  if (columns < line && rows * columns <= 128) return small_product(row, step, matrix, stride, rows, columns, result);
  for (std::int64_t begin = 0; begin < columns; begin += piece) {
    const std::int64_t length = std::min(piece, columns - begin);
    // Too few rows have nothing ahead, and a division is not free where the whole product costs ten.
    const std::int64_t ahead = rows < 2 * group ? rows : group * std::max<std::int64_t>(1, piece / length);
    T* __restrict sums = result + begin;
    std::fill_n(sums, length, T{0});
    std::int64_t first = 0;
    for (; first + group <= rows; first += group) {
      const T* __restrict read = matrix + first * stride + begin;
      std::array<T, group> factors;
      for (std::int64_t k = 0; k < group; ++k)
        factors[static_cast<std::size_t>(k)] = row[(first + k) * step];
      const auto add = [&](std::int64_t column) {
        T sum = sums[column];
        for (std::int64_t k = 0; k < group; ++k)
          sum += factors[static_cast<std::size_t>(k)] * read[k * stride + column];
        sums[column] = sum;
      };
      std::int64_t column = 0;
      // The last rows of a piece ask for the first ones of the next.
      const T* next = nullptr;
      if (first + ahead + group <= rows) {
        next = read + ahead * stride;
      } else if (begin + 2 * piece <= columns && first + ahead >= rows) {
        next = read + piece + (ahead - rows) * stride;
      }
      if (next != nullptr) {
        for (; column + line <= length; column += line) {
          for (std::int64_t k = 0; k < group; ++k)
            __builtin_prefetch(next + k * stride + column);
          for (std::int64_t j = 0; j < line; ++j)
            add(column + j);
        }
      }
      for (; column < length; ++column)
        add(column);
    }
    for (; first < rows; ++first)
      for (std::int64_t column = 0; column < length; ++column)
        sums[column] += row[first * step] * matrix[first * stride + begin + column];
  }
}

}  // namespace kina::eigen
