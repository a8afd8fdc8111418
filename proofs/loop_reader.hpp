/// \file
/// How the host loop's obligations are read; its parts are in loops.cpp, loop_hand_over.cpp and loop_picks.cpp.
#pragma once

#include "proofs/elements.hpp"
#include "proofs/obligation.hpp"
#include "spec/lang/roles.hpp"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace kina {

/// Reads the obligations of every hand-over of the loop: from what ran before to the step that runs next, over the
/// names of what ran before. A polymorphic step that follows itself is the induction for every number of steps.
class LoopReader {
public:
  explicit LoopReader(const Program& program) : program_(program), loop_(bind_roles(program)) {}

  std::vector<Obligation> read_all();

private:
  // loops.cpp
  std::vector<const TokenFunction*> all_functions() const;
  /// Without a first step and a prefill, state starts as zeros: sizes that `where` allows at 0 are 0, scalars are 0.
  void read_starts();
  /// Whether the state grows, and its length is a size that no axis of a past shows by itself.
  bool has_hidden_length(const TokenFunction& step) const;
  void add_hidden_length(const TokenFunction& step);
  void add_unreached(const TokenFunction& step);
  void read_ambiguities();
  const ProgramItem& item_of(const TokenFunction& function) const;
  Obligation start(const ProgramItem& item, std::string name, Place place) const;
  void finish(Obligation obligation, std::vector<Term> facts);
  /// One type for one thing: every axis is an obligation.
  void add_agreement(const ProgramItem& item, const std::string& name, Place place, const Type& found,
                     const Type& expected, const std::string& what, const std::string& note,
                     const std::vector<Term>& facts);
  static Type substituted(const Type& type, const Substitution& sizes);
  const Type& parameter_type(const ProgramItem& item, std::size_t parameter) const;
  /// Names of sizes and scalars that the state determines: a fact about one of them is an invariant; every other fact
  /// is about files and flags, and is checked when they are bound.
  std::set<std::string> state_names(const TokenFunction& step, const Substitution& sizes) const;
  static std::set<std::string> names_in(const ProgramFact& fact);
  /// Facts of `step` about what is bound once: they are checked then, and hold at every step.
  std::vector<Term> bound_facts(const TokenFunction& step, const std::set<std::string>& state) const;

  // loop_hand_over.cpp
  void read_hand_over(const TokenFunction& before, const TokenFunction& step);
  void add_invariants(const TokenFunction& before, const TokenFunction& step, const Substitution& sizes,
                      const std::set<std::string>& state, const std::vector<Term>& facts);
  const Type& weight_type(const ProgramItem& item, const std::string& name) const;
  /// The float parameter that a fact bounds.
  static std::string float_name(const ProgramFact& fact);
  /// What the function that ran before knows of a weight, at any index.
  static void add_weight_facts(Obligation& obligation, const ProgramItem& item, const std::string& tensor);
  /// The fact of the next function, its state read from what ran before, every other scalar by its name.
  static Term goal_of(Elements& elements, const ProgramFact& fact, const Substitution& sizes,
                      const std::map<std::string, ValueId>& values, const std::vector<Term>& indices);

  // loop_picks.cpp
  /// The picker's sizes from the logits' type.
  Substitution picker_sizes(const Type& logits) const;
  void read_pick(const TokenFunction& before);
  /// What the picker returns is what the next step takes: in type, and in range for its gather.
  void read_picked_tokens(const TokenFunction& before, const TokenFunction& step, const Substitution& picked);

  const Program& program_;
  HostLoop loop_;
  std::vector<Obligation> obligations_;
};

}  // namespace kina
