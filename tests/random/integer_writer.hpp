/// \file
/// Random integer and boolean expressions: positions, indices, divisors, conditions.
#pragma once

#include "tests/random/scope_writer.hpp"

namespace kina::testing {

class IntegerWriter : protected ScopeWriter {
protected:
  /// An i64 scalar.
  std::string scalar_integer(int depth) const {
    if (depth <= 0) return any_of<std::string>({literal(0, 3), size_term_in_parentheses(), size_term_in_parentheses()});
    const auto scalars = locals_where(
        [](const Local& local) { return local.type.element == ElementType::i64 && local.type.rank() == 0; });
    switch (below(8)) {
    case 0: return size_term_in_parentheses();
    case 1: {
      const Local tensor = any_integer(1);
      std::string text = tensor.name + "[";
      for (int axis = 0; axis < rank_of(tensor); ++axis)
        text += (axis == 0 ? "" : ", ") + any_of<std::string>({"0", "0", name() + " - 1", scalar_integer(depth - 1)});
      return text + "]";
    }
    case 2: return "(" + scalar_integer(depth - 1) + " % " + divisor() + ")";
    case 3: return "(" + scalar_integer(depth - 1) + any_of<std::string>({" + ", " - "}) + scalar_integer(0) + ")";
    case 4:
      return any_of<std::string>({"minimum(", "maximum("}) + scalar_integer(depth - 1) + ", " + scalar_integer(0) + ")";
    case 5: {
      const std::string tested = scalar_integer(depth - 1);
      const std::string limit = size_term_in_parentheses();
      return "select(" + tested + any_of<std::string>({" < ", " <= ", " >= ", " == "}) + limit + ", " + tested + ", " +
             scalar_integer(depth - 2) + ")";
    }
    default: return scalars.empty() ? size_term_in_parentheses() : any_of(scalars).name;
    }
  }

  std::string size_term_in_parentheses() const { return "(" + size_term() + ")"; }
  std::string divisor() const {
    return any_of<std::string>({name(), name(), "(" + extent() + ")", "2", "3", "(" + name() + " + 1)", "n"});
  }

  /// An i64 tensor of the same shape as one that there is, wrapped towards the range of an axis of this extent.
  std::string indices_for(const std::string& axis_extent) const {
    const Local indices = any_integer(any_of<int>({0, 1, 1}));
    const std::string limit = "(" + any_of<std::string>({axis_extent, axis_extent, axis_extent, size_term()}) + ")";
    const std::string& t = indices.name;
    switch (below(14)) {
    case 0: return t + " % " + limit;
    case 1: return "maximum(minimum(" + t + ", " + limit + " - 1), 0)";
    case 2: return "select(" + t + " < " + limit + ", abs(" + t + "), 0)";
    case 3: return "select(" + t + " >= 0 and " + t + " < " + limit + ", " + t + ", " + literal(0, 2) + ")";
    case 4: return limit + " - 1 - " + t;
    case 5: return t + " / " + divisor();
    case 6: return "iota([" + axis_extent + "], axis=0)";
    case 7: return "argmax(" + any_local(1).name + on_axis(0);
    case 8: return "cast(" + bool_tensor() + ", i64)";
    case 9: return "cast(sigmoid(" + any_float().name + ") * cast(" + limit + " - 1, f32), i64)";
    case 10: return "cast(cast(" + t + ", " + any_of<std::string>({"f32", "f64", "i32", "bool"}) + "), i64)";
    case 11: return "abs(" + t + ") % " + limit;
    case 12: return limit + " - 1 - abs(" + t + " % " + limit + ")";
    default: return t;
    }
  }

  std::string bool_tensor() const {
    const auto found = locals_where([](const Local& local) { return local.type.element == ElementType::boolean; });
    if (!found.empty() && one_in(3)) return any_of(found).name;
    const Local left = any_local();
    const std::string comparison = any_of<std::string>({" < ", " <= ", " == ", " != ", " > ", " >= "});
    if (left.type.element == ElementType::boolean) return "not " + left.name;
    if (is_floating(left.type.element))
      return left.name + comparison + any_of<std::string>({"0.0", "0.5", partner(left)});
    return left.name + comparison + any_of<std::string>({"1", size_term_in_parentheses(), partner(left)});
  }

  /// Another operand for an elementwise operation.
  std::string partner(const Local& local) const {
    const auto alike = locals_where([&](const Local& other) { return other.type == local.type; });
    const auto same_rank = locals_where([&](const Local& other) {
      return other.type.element == local.type.element && other.type.rank() == local.type.rank();
    });
    const auto lower = locals_where([&](const Local& other) {
      return other.type.element == local.type.element && other.type.rank() <= local.type.rank();
    });
    const int choice = below(10);
    if (choice < 6 && !alike.empty()) return any_of(alike).name;
    if (choice == 6 && !same_rank.empty()) return any_of(same_rank).name;
    if (choice <= 8 && !lower.empty()) return "broadcast(" + any_of(lower).name + ")";
    return is_floating(local.type.element) ? "2.0" : "2";
  }
};

}  // namespace kina::testing
