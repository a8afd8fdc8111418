/// \file
/// Random program texts: plausible functions over every operation of the language, some of them subtly wrong.
///
/// A program grows statement by statement. Each is checked as it is added; one that has a diagnostic (as opposed to an
/// obligation that fails) is dropped, and the types that the checker infers steer what comes next.
#pragma once

#include "spec/lang/checker.hpp"
#include "spec/render.hpp"

#include <rapidcheck.h>

#include <cstddef>
#include <functional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace kina::testing {

/// A text whose item named `f` is to be run. Its results named `divisor...` are the divisors of its quotients.
/// `accept`, where there is one, takes the results that `f` states facts about, in their order, and states the same
/// facts.
struct RandomProgram {
  std::string text;
  std::vector<std::string> stated_results;
};

class ProgramWriter {
public:
  RandomProgram write() {
    write_sizes();
    write_parameters();
    const int wanted = below(6) + 1;
    for (int tries = 0; tries < 4 * wanted && static_cast<int>(body_.size()) < wanted; ++tries)
      add_statement();
    return finished();
  }

private:
  struct Local {
    std::string name;
    Type type;
  };

  // ---- draws ----

  static int below(int bound) { return *rc::gen::inRange(0, bound); }
  static bool one_in(int count) { return below(count) == count - 1; }
  template <typename Element> static Element any_of(const std::vector<Element>& elements) {
    return elements[static_cast<std::size_t>(below(static_cast<int>(elements.size())))];
  }
  static std::string literal(int low, int high) { return std::to_string(low + below(high - low)); }

  // ---- signature ----

  void write_sizes() {
    switch (below(12)) {
    case 0: set_sizes({"N"}, {}); break;
    case 1: set_sizes({"N", "M"}, {}); break;
    case 2: set_sizes({"N", "M"}, {"N >= 0"}); break;
    case 3: set_sizes({"D", "H", "K"}, {"D == H * K"}); break;
    case 4: set_sizes({"S", "T"}, {"S <= T"}); break;
    case 5: set_sizes({"S", "T"}, {"S >= 0", "S < T"}); break;
    case 6: set_sizes({"H", "G"}, {"H % G == 0"}); break;
    case 7: set_sizes({"N", "M", "K"}, {"K >= 0", "K <= min(N, M)"}); break;
    case 8: set_sizes({"N", "M"}, {"M == N + 1", "N >= 0"}); break;
    case 9: set_sizes({"N"}, {"N % 2 == 0"}); break;
    case 10: set_sizes({"H", "G", "N"}, {"H % G == 0", "N >= 0"}); break;
    default: set_sizes({"N", "M", "K"}, {"N + K <= M", "N >= 0"}); break;
    }
    if (one_in(12)) facts_.push_back(any_of(names_) + " * 2 <= " + any_of(names_) + " + 2");
    if (one_in(12)) facts_.push_back(any_of(names_) + " >= 2");
  }

  void set_sizes(std::vector<std::string> names, std::vector<std::string> facts) {
    names_ = std::move(names);
    facts_ = std::move(facts);
  }

  std::string name() const { return any_of(names_); }

  /// A term that is not negative at any sizes.
  std::string extent() const {
    switch (below(14)) {
    case 0: return literal(1, 4);
    case 1: return name() + " + 1";
    case 2: return name() + " * " + name();
    case 3: return "2 * " + name();
    case 4: return name() + " + " + name();
    case 5: return "min(" + name() + ", " + name() + ")";
    case 6: return "max(" + name() + ", " + any_of<std::string>({name(), "2"}) + ")";
    case 7: return name() + " / 2";
    case 8: return "(" + name() + " + 1) / 2";
    case 9: return name() + " % 2";
    default: return name();
    }
  }

  /// A term that may be negative.
  std::string size_term() const {
    switch (below(10)) {
    case 0: return name() + " - 1";
    case 1: return name() + " - " + name();
    case 2: return literal(-1, 4);
    case 3: return name() + " / " + name();
    case 4: return name() + " % " + name();
    default: return extent();
    }
  }

