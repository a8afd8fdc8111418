/// \file
/// The decode step in NumPy: a process that runs bench/decode_numpy.py for as long as the benchmarks run, so that its
/// steps are timed in turn with everybody else's.
#pragma once

#include "bench/decode_model.hpp"

#include <memory>
#include <string>

namespace kina::bench {

/// The process, as it describes itself: `NumPy 1.24.2, BLAS: ...`. Nothing where there is no NumPy, with the reason.
struct NumpyDescription {
  bool is_there = false;
  std::string text;
};
[[nodiscard]] const NumpyDescription& numpy_description();

/// The variants of a step that decode_numpy.py has: `matmul`, by the library of matrix products that NumPy was built
/// with, and `einsum`, by NumPy's own loops.
[[nodiscard]] std::unique_ptr<Decoder> make_numpy_decoder(const DecodeModel& model, const std::string& variant);

}  // namespace kina::bench
