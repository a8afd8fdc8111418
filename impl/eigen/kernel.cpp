#include "impl/eigen/kernel.hpp"

#include <map>
#include <stdexcept>
#include <string>

namespace kina::eigen {
namespace {

using Table = std::map<std::string_view, KernelChoice (*)(const Rule&)>;

Table gathered() {
  Table table;
  for (const auto family : {arithmetic_kernels, comparison_kernels, contraction_kernels, conversion_kernels,
                            creation_kernels, indexing_kernels, joining_kernels, layout_kernels, reduction_kernels})
    for (const KernelEntry& entry : family())
      table.emplace(entry.operation, entry.choose);
  return table;
}

}  // namespace

KernelChoice kernel_of(const Rule& rule) {
  static const Table table = gathered();
  const auto found = table.find(rule.name);
  if (found == table.end()) throw std::logic_error("no kernel for " + rule.name);
  return found->second(rule);
}

}  // namespace kina::eigen