  void write_parameters() {
    const int count = below(4) + 2;
    for (int k = 0; k < count; ++k) {
      static const std::vector<std::string> elements{"f32", "f32", "f32", "i64", "i64", "i64", "bool", "f64", "i32"};
      add_parameter("p" + std::to_string(k), any_of(elements), any_of<int>({0, 1, 1, 1, 2, 2, 2, 3, 3, 4}));
    }
    if (one_in(2)) add_parameter("n", "i64", 0);
    if (one_in(4)) {
      add_parameter("u", "f32", below(2));
      facts_.push_back(any_of<std::string>(
          {"0 < u < 1", "u > 0.0", "u >= 1.0", "u < 0.0", "u >= 0.0", "u <= 4.5", "-2.5 <= u <= 2.5", "u != 0.0"}));
    }
    refresh();
  }

  void add_parameter(const std::string& parameter, const std::string& element, int rank) {
    std::string shape;
    for (int axis = 0; axis < rank; ++axis) {
      // Extents are shared, so that shapes agree more often.
      if (used_extents_.empty() || one_in(2)) used_extents_.push_back(extent());
      shape += (axis == 0 ? "" : ", ") + any_of(used_extents_);
    }
    parameters_.push_back(parameter + ": " + element + "[" + shape + "]");
    if ((element != "i64" && element != "i32") || one_in(4)) return;
    const std::string limit = any_of<std::string>({name(), name(), extent(), size_term(), "4"});
    switch (below(6)) {
    case 0: facts_.push_back("0 <= " + parameter); break;
    case 1: facts_.push_back("1 <= " + parameter + " <= " + limit); break;
    case 2: facts_.push_back("-" + literal(1, 3) + " <= " + parameter + " < " + limit); break;
    default: facts_.push_back("0 <= " + parameter + " < " + limit);
    }
  }

  // ---- what there is ----

  std::vector<Local> locals_where(const std::function<bool(const Local&)>& wanted) const {
    std::vector<Local> found;
    for (std::size_t k = 0; k < locals_.size(); ++k) {
      if (!wanted(locals_[k])) continue;
      found.push_back(locals_[k]);
      // What came last is the likelier.
      if (k + 2 >= locals_.size()) found.push_back(locals_[k]);
    }
    return found;
  }

  static std::string text_of(const Dim& dim) { return to_text(dim); }
  static std::string bracketed(const Dim& dim) { return "(" + to_text(dim) + ")"; }
  static int rank_of(const Local& local) { return static_cast<int>(local.type.rank()); }
  static int any_axis(const Local& local) { return below(rank_of(local)); }
  static std::string shape_text(const std::vector<std::string>& extents) {
    std::string text = "[";
    for (const std::string& part : extents)
      text += (text.size() == 1 ? "" : ", ") + part;
    return text + "]";
  }
  static std::vector<std::string> extents_of(const Local& local) {
    std::vector<std::string> extents;
    for (const Dim& dim : local.type.extents)
      extents.push_back(text_of(dim));
    return extents;
  }
  static std::string on_axis(int axis) { return ", axis=" + std::to_string(axis) + ")"; }

  Local any_local(int least_rank = 0) const {
    const auto found = locals_where([&](const Local& local) { return rank_of(local) >= least_rank; });
    if (found.empty()) return {"full([" + name() + ", 2], 0.5)", Type{ElementType::f32, {integer(1), integer(2)}}};
    return any_of(found);
  }
  Local any_float(int least_rank = 0) const {
    const auto found = locals_where(
        [&](const Local& local) { return is_floating(local.type.element) && rank_of(local) >= least_rank; });
    if (found.empty()) return {"full([2, 2], 0.5)", Type{ElementType::f32, {integer(2), integer(2)}}};
    return any_of(found);
  }
  Local any_integer(int least_rank = 0) const {
    const auto found = locals_where(
        [&](const Local& local) { return local.type.element == ElementType::i64 && rank_of(local) >= least_rank; });
    if (found.empty() || one_in(6)) {
      const std::string first = extent();
      const std::string second = extent();
      // The extents stand for themselves only in a text; a shape that is used is asked of the checker.
      return {"iota([" + first + ", " + second + "], axis=" + literal(0, 2) + ")",
              Type{ElementType::i64, {variable(first), variable(second)}}};
    }
    return any_of(found);
  }

