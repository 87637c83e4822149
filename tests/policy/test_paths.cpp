// SPDX-License-Identifier: Apache-2.0
#include "policy/paths.hpp"

#include <catch2/catch_test_macros.hpp>

using namespace slicegate::policy;

TEST_CASE("clean_path: walks as the kernel does")
{
    struct Case {
        char const* path;
        char const* expected;
    };
    for (auto const& row : {
             Case{"", "/"},
             Case{"/", "/"},
             Case{".", "/"},
             Case{"/..", "/"},
             Case{"/../../a", "/a"},
             Case{"/a/b", "/a/b"},
             Case{"//a///b//", "/a/b"},
             Case{"/a/./b/.", "/a/b"},
             Case{"/a/b/../c", "/a/c"},
             Case{"/a/../../b", "/b"},
             Case{"a/b", "/a/b"},
             Case{"/a/..b/c..", "/a/..b/c.."},
             Case{"/a/...", "/a/..."},
         })
        DYNAMIC_SECTION(row.path)
        {
            CHECK(clean_path(row.path) == row.expected);
        }
}
