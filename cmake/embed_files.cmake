# SPDX-License-Identifier: Apache-2.0
# slicegate_embed(SOURCE HEADER h NAMESPACE n FUNCTION f FILES a b): a source file in which f(), declared in h, gives the
# texts of the files by their names.
function(slicegate_embed source)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "HEADER;NAMESPACE;FUNCTION" "FILES")
    add_custom_command(
        OUTPUT ${source}
        COMMAND ${CMAKE_COMMAND} -DOUT=${source} "-DFILES=${arg_FILES}"
                -DHEADER=${arg_HEADER} -DNAMESPACE=${arg_NAMESPACE} -DFUNCTION=${arg_FUNCTION}
                -P ${PROJECT_SOURCE_DIR}/cmake/embed.cmake
        DEPENDS ${arg_FILES} ${PROJECT_SOURCE_DIR}/cmake/embed.cmake
        VERBATIM)
endfunction()
