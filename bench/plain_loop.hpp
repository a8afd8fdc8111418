/// \file
/// The decode step as one writes it by hand in C: loops over rows, in the order in which the numbers lie.
#pragma once

#include "bench/decode_model.hpp"

#include <memory>

namespace kina::bench {

[[nodiscard]] std::unique_ptr<Decoder> make_plain_loop(const DecodeModel& model);

}  // namespace kina::bench
