// SPDX-License-Identifier: Apache-2.0
#include "brute_force.hpp"
#include "sizing/packer.hpp"
#include "sizing/room.hpp"
#include "sizing/words.hpp"

#include <catch2/catch_test_macros.hpp>

#include <string>

using namespace slicegate;
using namespace slicegate::sizing;

namespace {

std::vector<Wanted> wanted(Card const& card, std::vector<std::string> const& words)
{
    auto parsed = parse_wanted(card, words);
    REQUIRE(parsed.has_value());
    return *parsed;
}

// "1g.10gb@0 3g.40gb@4", or the index of the refused one and what it lacks.
std::string place_words(std::string_view gpu, std::vector<std::string> const& words)
{
    constexpr char const* lacks[] = {"compute", "memory", "count", "media", "position"};
    auto const& card = test::card_of(gpu);
    auto const placement = place(card, wanted(card, words));
    std::string out;
    for (auto const& [profile, start] : placement.instances)
        out += (out.empty() ? "" : " ") + std::string(profile->name) + '@' + std::to_string(start);
    if (placement.refusal) {
        out += " | " + std::to_string(placement.refusal->index);
        for (Lack const lack : placement.refusal->lacks)
            out += ' ' + std::string(lacks[static_cast<std::size_t>(lack)]);
    }
    return out;
}

Idle idle_of(std::string_view gpu, std::vector<std::string> const& words)
{
    auto const& card = test::card_of(gpu);
    return find_idle(card, place(card, wanted(card, words)).instances);
}

std::vector<Wanted> as_wanted(Card const& card, test::Multiset const& set)
{
    std::vector<Wanted> all;
    for (std::size_t i = 0; i < set.size(); ++i)
        all.insert(all.end(), set[i], {&card.mig_profiles[i], std::nullopt});
    return all;
}

}  // namespace

TEST_CASE("place: all-balanced on an H100 has no room for another 1g.10gb")
{
    CHECK(
        place_words("h100-sxm", {"all-balanced", "1g.10gb"}) ==
        "1g.10gb@0 1g.10gb@1 2g.20gb@2 3g.40gb@4 | 4 compute memory");
}

TEST_CASE("place: all-1g.10gb strands memory slice 7")
{
    auto const idle = idle_of("h100-sxm", {"all-1g.10gb"});
    CHECK(idle.compute_slices == 0);
    CHECK(idle.memory_units == 1);
    CHECK(idle.stranded_units == 1U << 7U);
    CHECK(place_words("h100-sxm", {"all-1g.10gb", "1g.10gb"}).ends_with("| 7 compute"));
}

TEST_CASE("place: 4g.40gb and two 1g.20gb leave one compute slice and no memory")
{
    auto const idle = idle_of("h100-sxm", {"4g.40gb", "2x1g.20gb"});
    CHECK(idle.compute_slices == 1);
    CHECK(idle.stranded_compute == 1);
    CHECK(idle.memory_units == 0);
    CHECK(place_words("h100-sxm", {"4g.40gb", "1g.20gb=2", "1g.10gb"}).ends_with("| 3 memory"));
}

TEST_CASE("place: four 1g.20gb leave three compute slices idle")
{
    auto const idle = idle_of("h100-sxm", {"4x1g.20gb"});
    CHECK(idle.compute_slices == 3);
    CHECK(idle.stranded_compute == 3);
    CHECK(idle.memory_units == 0);
}

TEST_CASE("place: 1g.10gb at 0, 1, 2 and 4 leave no place for 3g.40gb")
{
    CHECK(
        place_words("h100-sxm", {"1g.10gb@0", "1g.10gb@1", "1g.10gb@2", "1g.10gb@4", "3g.40gb"}) ==
        "1g.10gb@0 1g.10gb@1 1g.10gb@2 1g.10gb@4 | 4 position");
    // The same instances, placed well, leave it.
    CHECK(
        place_words("h100-sxm", {"4x1g.10gb", "3g.40gb"}) ==
        "1g.10gb@0 1g.10gb@1 1g.10gb@2 1g.10gb@3 3g.40gb@4");
}

