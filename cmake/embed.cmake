# SPDX-License-Identifier: Apache-2.0
# cmake -DOUT=FILE -DFILES=A;B -P embed.cmake: writes a source file that holds the texts of the files by their names.
set(rows "")
foreach(file IN LISTS FILES)
    get_filename_component(name ${file} NAME)
    file(READ ${file} text)
    string(APPEND rows "    {\"${name}\", R\"embedded(${text})embedded\"},\n")
endforeach()
file(WRITE ${OUT}
    "#include \"cli/base_files.hpp\"\n\n#include <array>\n\nnamespace slicegate::cli {\nnamespace {\n\n"
    "constexpr EmbeddedFile files[] = {\n${rows}};\n\n}  // namespace\n\n"
    "std::span<EmbeddedFile const> base_files()\n{\n    return files;\n}\n\n}  // namespace slicegate::cli\n")
