// SPDX-License-Identifier: Apache-2.0
#include "server/cores.hpp"

#include <catch2/catch_test_macros.hpp>

using slicegate::server::count_cores;
using slicegate::server::parse_cpu_max;

TEST_CASE("cores: cpu.max is whole cores, rounded up")
{
    CHECK(parse_cpu_max("200000 100000") == 2);
    CHECK(parse_cpu_max("150000 100000") == 2);
    CHECK(parse_cpu_max("100001 100000") == 2);
    CHECK(parse_cpu_max("50000 100000") == 1);
    CHECK(parse_cpu_max("1 100000") == 1);
}

TEST_CASE("cores: cpu.max without a limit, or unreadable, is none")
{
    for (auto const* text :
         {"max 100000", "max", "", "0 100000", "100000 0", "100000", "-1 100000", "1e5 100000", "1 2 3"})
        CHECK(parse_cpu_max(text) == std::nullopt);
}

TEST_CASE("cores: there is always one")
{
    CHECK(count_cores() >= 1);
}
