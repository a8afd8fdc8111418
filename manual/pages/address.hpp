/// \file
/// Where a name is explained in the manual.
#pragma once

#include <string>
#include <string_view>

namespace kina::manual {

/// The label of the page that explains a name; an operation and a kind have a page of their own, a premise is on its
/// operation's, any other diagnostic on its family's.
[[nodiscard]] std::string label_of(std::string_view name);

/// `concat.html`, `concat.html#concat/agree`, `diagnostics_call.html#call/agree`.
[[nodiscard]] std::string address_of(std::string_view name);

/// The name as code that leads to its explanation.
[[nodiscard]] std::string name_link(std::string_view name);

}  // namespace kina::manual
