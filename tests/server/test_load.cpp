// SPDX-License-Identifier: Apache-2.0
#include "server/load.hpp"

#include <catch2/catch_test_macros.hpp>

using namespace slicegate::server;

TEST_CASE("load: bodies share a limit, and give back what they held")
{
    std::atomic<std::uint64_t> total{0};
    {
        BodyShare one{total, 100};
        BodyShare two{total, 100};
        CHECK(one.grow_to(60));
        CHECK(one.grow_to(60));
        CHECK(two.has_room_for(40));
        CHECK_FALSE(two.has_room_for(41));
        CHECK(two.grow_to(40));
        CHECK_FALSE(two.grow_to(41));
        CHECK(total == 101);
        two.release();
        CHECK(total == 60);
        CHECK(two.grow_to(10));
    }
    CHECK(total == 0);
}

TEST_CASE("load: a declared length is no overflow")
{
    std::atomic<std::uint64_t> total{50};
    BodyShare const share{total, 100};
    CHECK_FALSE(share.has_room_for(~std::uint64_t{0}));
    CHECK_FALSE(share.has_room_for(~std::uint64_t{0} - 49));
}

TEST_CASE("load: a presence counts while it lasts")
{
    std::atomic<std::size_t> count{0};
    {
        Presence const one{count};
        Presence const two{count};
        CHECK(count == 2);
    }
    CHECK(count == 0);
}
