/// \file
/// What the host loop hands from step to step, and what it feeds.
#pragma once

#include "impl/engine.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace kina {

/// The states at hand. Each has a place, which is looked up by its name once, before the loop.
class LoopStates {
public:
  /// The place of the state of this name, which is new or known.
  std::size_t add(const std::string& name);

  [[nodiscard]] EngineTensorPointer& operator[](std::size_t place) { return tensors_[place]; }
  [[nodiscard]] const EngineTensorPointer& operator[](std::size_t place) const { return tensors_[place]; }
  void clear();
  /// Those that are there.
  [[nodiscard]] std::map<std::string, EngineTensorPointer> by_name() const;

private:
  std::vector<std::string> names_;
  std::vector<EngineTensorPointer> tensors_;
};

/// Tokens by row as a tensor of an integer type.
[[nodiscard]] Tensor tensor_of_tokens(ElementType type, const std::vector<std::vector<std::int64_t>>& rows);

}  // namespace kina
