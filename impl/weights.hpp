/// \file
/// Weights without a file: a fill that depends on a weight's name and on nothing else.
#pragma once

#include "spec/tensor.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace kina {

/// The patterned weight of this name: finite, the same on every machine, and the same as `patterned_weight` of
/// tools/patterned_weights.py.
///
/// The element at flat index i, in row-major order, comes from a 32-bit hash of the name and of i,
///
///     h(i) = mix(fnv1a(name) + i * 0x9E3779B9)    modulo 2^32,
///
/// where `fnv1a` is the 32-bit FNV-1a hash of the name's UTF-8 bytes (Fowler, Noll and Vo, RFC 9923), and `mix` is the
/// finalizer of MurmurHash3 (Appleby), at the steps of a Weyl sequence, which is how SplitMix (Steele, Lea and Flood,
/// OOPSLA 2014) makes a generator of a finalizer:
///
///     mix(x): x ^= x >> 16, x *= 0x85EBCA6B, x ^= x >> 13, x *= 0xC2B2AE35, x ^= x >> 16.
///
/// The element is then
///
///     a float in a tensor     (2 * floor(h / 2^20) + 1 - 4096) / 8192, an odd multiple of 2^-13 in (-1/2, 1/2);
///     a float scalar          (1024 + h mod 3073) / 4096, a multiple of 2^-12 in [1/4, 1];
///     an integer              h mod 4;
///     a bool                  whether h >= 2^31.
///
/// Each is exact in f32, and no float is zero. The range keeps the logits and the attention scores of small models near
/// 1, so that a softmax is neither flat nor saturated; 4096 values keep ties away. A scalar is positive, since it is
/// mostly a `scale` or a temperature.
///
/// The shape has a valid element count.
[[nodiscard]] Tensor patterned_weight(const std::string& name, ElementType type,
                                      const std::vector<std::int64_t>& shape);

}  // namespace kina
