/// \file
/// The files of docs/explain, as they are embedded in this library.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kina {

/// What a file of docs/explain holds.
struct ExplanationText {
  std::string path;      ///< below docs/explain: `concat/agree.md`
  std::string heading;   ///< after `# `: what a diagnostic that is no premise requires
  std::string prose;     ///< paragraphs of Markdown
  std::string failing;   ///< the block that opens with ```kina-fails
  std::string repaired;  ///< the block that opens with ```kina
};

/// A file by its path below docs/explain: `concat/agree.md`.
struct EmbeddedFile {
  std::string_view path;
  std::string_view text;
};

/// Every file, in alphabetical order. Its definition is written by embed.cmake.
[[nodiscard]] const std::vector<EmbeddedFile>& explanation_files();

/// The text of one file, or nothing if there is none.
[[nodiscard]] std::optional<ExplanationText> explanation_text(const std::string& path);

/// Takes a file apart.
[[nodiscard]] ExplanationText parse_explanation(std::string_view text);

}  // namespace kina
