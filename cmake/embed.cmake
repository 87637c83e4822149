# SPDX-License-Identifier: Apache-2.0
# cmake -DOUT=FILE -DFILES=A;B -DHEADER=H -DNAMESPACE=N -DFUNCTION=F -P embed.cmake: writes a source file in which
# F(), declared in H, gives the texts of the files by their names. Long ones in pieces: a literal is 64 KiB at most.
set(piece_size 16000)
set(rows "")
foreach(file IN LISTS FILES)
    get_filename_component(name ${file} NAME)
    file(READ ${file} text)
    string(LENGTH "${text}" length)
    set(literals "")
    set(start 0)
    while(start LESS length)
        string(SUBSTRING "${text}" ${start} ${piece_size} piece)
        string(APPEND literals "\n        R\"embedded(${piece})embedded\"")
        math(EXPR start "${start} + ${piece_size}")
    endwhile()
    if(literals STREQUAL "")
        set(literals " \"\"")
    endif()
    string(APPEND rows "    {\"${name}\",${literals}},\n")
endforeach()
file(WRITE ${OUT}
    "#include \"${HEADER}\"\n\nnamespace ${NAMESPACE} {\nnamespace {\n\n"
    "constexpr EmbeddedFile files[] = {\n${rows}};\n\n}  // namespace\n\n"
    "std::span<EmbeddedFile const> ${FUNCTION}()\n{\n    return files;\n}\n\n}  // namespace ${NAMESPACE}\n")
