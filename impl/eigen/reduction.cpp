/// Kernels of spec/ops/reduction: folds along an axis. Where the axis is the innermost, Eigen folds each row in the
/// order that vectorises; along any other axis whole rows are combined, in index order.
#include "impl/eigen/array.hpp"
#include "impl/eigen/element_types.hpp"
#include "impl/eigen/exponential.hpp"

#include <cmath>
#include <limits>

namespace kina::eigen {
namespace {

/// The operand without the folded axis, beside the result without what stands for it.
struct Others {
  Extents shape;
  Extents x;
  Extents result;
  std::int64_t count = 0;
  /// From one element of the folded axis to the next.
  std::int64_t x_step = 0;
  std::int64_t result_step = 0;
};

Others others_of(const KernelCall& call, bool keeps_axis) {
  const View& x = call.operand(0);
  const std::size_t axis = call.instance.axis;
  Others others;
  others.count = x.shape[axis];
  others.x_step = x.strides[axis];
  std::size_t next = 0;
  for (std::size_t k = 0; k < x.rank(); ++k) {
    if (k == axis) {
      if (keeps_axis) others.result_step = call.result.strides[next++];
      continue;
    }
    others.shape.push_back(x.shape[k]);
    others.x.push_back(x.strides[k]);
    others.result.push_back(call.result.strides[next++]);
  }
  return others;
}

/// One element a row: `Fold::row(x, count, step, failure)`; or, where the others lie in rows, `Fold::start` and then
/// `Fold::combine(result, x, failure)` for each index of the axis.
template <typename T, typename Fold> void fold(const KernelCall& call) {
  const Others others = others_of(call, call.instance.flag);
  for_each_row<2>(
      others.shape, {&others.result, &others.x}, [&](const auto& at, std::int64_t count, const auto& strides) {
        T* to = elements<T>(call.result) + at[0];
        const T* from = elements<const T>(call.operand(0)) + at[1];
        if (count == 1 || strides[0] != 1 || strides[1] != 1 || others.count == 0) {
          for (std::int64_t k = 0; k < count; ++k)
            to[k * strides[0]] = Fold::row(from + k * strides[1], others.count, others.x_step, call.failure);
          return;
        }
        for (std::int64_t k = 0; k < count; ++k)
          to[k] = Fold::start(from[k]);
        for (std::int64_t j = 1; j < others.count; ++j)
          for (std::int64_t k = 0; k < count; ++k)
            to[k] = Fold::combine(to[k], from[k + j * others.x_step], call.failure);
      });
}

/// A fold in index order.
template <typename T, typename Fold>
T in_order(const T* x, std::int64_t count, std::int64_t step, T start, Failure& failure) {
  for (std::int64_t j = 0; j < count; ++j)
    start = Fold::combine(start, x[j * step], failure);
  return start;
}

/// sum: from +0, so that it is never -0.
template <typename T> struct Sum {
  static T start(T first) { return T{0} + first; }
  static T combine(T sum, T next, Failure& failure) { return scalar::add(sum, next, failure); }
  static T row(const T* x, std::int64_t count, std::int64_t step, Failure& failure) {
    if constexpr (std::is_floating_point_v<T>)
      if (step == 1) return T{0} + ConstRow<T>(x, count).sum();
    return in_order<T, Sum>(x, count, step, T{0}, failure);
  }
};

/// max: from -infinity; NaN if any is NaN, -0 below +0. Integers have at least one element (premise `nonempty`).
template <typename T> struct Greatest {
  static T start(T first) { return first; }
  static T combine(T greatest, T next, Failure& failure) { return scalar::maximum(greatest, next, failure); }
  static T row(const T* x, std::int64_t count, std::int64_t step, Failure& failure) {
    if constexpr (std::is_floating_point_v<T>) {
      if (step == 1 && count > 0) {
        // Which of two zeros Eigen finds is not said, so zeros are looked at again.
        const T greatest = ConstRow<T>(x, count).template maxCoeff<Eigen::PropagateNaN>();
        if (greatest != 0) return greatest;
      }
      return in_order<T, Greatest>(x, count, step, -std::numeric_limits<T>::infinity(), failure);
    } else {
      if (count == 0) failure.report("the greatest or least of no integers has no value");
      return in_order<T, Greatest>(x, count, step, std::numeric_limits<T>::min(), failure);
    }
  }
};

/// min: from +infinity.
template <typename T> struct Least {
  static T start(T first) { return first; }
  static T combine(T least, T next, Failure& failure) { return scalar::minimum(least, next, failure); }
  static T row(const T* x, std::int64_t count, std::int64_t step, Failure& failure) {
    if constexpr (std::is_floating_point_v<T>) {
      if (step == 1 && count > 0) {
        const T least = ConstRow<T>(x, count).template minCoeff<Eigen::PropagateNaN>();
        if (least != 0) return least;
      }
      return in_order<T, Least>(x, count, step, std::numeric_limits<T>::infinity(), failure);
    } else {
      if (count == 0) failure.report("the greatest or least of no integers has no value");
      return in_order<T, Least>(x, count, step, std::numeric_limits<T>::max(), failure);
    }
  }
};

template <template <typename> typename Fold> KernelChoice folded(const Rule& rule) {
  return with_number(rule.operands[0].type.element, []<typename T>(std::type_identity<T>) {
    return KernelChoice{nullptr, fold<T, Fold<T>>};
  });
}

/// argmax: the lowest index of the greatest; NaN ranks highest, and -0 and +0 tie.
template <typename T> void argmax(const KernelCall& call) {
  const Others others = others_of(call, false);
  const auto position = [&](const T* x) {
    if constexpr (std::is_floating_point_v<T>) {
      if (others.x_step == 1) {
        const T greatest = ConstRow<T>(x, others.count).template maxCoeff<Eigen::PropagateNaN>();
        std::int64_t j = 0;
        if (std::isnan(greatest)) {
          while (!std::isnan(x[j]))
            ++j;
        } else {
          while (x[j] != greatest)
            ++j;
        }
        return j;
      }
    }
    std::int64_t best = 0;
    for (std::int64_t j = 1; j < others.count; ++j) {
      const T next = x[j * others.x_step];
      const T greatest = x[best * others.x_step];
      if constexpr (std::is_floating_point_v<T>) {
        if (std::isnan(greatest)) break;
        if (std::isnan(next)) {
          best = j;
          continue;
        }
      }
      if (next > greatest) best = j;
    }
    return best;
  };
  for_each_row<2>(others.shape, {&others.result, &others.x},
                  [&](const auto& at, std::int64_t count, const auto& strides) {
                    if (others.count == 0)
                      return call.failure.report("the index of the greatest of no elements has no value");
                    for (std::int64_t k = 0; k < count; ++k)
                      elements<std::int64_t>(call.result)[at[0] + k * strides[0]] =
                          position(elements<const T>(call.operand(0)) + at[1] + k * strides[1]);
                  });
}

/// cumsum: each element adds the next one to the sum before it, which is the fold of the rule in the same order.
template <typename T> void cumulative_sum(const KernelCall& call) {
  const Others others = others_of(call, true);
  for_each_row<2>(others.shape, {&others.result, &others.x},
                  [&](const auto& at, std::int64_t count, const auto& strides) {
                    for (std::int64_t k = 0; k < count; ++k) {
                      T* to = elements<T>(call.result) + at[0] + k * strides[0];
                      const T* from = elements<const T>(call.operand(0)) + at[1] + k * strides[1];
                      T sum{0};
                      for (std::int64_t j = 0; j < others.count; ++j)
                        to[j * others.result_step] = sum = scalar::add(sum, from[j * others.x_step], call.failure);
                    }
                  });
}

/// softmax of a row: exp(x - max) / sum. `x` may be the row itself.
template <typename T> void softmax_row(const T* x, T* row, Eigen::Index count) {
  using Piece = ExponentialPiece<T>;
  using Aligned = Eigen::Map<Eigen::Array<T, Eigen::Dynamic, 1>, Eigen::Aligned64>;
  const T greatest = ConstRow<T>(x, count).template maxCoeff<Eigen::PropagateNaN>();
  Row<T> values(row, count);
  Piece piece;
  T sum{0};
  for (Eigen::Index begin = 0; begin < count; begin += Piece::greatest_length) {
    const Eigen::Index length = std::min(Piece::greatest_length, count - begin);
    Aligned(piece.argument, length) = ConstRow<T>(x + begin, length) - greatest;
    piece.compute(length);
    const Aligned exponentials(piece.result, length);
    sum += exponentials.sum();
    Row<T>(row + begin, length) = exponentials;
  }
  values /= sum;
}

/// softmax, by rows; a row whose elements do not lie side by side is computed in a copy.
template <typename T> void softmax(const KernelCall& call) {
  const Others others = others_of(call, true);
  if (others.count == 0) return;
  Eigen::Array<T, Eigen::Dynamic, 1> copied;
  for_each_row<2>(others.shape, {&others.result, &others.x},
                  [&](const auto& at, std::int64_t count, const auto& strides) {
                    for (std::int64_t k = 0; k < count; ++k) {
                      T* to = elements<T>(call.result) + at[0] + k * strides[0];
                      const T* from = elements<const T>(call.operand(0)) + at[1] + k * strides[1];
                      if (others.result_step == 1 && others.x_step == 1) {
                        softmax_row(from, to, others.count);
                      } else {
                        copied = ConstStridedRow<T>(from, others.count, Eigen::InnerStride<>(others.x_step));
                        softmax_row(copied.data(), copied.data(), others.count);
                        StridedRow<T>(to, others.count, Eigen::InnerStride<>(others.result_step)) = copied;
                      }
                    }
                  });
}

}  // namespace

std::vector<KernelEntry> reduction_kernels() {
  return {{"sum", folded<Sum>},
          {"max", folded<Greatest>},
          {"min", folded<Least>},
          {"argmax",
           [](const Rule& rule) {
             return with_number(rule.operands[0].type.element, []<typename T>(std::type_identity<T>) {
               return KernelChoice{nullptr, argmax<T>};
             });
           }},
          {"cumsum",
           [](const Rule& rule) {
             return with_number(rule.operands[0].type.element, []<typename T>(std::type_identity<T>) {
               return KernelChoice{nullptr, cumulative_sum<T>};
             });
           }},
          {"softmax", [](const Rule& rule) {
             return with_float(rule.operands[0].type.element, []<typename T>(std::type_identity<T>) {
               return KernelChoice{nullptr, softmax<T>};
             });
           }}};
}

}  // namespace kina::eigen
