#include "spec/usage.hpp"

#include <fmt/format.h>

namespace kina {
namespace {

/// `x, ..., axis=, keepdims=false`.
std::string arguments(const Operation& operation) {
  std::string text;
  for (const Parameter& parameter : operation.parameters) {
    if (!text.empty()) text += ", ";
    text += parameter.name;
    if (parameter.kind == ParameterKind::tensors) text += ", ...";
    if (parameter.by_name || !parameter.default_text.empty()) text += "=" + parameter.default_text;
  }
  return text;
}

}  // namespace

std::string usage(const Operation& operation) {
  const auto name_of_parameter = [&](std::size_t position) { return operation.parameters.at(position).name; };
  switch (operation.notation) {
  case Notation::call: return fmt::format("{}({})", operation.name, arguments(operation));
  case Notation::prefix:
    return operation.spelling + (operation.spelling == operation.name ? " " : "") + name_of_parameter(0);
  case Notation::infix: return fmt::format("{} {} {}", name_of_parameter(0), operation.spelling, name_of_parameter(1));
  case Notation::subscript: return fmt::format("{}[{}]", name_of_parameter(0), name_of_parameter(1));
  }
  return {};
}

}  // namespace kina
