/// The kernel of spec/ops/conversion.
#include "impl/eigen/array.hpp"
#include "impl/eigen/element_types.hpp"

namespace kina::eigen {
namespace {

/// cast: a value that the new type does not have is an error.
KernelChoice cast(const Rule& rule) {
  return with_type(rule.operands[0].type.element, [&]<typename From>(std::type_identity<From>) {
    return with_type(rule.result.element, []<typename To>(std::type_identity<To>) {
      return KernelChoice{nullptr, [](const KernelCall& call) {
                            // A bool is held as a byte, and cast as bool.
                            using Target = std::conditional_t<std::is_same_v<To, std::uint8_t>, bool, To>;
                            using Source = std::conditional_t<std::is_same_v<From, std::uint8_t>, bool, From>;
                            map_each<To, From>(call, [](From x, Failure& failure) {
                              return scalar::cast<Target, Source>(static_cast<Source>(x), failure);
                            });
                          }};
    });
  });
}

}  // namespace

std::vector<KernelEntry> conversion_kernels() { return {{"cast", cast}}; }

}  // namespace kina::eigen