  // ---- expressions ----

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

  std::string reshaped(const Local& x) const {
    std::vector<std::string> extents = extents_of(x);
    const auto in_parentheses = [&](std::size_t k) { return "(" + extents[k] + ")"; };
    const std::size_t axis = extents.empty() ? 0 : static_cast<std::size_t>(any_axis(x));
    switch (extents.empty() ? 3 : below(8)) {
    case 0:
    case 1:
      if (axis + 1 < extents.size()) {
        extents[axis] = in_parentheses(axis) + " * " + in_parentheses(axis + 1);
        extents.erase(extents.begin() + static_cast<std::ptrdiff_t>(axis) + 1);
      }
      break;
    case 2: {
      std::string all = "1";
      for (std::size_t k = 0; k < extents.size(); ++k)
        all += " * " + in_parentheses(k);
      extents = {all};
      break;
    }
    case 3: extents.insert(extents.begin() + below(static_cast<int>(extents.size()) + 1), "1"); break;
    case 4:
    case 5: {
      const std::string part = any_of<std::string>({name(), name(), "2"});
      const std::string rest = any_of<std::string>({name(), in_parentheses(axis) + " / " + part});
      extents[axis] = part;
      extents.insert(extents.begin() + static_cast<std::ptrdiff_t>(axis) + below(2), rest);
      break;
    }
    case 6: std::swap(extents.front(), extents.back()); break;
    default: extents[axis] = size_term(); break;
    }
    return "reshape(" + x.name + ", " + shape_text(extents) + ")";
  }

  std::string transposed(const Local& x) const {
    std::vector<std::string> order;
    for (int axis = 0; axis < rank_of(x); ++axis)
      order.insert(order.begin() + below(axis + 1), std::to_string(axis));
    return "transpose(" + x.name + ", " + shape_text(order) + ")";
  }

  std::string sliced(const Local& x, const std::string& loop_variable) const {
    std::string text = x.name + "[";
    for (int axis = 0; axis < rank_of(x); ++axis) {
      const std::string whole = text_of(x.type.extents[static_cast<std::size_t>(axis)]);
      text += axis == 0 ? "" : ", ";
      if (axis == 0 && !loop_variable.empty() && !one_in(6)) {
        text += any_of<std::string>(
            {loop_variable, loop_variable, loop_variable, whole + " - 1 - " + loop_variable, loop_variable + " + 1"});
        continue;
      }
      switch (below(12)) {
      case 0: text += "1:"; break;
      case 1: text += ":" + size_term(); break;
      case 2: text += name() + ":"; break;
      case 3: text += size_term() + ":" + size_term(); break;
      case 4: text += any_of<std::string>({"0", whole + " - 1", "(" + whole + ") / 2"}); break;
      case 5: text += scalar_integer(2); break;
      case 6: text += whole + " - 1:"; break;
      case 7: text += ":" + whole + " / 2"; break;
      default: text += ":"; break;
      }
    }
    return text + "]";
  }

  std::string concatenated(const Local& x) const {
    const int axis = any_axis(x);
    const auto others = locals_where([&](const Local& other) {
      if (other.type.element != x.type.element || other.type.rank() != x.type.rank()) return false;
      for (int k = 0; k < rank_of(x); ++k) {
        const auto at = static_cast<std::size_t>(k);
        if (k != axis && !(other.type.extents[at] == x.type.extents[at])) return false;
      }
      return true;
    });
    std::vector<std::string> extents = extents_of(x);
    extents[static_cast<std::size_t>(axis)] = any_of<std::string>({"1", name()});
    std::string other = any_of(others).name;
    if (one_in(3) && x.type.element != ElementType::boolean)
      other = "full(" + shape_text(extents) + ", " + (is_floating(x.type.element) ? "0.5" : literal(-1, 4)) +
              ", dtype=" + std::string(name_of(x.type.element)) + ")";
    if (one_in(10)) other = partner(x);
    return "concat(" + x.name + ", " + other + on_axis(one_in(12) ? any_axis(x) : axis);
  }

