/// \file
/// Random elementwise expressions.
#pragma once

#include "tests/random/integer_writer.hpp"

namespace kina::testing {

class ElementwiseWriter : protected IntegerWriter {
protected:
  std::string elementwise() {
    const Local x = any_local();
    if (x.type.element == ElementType::boolean) return x.name + any_of<std::string>({" and ", " or "}) + bool_tensor();
    if (is_floating(x.type.element)) {
      switch (below(4)) {
      case 0:
        return any_of<std::string>({"exp", "log", "sqrt", "rsqrt", "sin", "cos", "tanh", "sigmoid", "abs"}) + "(" +
               x.name + ")";
      case 1: return any_of<std::string>({"minimum", "maximum", "pow"}) + "(" + x.name + ", " + partner(x) + ")";
      case 2: return float_quotient(x);
      default: return x.name + any_of<std::string>({" + ", " - ", " * "}) + partner(x);
      }
    }
    switch (below(5)) {
    case 0:
      return x.name + any_of<std::string>({" / ", " % "}) + any_of<std::string>({divisor(), divisor(), partner(x)});
    case 1: return any_of<std::string>({"minimum", "maximum"}) + "(" + x.name + ", " + partner(x) + ")";
    case 2: return any_of<std::string>({"abs(", "-("}) + x.name + ")";
    default: return x.name + any_of<std::string>({" + ", " - ", " * "}) + partner(x);
    }
  }

  /// A quotient by a float scalar, which is a result, too.
  std::string float_quotient(const Local& x) {
    const auto scalars = locals_where(
        [&](const Local& local) { return local.type.element == x.type.element && local.type.rank() == 0; });
    const std::string element(name_of(x.type.element));
    std::string value =
        "cast(" + any_of<std::string>({name(), size_term_in_parentheses(), scalar_integer(1)}) + ", " + element + ")";
    if (!scalars.empty()) {
      const std::string s = any_of(scalars).name;
      value = any_of<std::string>({s,
                                   s,
                                   "sqrt(" + s + ")",
                                   "exp(" + s + ")",
                                   "(" + s + " + 1.0)",
                                   "(" + s + " * " + s + ")",
                                   "(abs(" + s + ") + 1e-5)",
                                   "maximum(" + s + ", 1e-6)",
                                   "minimum(" + s + ", -0.5)",
                                   "(1.0 / " + s + ")",
                                   "sqrt(" + s + " * " + s + " + 1e-6)",
                                   value,
                                   "(" + s + " - 1.0)",
                                   "(2.0 - " + s + ")",
                                   "log(" + s + ")",
                                   "cast(cast(" + s + ", " + (element == "f32" ? "f64" : "f32") + "), " + element + ")",
                                   "tanh(" + s + ")",
                                   "sigmoid(" + s + ")",
                                   "rsqrt(" + s + ")",
                                   "pow(" + s + ", 2.0)",
                                   "cos(" + s + ")",
                                   "(-" + s + ")",
                                   "(" + s + " - " + s + ")",
                                   "(" + s + " * 1e-30)",
                                   "(" + s + " / 3.0)"});
    }
    const std::string divisor_name = "divisor" + std::to_string(++counter_);
    lines_before_.push_back(divisor_name + " = " + value);
    return x.name + " / broadcast(" + divisor_name + ")";
  }

  /// Statements that the expression needs before it.
  std::vector<std::string> lines_before_;
  int counter_ = 0;
};

}  // namespace kina::testing
