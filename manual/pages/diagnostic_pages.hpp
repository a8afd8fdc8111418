/// \file
/// The pages of the obligation kinds and of the diagnostics.
#pragma once

#include "manual/pages/page.hpp"

namespace kina::manual {

/// A page for each kind of obligation, with the codes that are of this kind.
[[nodiscard]] Page kinds_page();

/// Every diagnostic: a page for each family of those that belong to no operation, and an index of all.
[[nodiscard]] Page diagnostics_page();

}  // namespace kina::manual
