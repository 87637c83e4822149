// SPDX-License-Identifier: Apache-2.0
#include "policy/cel.hpp"
#include "policy/hard_reservation.hpp"
#include "policy/registration.hpp"
#include "support.hpp"

#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <set>

using namespace slicegate::policy;
using namespace slicegate::policy::test;

namespace {

std::vector<std::string> names(std::vector<Hook> const& hooks)
{
    std::vector<std::string> found;
    for (Hook const& hook : hooks)
        found.push_back(hook.name.substr(0, hook.name.find('.')));
    return found;
}

Hook const& hook_named(std::vector<Hook> const& hooks, std::string const& name)
{
    auto const found = std::ranges::find(hooks, name + ".slicegate.dev", &Hook::name);
    REQUIRE(found != hooks.end());
    return *found;
}

// Of a hook or a reservation.
std::string all_text(std::vector<MatchCondition> const& conditions)
{
    std::string text;
    for (MatchCondition const& condition : conditions)
        text += condition.expression + '\n';
    return text;
}

bool contains(std::string const& text, std::string_view part)
{
    return text.find(part) != std::string::npos;
}

std::string const hard_pools =
    "  pools:\n"
    "  - {name: d, access: dedicate, nodeSelector: {a.b/pool: d}, reserved: hard}\n"
    "  - {name: e, access: dedicate, nodeSelector: {a.b/pool: e}, reserved: true}\n"
    "  - {name: f, access: dedicate, nodeSelector: {a.b/pool: x, c.d/other: z}}\n";

}  // namespace

TEST_CASE("make_hooks: the compiled-in policy has two hooks that may refuse and wait, and two that advise")
{
    auto const hooks = make_hooks(make_default_policy(), KeptOffBy::webhook);
    CHECK(
        names(hooks) ==
        std::vector<std::string>{"mutate", "validate", "templates", "advise", "advise-templates"});
    for (Hook const& hook : hooks) {
        bool const may_wait = hook.name.find("advise") == std::string::npos;
        CHECK((hook.failure_policy == FailurePolicy::fail) == may_wait);
        CHECK((hook.stage == Stage::mutate) == (hook.name == "mutate.slicegate.dev"));
        CHECK_FALSE(hook.about.empty());
    }
}

TEST_CASE("make_hooks: a label of one's own stands wherever that of the compiled-in policy does")
{
    for (Hook const& hook : make_hooks(policy_of("  label: team.example.com/card\n"), KeptOffBy::webhook)) {
        INFO(hook.name);
        CHECK(contains(all_text(hook.conditions), "'team.example.com/card'"));
        CHECK_FALSE(contains(all_text(hook.conditions), "slicegate.dev/gpu'"));
    }
}

TEST_CASE("make_hooks: those that advise name the key of each reserved pool, and no other")
{
    Policy const policy = policy_of(hard_pools);
    CHECK(reserved_keys(policy) == std::vector<std::string>{"a.b/pool"});
    for (char const* const name : {"advise", "advise-templates"}) {
        auto const text = all_text(hook_named(make_hooks(policy, KeptOffBy::api_server), name).conditions);
        CHECK(contains(text, ".?nodeSelector[?'a.b/pool'].hasValue()"));
        CHECK(contains(text, "expression.key == 'a.b/pool'"));
        CHECK_FALSE(contains(text, "slicegate.dev/pool"));
        CHECK_FALSE(contains(text, "c.d/other"));
    }
    auto const none = hook_named(make_hooks(policy_of("  pools: []\n"), KeptOffBy::webhook), "advise");
    CHECK_FALSE(contains(all_text(none.conditions), "nodeSelectorTerms"));
}

TEST_CASE("make_hooks: listed workloads become one rule for each group, by their resources")
{
    auto const hooks = make_hooks(
        policy_of("  workloads:\n"
                  "  - {group: ray.io, kind: RayCluster, templates: [spec.headGroupSpec.template]}\n"
                  "  - {group: '', kind: PodTemplate, templates: [template]}\n"
                  "  - {group: ray.io, kind: RayOx, resource: rayoxen, templates: [spec.template]}\n"),
        KeptOffBy::api_server);
    Hook const& further = hook_named(hooks, "further-kinds");
    REQUIRE(further.rules.size() == 2);
    CHECK(further.rules[0].group == "ray.io");
    CHECK(further.rules[0].resources == std::vector<std::string>{"rayclusters", "rayoxen"});
    CHECK(further.rules[1].resources == std::vector<std::string>{"podtemplates"});
    CHECK(further.failure_policy == FailurePolicy::ignore);
    CHECK(
        all_text(further.conditions) ==
        "request.operation != 'UPDATE' || object.?spec != oldObject.?spec || object.?template != "
        "oldObject.?template\n");
}

