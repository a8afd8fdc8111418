/// \file
/// What a function computes from what, as a graph in Graphviz's language.
#pragma once

#include "spec/lang/program.hpp"

#include <string>

namespace kina::manual {

/// A node for each parameter, step, result and assertion, and an edge for each value that one takes from another, with
/// its type. Operations lead to their pages. A loop is a box around its body.
[[nodiscard]] std::string data_flow(const Program& program, const ProgramItem& item);

/// An operation of a step as it is written there, without its operands: `concat(axis=3)`, `@`.
[[nodiscard]] std::string step_text(const OperationStep& step);

}  // namespace kina::manual
