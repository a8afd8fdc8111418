#include "impl/loop_states.hpp"

#include <algorithm>

namespace kina {

std::size_t LoopStates::add(const std::string& name) {
  const auto found = std::find(names_.begin(), names_.end(), name);
  if (found != names_.end()) return static_cast<std::size_t>(found - names_.begin());
  names_.push_back(name);
  tensors_.emplace_back();
  return names_.size() - 1;
}

void LoopStates::clear() { std::fill(tensors_.begin(), tensors_.end(), nullptr); }

std::map<std::string, EngineTensorPointer> LoopStates::by_name() const {
  std::map<std::string, EngineTensorPointer> named;
  for (std::size_t place = 0; place < names_.size(); ++place)
    if (tensors_[place] != nullptr) named[names_[place]] = tensors_[place];
  return named;
}

Tensor tensor_of_tokens(ElementType type, const std::vector<std::vector<std::int64_t>>& rows) {
  const auto columns = static_cast<std::int64_t>(rows.front().size());
  Tensor tensor = zeros(type, {static_cast<std::int64_t>(rows.size()), columns});
  std::visit(
      [&](auto& elements) {
        using Integer = typename std::decay_t<decltype(elements)>::value_type;
        std::size_t next = 0;
        for (const auto& row : rows)
          for (const std::int64_t token : row)
            elements[next++] = static_cast<Integer>(token);
      },
      tensor.elements);
  return tensor;
}

}  // namespace kina
