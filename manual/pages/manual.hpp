/// \file
/// The whole manual.
#pragma once

#include "manual/pages/page.hpp"

#include <filesystem>

namespace kina::manual {

/// The main page with every other page below it, from the definitions and from the chapters of a source tree.
[[nodiscard]] Page manual_of(const std::filesystem::path& source_folder);

}  // namespace kina::manual
