/// \file
/// What a random function has computed so far, and choices among it.
#pragma once

#include "spec/render.hpp"
#include "spec/type.hpp"
#include "tests/random/signature_writer.hpp"

#include <functional>

namespace kina::testing {

/// A tensor with a name, or an expression that stands for one.
struct Local {
  std::string name;
  Type type;
};

class ScopeWriter : protected SignatureWriter {
protected:
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

  std::vector<Local> locals_;
};

}  // namespace kina::testing
