/// \file
/// Every tensor as a function from indices to element terms (design section 5): integer elements are opened down to the
/// item's parameters, through operations, calls and loops.
#pragma once

#include "spec/lang/program.hpp"
#include "spec/term.hpp"

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace kina {

/// Opens elements of one item's values. Integer scalars that are parameters become variables of their names; elements
/// of integer parameters stay reads; floats stay reads of the value that they are an element of, unless asked for.
class Elements {
public:
  Elements(const Program& program, const ProgramItem& item);
  ~Elements();
  Elements(const Elements&) = delete;
  Elements& operator=(const Elements&) = delete;

  /// The element at these indices, as an integer term or a condition.
  [[nodiscard]] Term element(ValueId value, const std::vector<Term>& indices);

  /// The same for a float, opened down to the item's parameters and to casts of integers.
  [[nodiscard]] Term float_element(ValueId value, const std::vector<Term>& indices);

  /// A condition whose reads are of this item's values, by `names`, with the elements opened.
  [[nodiscard]] Term opened(const Term& condition, const std::map<std::string, ValueId>& names);

  /// A fact of a signature at a call: its sizes substituted, reads of parameters and results opened through `values`.
  [[nodiscard]] Term fact_at(const ProgramFact& fact, const Substitution& sizes,
                             const std::map<std::string, ValueId>& values, const std::vector<Term>& indices);

  /// Whether something that was opened since the last call stays unknown: it was too large, or it is a sum of integers
  /// or a comparison of floats.
  [[nodiscard]] bool take_exhausted();

  /// What is known about the opaque terms that were met since the last call: facts of the parameters, facts that
  /// callees state about results, ranges of folds.
  [[nodiscard]] std::vector<Term> take_facts();

private:
  struct Frame;
  struct Opened;
  Term open(Frame& frame, ValueId value, const std::vector<Term>& indices);
  Term open_operation(Frame& frame, const OperationStep& step, const std::vector<Term>& indices);
  Term open_call(Frame& frame, const CallStep& step, std::size_t result, const std::vector<Term>& indices);
  Term open_parameter(Frame& frame, std::size_t parameter, const std::vector<Term>& indices);
  Term opaque(const Frame& frame, ValueId value, const std::vector<Term>& indices) const;
  Opened rewritten(Frame& frame, const OperationStep& step, const Term& term, const Substitution& names);
  Frame& callee_frame(Frame& frame, const CallStep& step);
  void add_fold_facts(const Term& fold);

  const Program& program_;
  std::vector<std::unique_ptr<Frame>> frames_;
  std::vector<Term> facts_;
  bool opens_floats_ = false;
  std::size_t budget_ = 0;
  bool exhausted_ = false;
  std::size_t next_binder_ = 0;
};

}  // namespace kina
