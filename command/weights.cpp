#include "command/weights.hpp"

#include "command/command.hpp"
#include "impl/npy.hpp"
#include "spec/lang/roles.hpp"

#include <cmath>
#include <filesystem>
#include <fmt/format.h>
#include <limits>
#include <optional>

namespace kina {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view option = "--weights";

/// What stands before the `=` of `NAME=FILE`: a name, or the beginning of a path with such a sign in it.
bool is_name(const std::string& text) { return !text.empty() && text.find_first_of("/.") == std::string::npos; }

std::optional<std::size_t> first_non_finite(const Tensor& tensor) {
  return std::visit(
      [](const auto& elements) -> std::optional<std::size_t> {
        for (std::size_t flat = 0; flat < elements.size(); ++flat)
          if (!std::isfinite(static_cast<double>(elements[flat]))) return flat;
        return std::nullopt;
      },
      tensor.elements);
}

/// `[1, 2]` for a flat index in row-major order.
std::string index_text(const Tensor& tensor, std::size_t flat) {
  std::string text;
  auto rest = static_cast<std::int64_t>(flat);
  for (std::size_t axis = tensor.rank(); axis-- > 0;) {
    text = fmt::format("{}{}{}", rest % tensor.shape[axis], text.empty() ? "" : ", ", text);
    rest /= tensor.shape[axis];
  }
  return "[" + text + "]";
}

}  // namespace

WeightArguments::WeightArguments(const std::vector<std::string>& texts) : patterned_(texts.empty()) {
  for (const std::string& text : texts) {
    const std::size_t equals = text.find('=');
    std::error_code error;
    if (text == "pattern") {
      patterned_ = true;
    } else if (equals != std::string::npos && is_name(text.substr(0, equals))) {
      add_file(text.substr(0, equals), text.substr(equals + 1));
    } else if (fs::is_directory(text, error)) {
      folders_.push_back(text);
    } else if (fs::path(text).extension() == ".npy") {
      add_file(fs::path(text).stem().string(), text);
    } else if (fs::exists(text, error)) {
      throw UsageError(fmt::format("{} {}: neither a folder nor an .npy file", option, text));
    } else {
      throw UsageError(fmt::format("{} {}: no such file", option, text));
    }
  }
}

void WeightArguments::add_file(const std::string& name, const std::string& path) {
  const auto [found, inserted] = files_.emplace(name, path);
  if (!inserted)
    throw UsageError(
        fmt::format("{}: the weight {} is given twice, by {} and by {}", option, name, found->second, path));
}

std::map<std::string, TensorPointer> WeightArguments::read(const std::set<std::string>& names) const {
  std::map<std::string, std::string> paths = files_;
  for (const std::string& folder : folders_) {
    for (const std::string& name : names) {
      const std::string path = (fs::path(folder) / (name + ".npy")).string();
      std::error_code error;
      if (!fs::exists(path, error)) continue;
      const auto [found, inserted] = paths.emplace(name, path);
      if (!inserted)
        throw UsageError(
            fmt::format("{}: the weight {} is given twice, by {} and by {}", option, name, found->second, path));
    }
  }
  std::map<std::string, TensorPointer> weights;
  for (const auto& [name, path] : paths) {
    auto tensor = read_npy(path);
    if (!tensor) throw UsageError(tensor.error());
    weights.emplace(name, std::make_shared<const Tensor>(std::move(*tensor)));
  }
  return weights;
}

std::set<std::string> weight_names(const Program& program) {
  std::set<std::string> names;
  const auto add = [&](std::size_t item, const std::vector<std::size_t>& positions) {
    for (const std::size_t position : positions)
      names.insert(program.items[item].parameters[position].name);
  };
  const HostLoop loop = bind_roles(program);
  for (const TokenFunction& step : loop.steps)
    add(step.item, step.weights);
  for (const auto& function : {loop.first_step, loop.prefill})
    if (function) add(function->item, function->weights);
  if (loop.picker) add(loop.picker->item, loop.picker->weights);
  return names;
}

std::vector<Diagnostic> non_finite(const std::map<std::string, TensorPointer>& weights) {
  std::vector<Diagnostic> diagnostics;
  for (const auto& [name, tensor] : weights) {
    const auto flat = first_non_finite(*tensor);
    if (!flat) continue;
    const double value =
        std::visit([&](const auto& elements) { return static_cast<double>(elements[*flat]); }, tensor->elements);
    Diagnostic diagnostic;
    diagnostic.code = "weight/finite";
    diagnostic.place.file = std::numeric_limits<std::uint32_t>::max();
    diagnostic.message = fmt::format("the weight '{}' is not finite at {}", name, index_text(*tensor, *flat));
    diagnostic.notes.push_back(fmt::format("the element is {}", value));
    diagnostics.push_back(std::move(diagnostic));
  }
  return diagnostics;
}

}  // namespace kina
