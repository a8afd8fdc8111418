# Installs the built tree KINA_BUILD into a fresh prefix and configures, builds and runs the consumer against it; then
# shows that a failed proof stops the consumer's build before anything of it is compiled.
set(work "${KINA_BUILD}/consumer")
file(REMOVE_RECURSE "${work}")

execute_process(COMMAND "${CMAKE_COMMAND}" --install "${KINA_BUILD}" --prefix "${work}/prefix"
                OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
foreach(path bin/kina bin/kina_gate share/kina/programs)
  if(NOT EXISTS "${work}/prefix/${path}")
    message(FATAL_ERROR "not installed: ${path}")
  endif()
endforeach()

function(configure folder)
  execute_process(COMMAND "${CMAKE_COMMAND}" -S "${CMAKE_CURRENT_LIST_DIR}" -B "${folder}" -G "${GENERATOR}"
                          "-DCMAKE_PREFIX_PATH=${work}/prefix" "-DCMAKE_CXX_COMPILER=${COMPILER}"
                          "-DCMAKE_CXX_FLAGS=${FLAGS}" "-DCMAKE_BUILD_TYPE=${BUILD_TYPE}" ${ARGN}
                  COMMAND_ERROR_IS_FATAL ANY)
endfunction()

configure("${work}/build")
execute_process(COMMAND "${CMAKE_COMMAND}" --build "${work}/build" COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND "${work}/build/consumer" "${CMAKE_CURRENT_LIST_DIR}/append.kina" COMMAND_ERROR_IS_FATAL ANY)

configure("${work}/broken" -DCONSUMER_BROKEN=ON)
execute_process(COMMAND "${CMAKE_COMMAND}" --build "${work}/broken" RESULT_VARIABLE failed OUTPUT_VARIABLE output
                ERROR_VARIABLE output)
if(NOT failed)
  message(FATAL_ERROR "the build passed although broken.kina is wrong")
endif()
if(NOT output MATCHES "broken\\.kina:3:[0-9]+")
  message(FATAL_ERROR "the failed build does not show where broken.kina is wrong:\n${output}")
endif()
file(GLOB_RECURSE objects "${work}/broken/CMakeFiles/consumer.dir/*.o")
if(objects)
  message(FATAL_ERROR "compiled before its proofs had passed: ${objects}")
endif()