  std::string laid_out(const Local& x) const {
    const int axis = any_axis(x);
    const std::string padding = x.type.element == ElementType::boolean ? "true"
                                : is_floating(x.type.element)          ? "0.0"
                                                                       : literal(-1, 4);
    switch (below(3)) {
    case 0:
      return "pad(" + x.name + ", axis=" + std::to_string(axis) +
             ", low=" + any_of<std::string>({"0", "1", size_term()}) +
             ", high=" + any_of<std::string>({"0", "1", size_term()}) + ", value=" + padding + ")";
    case 1: return "repeat(" + x.name + ", " + any_of<std::string>({"2", size_term()}) + on_axis(axis);
    default: return "tile(" + x.name + ", " + any_of<std::string>({"2", size_term()}) + on_axis(axis);
    }
  }

  std::string dynamic(const Local& x) const {
    const int axis = any_axis(x);
    std::vector<std::string> extents = extents_of(x);
    const std::string whole = "(" + extents[static_cast<std::size_t>(axis)] + ")";
    const std::string size = any_of<std::string>({"1", name(), size_term(), whole + " - 1"});
    const std::string at =
        any_of<std::string>({scalar_integer(2), "n", "0", "(" + whole + " - " + size + ")",
                             "maximum(minimum(" + scalar_integer(1) + ", " + whole + " - (" + size + ")), 0)"});
    if (one_in(2)) return "dynamic_slice(" + x.name + ", " + at + ", size=" + size + on_axis(axis);
    extents[static_cast<std::size_t>(axis)] = size;
    std::string update = "cast(full(" + shape_text(extents) + ", " + literal(-1, 4) + ", dtype=i64), " +
                         std::string(name_of(x.type.element)) + ")";
    if (x.type.element == ElementType::boolean) update = "full(" + shape_text(extents) + ", 1, dtype=i64) == 1";
    if (one_in(3)) update = any_local().name;
    return "dynamic_update_slice(" + x.name + ", " + update + ", " + at + on_axis(axis);
  }

  std::string reduced(const Local& x) const {
    const int axis = any_axis(x);
    if (x.type.element == ElementType::boolean) return "sum(cast(" + x.name + ", i64)" + on_axis(axis);
    switch (below(6)) {
    case 0: return "softmax(" + x.name + on_axis(axis);
    case 1: return "argmax(" + x.name + on_axis(axis);
    case 2: return "cumsum(" + x.name + on_axis(axis);
    default:
      return any_of<std::string>({"sum(", "max(", "min("}) + x.name + ", axis=" + std::to_string(axis) +
             any_of<std::string>({"", "", ", keepdims=true"}) + ")";
    }
  }

  std::string multiplied() const {
    const Local x = any_float(2);
    const Local y = any_float(2);
    switch (below(4)) {
    case 0: return x.name + " @ broadcast(" + y.name + ")";
    case 1: {
      std::vector<std::string> order;
      for (int axis = 0; axis < rank_of(x); ++axis)
        order.push_back(std::to_string(axis));
      std::swap(order[order.size() - 1], order[order.size() - 2]);
      return x.name + " @ transpose(" + x.name + ", " + shape_text(order) + ")";
    }
    case 2: return "broadcast(" + y.name + ") @ " + x.name;
    default: return x.name + " @ " + y.name;
    }
  }

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

