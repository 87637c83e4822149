# SPDX-License-Identifier: Apache-2.0
# Warnings, sanitizers and hardening as one target that every library of ours links privately.

set(SLICEGATE_SANITIZE "" CACHE STRING "Sanitizers, comma-separated: address,undefined or thread")
option(SLICEGATE_WERROR "Warnings are errors" OFF)
option(SLICEGATE_HARDEN "Hardening for what ships" OFF)

add_library(slicegate_options INTERFACE)
target_compile_options(slicegate_options INTERFACE
    -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wnon-virtual-dtor
    -Wold-style-cast -Wcast-align -Woverloaded-virtual -Wimplicit-fallthrough
    -Wno-missing-field-initializers)  # designated initialisers name what they mean

if(SLICEGATE_WERROR)
    target_compile_options(slicegate_options INTERFACE -Werror)
endif()

# Sanitizers are for every translation unit, so that the standard library's templates agree.
if(SLICEGATE_SANITIZE)
    add_compile_options(-fsanitize=${SLICEGATE_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
    add_link_options(-fsanitize=${SLICEGATE_SANITIZE})
    add_compile_definitions(_GLIBCXX_ASSERTIONS)
endif()

if(SLICEGATE_HARDEN)
    set(CMAKE_POSITION_INDEPENDENT_CODE ON)
    add_compile_definitions(_GLIBCXX_ASSERTIONS)
    # Level 3 sees sizes that are known only while it runs; it takes GCC 12, and glibc 2.34.
    add_compile_options(-U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=3 -fstack-protector-strong
        -fstack-clash-protection -ffunction-sections -fdata-sections)
    if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64")
        add_compile_options(-fcf-protection=full)
    endif()
    add_link_options(-pie -Wl,-z,relro,-z,now,-z,noexecstack -Wl,--gc-sections -Wl,--as-needed)
endif()
