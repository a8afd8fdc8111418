#include "impl/engine.hpp"

namespace kina {
namespace {

class ReferenceEngine final : public Engine {
public:
  explicit ReferenceEngine(const Program& program) : program_(program) {}

  tl::expected<std::vector<TensorPointer>, RunError> call(std::size_t item, const Assignment& sizes,
                                                          std::vector<TensorPointer> arguments) override {
    return interpret(program_, item, sizes, arguments);
  }

private:
  const Program& program_;
};

}  // namespace

std::unique_ptr<Engine> make_reference_engine(const Program& program) {
  return std::make_unique<ReferenceEngine>(program);
}

}  // namespace kina
