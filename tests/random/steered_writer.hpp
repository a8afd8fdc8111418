/// \file
/// Random expressions of one operation, so that a run over random programs covers them all.
#pragma once

#include "spec/catalogue.hpp"
#include "tests/random/call_writer.hpp"

namespace kina::testing {

class SteeredWriter : protected CallWriter {
protected:
  /// An expression whose outermost operation is this one, mostly.
  std::string expression_of(const Operation& operation) {
    if (operation.elementwise) return elementwise_of(operation);
    const std::string& name = operation.name;
    if (name == "reshape") return reshaped(any_local());
    if (name == "transpose") return transposed(any_local(2));
    if (name == "slice") return sliced(any_local(1), "");
    if (name == "concat") return concatenated(any_local(1));
    if (name == "matmul") return multiplied();
    if (name == "full") return "full([" + extent() + "], " + scalar_integer(1) + ", dtype=i64)";
    if (name == "iota") return "iota([" + extent() + ", " + extent() + "], axis=1)";
    if (name == "broadcast") return broadcast_of(any_local());
    if (name == "gather") return gathered(any_local(1));
    if (name == "cast") return "cast(" + any_local().name + any_of<std::string>({", f32)", ", f64)"});
    if (name == "pad" || name == "repeat" || name == "tile")
      return containing(name, [&] { return laid_out(any_local(1)); });
    if (name.starts_with("dynamic")) return containing(name, [&] { return dynamic(any_local(1)); });
    // A fold along an axis.
    const Local x = name == "softmax" ? any_float(1) : one_in(2) ? any_float(1) : any_integer(1);
    return name + "(" + x.name + on_axis(any_axis(x));
  }

private:
  /// One of a few drawn expressions that has this call.
  template <typename Draw> static std::string containing(const std::string& name, Draw&& draw) {
    std::string text = draw();
    for (int attempt = 0; attempt < 8 && !text.starts_with(name + "("); ++attempt)
      text = draw();
    return text;
  }

  std::string elementwise_of(const Operation& operation) {
    const TypePattern pattern = operation.parameters.back().types;
    const auto fitting = locals_where([&](const Local& local) { return matches(pattern, local.type.element); });
    std::string x = pattern == TypePattern::boolean ? "(" + bool_tensor() + ")" : "full([2, 2], 0.5)";
    std::string y = x;
    if (!fitting.empty()) {
      const Local chosen = any_of(fitting);
      x = chosen.name;
      y = chosen.type.element == ElementType::boolean ? chosen.name : partner(chosen);
    }
    if (operation.notation == Notation::prefix) return operation.spelling + " " + x;
    if (operation.notation == Notation::infix) return x + " " + operation.spelling + " " + y;
    if (operation.parameters.size() == 3) return operation.name + "(" + bool_tensor() + ", " + x + ", " + y + ")";
    return operation.name + "(" + x + (operation.parameters.size() == 2 ? ", " + y : "") + ")";
  }
};

}  // namespace kina::testing