TEST_CASE("place: of all arrangements it takes one that keeps the largest profile possible")
{
    CHECK(place_words("h100-sxm", {"3g.40gb"}) == "3g.40gb@4");  // 4g.40gb can stand at 0 alone
    CHECK(place_words("h100-sxm", {"1g.10gb"}) == "1g.10gb@6");  // unit 7 is no use to another 1g.10gb
}

TEST_CASE("place: what the card has no more of is named")
{
    CHECK(place_words("h100-sxm", {"1g.10gb+me", "1g.10gb+me"}).ends_with("| 1 media"));
    CHECK(place_words("rtx-pro-6000-server", {"1g.24gb+me.all", "1g.24gb"}).ends_with("| 1 media"));
    CHECK(
        place_words("rtx-pro-6000-server", {"1g.24gb+me.all", "3x1g.24gb-me"}).find('|') ==
        std::string::npos);
    CHECK(place_words("h100-sxm", {"3x1g.10gb", "1g.10gb@7"}).ends_with("| 3 position"));
    CHECK(place_words("h100-sxm", {"1g.10gb@2", "1g.10gb@2"}).ends_with("| 1 position"));
}

TEST_CASE("place: what would fit instead is named, the largest first")
{
    auto const& card = test::card_of("h100-sxm");
    auto const refusal = place(card, wanted(card, {"4g.40gb", "4g.40gb"})).refusal;
    REQUIRE(refusal.has_value());
    std::string names;
    for (MigProfile const* const profile : refusal->instead)
        names += std::string(profile->name) + ' ';
    CHECK(names == "3g.40gb 2g.20gb 1g.20gb 1g.10gb 1g.10gb+me ");
}

TEST_CASE("find_room: instances that stand badly leave less than instances that stand well")
{
    auto const& card = test::card_of("h100-sxm");
    for (Room const& room : find_room(card, wanted(card, {"1g.10gb", "1g.10gb"}))) {
        CAPTURE(room.profile->name);
        CHECK(room.least <= room.most);
        if (room.profile->name == "3g.40gb") {
            CHECK(room.most == 1);
            CHECK(room.least == 0);  // one in each half
        }
    }
}

TEST_CASE("place: agrees with brute force on every GPU")
{
    for (Card const* const card : test::list_mig_cards())
        DYNAMIC_SECTION(card->key)
        {
            auto const sets = test::find_all_sets(*card);
            unsigned most = 0;
            for (MigProfile const& profile : card->mig_profiles)
                most = std::max(most, profile.max_instances);
            for (auto const& set : test::list_multisets(*card, most + 1)) {
                bool const fits = sets.contains(set);
                if (find_footprints(*card, as_wanted(*card, set)).empty() == fits)
                    FAIL_CHECK(
                        card->key << ": brute force says otherwise of " << ::Catch::Detail::stringify(set));
                if (!fits)
                    continue;
                // What is placed stands where its profile may, and nothing overlaps.
                Units taken = 0;
                auto const instances = place(*card, as_wanted(*card, set)).instances;
                for (Instance const& one : instances) {
                    CHECK((one.profile->starts & (1U << one.start)) != 0);
                    CHECK((taken & units_of(one)) == 0);
                    taken = static_cast<Units>(taken | units_of(one));
                }
            }
        }
}

TEST_CASE("find_room: agrees with brute force on every GPU")
{
    for (Card const* const card : test::list_mig_cards())
        DYNAMIC_SECTION(card->key)
        {
            auto const sets = test::find_all_sets(*card);
            for (auto const& set : sets)
                for (Room const& room : find_room(*card, as_wanted(*card, set))) {
                    auto more = set;
                    more[static_cast<std::size_t>(room.profile - card->mig_profiles.data())] += room.most;
                    bool const has_most = sets.contains(more);
                    ++more[static_cast<std::size_t>(room.profile - card->mig_profiles.data())];
                    if (!has_most || sets.contains(more))
                        FAIL_CHECK(
                            room.profile->name << ' ' << room.most << " beside "
                                               << ::Catch::Detail::stringify(set));
                }
        }
}
