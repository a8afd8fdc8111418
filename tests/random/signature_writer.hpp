/// \file
/// The sizes, parameters and facts of a random function.
#pragma once

#include "tests/random/draws.hpp"

#include <string>
#include <utility>
#include <vector>

namespace kina::testing {

class SignatureWriter {
protected:
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

  std::vector<std::string> names_;
  std::vector<std::string> facts_;
  std::vector<std::string> parameters_;
  std::vector<std::string> used_extents_;
};

}  // namespace kina::testing
