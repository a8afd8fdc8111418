#include "proofs/cache.hpp"

#include "spec/smt.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <fmt/format.h>
#include <fstream>
#include <string_view>
#include <unistd.h>
#include <vector>

namespace kina {
namespace {

namespace files = std::filesystem;

constexpr std::string_view suffix = ".unsat";
constexpr std::string_view unfinished = ".part";

std::optional<std::string> environment(const char* name) {
  const char* value = std::getenv(name);
  if (value == nullptr || *value == '\0') return std::nullopt;
  return value;
}

/// 64 bits of FNV-1a (RFC 9923). It only finds an entry; equality decides.
std::uint64_t hash_of(std::string_view text, std::uint64_t hash) {
  for (const char c : text)
    hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3U;
  return hash;
}

std::string entry_text(const SmtQuestion& question) {
  return fmt::format("kina {}\n{}\nunsat\n(set-logic {})\n{}", KINA_VERSION, solver_version(), question.logic,
                     question.text);
}

files::path place_of(const ProofCache& cache, std::string_view text) {
  const std::string name =
      fmt::format("{:016x}{:016x}", hash_of(text, 0xCBF29CE484222325U), hash_of(text, text.size()));
  return cache.folder / name.substr(0, 2) / (name.substr(2) + std::string(suffix));
}

struct Entry {
  files::path path;
  files::file_time_type time;
};

/// The files below a folder, as far as it can be read.
std::vector<Entry> entries_in(const files::path& folder) {
  std::vector<Entry> entries;
  std::error_code error;
  for (auto file = files::recursive_directory_iterator(folder, error);
       !error && file != files::recursive_directory_iterator(); file.increment(error)) {
    std::error_code ignored;
    const std::string extension = file->path().extension().string();
    if (!file->is_regular_file(ignored) || (extension != suffix && extension != unfinished)) continue;
    entries.push_back({file->path(), file->last_write_time(ignored)});
  }
  return entries;
}

}  // namespace

std::optional<ProofCache> user_cache() {
  ProofCache cache;
  if (const auto given = environment("KINA_CACHE")) {
    cache.folder = *given;
  } else if (const auto caches = environment("XDG_CACHE_HOME"); caches && files::path(*caches).is_absolute()) {
    // A relative path is to be ignored, says the specification.
    cache.folder = files::path(*caches) / "kina";
  } else if (const auto home = environment("HOME")) {
    cache.folder = files::path(*home) / ".cache" / "kina";
  } else {
    return std::nullopt;
  }
  return cache;
}

bool is_remembered(const ProofCache& cache, const SmtQuestion& question) {
  const std::string text = entry_text(question);
  const files::path place = place_of(cache, text);
  // Opening what is no file may wait for ever, as for a named pipe.
  std::error_code error;
  if (!files::is_regular_file(place, error)) return false;
  std::ifstream file(place, std::ios::binary);
  if (!file) return false;
  // One byte more than is expected, so that a longer file is seen to be one.
  std::string found(text.size() + 1, '\0');
  file.read(found.data(), static_cast<std::streamsize>(found.size()));
  found.resize(static_cast<std::size_t>(file.gcount()));
  return found == text;
}

void remember(const ProofCache& cache, const SmtQuestion& question) {
  static std::atomic<unsigned> next{0};
  const std::string text = entry_text(question);
  const files::path place = place_of(cache, text);
  std::error_code error;
  files::create_directories(place.parent_path(), error);
  if (error) return;
  files::path part = place;
  part += fmt::format(".{}-{}{}", ::getpid(), next++, unfinished);
  {
    std::ofstream file(part, std::ios::binary);
    file << text;
    if (!file.flush()) error = std::make_error_code(std::errc::io_error);
  }
  if (!error) files::rename(part, place, error);
  if (error) files::remove(part, error);
}

void prune(const ProofCache& cache) {
  std::vector<Entry> entries = entries_in(cache.folder);
  const auto now = files::file_time_type::clock::now();
  std::error_code ignored;
  const auto is_left_behind = [&](const Entry& entry) {
    return entry.path.extension() == unfinished && now - entry.time > std::chrono::hours(1);
  };
  for (const Entry& entry : entries)
    if (is_left_behind(entry)) files::remove(entry.path, ignored);
  if (entries.size() <= cache.greatest_entry_count) return;
  // A quarter at once, so that not every run has to look for the oldest.
  const std::size_t kept = cache.greatest_entry_count - cache.greatest_entry_count / 4;
  std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) { return a.time > b.time; });
  for (std::size_t k = kept; k < entries.size(); ++k)
    files::remove(entries[k].path, ignored);
}

}  // namespace kina
