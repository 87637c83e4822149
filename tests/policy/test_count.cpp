// SPDX-License-Identifier: Apache-2.0
// The slice count against a second one, written over a DOM from the words of the scheduler's own rule.
#include "policy/count.hpp"
#include "policy/json_reader.hpp"
#include "policy/parse_subjects.hpp"
#include "tests/policy/pod_generator.hpp"
#include "tests/policy/support.hpp"

#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <limits>
#include <map>

namespace slicegate::policy::test {
namespace {

__extension__ using Wide = __int128;

constexpr Wide past_int64 = Wide{1} << 100;

// Slices by what stands in the manifest, by hand: rounded up, negative as none, what is no number as too
// many.
Wide slices_in(json const& block, std::string const& name)
{
    static std::map<std::string, Wide> const table = {
        {"1", 1},
        {"0", 0},
        {"2", 2},
        {"3", 3},
        {"+1", 1},
        {"01", 1},
        {"1e0", 1},
        {"1E1", 10},
        {"1k", 1000},
        {"1Ki", 1024},
        {"500m", 1},
        {".5", 1},
        {"-1", 0},
        {"-2k", 0},
        {"1.", 1},
        {"1000m", 1},
        {"1e-99", 1},
        {"0.1", 1},
        {"4096", 4096},
        {"9223372036854775807", std::numeric_limits<std::int64_t>::max()},
        {"16Ei", std::numeric_limits<std::int64_t>::max()},
        {"10E", past_int64},
        {"1e99", past_int64},
        {"one", past_int64},
        {"", past_int64},
        {"k", past_int64}};
    if (!block.is_object() || !block.contains(name) || block[name].is_null())
        return 0;
    auto const& value = block[name];
    return table.at(value.is_string() ? value.get<std::string>() : value.dump());
}

Wide slices_of_container(json const& container, std::string const& name)
{
    if (!container.contains("resources") || !container["resources"].is_object())
        return 0;
    auto const& resources = container["resources"];
    auto const block = [&](char const* key) { return resources.contains(key) ? resources[key] : json(); };
    return std::max(slices_in(block("requests"), name), slices_in(block("limits"), name));
}

json list_at(json const& spec, char const* key)
{
    return spec.contains(key) && spec[key].is_array() ? spec[key] : json::array();
}

Wide count_by_hand(json const& pod, std::string const& name)
{
    auto const& spec = pod["spec"];
    Wide sidecars = 0;
    Wide peak = 0;
    for (json const& container : list_at(spec, "initContainers")) {
        Wide const own = slices_of_container(container, name);
        bool const is_sidecar = container.contains("restartPolicy") && container["restartPolicy"] == "Always";
        peak = std::max(peak, sidecars + own);
        if (is_sidecar)
            sidecars += own;
    }
    Wide running = sidecars;
    for (json const& container : list_at(spec, "containers"))
        running += slices_of_container(container, name);
    return std::max(peak, running);
}

struct Decoded {
    std::string text;
    policy::json::Reader reader;
    Subjects subjects;

    [[nodiscard]] Pod const& pod() const { return subjects.pods().front(); }
};

void decode(Decoded& into, json const& pod, Policy const& policy)
{
    into.text = pod.dump();
    into.text.reserve(into.text.size() + 64);
    REQUIRE(
        parse_object(into.text, into.text.capacity(), {}, policy, into.reader, into.subjects).has_value());
}

}  // namespace

TEST_CASE("count_slices: agrees with a count by hand on random pods")
{
    auto const policy = reference_policy();
    std::vector<std::vector<std::string>> const groups = {
        {"nvidia.com/gpu", "nvidia.com/gpu.shared"}, {"nvidia.com/mig-1g.10gb", "nvidia.com/mig-7g.80gb"}};
    PodGenerator generator(1);
    Decoded decoded;
    std::size_t above_one = 0;
    for (int i = 0; i < 5000; ++i) {
        auto const pod = generator.make_pod(false);
        CAPTURE(pod.dump());
        decode(decoded, pod, policy);
        for (std::size_t group = 0; group < groups.size(); ++group) {
            Wide expected = 0;
            for (std::string const& name : groups[group])
                expected += count_by_hand(pod, name);
            auto const count = count_slices(decoded.pod(), group);
            bool const is_huge = expected > std::numeric_limits<std::int64_t>::max();
            REQUIRE(count.is_huge == is_huge);
            REQUIRE(count.total == (is_huge ? 0 : static_cast<std::int64_t>(expected)));
            above_one += expected > 1 ? 1 : 0;
        }
    }
    CHECK(above_one > 500);  // the pods are no monoculture
}

TEST_CASE("contributions: their sum is the count, and nobody is named for nothing")
{
    auto const policy = reference_policy();
    PodGenerator generator(2);
    Decoded decoded;
    for (int i = 0; i < 2000; ++i) {
        auto const pod = generator.make_pod(false);
        CAPTURE(pod.dump());
        decode(decoded, pod, policy);
        SliceCount sum;
        for (Contribution const& part : contributions(decoded.pod(), 0)) {
            REQUIRE((part.count.is_huge || part.count.total > 0));
            sum += part.count;
        }
        auto const count = count_slices(decoded.pod(), 0);
        REQUIRE(sum.is_huge == count.is_huge);
        REQUIRE(sum.total == count.total);
    }
}

TEST_CASE("count_slices: more names of one group than any card has are too many")
{
    auto const policy = policy_of("  gpus:\n  - {resources: [\"nvidia.com/mig-*\"], maxPerPod: 100}\n");
    json limits = json::object();
    for (int i = 0; i < 65; ++i)
        limits["nvidia.com/mig-" + std::to_string(i) + "g.1gb"] = 1;
    json const container = {{"resources", {{"limits", limits}}}};
    Decoded decoded;
    decode(decoded, {{"spec", {{"containers", json::array({container})}}}}, policy);
    CHECK(count_slices(decoded.pod(), 0).is_huge);
    CHECK_FALSE(contributions(decoded.pod(), 0).empty());
}

}  // namespace slicegate::policy::test
