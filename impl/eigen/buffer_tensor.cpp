#include "impl/eigen/element_types.hpp"
#include "impl/eigen/execution.hpp"

namespace kina::eigen {

BufferTensor::BufferTensor(TensorPointer host) : host_(std::move(host)), shape_(host_->shape) {
  view_.type = host_->type();
  view_.shape.assign(shape_.begin(), shape_.end());
  view_.strides = dense_strides(view_.shape);
  std::visit(
      [&](const auto& values) {
        // Views have one pointer for operands and results; nothing writes through an operand's.
        using Value = typename std::decay_t<decltype(values)>::value_type;
        view_.data = reinterpret_cast<std::byte*>(const_cast<Value*>(values.data()));
      },
      host_->elements);
}

BufferTensor::BufferTensor(std::shared_ptr<Storage> storage, View view, std::optional<std::size_t> grows_along,
                           std::int64_t capacity)
    : storage_(std::move(storage)), view_(std::move(view)), shape_(view_.shape.begin(), view_.shape.end()),
      grows_along_(grows_along), capacity_(capacity) {}

TensorPointer BufferTensor::tensor() const {
  if (host_ != nullptr) return host_;
  auto dense = std::make_shared<Tensor>(zeros(view_.type, shape_));
  const BufferTensor target(dense);
  copy(view_, target.view_);
  return dense;
}

std::shared_ptr<Storage> BufferTensor::own_storage() const { return storage_.use_count() == 1 ? storage_ : nullptr; }

std::int64_t BufferTensor::capacity_along(std::size_t axis) const {
  return grows_along_ == axis ? capacity_ : view_.shape[axis];
}

}  // namespace kina::eigen
