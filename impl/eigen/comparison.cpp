/// Kernels of spec/ops/comparison. A bool is a byte, 0 or 1.
#include "impl/eigen/array.hpp"
#include "impl/eigen/element_types.hpp"

namespace kina::eigen {
namespace {

template <typename Operation> KernelChoice compared(const Rule& rule) {
  return with_type(rule.operands[0].type.element, []<typename T>(std::type_identity<T>) {
    return KernelChoice{nullptr, [](const KernelCall& call) {
                          zip_rows<std::uint8_t, T>(call, [](const auto& x, const auto& y) {
                            return Operation::of(x, y).template cast<std::uint8_t>();
                          });
                        }};
  });
}

/// equal: x == y; NaN is equal to nothing.
struct Equal {
  static auto of(const auto& x, const auto& y) { return x == y; }
};
/// not_equal: x != y.
struct NotEqual {
  static auto of(const auto& x, const auto& y) { return x != y; }
};
/// less: x < y.
struct Less {
  static auto of(const auto& x, const auto& y) { return x < y; }
};
/// less_equal: x <= y.
struct LessEqual {
  static auto of(const auto& x, const auto& y) { return x <= y; }
};
/// greater: x > y.
struct Greater {
  static auto of(const auto& x, const auto& y) { return x > y; }
};
/// greater_equal: x >= y.
struct GreaterEqual {
  static auto of(const auto& x, const auto& y) { return x >= y; }
};

/// and
KernelChoice conjunction(const Rule&) {
  return {nullptr, [](const KernelCall& call) {
            zip_each<std::uint8_t, std::uint8_t>(call, [](std::uint8_t x, std::uint8_t y, Failure&) { return x & y; });
          }};
}
/// or
KernelChoice disjunction(const Rule&) {
  return {nullptr, [](const KernelCall& call) {
            zip_each<std::uint8_t, std::uint8_t>(call, [](std::uint8_t x, std::uint8_t y, Failure&) { return x | y; });
          }};
}
/// not
KernelChoice negation(const Rule&) {
  return {nullptr, [](const KernelCall& call) {
            map_each<std::uint8_t, std::uint8_t>(call, [](std::uint8_t x, Failure&) { return x ^ 1U; });
          }};
}

/// select: x where the condition holds, y elsewhere.
KernelChoice choice(const Rule& rule) {
  return with_type(rule.result.element, []<typename T>(std::type_identity<T>) {
    return KernelChoice{nullptr, [](const KernelCall& call) {
                          const View& result = call.result;
                          const View& condition = call.operand(0);
                          const View& x = call.operand(1);
                          const View& y = call.operand(2);
                          for_each_row<4>(result.shape, {&result.strides, &condition.strides, &x.strides, &y.strides},
                                          [&](const auto& at, std::int64_t count, const auto& strides) {
                                            T* to = elements<T>(result) + at[0];
                                            const std::uint8_t* holds = elements<const std::uint8_t>(condition) + at[1];
                                            const T* if_true = elements<const T>(x) + at[2];
                                            const T* if_false = elements<const T>(y) + at[3];
                                            for (std::int64_t k = 0; k < count; ++k)
                                              to[k * strides[0]] = holds[k * strides[1]] != 0
                                                                       ? if_true[k * strides[2]]
                                                                       : if_false[k * strides[3]];
                                          });
                        }};
  });
}

}  // namespace

std::vector<KernelEntry> comparison_kernels() {
  return {{"equal", compared<Equal>},
          {"not_equal", compared<NotEqual>},
          {"less", compared<Less>},
          {"less_equal", compared<LessEqual>},
          {"greater", compared<Greater>},
          {"greater_equal", compared<GreaterEqual>},
          {"and", conjunction},
          {"or", disjunction},
          {"not", negation},
          {"select", choice}};
}

}  // namespace kina::eigen