TEST_CASE("make_hooks: what is written into pods without GPUs comes by a hook that no pod waits for")
{
    struct Case {
        char const* name;
        std::string spec;
        KeptOffBy kept_off_by;
        bool hides;
        bool keeps_off;
    };
    for (Case const& each : {
             Case{"nothing", "  help: x\n", KeptOffBy::webhook, false, false},
             Case{"hideGpus", "  hideGpus: true\n", KeptOffBy::api_server, true, false},
             Case{"hard, by the API server", hard_pools, KeptOffBy::api_server, false, false},
             Case{"hard, by the webhook", hard_pools, KeptOffBy::webhook, false, true},
             Case{"both", "  hideGpus: true\n" + hard_pools, KeptOffBy::webhook, true, true},
         }) {
        DYNAMIC_SECTION(each.name)
        {
            auto const hooks = make_hooks(policy_of(each.spec), each.kept_off_by);
            auto const found = std::ranges::find(hooks, "mutate-others.slicegate.dev", &Hook::name);
            REQUIRE((found != hooks.end()) == (each.hides || each.keeps_off));
            if (found == hooks.end())
                continue;
            CHECK(found->failure_policy == FailurePolicy::ignore);
            CHECK(found->stage == Stage::mutate);
            std::string const& lacks = found->conditions.back().expression;
            CHECK(contains(lacks, "'NVIDIA_VISIBLE_DEVICES'") == each.hides);
            CHECK(contains(lacks, "'a.b/pool'") == each.keeps_off);
            CHECK(contains(lacks, "'DaemonSet'") == each.keeps_off);
        }
    }
}

TEST_CASE("make_hard_reservation: one mutation for each pool that is reserved hard")
{
    CHECK_FALSE(has_hard_reservation(make_default_policy()));
    Policy const policy =
        policy_of(hard_pools + "  exempt: {namespaces: [kube-system, gpu-*], users: [\"it's.me:*\"]}\n");
    REQUIRE(has_hard_reservation(policy));
    auto const reservation = make_hard_reservation(policy);
    REQUIRE(reservation.mutations.size() == 1);
    CHECK(contains(reservation.mutations[0], "{key: 'a.b/pool', operator: 'NotIn', values: ['d']}"));
    auto const text = all_text(reservation.conditions);
    CHECK(contains(text, "username in ['system:serviceaccount:kube-system:daemon-set-controller'"));
    CHECK(contains(text, "!request.namespace.matches('^(kube-system|gpu-.*)$')\n"));
    CHECK(contains(text, "!request.userInfo.username.matches('^(it\\'s\\\\.me:.*)$')\n"));
}

TEST_CASE("registration_hash: differs where what the API server has to send differs, and there alone")
{
    auto const hash = [](std::string const& spec) { return registration_hash(policy_of(spec)); };
    std::string const shipped = registration_hash(make_default_policy());
    CHECK(shipped.size() == 16);
    CHECK(shipped.find_first_not_of("0123456789abcdef") == std::string::npos);
    for (char const* const spec :
         {"  unlabelled: deny\n", "  help: x\n", "  rules: {node-name: warn}\n", "  logLevel: debug\n",
          "  gpus: [{resources: [example.com/gpu]}]\n", "  exempt: {namespaces: [a]}\n"})
        CHECK(hash(spec) == shipped);
    std::set<std::string> hashes = {shipped};
    std::vector<std::string> const specs = {
        "  label: a.b/c\n",
        "  hideGpus: true\n",
        "  pools: []\n",
        hard_pools,
        hard_pools + "  exempt: {namespaces: [a]}\n",
        "  pools: [{name: dedicated, access: dedicate, reserved: hard}]\n",
        "  pools: [{name: other, access: dedicate, reserved: hard}]\n",
        "  workloads: [{group: a.b, kind: C, templates: [spec.template]}]\n",
        "  workloads: [{group: a.c, kind: C, templates: [spec.template]}]\n",
        "  workloads: [{group: a.c, kind: C, resource: x, templates: [spec.template]}]\n"};
    for (std::string const& spec : specs)
        hashes.insert(hash(spec));
    CHECK(hashes.size() == specs.size() + 1);
}

TEST_CASE("cel: text of any kind stays within its literal")
{
    CHECK(cel::literal("a.b/c") == "'a.b/c'");
    CHECK(cel::literal("') || true || ('\\") == "'\\') || true || (\\'\\\\'");
    CHECK(cel::literal("a\nb\x7F") == "'a\\u000ab\\u007f'");
    std::vector<std::string> const globs = {"a*", "x.y+(z)|[^$]{1}\\?"};
    CHECK(cel::regex_of(globs) == R"(^(a.*|x\.y\+\(z\)\|\[\^\$\]\{1\}\\\?)$)");
}
