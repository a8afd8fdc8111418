/// \file
/// Random calls of functions that are written beside the caller.
#pragma once

#include "tests/random/layout_writer.hpp"

namespace kina::testing {

class CallWriter : protected LayoutWriter {
protected:
  std::string called() {
    struct Helper {
      std::string name;
      std::string text;
      std::string parameters;  ///< the element and rank of each
    };
    static const std::vector<Helper> helpers{
        {"tail", "fn tail[A](x: f32[A + 1]) -> (y: f32[A]) where A >= 0 {\n  return x[1:]\n}\n", "f1"},
        {"tail_of_some", "fn tail_of_some[A](x: f32[A + 1]) -> (y: f32[A]) {\n  return x[1:]\n}\n", "f1"},
        {"half", "fn half[A](x: f32[2 * A]) -> (y: f32[A]) {\n  return x[A:]\n}\n", "f1"},
        {"half_of_any", "fn half_of_any[A](x: i64[2 * A]) -> (y: i64[A]) where A >= 0 {\n  return x[:A]\n}\n", "i1"},
        {"turned",
         "fn turned[A](x: i64[A]) -> (y: i64[A]) where A >= 0, 0 <= x < A, 0 <= y < A {\n"
         "  return A - 1 - x\n}\n",
         "i1"},
        {"stepped",
         "fn stepped[A](x: i64[A], at: i64[]) -> (y: i64[A], z: i64[]) where 0 <= x, x <= y, at < z, z <= "
         "at + 2 {\n  return x + 1, at + 1\n}\n",
         "i1i0"},
        {"clamped",
         "fn clamped[A](x: f32[A], at: i64[]) -> (y: i64[]) where 0 <= y < A {\n"
         "  return minimum(maximum(at, 0), A - 1)\n}\n",
         "f1i0"},
        {"joined",
         "fn joined[A, B](x: f32[A], y: f32[B]) -> (z: f32[A + B]) where A >= 0 {\n"
         "  return concat(x, y, axis=0)\n}\n",
         "f1f1"},
        {"picked", "fn picked[A](x: f32[A], at: i64[]) -> (y: f32[]) where A >= 0, 0 <= at < A {\n  return x[at]\n}\n",
         "f1i0"},
        {"written",
         "fn written[A, C](x: f32[C], y: f32[A], at: i64[]) -> (z: f32[C], next_at: i64[])\n"
         "    where A >= 0, 0 <= at, at + A <= C, A <= next_at, next_at <= C {\n"
         "  return dynamic_update_slice(x, y, at, axis=0), at + A\n}\n",
         "f1f1i0"},
        {"joined_rows",
         "fn joined_rows[A, B](x: f32[A, B], y: f32[A, B]) -> (z: f32[2 * A, B]) {\n"
         "  return concat(x, y, axis=0)\n}\n",
         "f2f2"},
        {"looked_up",
         "fn looked_up[A, B, C](x: f32[A, B], y: i64[C]) -> (z: f32[C, B]) where A >= 0, 0 <= y < A {\n"
         "  return gather(x, y)\n}\n",
         "f2i1"},
        {"best",
         "fn best[A, B](x: f32[A, B]) -> (y: i64[A]) where A >= 0, 0 <= y < B {\n"
         "  return argmax(x, axis=1)\n}\n",
         "f2"},
        {"scaled", "fn scaled[A](x: f32[A], y: f32[]) -> (z: f32[A]) where y > 0.0 {\n  return x / broadcast(y)\n}\n",
         "f1f0"},
        {"summed",
         "fn summed[A](x: i64[A]) -> (y: i64[], z: i64[A]) where A >= 0 {\n"
         "  for l in 0..A carry c = 0 {\n    next c = c + x[l]\n    stack s = c - l\n  }\n  return c, s\n}\n",
         "i1"},
        {"divided",
         "fn divided[A, B](x: f32[A]) -> (y: f32[B, A / B]) where A % B == 0 {\n"
         "  return reshape(x, [B, A / B])\n}\n",
         "f1"},
        {"split", "fn split[A, B](x: f32[A * B]) -> (y: f32[A, B]) {\n  return reshape(x, [A, B])\n}\n", "f1"},
    };
    const Helper& helper = helpers[static_cast<std::size_t>(below(static_cast<int>(helpers.size())))];
    std::string arguments;
    for (std::size_t k = 0; k < helper.parameters.size(); k += 2) {
      const auto element = helper.parameters[k] == 'f' ? ElementType::f32 : ElementType::i64;
      const auto rank = static_cast<std::size_t>(helper.parameters[k + 1] - '0');
      const auto found =
          locals_where([&](const Local& local) { return local.type.element == element && local.type.rank() == rank; });
      std::string argument;
      if (element == ElementType::i64 && rank == 0)
        argument = scalar_integer(2);
      else if (!found.empty() && !one_in(5))
        argument = any_of(found).name;
      else if (element == ElementType::i64)
        argument = indices_for(name());
      else if (rank == 0)
        argument = "cast(" + scalar_integer(1) + ", f32)";
      else
        argument = rank == 1 ? "full([" + extent() + "], 0.5)" : "full([" + extent() + ", " + extent() + "], 0.5)";
      arguments += (k == 0 ? "" : ", ") + argument;
    }
    helper_ = helper.text;
    std::string sizes;
    if (helper.name == "divided" || helper.name == "split")
      sizes = any_of<std::string>({"[B=" + name() + "]", "[B=2]", "[A=" + name() + ", B=" + name() + "]"});
    helper_results_ = helper.name == "stepped" || helper.name == "written" || helper.name == "summed" ? 2 : 1;
    return helper.name + sizes + "(" + arguments + ")";
  }

  std::string helper_;
  int helper_results_ = 1;
};

}  // namespace kina::testing
