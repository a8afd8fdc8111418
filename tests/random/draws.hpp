/// \file
/// Draws of RapidCheck, which shrink to the first choice.
#pragma once

#include <rapidcheck.h>

#include <cstddef>
#include <string>
#include <vector>

namespace kina::testing {

/// In 0 <= . < bound.
inline int below(int bound) { return *rc::gen::inRange(0, bound); }
inline bool one_in(int count) { return below(count) == count - 1; }
template <typename Element> Element any_of(const std::vector<Element>& elements) {
  return elements[static_cast<std::size_t>(below(static_cast<int>(elements.size())))];
}
/// An integer literal in low <= . < high.
inline std::string literal(int low, int high) { return std::to_string(low + below(high - low)); }

}  // namespace kina::testing
