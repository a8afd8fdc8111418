#include "impl/engine.hpp"

namespace kina {

void EngineTensor::read_integers(std::vector<std::int64_t>& into) const {
  const TensorPointer copied = tensor();
  std::visit(
      [&](const auto& elements) {
        into.clear();
        for (const auto element : elements)
          into.push_back(static_cast<std::int64_t>(element));
      },
      copied->elements);
}

}  // namespace kina
