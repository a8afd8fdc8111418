#include "manual/pages/explained.hpp"

#include "manual/pages/highlight.hpp"
#include "manual/pages/markdown.hpp"

#include <fmt/format.h>

namespace kina::manual {

std::string failing_and_repaired(const Explanation& explanation) {
  std::string text;
  if (!explanation.failing.empty())
    text +=
        "\n**Fails**\n" + kina_block(explanation.failing) + message_block(printed(explanation.failing, Colour::off));
  if (!explanation.repaired.empty()) text += "\n**Repaired**\n" + kina_block(explanation.repaired);
  return text;
}

std::string diagnostic_section(const Explanation& explanation) {
  return fmt::format("{}## {}\n\n{}\n\n{}\n{}", anchor(explanation.name), explanation.name, prose(explanation.says),
                     prose(explanation.why), failing_and_repaired(explanation));
}

}  // namespace kina::manual
