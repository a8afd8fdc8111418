# Copies what the manual needs of MathJax 2 (TeX in, SVG out), so that the folder can be moved and read offline:
#
#   cmake -DFROM=/usr/share/javascript/mathjax -DTO=html/mathjax -P copy_mathjax.cmake
if(NOT EXISTS "${FROM}/MathJax.js")
  message(FATAL_ERROR "${FROM} holds no MathJax 2; on Debian it is the package libjs-mathjax")
endif()
foreach(part extensions jax/element jax/input/TeX jax/output/SVG/fonts/TeX jax/output/SVG/autoload)
  get_filename_component(folder "${TO}/${part}" DIRECTORY)
  file(COPY "${FROM}/${part}" DESTINATION "${folder}" FOLLOW_SYMLINK_CHAIN)
endforeach()
file(COPY "${FROM}/MathJax.js" DESTINATION "${TO}" FOLLOW_SYMLINK_CHAIN)
file(GLOB scripts "${FROM}/jax/output/SVG/*.js")
file(COPY ${scripts} DESTINATION "${TO}/jax/output/SVG" FOLLOW_SYMLINK_CHAIN)
