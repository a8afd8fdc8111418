/// \file
/// The weights that `--weights` names, read from files.
#pragma once

#include "impl/host_loop.hpp"
#include "spec/lang/program.hpp"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace kina {

/// What `--weights` says, before any file is read: `pattern`, `NAME=FILE.npy`, `FILE.npy`, or a folder of `NAME.npy`.
class WeightArguments {
public:
  /// Nothing given is `pattern`. A path that does not exist and a name given twice are a `UsageError`.
  explicit WeightArguments(const std::vector<std::string>& texts);

  /// Whether a weight that is not given is patterned.
  [[nodiscard]] bool patterned() const { return patterned_; }

  /// The weights that are files, and of each folder those of these names. A file that can't be read is a `UsageError`.
  [[nodiscard]] std::map<std::string, TensorPointer> read(const std::set<std::string>& names) const;

private:
  void add_file(const std::string& name, const std::string& path);

  bool patterned_ = false;
  std::map<std::string, std::string> files_;
  std::vector<std::string> folders_;
};

/// The names of the weights of the functions that a program's host loop is made of.
[[nodiscard]] std::set<std::string> weight_names(const Program& program);

/// An error for each weight with an element that is infinite or NaN; it names the first one's index.
[[nodiscard]] std::vector<Diagnostic> non_finite(const std::map<std::string, TensorPointer>& weights);

}  // namespace kina
