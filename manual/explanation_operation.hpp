/// \file
/// What an operation's own definition says of it, put in words.
#pragma once

#include "manual/explanation.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kina {

/// The operation of this name, or the first that is written with this operator; or null.
[[nodiscard]] const Operation* find_written_operation(std::string_view name);

/// All that the definition says: everything of the explanation but `why` and `repaired`.
[[nodiscard]] Explanation described(const Operation& operation);

/// One premise of an operation, or nothing if it has none of this name.
[[nodiscard]] std::optional<ExplainedPremise> described_premise(const Operation& operation, std::string_view premise);

/// What a use of an operation may fail with beside its premises: what the checker reads off the parameters (`argument`,
/// `axis`, `rank`, ...), and what the prover asks of a use with more axes than the gate has covered.
[[nodiscard]] std::vector<std::string> diagnostics_beside_premises(const Operation& operation);

}  // namespace kina