  /// The right side of a statement.
  std::string expression(const std::string& loop_variable) {
    switch (below(22)) {
    case 0:
    case 1: return elementwise();
    case 2:
    case 3: return reshaped(any_local());
    case 4: return transposed(any_local(2));
    case 5:
    case 6:
    case 7: return sliced(any_local(1), loop_variable);
    case 8:
    case 9: return concatenated(any_local(1));
    case 10: return laid_out(any_local(1));
    case 11: return dynamic(any_local(1));
    case 12:
    case 13: return reduced(any_local(1));
    case 14: return multiplied();
    case 15:
    case 16: {
      const Local table = any_local(1);
      const int axis = any_axis(table);
      const std::string whole = text_of(table.type.extents[static_cast<std::size_t>(axis)]);
      return "gather(" + table.name + ", " + indices_for(whole) + on_axis(axis);
    }
    case 17: return indices_for(extent());
    case 18: {
      const Local x = any_local();
      return "select(" + bool_tensor() + ", " + x.name + ", " + partner(x) + ")";
    }
    case 19: return "iota([" + size_term() + any_of<std::string>({"", ", " + extent()}) + "], axis=0)";
    case 20: {
      const Local x = any_local();
      std::vector<std::string> extents = extents_of(x);
      for (std::string& part : extents)
        if (part == "1") part = name();
      extents.insert(extents.begin(), extent());
      return "broadcast(" + x.name + ", " + shape_text(extents) + ")";
    }
    default: return scalar_integer(3);
    }
  }

  // ---- statements ----

  void add_statement() {
    lines_before_.clear();
    helper_.clear();
    const int kind = below(12);
    if (kind == 0) return add_loop();
    const std::string local = "v" + std::to_string(++counter_);
    std::string statement;
    if (kind <= 2) {
      helper_results_ = 1;
      const std::string call = called();
      statement = helper_results_ == 2 ? "(" + local + ", " + local + "b) = " + call : local + " = " + call;
    } else {
      statement = local + " = " + expression("");
    }
    std::string text;
    for (const std::string& line : lines_before_)
      text += "  " + line + "\n";
    accept(text + "  " + statement + "\n");
  }

  void add_loop() {
    const std::string number = std::to_string(++counter_);
    const Local stacked = any_local(1);
    const std::string bound = any_of<std::string>({text_of(stacked.type.extents[0]), extent(), extent()});
    const std::vector<Local> outer = locals_;
    const std::string carry = "c" + number;
    const Local initial = one_in(2) ? any_integer() : any_local();
    const std::string variable_name = "l" + number;
    std::string text = "  for " + variable_name + " in 0.." + bound + " carry " + carry + " = " + initial.name + " {\n";
    locals_.push_back({carry, initial.type});
    locals_.push_back({variable_name, Type{ElementType::i64, {}}});
    const std::string inner = "w" + number;
    text += "    " + inner + " = " + expression(variable_name) + "\n";
    for (const std::string& line : lines_before_)
      text = text.substr(0, text.find("{\n") + 2) + "    " + line + "\n" + text.substr(text.find("{\n") + 2);
    const bool counts = initial.type.element == ElementType::i64;
    const std::string next = counts
                                 ? any_of<std::string>({carry + " + 1", carry + " - 1", carry + " + " + variable_name,
                                                        "(" + carry + " + 1) % " + divisor(), carry, inner,
                                                        "minimum(" + carry + " + 1, " + size_term() + ")"})
                                 : any_of<std::string>({carry, carry, inner, initial.name});
    text += "    next " + carry + " = " + next + "\n";
    text += "    stack s" + number + " = " +
            any_of<std::string>({inner, inner, carry, variable_name, scalar_integer(2)}) + "\n  }\n";
    locals_ = outer;
    accept(text);
  }

  /// Keeps the statement if the checker has nothing against it.
  void accept(const std::string& statement) {
    body_.push_back(statement);
    const bool is_new_helper = !helper_.empty() && helpers_.insert(helper_).second;
    if (refresh()) return;
    body_.pop_back();
    if (is_new_helper) helpers_.erase(helper_);
    refresh();
  }

