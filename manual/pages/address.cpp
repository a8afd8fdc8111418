#include "manual/pages/address.hpp"

#include "manual/pages/markdown.hpp"
#include "spec/catalogue.hpp"

namespace kina::manual {

std::string label_of(std::string_view name) {
  const std::size_t slash = name.find('/');
  const std::string family(name.substr(0, slash));
  if (slash == std::string_view::npos || find_operation(family) != nullptr) return family;
  return "diagnostics_" + family;
}

std::string address_of(std::string_view name) {
  const std::string page = label_of(name) + ".html";
  return name.find('/') == std::string_view::npos ? page : page + "#" + std::string(name);
}

std::string name_link(std::string_view name) { return link(code(name), address_of(name)); }

}  // namespace kina::manual
