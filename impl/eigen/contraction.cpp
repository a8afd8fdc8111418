/// The kernel of spec/ops/contraction: matrix products by Eigen, one for each index of the leading axes, or one for all
/// of them where the right operand is the same matrix at each.
#include "impl/eigen/array.hpp"
#include "impl/eigen/element_types.hpp"
#include "impl/eigen/row_product.hpp"

namespace kina::eigen {
namespace {

/// A matrix in a view: the strides of its rows and of its columns.
template <typename T> struct MatrixView {
  T* data = nullptr;
  std::int64_t rows = 0;
  std::int64_t columns = 0;
  std::int64_t row_stride = 0;
  std::int64_t column_stride = 0;
};

template <typename T> using RowMajor = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
template <typename T> using ColumnMajor = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::ColMajor>;
template <typename Matrix> using Mapped = Eigen::Map<const Matrix, Eigen::Unaligned, Eigen::OuterStride<>>;

/// Calls `function` with the matrix as an Eigen map, row by row or column by column as it lies; a matrix that lies in
/// neither way is copied.
template <typename T, typename Function> void with_matrix(const MatrixView<const T>& matrix, Function&& function) {
  const bool has_rows = matrix.column_stride == 1 || matrix.columns == 1;
  const bool has_columns = matrix.row_stride == 1 || matrix.rows == 1;
  // A stride is only meant where there is a next row; 0 would be taken for a dense one.
  if (has_rows && (matrix.rows == 1 || matrix.row_stride >= matrix.columns)) {
    const std::int64_t outer = matrix.rows == 1 ? std::max<std::int64_t>(matrix.columns, 1) : matrix.row_stride;
    function(Mapped<RowMajor<T>>(matrix.data, matrix.rows, matrix.columns, Eigen::OuterStride<>(outer)));
  } else if (has_columns && (matrix.columns == 1 || matrix.column_stride >= matrix.rows)) {
    const std::int64_t outer = matrix.columns == 1 ? std::max<std::int64_t>(matrix.rows, 1) : matrix.column_stride;
    function(Mapped<ColumnMajor<T>>(matrix.data, matrix.rows, matrix.columns, Eigen::OuterStride<>(outer)));
  } else {
    RowMajor<T> dense(matrix.rows, matrix.columns);
    for (std::int64_t row = 0; row < matrix.rows; ++row)
      for (std::int64_t column = 0; column < matrix.columns; ++column)
        dense(row, column) = matrix.data[row * matrix.row_stride + column * matrix.column_stride];
    function(Mapped<RowMajor<T>>(dense.data(), matrix.rows, matrix.columns, Eigen::OuterStride<>(matrix.columns)));
  }
}

/// result = x y. A single row or column is a matrix-vector product, which reads the matrix once.
template <typename T>
void multiply_floats(const MatrixView<const T>& x, const MatrixView<const T>& y, const MatrixView<T>& result) {
  if (result.rows == 0 || result.columns == 0) return;
  const bool is_dense = result.column_stride == 1 || result.columns == 1;
  if (result.rows == 1 && is_dense && (y.column_stride == 1 || y.columns == 1))
    return row_times_matrix<T>(x.data, x.column_stride, y.data, y.row_stride, y.rows, y.columns, result.data);
  RowMajor<T> own;
  if (!is_dense) own.resize(result.rows, result.columns);
  Eigen::Map<RowMajor<T>, Eigen::Unaligned, Eigen::OuterStride<>> product(
      is_dense ? result.data : own.data(), result.rows, result.columns,
      Eigen::OuterStride<>(is_dense && result.rows > 1 ? result.row_stride : result.columns));
  if (x.columns == 0) {
    product.setZero();
  } else {
    with_matrix(x, [&](const auto& left) {
      with_matrix(y, [&](const auto& right) {
        if (result.rows == 1) {
          product.row(0).noalias() = left.row(0) * right;
        } else if (result.columns == 1) {
          product.col(0).noalias() = left * right.col(0);
        } else {
          product.noalias() = left * right;
        }
      });
    });
    // A sum that starts at +0 is never -0; Eigen's products of small matrices start at the first term.
    if (result.rows + result.columns + x.columns < 20) product.array() += T{0};
  }
  if (!is_dense)
    for (std::int64_t row = 0; row < result.rows; ++row)
      for (std::int64_t column = 0; column < result.columns; ++column)
        result.data[row * result.row_stride + column * result.column_stride] = own(row, column);
}

/// The same over integers, in index order, with arithmetic that traps.
template <typename T>
void multiply_integers(const MatrixView<const T>& x, const MatrixView<const T>& y, const MatrixView<T>& result,
                       Failure& failure) {
  for (std::int64_t row = 0; row < result.rows; ++row)
    for (std::int64_t column = 0; column < result.columns; ++column) {
      T sum = 0;
      for (std::int64_t j = 0; j < x.columns; ++j)
        sum = scalar::add(sum,
                          scalar::multiply(x.data[row * x.row_stride + j * x.column_stride],
                                           y.data[j * y.row_stride + column * y.column_stride], failure),
                          failure);
      result.data[row * result.row_stride + column * result.column_stride] = sum;
    }
}

template <typename T> void multiply(const KernelCall& call) {
  const View& x = call.operand(0);
  const View& y = call.operand(1);
  const View& result = call.result;
  const std::size_t row = x.rank() - 2;
  const std::size_t column = x.rank() - 1;
  const auto matrix = [&]<typename Element>(const View& view, Element* data) {
    return MatrixView<Element>{data, view.shape[row], view.shape[column], view.strides[row], view.strides[column]};
  };
  const auto product = [&](const MatrixView<const T>& left, const MatrixView<const T>& right,
                           const MatrixView<T>& into) {
    if constexpr (std::is_floating_point_v<T>) {
      multiply_floats<T>(left, right, into);
    } else {
      multiply_integers<T>(left, right, into, call.failure);
    }
  };
  MatrixView<const T> left = matrix(x, elements<const T>(x));
  MatrixView<const T> right = matrix(y, elements<const T>(y));
  MatrixView<T> into = matrix(result, elements<T>(result));

  // The leading axes, merged; a decode step has none but its heads.
  const Axes leading(result.shape.data(), row);
  const MergedAxes<3> products = merged_axes<3>(leading, {x.strides.data(), y.strides.data(), result.strides.data()});
  if (products.is_empty) return;
  if (products.rank == 0) return product(left, right, into);
  // One matrix for every leading index: its rows are all rows of the left operand, if these lie evenly.
  bool is_one_matrix = true;
  for (std::size_t axis = 0; axis < products.rank; ++axis)
    is_one_matrix = is_one_matrix && products.strides[1][axis] == 0;
  if (is_one_matrix) {
    const MergedAxes<2> rows = merged_axes<2>({result.shape.data(), column}, {x.strides.data(), result.strides.data()});
    if (rows.is_empty) return;
    if (rows.rank == 1) {
      left.rows = into.rows = rows.shape[0];
      left.row_stride = rows.strides[0][0];
      into.row_stride = rows.strides[1][0];
      return product(left, right, into);
    }
  }
  for_each_row<3>(leading, {x.strides.data(), y.strides.data(), result.strides.data()},
                  [&](const auto& at, std::int64_t count, const auto& strides) {
                    for (std::int64_t k = 0; k < count; ++k) {
                      left.data = elements<const T>(x) + at[0] + k * strides[0];
                      right.data = elements<const T>(y) + at[1] + k * strides[1];
                      into.data = elements<T>(result) + at[2] + k * strides[2];
                      product(left, right, into);
                    }
                  });
}

}  // namespace

std::vector<KernelEntry> contraction_kernels() {
  return {{"matmul", [](const Rule& rule) {
             return with_number(rule.result.element, []<typename T>(std::type_identity<T>) {
               return KernelChoice{nullptr, multiply<T>};
             });
           }}};
}

}  // namespace kina::eigen
