/// \file
/// A page for each specified program, and the page above them.
#pragma once

#include "manual/pages/page.hpp"
#include "spec/lang/program.hpp"

#include <filesystem>
#include <vector>

namespace kina::manual {

/// The source, what was proved of it, and for each function its signature and its data flow. Where its functions
/// perform steps that a function of `quoting` quotes from the seed, those stand beside its statements.
[[nodiscard]] Page program_page(const Program& program, const std::vector<Program>& quoting);

/// The programs of a folder, in alphabetical order; none if there is no such folder.
[[nodiscard]] std::vector<Program> programs_in(const std::filesystem::path& folder);

/// The pages of proofs/theorems below a source folder; it has none while there are no theorems.
[[nodiscard]] Page theorems_page(const std::filesystem::path& source_folder);

/// The pages of spec/programs below a source folder.
[[nodiscard]] Page programs_page(const std::filesystem::path& source_folder);

}  // namespace kina::manual
