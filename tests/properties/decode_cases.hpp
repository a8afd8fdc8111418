/// \file
/// Random cases of the specified decode program: sizes, weights, and the tokens that are fed.
#pragma once

#include "tests/properties/engines.hpp"
#include "tests/properties/number_stream.hpp"
#include "tests/properties/property.hpp"

#include <cmath>
#include <limits>

namespace kina::tests {

/// What a weight's elements are like.
enum class WeightKind { plain, tied, subnormal, large, even, wide };

struct DecodeCase {
  ElementType type = ElementType::f32;
  /// B, H, Dh, D and V.
  Assignment sizes;
  /// By row of the batch.
  std::vector<std::vector<std::int64_t>> tokens;
  WeightKind kind = WeightKind::plain;
  std::uint64_t weight_seed = 0;
  Arguments weights;

  [[nodiscard]] std::int64_t length() const { return static_cast<std::int64_t>(tokens.front().size()); }

  [[nodiscard]] std::string text() const {
    static const std::vector<std::string> kinds{"plain", "tied", "subnormal", "large", "even", "wide"};
    std::string text = std::string(name_of(type)) + ", ";
    for (const auto& [name, value] : sizes)
      text += fmt::format("{} = {}, ", name, value);
    text += fmt::format("{} weights, weight seed {}, tokens", kinds[static_cast<std::size_t>(kind)], weight_seed);
    for (const auto& row : tokens)
      text += fmt::format(" {}", fmt::join(row, " "));
    return text;
  }
};

/// The text of spec/programs/decode.kina in this element type.
inline std::string decode_text(ElementType type) {
  std::string text = read_file(source_folder() + "/spec/programs/decode.kina").value();
  for (std::size_t at = text.find("f32"); type == ElementType::f64 && at != std::string::npos;
       at = text.find("f32", at))
    text.replace(at, 3, "f64");
  return text;
}
inline const Program& decode_program(ElementType type) {
  static const Program single = program_of(decode_text(ElementType::f32));
  static const Program twice = program_of(decode_text(ElementType::f64));
  return type == ElementType::f64 ? twice : single;
}

template <typename Float> Float weight_element(WeightKind kind, const std::string& name, NumberStream& numbers) {
  const auto plain = [&] { return static_cast<Float>(numbers.uniform()); };
  switch (kind) {
  case WeightKind::tied: {
    static const std::vector<double> values{0, -0.0, 0.5, -0.5, 1, -1};
    return static_cast<Float>(values[static_cast<std::size_t>(numbers.below(6))]);
  }
  case WeightKind::subnormal: {
    if (numbers.below(3) == 0) return plain();
    return std::numeric_limits<Float>::denorm_min() * static_cast<Float>(numbers.below(2000) - 1000);
  }
  // Scores of hundreds and more: without the greatest one subtracted, their exponentials overflow.
  case WeightKind::large: return name == "wq" || name == "wk" ? plain() * Float{30} : plain();
  // Queries that are zero, of either sign: all scores are equal.
  case WeightKind::even: return name == "wq" ? static_cast<Float>(numbers.below(2) == 0 ? 0.0 : -0.0) : plain();
  case WeightKind::wide: return std::ldexp(plain(), static_cast<int>(numbers.below(24)) - 12);
  default: return plain();
  }
}

inline Tensor weight_tensor(ElementType type, const std::vector<std::int64_t>& shape, WeightKind kind,
                            const std::string& name, NumberStream& numbers) {
  Tensor tensor = zeros(type, shape);
  std::visit(
      [&]<typename Element>(std::vector<Element>& elements) {
        if constexpr (std::is_floating_point_v<Element>)
          for (Element& element : elements)
            element = weight_element<Element>(kind, name, numbers);
      },
      tensor.elements);
  return tensor;
}

inline Arguments drawn_weights(const DecodeCase& drawn) {
  const std::int64_t width = drawn.sizes.at("D");
  const std::int64_t classes = drawn.sizes.at("V");
  NumberStream numbers(drawn.weight_seed);
  Arguments weights;
  const auto add = [&](const std::string& name, const std::vector<std::int64_t>& shape) {
    weights[name] = pointer_to(weight_tensor(drawn.type, shape, drawn.kind, name, numbers));
  };
  add("embed", {classes, width});
  for (const char* name : {"wq", "wk", "wv", "wo"})
    add(name, {width, width});
  add("lm_head", {width, classes});
  add("scale", {});
  return weights;
}

/// Sizes of 1 and more, equal and unequal; up to `longest` tokens, of which short sequences are the likelier.
inline DecodeCase drawn_case(std::int64_t longest = 33) {
  const auto between = [](std::int64_t low, std::int64_t high) {
    return *rc::gen::noShrink(rc::gen::resize(100, rc::gen::inRange<std::int64_t>(low, high + 1)));
  };
  // Plain draws that shrink, whatever the size parameter.
  const auto extent = [](std::int64_t high) {
    return *rc::gen::resize(100, rc::gen::inRange<std::int64_t>(1, high + 1));
  };
  DecodeCase drawn;
  drawn.type = *rc::gen::resize(100, rc::gen::inRange(0, 3)) == 2 ? ElementType::f64 : ElementType::f32;
  const std::int64_t reach = between(0, 9);
  const std::int64_t length = extent(std::min<std::int64_t>(longest, reach < 4 ? 6 : reach < 8 ? 14 : 40));
  // Long sequences are run with few channels, so that a case takes milliseconds.
  const std::int64_t widest = length > 14 ? 3 : 5;
  drawn.sizes = {{"B", extent(4)}, {"H", extent(widest)}, {"Dh", extent(widest)}, {"V", extent(length > 14 ? 5 : 9)}};
  drawn.sizes["D"] = drawn.sizes["H"] * drawn.sizes["Dh"];
  for (std::int64_t row = 0; row < drawn.sizes["B"]; ++row)
    drawn.tokens.push_back(*rc::gen::container<std::vector<std::int64_t>>(
        static_cast<std::size_t>(length), rc::gen::inRange<std::int64_t>(0, drawn.sizes["V"])));
  drawn.kind = static_cast<WeightKind>(*rc::gen::resize(100, rc::gen::inRange(0, 6)));
  drawn.weight_seed = *rc::gen::resize(100, rc::gen::inRange<std::uint64_t>(0, 1000000));
  drawn.weights = drawn_weights(drawn);
  return drawn;
}

/// Columns `begin` to `end` of the tokens, as a tensor.
inline TensorPointer token_columns(const DecodeCase& drawn, std::int64_t begin, std::int64_t end) {
  Tensor tensor{{static_cast<std::int64_t>(drawn.tokens.size()), end - begin}, std::vector<std::int64_t>{}};
  for (const auto& row : drawn.tokens)
    for (std::int64_t column = begin; column < end; ++column)
      std::get<std::vector<std::int64_t>>(tensor.elements).push_back(row[static_cast<std::size_t>(column)]);
  return pointer_to(std::move(tensor));
}

}  // namespace kina::tests
