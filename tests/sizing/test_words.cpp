// SPDX-License-Identifier: Apache-2.0
#include "brute_force.hpp"
#include "sizing/words.hpp"

#include <catch2/catch_test_macros.hpp>

#include <string>

using namespace slicegate;
using namespace slicegate::sizing;

namespace {

std::string gpu(std::string_view word)
{
    auto const card = find_gpu(word);
    return card ? std::string((*card)->key) : card.error().message;
}

std::string wanted(std::vector<std::string> const& words)
{
    auto const parsed = parse_wanted(test::card_of("h100-sxm"), words);
    if (!parsed)
        return parsed.error().message;
    std::string out;
    for (auto const& [profile, start] : *parsed)
        out += (out.empty() ? "" : " ") + std::string(profile->name) +
               (start ? '@' + std::to_string(*start) : "");
    return out;
}

}  // namespace

TEST_CASE("find_gpu: takes key, name and product label")
{
    CHECK(gpu("h100-sxm") == "h100-sxm");
    CHECK(gpu("H100-SXM") == "h100-sxm");
    CHECK(gpu("NVIDIA-H100-80GB-HBM3") == "h100-sxm");
    CHECK(gpu("NVIDIA-H100-80GB-HBM3-MIG-1g.10gb-SHARED") == "h100-sxm");
    CHECK(gpu("NVIDIA L40S") == "l40s");
}

TEST_CASE("find_gpu: names the nearest ones")
{
    CHECK(gpu("h100") == "GPU \"h100\" is unknown; did you mean h100-sxm, h100-pcie or h100-nvl?");
    CHECK(gpu("h10-sxm") == "GPU \"h10-sxm\" is unknown; did you mean h100-sxm?");
    CHECK(gpu("").starts_with("GPU \"\" is unknown; known: t4, v100-16gb, "));
    CHECK(find_mig_gpu("l4").error().message.starts_with("l4 has no MIG; cards that have: a30, a100-40gb, "));
}

TEST_CASE("parse_wanted: takes profiles, numbers of them, places and layouts")
{
    CHECK(wanted({"1g.10gb", "2x1g.20gb", "1g.10gb@4"}) == "1g.10gb 1g.20gb 1g.20gb 1g.10gb@4");
    CHECK(wanted({"1g.10gb=2", "nvidia.com/mig-1g.10gb.me"}) == "1g.10gb 1g.10gb 1g.10gb+me");
    CHECK(wanted({"all-balanced"}) == "1g.10gb 1g.10gb 2g.20gb 3g.40gb");
}

TEST_CASE("parse_wanted: says what is wrong with a word")
{
    CHECK(wanted({"1g.5gb"}) == "h100-sxm: profile \"1g.5gb\" is unknown; did you mean 1g.10gb?");
    CHECK(wanted({"20gb"}) == "h100-sxm: profile \"20gb\" is unknown; did you mean 1g.20gb or 2g.20gb?");
    CHECK(
        wanted({"1g.10gb@x"}) ==
        "\"1g.10gb@x\": a whole number must stand behind @, the memory unit, as in 1g.10gb@4");
    CHECK(wanted({"1g.10gb="}) == "\"1g.10gb=\": a whole number must stand behind =, as in 1g.10gb=3");
}

TEST_CASE("parse_needs: wants a number for each profile")
{
    auto const& card = test::card_of("h100-sxm");
    std::vector<std::string> const none{"1g.10gb"};
    CHECK(
        parse_needs(card, none).error().message == "\"1g.10gb\": say how many are needed, as in 1g.10gb=12");
    std::vector<std::string> const zero{"1g.10gb=0"};
    CHECK(parse_needs(card, zero).has_error());
}
