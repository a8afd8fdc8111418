/// \file
/// The engines under test, and functions called in them by name.
#pragma once

#include "impl/engine.hpp"
#include "spec/lang/checker.hpp"
#include "tests/python.hpp"

#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace kina::tests {

/// The engine that the properties are about. Any other takes its place here.
inline std::unique_ptr<Engine> tested_engine(const Program& program) { return make_eigen_engine(program); }

/// A correct program of this text.
inline Program program_of(const std::string& text) {
  Program program = check_text("test.kina", text);
  for (const Diagnostic& diagnostic : program.diagnostics)
    throw std::runtime_error(diagnostic.code + ": " + diagnostic.message + "\n" + text);
  return program;
}

inline std::size_t index_of_item(const Program& program, const std::string& name) {
  const ProgramItem* item = find_item(program, name);
  if (item == nullptr) throw std::runtime_error("there is no function " + name);
  return static_cast<std::size_t>(item - program.items.data());
}

inline TensorPointer pointer_to(Tensor tensor) { return std::make_shared<const Tensor>(std::move(tensor)); }

using Arguments = std::map<std::string, TensorPointer>;
using EngineArguments = std::map<std::string, EngineTensorPointer>;
using EngineResults = std::map<std::string, EngineTensorPointer>;

inline EngineArguments kept(Engine& engine, const Arguments& arguments) {
  EngineArguments result;
  for (const auto& [name, tensor] : arguments)
    result[name] = engine.keep(tensor);
  return result;
}

/// A call with arguments by name. Those in `given` are given away to the engine; `kept` ones stay the caller's.
inline tl::expected<EngineResults, RunError> call(const Program& program, Engine& engine, const std::string& function,
                                                  const Assignment& sizes, const EngineArguments& kept,
                                                  EngineArguments given = {}) {
  const std::size_t index = index_of_item(program, function);
  const ProgramItem& item = program.items[index];
  std::vector<std::int64_t> values;
  for (const SizeParameter& size : item.sizes)
    values.push_back(sizes.at(size.name));
  std::vector<EngineTensorPointer> arguments;
  for (const ItemParameter& parameter : item.parameters) {
    const auto found = given.find(parameter.name);
    arguments.push_back(found == given.end() ? kept.at(parameter.name) : std::move(found->second));
  }
  given.clear();
  auto results = engine.call(index, values, std::move(arguments));
  if (!results) return tl::unexpected(std::move(results.error()));
  EngineResults named;
  for (std::size_t k = 0; k < item.results.size(); ++k)
    named[item.results[k].name] = std::move((*results)[k]);
  return named;
}

}  // namespace kina::tests
