# kina_sources(<variable> [EXCLUDE <regex>] <pattern>...)
#
# All files below the current folder that match, so adding an operation, a law or a kernel is adding a file. EXCLUDE
# drops paths, relative to the folder, that belong to something else. While there are none, an empty file stands in: a
# tree in which a folder is still to be written can be configured, and its other targets built.
function(kina_sources result)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "EXCLUDE" "")
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS RELATIVE "${CMAKE_CURRENT_SOURCE_DIR}" ${arg_UNPARSED_ARGUMENTS})
  if(arg_EXCLUDE)
    list(FILTER sources EXCLUDE REGEX "${arg_EXCLUDE}")
  endif()
  if(NOT sources)
    set(sources "${PROJECT_BINARY_DIR}/empty.cpp")
    file(CONFIGURE OUTPUT "${sources}" CONTENT "")
  endif()
  set(${result} "${sources}" PARENT_SCOPE)
endfunction()

# kina_library(<folder> [EXCLUDE <regex>])
#
# The current folder's static library kina_<folder>, known as Kina::<folder> here and in the installed package. Headers
# are included from the project's root (`#include "spec/lang/source.hpp"`), in the tree and from the package alike.
function(kina_library folder)
  kina_sources(sources "*.cpp" ${ARGN})
  add_library(kina_${folder} STATIC ${sources})
  add_library(Kina::${folder} ALIAS kina_${folder})
  set_target_properties(kina_${folder} PROPERTIES EXPORT_NAME ${folder})
  target_compile_features(kina_${folder} PUBLIC cxx_std_20)
  target_include_directories(kina_${folder} PUBLIC
    "$<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}>" "$<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/kina>")
  target_link_libraries(kina_${folder} PRIVATE "$<BUILD_INTERFACE:kina_flags>")

  install(TARGETS kina_${folder} EXPORT KinaTargets)
  install(DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}/" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/kina/${folder}"
          FILES_MATCHING PATTERN "*.hpp")
endfunction()
