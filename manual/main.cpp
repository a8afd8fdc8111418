/// Writes the manual's pages: kina_manual_pages SOURCE_FOLDER OUTPUT_FOLDER
#include "manual/pages/manual.hpp"

#include <cstdlib>
#include <exception>
#include <filesystem>
#include <fmt/format.h>

int main(int count, char** arguments) {
  if (count != 3) {
    fmt::print(stderr, "usage: kina_manual_pages SOURCE_FOLDER OUTPUT_FOLDER\n");
    return 2;
  }
  try {
    const std::filesystem::path output = arguments[2];
    // Pages of what is gone have to go, too.
    std::filesystem::remove_all(output);
    std::filesystem::create_directories(output);
    kina::manual::write_pages(output, kina::manual::manual_of(arguments[1]));
  } catch (const std::exception& error) {
    fmt::print(stderr, "kina_manual_pages: {}\n", error.what());
    return 1;
  }
  return EXIT_SUCCESS;
}
