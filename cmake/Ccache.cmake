# Compiles through ccache where it is installed and no other launcher was chosen.
if(NOT DEFINED CMAKE_CXX_COMPILER_LAUNCHER)
  find_program(KINA_CCACHE ccache)
  mark_as_advanced(KINA_CCACHE)
  if(KINA_CCACHE)
    set(CMAKE_CXX_COMPILER_LAUNCHER "${KINA_CCACHE}")
  endif()
endif()
