# Writes a C++ file that holds the text of other files:
#
#   cmake -DFOLDER=docs/explain -DLIST=files.txt -DOUTPUT=explanation_files.cpp -P embed.cmake
#
# LIST names the files, one a line, relative to FOLDER.
file(STRINGS "${LIST}" files)
set(entries "")
foreach(file IN LISTS files)
  file(READ "${FOLDER}/${file}" text)
  if(text MATCHES "\\)embedded\"")
    message(FATAL_ERROR "${file}: )embedded\" ends the literal that it is embedded as")
  endif()
  string(APPEND entries "      {\"${file}\", R\"embedded(${text})embedded\"},\n")
endforeach()
file(WRITE "${OUTPUT}" "// Written by embed.cmake.
#include \"manual/explanation_text.hpp\"

namespace kina {

const std::vector<EmbeddedFile>& explanation_files() {
  static const std::vector<EmbeddedFile> files{
${entries}  };
  return files;
}

}  // namespace kina
")
