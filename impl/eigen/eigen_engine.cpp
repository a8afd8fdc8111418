#include "impl/eigen/execution.hpp"

namespace kina {
namespace {

class EigenEngine final : public Engine {
public:
  explicit EigenEngine(const Program& program) : program_(program), executions_(program.items.size()) {}

  EngineTensorPointer keep(TensorPointer tensor) override {
    return std::make_shared<eigen::BufferTensor>(std::move(tensor));
  }

  tl::expected<std::vector<EngineTensorPointer>, RunError>
  call(std::size_t item, const std::vector<std::int64_t>& sizes, std::vector<EngineTensorPointer> arguments) override {
    std::unique_ptr<eigen::Execution>& execution = executions_[item];
    if (execution == nullptr) execution = std::make_unique<eigen::Execution>(program_, item);
    return execution->run(sizes, std::move(arguments));
  }

private:
  const Program& program_;
  std::vector<std::unique_ptr<eigen::Execution>> executions_;
};

}  // namespace

std::unique_ptr<Engine> make_eigen_engine(const Program& program) { return std::make_unique<EigenEngine>(program); }

}  // namespace kina
