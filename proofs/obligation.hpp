/// \file
/// What has to be proved of a program, one value an obligation, and what came of it.
#pragma once

#include "proofs/decide.hpp"
#include "proofs/float_range.hpp"
#include "spec/lang/program.hpp"

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace kina {

/// A condition that has to follow from what is known where it stands.
struct Obligation {
  std::string item;
  /// `concat/agree`.
  std::string name;
  ObligationKind kind = ObligationKind::typing;
  Place place;
  std::optional<std::size_t> axis;
  /// What is asked; the facts are those of the item, of the loops around it, and of the elements that it reads.
  Question question;
  /// For a condition on a float scalar: its opened element, in place of the question's goal.
  std::optional<Term> float_element;
  /// What is known of the float parameters that the element reads, beside the facts of the item that is proved.
  std::vector<Term> float_facts;
  /// How many of the declared atoms are sizes; integer scalars follow them.
  std::size_t size_count = 0;
  /// The condition as the user would write it, for the message: `S == 1`.
  Term shown;
  /// What a counterexample names beside the declared sizes: the user's name of a value, and its element.
  std::vector<std::pair<std::string, Term>> named_values;
  std::string violation;
  std::string requirement;
  std::vector<std::string> notes;
  /// The expression that it is about, where a repair may be tried.
  std::optional<Place> whole;
  /// For an equation of extents: whether `broadcast` would stretch the right side if it were 1.
  bool stretches = false;
  /// The values that it is about, and the values that are wrong if it fails.
  std::vector<ValueId> about;
  std::vector<ValueId> taints;
  /// Whether it is a fact of another function's signature, at a call.
  bool is_owed_by_caller = false;
  /// Whether an element in it stays unknown: then it can be proved, but not refuted.
  bool is_partly_opaque = false;
  /// An answer that needs no solver: a theorem that can't be proved yet, a loop that is not formed.
  std::optional<Verdict> decided;
};

/// A condition in few words.
struct SimplerCondition {
  /// Nothing where the words tell more than a condition: "H = Hkv, where 3 divides (H + 2 * Hkv) * Dh".
  std::optional<Term> condition;
  /// "S = 1".
  std::string text;
};

/// Whether both make one demand of one place, perhaps on different axes: a shape that differs is one mistake.
[[nodiscard]] inline bool is_same_demand(const Obligation& left, const Obligation& right) {
  return left.name == right.name && left.place == right.place;
}

/// One line of the report (design section 8).
struct ProofResult {
  Obligation obligation;
  Verdict verdict = Verdict::unknown;
  double seconds = 0;
  /// Sizes and integer values by the user's names, in the order of their declaration.
  std::vector<std::pair<std::string, std::int64_t>> counterexample;
  /// For a float divisor, the value of a parameter at which it is 0.
  std::vector<std::pair<std::string, double>> float_counterexample;
  bool smallest = true;
  /// What the failing condition reduces to, proved equivalent under the facts.
  std::optional<SimplerCondition> holds_only_if;
  /// Advice that the checker has accepted.
  std::vector<std::string> helps;
  /// The solver's questions that the verdict rests on, where they are recorded.
  std::vector<AskedQuestion> questions;
  /// The name of an obligation earlier in the item whose failure explains this one, or "".
  std::string consequence_of;
};

/// Every obligation of an item, in the order of its text.
[[nodiscard]] std::vector<Obligation> obligations_of(const Program& program, const ProgramItem& item);

/// The facts that hold throughout an item: least sizes, and what `where` says of sizes and integer scalars.
[[nodiscard]] std::vector<Term> item_facts(const ProgramItem& item);

/// The item's facts about float parameters, for `range_of`.
[[nodiscard]] std::vector<Term> float_facts(const ProgramItem& item);

/// The item's sizes and integer scalar parameters as atoms, in the order of their declaration.
[[nodiscard]] std::vector<Term> declared_atoms(const ProgramItem& item);

}  // namespace kina
