/// \file
/// What a name of the language means, why it matters and what it looks like when it fails: one value for each
/// operation, premise, obligation kind and diagnostic. `kina explain` prints it, and the manual is made of it.
///
/// What an operation, a premise or a parameter says comes from the operation itself. What no code says (why it matters,
/// a program that fails and its repair) is a file of docs/explain, embedded when this library is built:
/// - `docs/explain/operations/concat.md` for an operation, `docs/explain/kinds/bounds.md` for an obligation kind;
/// - `docs/explain/concat/agree.md` for a premise or another diagnostic;
/// - `docs/explain/elementwise/agree.md` for that premise of every elementwise operation, and
///   `docs/explain/operation/axis.md` for what any operation may fail with, unless it has a file of its own.
#pragma once

#include "spec/lang/diagnostic.hpp"
#include "spec/rule.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kina {

enum class ExplanationKind { operation, premise, obligation_kind, diagnostic };

/// A formula as plain text in the language's notation and as LaTeX. Extents are `x.0`, indices of the result `i0`.
struct Formula {
  std::string text;
  std::string latex;
};

/// A condition of an operation, by its name.
struct ExplainedPremise {
  std::string name;  ///< `concat/agree`
  ObligationKind kind = ObligationKind::typing;
  std::string requirement;          ///< a sentence
  std::string at;                   ///< the use that the conditions are for: `concat(x0, x1, axis=1)`
  std::vector<Formula> conditions;  ///< one an axis
  std::string legend;               ///< what the names in them stand for, in sentences
};

/// An argument of an operation.
struct ExplainedParameter {
  std::string name;
  std::string says;          ///< a sentence
  std::string takes;         ///< its type, rank or form in words: `f32, f64, i32 or i64; at least 1 axis`
  std::string default_text;  ///< or "", where it has to be given
};

struct Explanation {
  std::string name;  ///< `concat`, `concat/agree`, `bounds`, `call/agree`
  ExplanationKind kind = ExplanationKind::diagnostic;
  std::string says;      ///< what it is or requires: a sentence, or two
  std::string why;       ///< why it matters, or how it is used: paragraphs of Markdown, parted by an empty line
  std::string failing;   ///< a program whose first diagnostic is this one, or ""
  std::string repaired;  ///< its repair, which is proved; of an operation, an example of its use; or ""

  /// The file below docs/explain that it is told in: `concat/agree.md`. Where operations share one, its programs may be
  /// about another operation than this.
  std::string file;

  /// Of a premise: its kind and conditions are those of the one entry of `premises`. Of an operation: all of them. Of
  /// an obligation kind: the premises of this kind.
  std::vector<ExplainedPremise> premises;

  /// Of an operation, and of a premise: the operation that it belongs to.
  std::string operation;

  // Of an operation.
  std::string written;  ///< how it is written: `concat(x, ..., axis=)`, `x + y`
  std::vector<ExplainedParameter> parameters;
  std::string at;          ///< the use that what follows is for: `concat(x0, x1, axis=1)`
  std::string operands;    ///< with their types there: `x0: T[x0.0, x0.1], x1: T[x1.0, x1.1]`
  std::string result;      ///< its type there: `T[x0.0, x0.1 + x1.1]`
  Formula result_extents;  ///< the result's extents, as a tuple
  Formula element;         ///< the meaning of the result's element at `i0`, `i1`, ...
  std::string legend;      ///< what the names in the result's type and in its element stand for, in sentences
};

/// Every name that is explained, by kind: operations in the order of the catalogue, obligation kinds in the order of
/// their definition, premises by operation, then the other diagnostics in alphabetical order. Of the diagnostics that
/// any operation may have (`softmax/axis`), all that can occur.
[[nodiscard]] std::vector<std::string> explained_names(ExplanationKind kind);
[[nodiscard]] std::vector<std::string> explained_names();

/// The explanation of a name. An operation is found by its operator, too: `+`, `@`, `[]`; `-` is the one between two
/// operands.
[[nodiscard]] std::optional<Explanation> explain(std::string_view name);

/// What `kina prove` prints for a program: its diagnostics, or "" if it is proved.
[[nodiscard]] std::string printed(const std::string& program, Colour colour);

}  // namespace kina
