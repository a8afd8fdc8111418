/// \file
/// The families of operations, each defined in the file of its name.
#pragma once

#include "spec/rule.hpp"

#include <vector>

namespace kina::ops {

[[nodiscard]] std::vector<Operation> arithmetic();   ///< + - * / % and elementwise functions
[[nodiscard]] std::vector<Operation> comparison();   ///< == != < <= > >=, and or not, select
[[nodiscard]] std::vector<Operation> conversion();   ///< cast
[[nodiscard]] std::vector<Operation> contraction();  ///< @
[[nodiscard]] std::vector<Operation> creation();     ///< iota, full
[[nodiscard]] std::vector<Operation> indexing();     ///< gather, slices, dynamic slices
[[nodiscard]] std::vector<Operation> layout();       ///< reshape, transpose, broadcast
[[nodiscard]] std::vector<Operation> joining();      ///< concat, pad, repeat, tile
[[nodiscard]] std::vector<Operation> reduction();    ///< sum, max, min, argmax, cumsum, softmax

}  // namespace kina::ops
