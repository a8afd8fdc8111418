/// \file
/// A page for each operation, and the page above them.
#pragma once

#include "manual/pages/page.hpp"
#include "spec/rule.hpp"

namespace kina::manual {

/// How the operation is written, its parameters, its result and element at one rank, each premise with its smallest
/// violation, and what else a use of it may fail with.
[[nodiscard]] Page operation_page(const Operation& operation);

/// The pages of the whole catalogue.
[[nodiscard]] Page operations_page();

}  // namespace kina::manual
