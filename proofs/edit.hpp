/// \file
/// A change of a program's text, and the program with it.
#pragma once

#include "spec/lang/program.hpp"

#include <optional>
#include <string>

namespace kina {

/// One replacement in the text of the program's own file, and what it is called in a message.
struct Edit {
  Place place;
  std::string replacement;
  std::string advice;
};

/// The program with the edit; nothing if the checker has more to say of it than of the program.
[[nodiscard]] std::optional<Program> edited(const Program& program, const Edit& edit);

}  // namespace kina
