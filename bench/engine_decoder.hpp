/// \file
/// The decode step as an engine runs it.
#pragma once

#include "bench/decode_model.hpp"
#include "impl/engine.hpp"

#include <memory>

namespace kina::bench {

/// A specified program, which is correct.
[[nodiscard]] const Program& specified_program(const std::string& name);

/// Steps of decode.kina in the Eigen engine.
[[nodiscard]] std::unique_ptr<Decoder> make_eigen_decoder(const DecodeModel& model);

}  // namespace kina::bench
