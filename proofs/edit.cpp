#include "proofs/edit.hpp"

#include "spec/lang/checker.hpp"

namespace kina {

std::optional<Program> edited(const Program& program, const Edit& edit) {
  const FileReader reader = [&](const std::string& path) -> tl::expected<std::string, std::string> {
    for (const Source& source : program.sources) {
      if (source.path != path) continue;
      std::string text = source.text;
      if (&source == program.sources.data())
        text.replace(edit.place.begin, edit.place.end - edit.place.begin, edit.replacement);
      return text;
    }
    return tl::unexpected(std::string("no such file"));
  };
  auto result = load_program(program.sources.front().path, reader);
  if (!result || result->diagnostics.size() > program.diagnostics.size()) return std::nullopt;
  return std::move(*result);
}

}  // namespace kina
