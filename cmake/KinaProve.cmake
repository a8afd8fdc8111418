# kina_prove(<target> [FILES <file>...] [REFUTED <file>...] [CATALOGUE])
#
# Makes a proof part of the build. Every obligation and theorem of FILES has to be proved, every file of REFUTED has to
# be refuted, and with CATALOGUE every operation and law of Kina itself has to be proved; else the build stops with the
# gate's diagnostics. Each success leaves a stamp in the binary folder, and a proof runs again when its file, a file
# that it imports, or the gate has changed. <target> is built by default; targets that must not be compiled before the
# proofs have passed are named by add_dependencies(<them> <target>).
include_guard(GLOBAL)
cmake_policy(PUSH)
cmake_policy(VERSION 3.20...3.25)

function(kina_prove target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "CATALOGUE" "" "FILES;REFUTED")
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "kina_prove(${target}): unknown arguments: ${arg_UNPARSED_ARGUMENTS}")
  endif()

  set(stamps "")
  foreach(file IN LISTS arg_FILES)
    _kina_stamp(stamp "${file}" proved "Proving")
    list(APPEND stamps "${stamp}")
  endforeach()
  foreach(file IN LISTS arg_REFUTED)
    _kina_stamp(stamp "${file}" refuted "Refuting" --refuted)
    list(APPEND stamps "${stamp}")
  endforeach()
  if(arg_CATALOGUE)
    set(stamp "${CMAKE_CURRENT_BINARY_DIR}/${target}.catalogue.proved")
    add_custom_command(OUTPUT "${stamp}"
      COMMAND Kina::gate --stamp "${stamp}" --catalogue
      DEPENDS Kina::gate
      COMMENT "Proving the catalogue"
      VERBATIM)
    list(APPEND stamps "${stamp}")
  endif()
  add_custom_target(${target} ALL DEPENDS ${stamps})
endfunction()

# The rule for one file's stamp. Its place is the file's place below the source folder, so names may repeat in a tree.
function(_kina_stamp result file verdict verb)
  cmake_path(ABSOLUTE_PATH file BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}" NORMALIZE)
  cmake_path(IS_PREFIX CMAKE_CURRENT_SOURCE_DIR "${file}" NORMALIZE inside)
  if(inside)
    cmake_path(RELATIVE_PATH file BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}" OUTPUT_VARIABLE name)
  else()
    cmake_path(GET file FILENAME name)
  endif()
  set(stamp "${CMAKE_CURRENT_BINARY_DIR}/${name}.${verdict}")
  cmake_path(GET stamp PARENT_PATH folder)
  file(MAKE_DIRECTORY "${folder}")
  add_custom_command(OUTPUT "${stamp}"
    COMMAND Kina::gate --stamp "${stamp}" --depfile "${stamp}.d" ${ARGN} "${file}"
    DEPENDS "${file}" Kina::gate
    DEPFILE "${stamp}.d"
    COMMENT "${verb} ${name}"
    VERBATIM)
  set(${result} "${stamp}" PARENT_SCOPE)
endfunction()

cmake_policy(POP)
