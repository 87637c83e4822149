// SPDX-License-Identifier: Apache-2.0
#include "cli/columns.hpp"
#include "cli/lint.hpp"
#include "policy/policy_words.hpp"

#include <algorithm>

namespace slicegate::cli {

namespace {

using policy::Mechanism;
using policy::Pool;

bool has_replicas(Mechanism mechanism)
{
    return mechanism == Mechanism::time_slicing || mechanism == Mechanism::mps;
}

std::string_view strategy_of(Mechanism mechanism)
{
    return mechanism == Mechanism::mig_single ? "single" : "mixed";
}

// Where the configuration does not say the strategy, a flag or the chart may.
bool agrees(Pool const& pool, PluginConfig const& config)
{
    Mechanism const mechanism = pool.sharing.mechanism;
    if (has_replicas(mechanism))
        return config.mechanism == mechanism &&
               std::ranges::find(config.replicas, pool.sharing.replicas) != config.replicas.end();
    if (mechanism == Mechanism::mig_single || mechanism == Mechanism::mig_mixed)
        return config.mig_strategy.empty() || config.mig_strategy == strategy_of(mechanism);
    return config.mechanism == Mechanism::none;
}

std::string describe(PluginConfig const& config)
{
    std::string const name = config.name.empty() ? config.part.file() : config.name;
    if (config.mechanism != Mechanism::none)
        return name + " has " + describe_sharing(config.mechanism, config.replicas);
    if (!config.mig_strategy.empty())
        return name + " shares nothing, with migStrategy: " + config.mig_strategy;
    return name + " shares nothing";
}

}  // namespace

std::string describe_sharing(Mechanism mechanism, std::vector<std::int64_t> const& replicas)
{
    std::string out{policy::mechanism_words[static_cast<std::size_t>(mechanism) - 1]};
    if (!has_replicas(mechanism) || replicas.empty())
        return out;
    std::vector<std::string> words;
    words.reserve(replicas.size());
    for (std::int64_t const count : replicas)
        words.push_back(std::to_string(count));
    return out + " with " + join_words(words) + " replicas";
}

void lint_pools(
    Part const& part, policy::Policy const& policy, std::vector<PluginConfig> const& configs,
    LintFindings& findings)
{
    for (std::size_t i = 0; i < policy.pools.size() && !configs.empty(); ++i) {
        Pool const& pool = policy.pools[i];
        Mechanism const mechanism = pool.sharing.mechanism;
        if (mechanism == Mechanism::unknown || mechanism == Mechanism::vgpu)
            continue;
        if (std::ranges::any_of(configs, [&](PluginConfig const& config) { return agrees(pool, config); }))
            continue;
        std::vector<std::string> others;
        others.reserve(configs.size());
        for (PluginConfig const& config : configs)
            others.push_back(describe(config));
        report(
            findings, part, "spec.pools[" + std::to_string(i) + "].sharing",
            {"pool-sharing",
             "pool " + pool.name + " has " + describe_sharing(mechanism, {pool.sharing.replicas}) + "; " +
                 join_words(others, "; "),
             "the policy tells users what a slice of the pool is: with other replicas, memory limits and "
             "advice "
             "are wrong",
             "make the policy say what the plugin does, or give the configuration of the pool's nodes too"});
    }
}

}  // namespace slicegate::cli
