/// \file
/// Random expressions that lay elements out anew, and folds along an axis.
#pragma once

#include "tests/random/elementwise_writer.hpp"

namespace kina::testing {

class LayoutWriter : protected ElementwiseWriter {
protected:
  std::string gathered(const Local& table) const {
    const int axis = any_axis(table);
    const std::string whole = text_of(table.type.extents[static_cast<std::size_t>(axis)]);
    return "gather(" + table.name + ", " + indices_for(whole) + on_axis(axis);
  }

  std::string broadcast_of(const Local& x) const {
    std::vector<std::string> extents = extents_of(x);
    for (std::string& part : extents)
      if (part == "1") part = name();
    extents.insert(extents.begin(), extent());
    return "broadcast(" + x.name + ", " + shape_text(extents) + ")";
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
};

}  // namespace kina::testing
