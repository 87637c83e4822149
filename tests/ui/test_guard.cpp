// SPDX-License-Identifier: Apache-2.0
#include "ui/guard.hpp"

#include <catch2/catch_test_macros.hpp>

using slicegate::ui::Caller;
using slicegate::ui::find_objection;

TEST_CASE("guard: the page answers its own pages alone")
{
    struct Case {
        char const* name;
        Caller caller;
        bool is_welcome;
    };
    for (auto const& row : {
             Case{"a person", {"localhost:8446", "", ""}, true},
             Case{"by address", {"127.0.0.1:8446", "", "none"}, true},
             Case{"by IPv6", {"[::1]:8446", "http://[::1]:8446", "same-origin"}, true},
             Case{"the page's script", {"localhost:8446", "http://localhost:8446", "same-origin"}, true},
             Case{"no Host", {"", "", ""}, false},
             Case{"a name that was pointed here", {"evil.example:8446", "", ""}, false},
             Case{"another port", {"localhost:8447", "", ""}, false},
             Case{"no port", {"localhost", "", ""}, false},
             Case{"a name that begins alike", {"localhost:84460", "", ""}, false},
             Case{"another site", {"localhost:8446", "http://evil.example", ""}, false},
             Case{"another server of this machine", {"localhost:8446", "http://localhost:3000", ""}, false},
             Case{"the same over TLS", {"localhost:8446", "https://localhost:8446", ""}, false},
             Case{"a sandbox", {"localhost:8446", "null", ""}, false},
             Case{"another site's picture", {"localhost:8446", "", "cross-site"}, false},
             Case{"a neighbour's frame", {"localhost:8446", "", "same-site"}, false},
         })
        DYNAMIC_SECTION(row.name)
        {
            CHECK(find_objection(row.caller, 8446).has_value() != row.is_welcome);
        }
    CHECK_FALSE(find_objection({"localhost", "http://localhost", ""}, 80).has_value());
}
