// SPDX-License-Identifier: Apache-2.0
#include "brute_force.hpp"
#include "sizing/layouts.hpp"
#include "sizing/packer.hpp"

#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <set>
#include <string>

using namespace slicegate;
using namespace slicegate::sizing;

namespace {

std::string render(std::string_view gpu, std::string_view name)
{
    auto const layouts = layouts_of(test::card_of(gpu));
    auto const layout = std::ranges::find(layouts, name, &Layout::name);
    if (layout == layouts.end())
        return "none";
    constexpr char const* origins[] = {"shipped", "generated", "both"};
    std::string out = origins[static_cast<std::size_t>(layout->origin)];
    for (auto const& [profile, count] : layout->devices)
        out += ' ' + std::string(profile->name) + '=' + std::to_string(count);
    return out;
}

}  // namespace

TEST_CASE("layouts: are those of the card, by its PCI id where the name means several")
{
    CHECK(render("h100-sxm", "all-balanced") == "both 1g.10gb=2 2g.20gb=1 3g.40gb=1");
    CHECK(render("h100-sxm", "all-1g.10gb") == "both 1g.10gb=7");
    CHECK(render("a100-40gb", "all-1g.10gb") == "both 1g.10gb=4");
    CHECK(render("a30", "all-balanced") == "both 1g.6gb=2 2g.12gb=1");
    CHECK(render("rtx-pro-6000-server", "all-balanced") == "both 1g.24gb=2 2g.48gb=1");
    CHECK(render("h100-sxm", "all-2g") == "none");
    CHECK(render("l4", "all-balanced") == "none");
}

TEST_CASE("layouts: what the shipped file says of another card is not taken")
{
    CHECK(render("rtx-pro-5000", "all-1g.24gb") == "generated 1g.24gb=2");  // the file says 4, for the 6000
    CHECK(render("rtx-pro-4500", "all-1g.16gb") == "generated 1g.16gb=2");
    CHECK(render("rtx-pro-5000", "all-balanced") == "none");
    CHECK(render("h200-nvl", "all-1g.35gb") == "generated 1g.35gb=4");  // the file knows the SXM card alone
}

TEST_CASE("layouts: every one fits its card, and names are unique")
{
    for (policy::Card const& card : policy::cards()) {
        std::set<std::string> names;
        for (Layout const& layout : layouts_of(card)) {
            CAPTURE(card.key, layout.name);
            CHECK(names.insert(layout.name).second);
            std::vector<Wanted> wanted;
            for (auto const& [profile, count] : layout.devices)
                wanted.insert(wanted.end(), count, {profile, std::nullopt});
            CHECK_FALSE(find_footprints(card, wanted).empty());
        }
        CHECK(names.empty() == card.mig_profiles.empty());
    }
}

TEST_CASE("layouts: the shipped file has 81 names")
{
    std::set<std::string_view> names;
    for (ShippedEntry const& entry : shipped_entries())
        names.insert(entry.name);
    CHECK(names.size() == 81);
}
