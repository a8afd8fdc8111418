/// \file
/// An operation at one rank, as a reader is shown it.
#pragma once

#include "spec/rule.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kina {

/// A use of an operation whose operands and sizes have the rule's own names: `concat(x0, x1, axis=1)`.
struct OperationUse {
  Instance instance;
  Rule rule;
};

/// The use that shows most of an operation: with the most premises, of few operands, at rank 2 where that is free.
[[nodiscard]] OperationUse shown_use(const Operation& operation);

/// The same among the uses that have this premise, or nothing if none has.
[[nodiscard]] std::optional<OperationUse> shown_use(const Operation& operation, std::string_view premise);

/// The names of an operation's premises, in the order in which the shown use has them.
[[nodiscard]] std::vector<std::string> premise_names(const Operation& operation);

/// `concat(x0, x1, axis=1)`, `x0 + x1`, `x[start.0:stop.0, index.1]`.
[[nodiscard]] std::string written_use(const Operation& operation, const OperationUse& use);

/// Each operand with its type: `x: T[x.0, x.1]`. An element type that may vary is the parameter's letter.
[[nodiscard]] std::string operands_text(const Operation& operation, const OperationUse& use);

/// The result's type, in the same way. Its letter is that of the operand whose element type it has at every use.
[[nodiscard]] std::string result_text(const Operation& operation, const OperationUse& use);

/// What the names in these terms stand for, one of each sort: "`x.0` is the extent of x on axis 0."
[[nodiscard]] std::string legend_text(const OperationUse& use, const std::vector<Term>& terms);

/// A program that stands for one of every operation, with this one put in. In its text,
/// - `{name}` is the operation's name;
/// - `{operands [S] [T]}` declares its operands: the last one has the last shape, all others the first;
/// - `{operation}` is its use with these operands, `{result}` the element type of that, `{stretched}` the same use with
///   `broadcast` around the last operand and `{all_stretched}` with `broadcast` around each;
/// - `{facts}` is a `where` of what its premises ask of values, or nothing.
[[nodiscard]] std::string filled_in(const std::string& program, const Operation& operation, const OperationUse& use);

}  // namespace kina
