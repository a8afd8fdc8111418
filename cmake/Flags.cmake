# How this project's own sources are compiled. Nothing here reaches a project that uses the package.
add_library(kina_flags INTERFACE)
target_compile_features(kina_flags INTERFACE cxx_std_20)
target_compile_definitions(kina_flags INTERFACE "KINA_VERSION=\"${PROJECT_VERSION}\"")
target_compile_options(kina_flags INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wnon-virtual-dtor -Wold-style-cast -Werror
  # A contracted multiply-add rounds once where the proofs round twice.
  -ffp-contract=off)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # GCC 12 reports std::string's own operator+ (GCC bug 105651).
  target_compile_options(kina_flags INTERFACE -Wno-restrict)
endif()

set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_CXX_FLAGS_RELEASE "-O2 -DNDEBUG")
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()
