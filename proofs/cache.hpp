/// \file
/// Proved questions, remembered from run to run.
///
/// An entry is a file that holds the whole question, with the versions of the solver and of Kina; it is found by a hash
/// and believed only if it is equal byte for byte. So a damaged, truncated or foreign file is no proof, and neither is
/// one of another version. Entries are written beside their place and renamed into it, so runs at one time do not
/// disturb each other. Only "cannot hold" is remembered, which is a fact about the text alone.
#pragma once

#include "spec/smtlib.hpp"

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>

namespace kina {

struct ProofCache {
  std::filesystem::path folder;
  /// Beyond this many entries the oldest are removed.
  std::size_t greatest_entry_count = 50'000;
};

/// The user's cache: `KINA_CACHE`, or `kina` in `XDG_CACHE_HOME` or `~/.cache` (XDG Base Directory Specification).
/// Nothing where the environment names no folder.
[[nodiscard]] std::optional<ProofCache> user_cache();

/// Whether the question is remembered as one whose conditions cannot hold together.
[[nodiscard]] bool is_remembered(const ProofCache& cache, const SmtQuestion& question);

/// Remembers it. What can't be written (a full disk, no permission) is not remembered, and that is all.
void remember(const ProofCache& cache, const SmtQuestion& question);

/// Removes the oldest entries beyond the greatest count, and what interrupted runs left behind.
void prune(const ProofCache& cache);

}  // namespace kina
