#include "impl/engine.hpp"

namespace kina {
namespace {

class ReferenceTensor final : public EngineTensor {
public:
  explicit ReferenceTensor(TensorPointer tensor) : tensor_(std::move(tensor)) {}
  ElementType type() const override { return tensor_->type(); }
  const std::vector<std::int64_t>& shape() const override { return tensor_->shape; }
  TensorPointer tensor() const override { return tensor_; }

private:
  TensorPointer tensor_;
};

class ReferenceEngine final : public Engine {
public:
  explicit ReferenceEngine(const Program& program) : program_(program) {}

  EngineTensorPointer keep(TensorPointer tensor) override {
    return std::make_shared<ReferenceTensor>(std::move(tensor));
  }

  tl::expected<std::vector<EngineTensorPointer>, RunError>
  call(std::size_t item, const std::vector<std::int64_t>& sizes, std::vector<EngineTensorPointer> arguments) override {
    Assignment assignment;
    for (std::size_t k = 0; k < sizes.size(); ++k)
      assignment[program_.items[item].sizes[k].name] = sizes[k];
    std::vector<TensorPointer> tensors;
    for (const EngineTensorPointer& argument : arguments)
      tensors.push_back(argument->tensor());
    auto results = interpret(program_, item, assignment, tensors);
    if (!results) return tl::unexpected(std::move(results.error()));
    std::vector<EngineTensorPointer> kept;
    for (TensorPointer& result : *results)
      kept.push_back(keep(std::move(result)));
    return kept;
  }

private:
  const Program& program_;
};

}  // namespace

std::unique_ptr<Engine> make_reference_engine(const Program& program) {
  return std::make_unique<ReferenceEngine>(program);
}

}  // namespace kina