  std::string joined_text(const std::vector<std::string>& parts, const std::string& separator) const {
    std::string text;
    for (const std::string& part : parts)
      text += (text.empty() ? "" : separator) + part;
    return text;
  }

  std::string signature(const std::string& function, const std::vector<std::string>& parameters) const {
    return "fn " + function + "[" + joined_text(names_, ", ") + "](" + joined_text(parameters, ", ") + ")";
  }

  std::string text_with(const std::string& results, const std::vector<std::string>& facts,
                        const std::string& returned) const {
    std::string text;
    for (const std::string& helper : helpers_)
      text += helper + "\n";
    text += signature("f", parameters_) + "\n    -> (" + results + ")";
    if (!facts.empty()) text += "\n    where " + joined_text(facts, ", ");
    return text + " {\n" + joined_text(body_, "") + "  return " + returned + "\n}\n";
  }

  /// The locals and their types, from the checker; false if it has diagnostics.
  bool refresh() {
    const Program program = check_text("random.kina", text_with("r: f32[]", facts_, "0.0"));
    if (!program.diagnostics.empty()) return false;
    const ProgramItem* item = find_item(program, "f");
    locals_.clear();
    for (const ItemParameter& parameter : item->parameters)
      locals_.push_back({parameter.name, item->values[parameter.value].type});
    for (const Value& value : item->values) {
      if (value.name.empty() || value.name[0] == 'l' || value.name[0] == 'w') continue;
      bool is_new = true;
      for (Local& local : locals_) {
        if (local.name != value.name) continue;
        // A carry stands for its value after the loop, which comes last.
        local.type = value.type;
        is_new = false;
      }
      if (is_new) locals_.push_back({value.name, value.type});
    }
    return true;
  }

  /// The program with the locals as results, with facts about the integers among them.
  RandomProgram finished() const {
    RandomProgram program;
    std::vector<std::string> results;
    std::vector<std::string> returned;
    std::vector<std::string> facts = facts_;
    std::vector<std::string> about_results;
    std::vector<std::string> stated_parameters;
    for (std::size_t k = parameters_.size(); k < locals_.size(); ++k) {
      const Local& local = locals_[k];
      const bool is_divisor = local.name.starts_with("divisor");
      const std::string result = is_divisor ? local.name : "result_" + local.name;
      results.push_back(result + ": " + to_text(local.type));
      returned.push_back(local.name);
      if (local.type.element != ElementType::i64 || one_in(3)) continue;
      const std::string limit = any_of<std::string>({name(), extent(), size_term(), "2"});
      about_results.push_back(
          any_of<std::string>({"0 <= " + result + " < " + limit, "0 <= " + result, result + " < " + limit,
                               result + " <= " + limit, "-1 <= " + result}));
      program.stated_results.push_back(result);
      stated_parameters.push_back(result + ": " + to_text(local.type));
    }
    if (returned.empty()) {
      results.emplace_back("result: f32[]");
      returned.emplace_back("0.0");
    }
    facts.insert(facts.end(), about_results.begin(), about_results.end());
    program.text = text_with(joined_text(results, ", "), facts, joined_text(returned, ", "));
    if (!about_results.empty()) {
      // Facts about sizes alone are those of `f`; facts about its parameters can't be stated here.
      program.text += "\n" + signature("accept", stated_parameters) + "\n    -> (r: f32[])\n    where ";
      std::vector<std::string> stated = about_results;
      for (const std::string& each : names_)
        stated.push_back(each + " >= 0");
      program.text += joined_text(stated, ", ") + " {\n  return 0.0\n}\n";
    }
    return program;
  }

  std::vector<std::string> names_;
  std::vector<std::string> facts_;
  std::vector<std::string> parameters_;
  std::vector<std::string> used_extents_;
  std::vector<Local> locals_;
  std::vector<std::string> body_;
  std::set<std::string> helpers_;
  std::vector<std::string> lines_before_;
  std::string helper_;
  int helper_results_ = 1;
  int counter_ = 0;
};

}  // namespace kina::testing
