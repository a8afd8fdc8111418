/// \file
/// Rows of elements as Eigen arrays.
#pragma once

#include "impl/eigen/kernel.hpp"

#include <Eigen/Core>

namespace kina::eigen {

template <typename T> using Row = Eigen::Map<Eigen::Array<T, Eigen::Dynamic, 1>>;
template <typename T> using ConstRow = Eigen::Map<const Eigen::Array<T, Eigen::Dynamic, 1>>;
template <typename T> using StridedRow = Eigen::Map<Eigen::Array<T, Eigen::Dynamic, 1>, 0, Eigen::InnerStride<>>;
template <typename T>
using ConstStridedRow = Eigen::Map<const Eigen::Array<T, Eigen::Dynamic, 1>, 0, Eigen::InnerStride<>>;

/// The result as `function(x)`, an array expression, by rows.
template <typename Result, typename X, typename Function> void map_rows(const KernelCall& call, Function function) {
  const View& x = call.operand(0);
  const View& result = call.result;
  for_each_row<2>(result.shape, {&result.strides, &x.strides},
                  [&](const auto& at, std::int64_t count, const auto& strides) {
                    Result* to = elements<Result>(result) + at[0];
                    const X* from = elements<const X>(x) + at[1];
                    if (strides[0] == 1 && strides[1] == 1) {
                      Row<Result>(to, count) = function(ConstRow<X>(from, count));
                    } else {
                      StridedRow<Result>(to, count, Eigen::InnerStride<>(strides[0])) =
                          function(ConstStridedRow<X>(from, count, Eigen::InnerStride<>(strides[1])));
                    }
                  });
}

/// The result as `function(x, y)`. An operand that is one scalar along a row is a constant of the expression.
template <typename Result, typename X, typename Function> void zip_rows(const KernelCall& call, Function function) {
  const View& x = call.operand(0);
  const View& y = call.operand(1);
  const View& result = call.result;
  for_each_row<3>(result.shape, {&result.strides, &x.strides, &y.strides},
                  [&](const auto& at, std::int64_t count, const auto& strides) {
                    Result* to = elements<Result>(result) + at[0];
                    const X* left = elements<const X>(x) + at[1];
                    const X* right = elements<const X>(y) + at[2];
                    using Values = Eigen::Array<X, Eigen::Dynamic, 1>;
                    if (strides[0] == 1 && strides[1] == 1 && strides[2] == 1) {
                      Row<Result>(to, count) = function(ConstRow<X>(left, count), ConstRow<X>(right, count));
                    } else if (strides[0] == 1 && strides[1] == 1 && strides[2] == 0) {
                      Row<Result>(to, count) = function(ConstRow<X>(left, count), Values::Constant(count, *right));
                    } else if (strides[0] == 1 && strides[1] == 0 && strides[2] == 1) {
                      Row<Result>(to, count) = function(Values::Constant(count, *left), ConstRow<X>(right, count));
                    } else {
                      StridedRow<Result>(to, count, Eigen::InnerStride<>(strides[0])) =
                          function(ConstStridedRow<X>(left, count, Eigen::InnerStride<>(strides[1])),
                                   ConstStridedRow<X>(right, count, Eigen::InnerStride<>(strides[2])));
                    }
                  });
}

/// The result element by element, where arithmetic can fail or has no array expression: `function(x, failure)`.
template <typename Result, typename X, typename Function> void map_each(const KernelCall& call, Function function) {
  const View& x = call.operand(0);
  const View& result = call.result;
  for_each_row<2>(result.shape, {&result.strides, &x.strides},
                  [&](const auto& at, std::int64_t count, const auto& strides) {
                    Result* to = elements<Result>(result) + at[0];
                    const X* from = elements<const X>(x) + at[1];
                    for (std::int64_t k = 0; k < count; ++k)
                      to[k * strides[0]] = static_cast<Result>(function(from[k * strides[1]], call.failure));
                  });
}

/// `function(x, y, failure)`.
template <typename Result, typename X, typename Function> void zip_each(const KernelCall& call, Function function) {
  const View& x = call.operand(0);
  const View& y = call.operand(1);
  const View& result = call.result;
  for_each_row<3>(result.shape, {&result.strides, &x.strides, &y.strides},
                  [&](const auto& at, std::int64_t count, const auto& strides) {
                    Result* to = elements<Result>(result) + at[0];
                    const X* left = elements<const X>(x) + at[1];
                    const X* right = elements<const X>(y) + at[2];
                    for (std::int64_t k = 0; k < count; ++k)
                      to[k * strides[0]] =
                          static_cast<Result>(function(left[k * strides[1]], right[k * strides[2]], call.failure));
                  });
}

}  // namespace kina::eigen
