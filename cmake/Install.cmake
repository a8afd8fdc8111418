# The package: find_package(Kina) gives Kina::spec, Kina::proofs, Kina::impl, Kina::gate and kina_prove().
include(CMakePackageConfigHelpers)
set(package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/Kina")

configure_package_config_file(cmake/KinaConfig.cmake.in "${PROJECT_BINARY_DIR}/KinaConfig.cmake"
                              INSTALL_DESTINATION "${package_dir}")
write_basic_package_version_file("${PROJECT_BINARY_DIR}/KinaConfigVersion.cmake" COMPATIBILITY SameMinorVersion)

install(EXPORT KinaTargets NAMESPACE Kina:: DESTINATION "${package_dir}")
install(FILES "${PROJECT_BINARY_DIR}/KinaConfig.cmake" "${PROJECT_BINARY_DIR}/KinaConfigVersion.cmake"
              "${PROJECT_SOURCE_DIR}/cmake/KinaProve.cmake" "${PROJECT_SOURCE_DIR}/cmake/FindZ3.cmake"
        DESTINATION "${package_dir}")
install(DIRECTORY "${PROJECT_SOURCE_DIR}/spec/programs/" DESTINATION "${CMAKE_INSTALL_DATADIR}/kina/programs"
        FILES_MATCHING PATTERN "*.kina")
