/// Kernels of spec/ops/arithmetic: floats as array expressions, integers with the trapping arithmetic of
/// spec/evaluate_scalar.
#include "impl/eigen/array.hpp"
#include "impl/eigen/element_types.hpp"
#include "impl/eigen/exponential.hpp"

#include <cmath>
#include <type_traits>

namespace kina::eigen {
namespace {

/// An operation on two numbers: `Rows::of(x, y)` over arrays, `Rows::each(x, y, failure)` over integers.
template <typename Operation> KernelChoice binary(const Rule& rule) {
  return with_number(rule.operands[0].type.element, []<typename T>(std::type_identity<T>) {
    return KernelChoice{
        nullptr, [](const KernelCall& call) {
          if constexpr (std::is_floating_point_v<T>) {
            zip_rows<T, T>(call, [](const auto& x, const auto& y) { return Operation::of(x, y); });
          } else {
            zip_each<T, T>(call, [](T x, T y, Failure& failure) { return Operation::template each<T>(x, y, failure); });
          }
        }};
  });
}

/// add: x + y.
struct Add {
  static auto of(const auto& x, const auto& y) { return x + y; }
  template <typename T> static T each(T x, T y, Failure& failure) { return scalar::add(x, y, failure); }
};
/// subtract: x - y.
struct Subtract {
  static auto of(const auto& x, const auto& y) { return x - y; }
  template <typename T> static T each(T x, T y, Failure& failure) { return scalar::subtract(x, y, failure); }
};
/// multiply: x * y.
struct Multiply {
  static auto of(const auto& x, const auto& y) { return x * y; }
  template <typename T> static T each(T x, T y, Failure& failure) { return scalar::multiply(x, y, failure); }
};
/// divide: x / y; floors on integers.
struct Divide {
  static auto of(const auto& x, const auto& y) { return x / y; }
  template <typename T> static T each(T x, T y, Failure& failure) { return scalar::divide(x, y, failure); }
};

/// An operation whose special values (NaN, -0) or domain no array expression of Eigen has: element by element.
template <typename T, T (*function)(T, T, Failure&)> void zip_scalars(const KernelCall& call) {
  zip_each<T, T>(call, [](T x, T y, Failure& failure) { return function(x, y, failure); });
}
template <typename T, T (*function)(T, Failure&)> void map_scalars(const KernelCall& call) {
  map_each<T, T>(call, [](T x, Failure& failure) { return function(x, failure); });
}

/// remainder: of the floored quotient; integers alone.
KernelChoice remainder(const Rule& rule) {
  if (rule.result.element == ElementType::i32)
    return {nullptr, zip_scalars<std::int32_t, scalar::remainder<std::int32_t>>};
  return {nullptr, zip_scalars<std::int64_t, scalar::remainder<std::int64_t>>};
}

/// minimum: NaN if either is NaN, -0 below +0.
KernelChoice minimum(const Rule& rule) {
  return with_number(rule.result.element, []<typename T>(std::type_identity<T>) {
    return KernelChoice{nullptr, zip_scalars<T, scalar::minimum<T>>};
  });
}
/// maximum: NaN if either is NaN, -0 below +0.
KernelChoice maximum(const Rule& rule) {
  return with_number(rule.result.element, []<typename T>(std::type_identity<T>) {
    return KernelChoice{nullptr, zip_scalars<T, scalar::maximum<T>>};
  });
}
/// pow
KernelChoice power(const Rule& rule) {
  return with_float(rule.result.element, []<typename T>(std::type_identity<T>) {
    return KernelChoice{nullptr, zip_scalars<T, scalar::power<T>>};
  });
}

/// negate: -x.
KernelChoice negate(const Rule& rule) {
  return with_number(rule.result.element, []<typename T>(std::type_identity<T>) {
    if constexpr (std::is_floating_point_v<T>) {
      return KernelChoice{nullptr,
                          [](const KernelCall& call) { map_rows<T, T>(call, [](const auto& x) { return -x; }); }};
    } else {
      return KernelChoice{nullptr, map_scalars<T, scalar::negate<T>>};
    }
  });
}
/// abs
KernelChoice absolute(const Rule& rule) {
  return with_number(rule.result.element, []<typename T>(std::type_identity<T>) {
    if constexpr (std::is_floating_point_v<T>) {
      return KernelChoice{nullptr,
                          [](const KernelCall& call) { map_rows<T, T>(call, [](const auto& x) { return x.abs(); }); }};
    } else {
      return KernelChoice{nullptr, map_scalars<T, scalar::absolute<T>>};
    }
  });
}

/// A function of floats, as an array expression.
template <typename Operation> KernelChoice unary(const Rule& rule) {
  return with_float(rule.result.element, []<typename T>(std::type_identity<T>) {
    return KernelChoice{nullptr, [](const KernelCall& call) {
                          map_rows<T, T>(call, [](const auto& x) { return Operation::template of<T>(x); });
                        }};
  });
}
/// sqrt
struct SquareRoot {
  template <typename T> static auto of(const auto& x) { return x.sqrt(); }
};
/// rsqrt: 1 / sqrt(x), two roundings.
struct ReciprocalSquareRoot {
  template <typename T> static auto of(const auto& x) { return x.sqrt().inverse(); }
};
// Eigen's vectorised functions differ from the C library's at infinities, NaN and subnormal numbers, and these are not
// where a decode step's time goes: they are the C library's.
/// log
struct Logarithm {
  template <typename T> static auto of(const auto& x) {
    return x.unaryExpr([](T value) { return std::log(value); });
  }
};
/// sin
struct Sine {
  template <typename T> static auto of(const auto& x) {
    return x.unaryExpr([](T value) { return std::sin(value); });
  }
};
/// cos
struct Cosine {
  template <typename T> static auto of(const auto& x) {
    return x.unaryExpr([](T value) { return std::cos(value); });
  }
};
/// tanh
struct HyperbolicTangent {
  template <typename T> static auto of(const auto& x) {
    return x.unaryExpr([](T value) { return std::tanh(value); });
  }
};

/// Computes a row from a contiguous copy of the operand's row.
template <typename T, typename Function> void by_rows(const KernelCall& call, Function function) {
  const View& x = call.operand(0);
  const View& result = call.result;
  for_each_row<2>(
      result.shape, {&result.strides, &x.strides}, [&](const auto& at, std::int64_t count, const auto& strides) {
        T* to = elements<T>(result) + at[0];
        const T* from = elements<const T>(x) + at[1];
        if (strides[0] == 1 && strides[1] == 1) return function(from, to, count);
        Eigen::Array<T, Eigen::Dynamic, 1> row = ConstStridedRow<T>(from, count, Eigen::InnerStride<>(strides[1]));
        function(row.data(), row.data(), count);
        StridedRow<T>(to, count, Eigen::InnerStride<>(strides[0])) = row;
      });
}

/// exp
KernelChoice exponential_choice(const Rule& rule) {
  return with_float(rule.result.element, []<typename T>(std::type_identity<T>) {
    return KernelChoice{nullptr, [](const KernelCall& call) { by_rows<T>(call, exponential<T>); }};
  });
}
/// sigmoid: 1 / (1 + exp(-x)).
KernelChoice sigmoid(const Rule& rule) {
  return with_float(rule.result.element, []<typename T>(std::type_identity<T>) {
    return KernelChoice{nullptr, [](const KernelCall& call) {
                          by_rows<T>(call, [](const T* from, T* to, std::int64_t count) {
                            Row<T> result(to, count);
                            result = -ConstRow<T>(from, count);
                            exponential<T>(to, to, count);
                            result = (result + T{1}).inverse();
                          });
                        }};
  });
}

}  // namespace

std::vector<KernelEntry> arithmetic_kernels() {
  return {{"add", binary<Add>},
          {"subtract", binary<Subtract>},
          {"multiply", binary<Multiply>},
          {"divide", binary<Divide>},
          {"remainder", remainder},
          {"negate", negate},
          {"minimum", minimum},
          {"maximum", maximum},
          {"pow", power},
          {"abs", absolute},
          {"exp", exponential_choice},
          {"log", unary<Logarithm>},
          {"sqrt", unary<SquareRoot>},
          {"rsqrt", unary<ReciprocalSquareRoot>},
          {"sin", unary<Sine>},
          {"cos", unary<Cosine>},
          {"tanh", unary<HyperbolicTangent>},
          {"sigmoid", sigmoid}};
}

}  // namespace kina::eigen
