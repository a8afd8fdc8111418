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
        // A tensor without elements has an address like any other, from which kernels may count; nothing is read there.
        static const Value nothing{};
        if (values.empty()) view_.data = reinterpret_cast<std::byte*>(const_cast<Value*>(&nothing));
      },
      host_->elements);
}

TensorPointer BufferTensor::tensor() const {
  if (host_ != nullptr) return host_;
  auto dense = std::make_shared<Tensor>(zeros(view_.type, shape_));
  const BufferTensor target(dense);
  copy(view_, target.view_);
  return dense;
}

void BufferTensor::read_integers(std::vector<std::int64_t>& into) const {
  into.clear();
  if (view_.type != ElementType::i64) return EngineTensor::read_integers(into);
  for_each_row<1>(view_.shape, {&view_.strides}, [&](const auto& at, std::int64_t count, const auto& strides) {
    for (std::int64_t k = 0; k < count; ++k)
      into.push_back(elements<const std::int64_t>(view_)[at[0] + k * strides[0]]);
  });
}

void BufferTensor::place(const Extents& shape, std::optional<std::size_t> grows_along, std::int64_t capacity) {
  grows_along_ = grows_along;
  capacity_ = capacity;
  view_.shape = shape;
  if (grows_along) view_.shape[*grows_along] = capacity;
  view_.strides = dense_strides(view_.shape);
  storage_.reserve(static_cast<std::size_t>(count_of(view_.shape)) * size_of(view_.type));
  view_.data = storage_.data();
  view_.shape = shape;
  shape_.assign(shape.begin(), shape.end());
}

bool BufferTensor::extend(const Extents& shape, std::optional<std::size_t> grows_along) {
  // The host's tensor is only read.
  if (host_ != nullptr || shape.size() != shape_.size()) return false;
  for (std::size_t axis = 0; axis < shape.size(); ++axis) {
    if (shape[axis] == shape_[axis]) continue;
    if (axis != grows_along || axis != grows_along_ || shape[axis] > capacity_) return false;
  }
  view_.shape = shape;
  shape_.assign(shape.begin(), shape.end());
  return true;
}

}  // namespace kina::eigen
