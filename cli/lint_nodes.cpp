// SPDX-License-Identifier: Apache-2.0
// Nodes by the labels that GPU feature discovery writes (docs/gpu-feature-discovery of NVIDIA/k8s-device-plugin).
#include "cli/columns.hpp"
#include "cli/lint.hpp"
#include "policy/cards.hpp"
#include "policy/text.hpp"
#include "sizing/words.hpp"

#include <algorithm>
#include <map>

namespace slicegate::cli {

namespace {

using nlohmann::json;
using policy::Mechanism;
using policy::Pool;

constexpr std::size_t named_nodes = 3;  // in one message

std::string label_of(LintNode const& node, std::string_view key)
{
    auto const found = std::ranges::find(node.labels, key, &policy::Label::key);
    return found == node.labels.end() ? "" : found->value;
}

bool is_in(LintNode const& node, Pool const& pool)
{
    return std::ranges::all_of(pool.node_selector, [&](policy::Label const& label) {
        return std::ranges::find(node.labels, label) != node.labels.end();
    });
}

// "on node-1, node-2, node-3 and 4 others".
std::string name_nodes(std::vector<std::string> names)
{
    std::size_t const others = names.size() > named_nodes ? names.size() - named_nodes : 0;
    if (others > 0) {
        names.resize(named_nodes);
        names.push_back(count_words(others, "other"));
    }
    return "on " + join_words(names);
}

// What the node says that differs from the pool; empty where all agrees.
std::string find_other_sharing(LintNode const& node, Pool const& pool)
{
    std::string const strategy = label_of(node, "nvidia.com/gpu.sharing-strategy");
    std::string const replicas = label_of(node, "nvidia.com/gpu.replicas");
    Mechanism const mechanism = pool.sharing.mechanism;
    if (mechanism == Mechanism::mig_single || mechanism == Mechanism::mig_mixed) {
        std::string const mig = label_of(node, "nvidia.com/mig.strategy");
        std::string_view const wanted = mechanism == Mechanism::mig_single ? "single" : "mixed";
        return label_of(node, "nvidia.com/gpu.present").empty() || mig == wanted
                   ? ""
                   : "nvidia.com/mig.strategy is " + policy::quoted(mig);
    }
    if (strategy.empty() || mechanism == Mechanism::unknown || mechanism == Mechanism::vgpu)
        return "";
    std::string_view const wanted = mechanism == Mechanism::none  ? "none"
                                    : mechanism == Mechanism::mps ? "mps"
                                                                  : "time-slicing";
    if (strategy != wanted)
        return "nvidia.com/gpu.sharing-strategy is " + policy::shown(strategy);
    if (mechanism != Mechanism::none && replicas != std::to_string(pool.sharing.replicas))
        return "nvidia.com/gpu.replicas is " + policy::shown(replicas);
    return "";
}

std::string find_other_card(LintNode const& node, Pool const& pool)
{
    std::string const product = label_of(node, "nvidia.com/gpu.product");
    if (pool.card == nullptr || product.empty())
        return "";
    auto const card = sizing::find_gpu(product);
    if (card.has_value() && ((*card) == pool.card || (*card)->product == pool.card->product))
        return "";
    return "nvidia.com/gpu.product is " + policy::shown(product);
}

// Only where a pod has the node alone does it matter how many cards it has; MIG devices are counted as cards.
std::string find_other_count(LintNode const& node, Pool const& pool)
{
    std::string const count = label_of(node, "nvidia.com/gpu.count");
    bool const is_cut = label_of(node, "nvidia.com/mig.strategy") == "single";
    if (pool.access != policy::Access::dedicate || count.empty() || is_cut ||
        count == std::to_string(pool.cards_per_node))
        return "";
    return "nvidia.com/gpu.count is " + policy::shown(count);
}

struct NodeCheck {
    std::string_view name;
    std::string_view field;
    std::string (*find)(LintNode const&, Pool const&);
    std::string_view why;
    std::string_view fix;
};

constexpr NodeCheck node_checks[] = {
    {"pool-sharing", "sharing", find_other_sharing,
     "the policy tells users what a slice of the pool is: with other sharing, memory limits and advice are "
     "wrong",
     "make the policy say what the plugin does on these nodes, or label them for a pool of their own"},
    {"pool-card", "card", find_other_card,
     "MIG profiles and memory are judged by the card of the pool, and pods land on another",
     "label these nodes for a pool of their own, or correct the card"},
    {"pool-cards-per-node", "cardsPerNode", find_other_count,
     "a dedicated pod takes its whole node; idle cards are told by this number",
     "write how many cards the nodes have"},
};

// Keys of taints that tell how a node is, or that a node has GPUs at all, not whose it is.
bool is_for_pool(LintNode::Taint const& taint)
{
    bool const keeps_off = taint.effect == "NoSchedule" || taint.effect == "NoExecute";
    for (std::string_view const known :
         {"node.kubernetes.io/", "node-role.kubernetes.io/", "node.cloudprovider."})
        if (taint.key.starts_with(known))
            return false;
    return keeps_off && taint.key != "nvidia.com/gpu";
}

class PoolLint {
public:
    PoolLint(Part const& part, std::string path, Pool const& pool, LintFindings& findings)
        : part_(part), path_(std::move(path)), pool_(pool), findings_(findings)
    {
    }

    void check(std::vector<LintNode const*> const& nodes) const
    {
        for (NodeCheck const& check : node_checks) {
            std::map<std::string, std::vector<std::string>> found;
            for (LintNode const* const node : nodes)
                if (auto what = check.find(*node, pool_); !what.empty())
                    found[what].push_back(node->name);
            for (auto const& [what, names] : found)
                report(
                    findings_, part_, path_ + '.' + std::string(check.field),
                    {check.name, describe(check) + ", but " + what + ' ' + name_nodes(names),
                     std::string(check.why), std::string(check.fix)});
        }
        check_taints(nodes);
    }

private:
    [[nodiscard]] std::string describe(NodeCheck const& check) const
    {
        if (check.field == "sharing")
            return "pool " + pool_.name + " has " +
                   describe_sharing(pool_.sharing.mechanism, {pool_.sharing.replicas});
        if (check.field == "card")
            return "pool " + pool_.name + " has " + std::string(pool_.card->key);
        return "pool " + pool_.name + " has " +
               count_words(static_cast<std::size_t>(pool_.cards_per_node), "card") + " a node";
    }

    void check_taints(std::vector<LintNode const*> const& nodes) const
    {
        std::map<std::string, std::vector<std::string>> found;
        for (LintNode const* const node : nodes)
            for (LintNode::Taint const& taint : node->taints)
                if (is_for_pool(taint))
                    found
                        [policy::shown(taint.key) +
                         (taint.value.empty() ? "" : '=' + policy::shown(taint.value)) + ':' +
                         policy::shown(taint.effect)]
                            .push_back(node->name);
        for (auto const& [taint, names] : found)
            report(
                findings_, part_, path_,
                {"taint",
                 "the nodes of pool " + pool_.name + " carry the taint " + taint + ", " + name_nodes(names),
                 "any user can write a toleration, so a taint reserves nothing; and slicegate writes none, "
                 "so the "
                 "pods that it places there stay pending",
                 "reserve the pool in the policy (reserved: true, or hard, with access: dedicate) and take "
                 "the taint "
                 "away"});
    }

    Part const& part_;
    std::string path_;
    Pool const& pool_;
    LintFindings& findings_;
};

}  // namespace

LintNode read_lint_node(Part const& part)
{
    LintNode node{.name = policy::shown(part.name()), .labels = {}, .taints = {}};
    if (auto const* const labels = find_field(part.value(), {"metadata", "labels"});
        labels && labels->is_object())
        for (auto const& [key, value] : labels->items())
            node.labels.push_back({key, value.is_string() ? value.get<std::string>() : ""});
    if (auto const* const taints = find_field(part.value(), {"spec", "taints"}); taints && taints->is_array())
        for (json const& taint : *taints)
            node.taints.push_back({text_of(taint, "key"), text_of(taint, "value"), text_of(taint, "effect")});
    return node;
}

void lint_nodes(
    Part const& part, policy::Policy const& policy, std::vector<LintNode> const& nodes,
    LintFindings& findings)
{
    for (std::size_t i = 0; i < policy.pools.size(); ++i) {
        Pool const& pool = policy.pools[i];
        std::string const path = "spec.pools[" + std::to_string(i) + ']';
        std::vector<LintNode const*> members;
        for (LintNode const& node : nodes)
            if (is_in(node, pool))
                members.push_back(&node);
        if (members.empty())
            report(
                findings, part, path + ".nodeSelector",
                {"empty-pool", "no node has the labels of pool " + pool.name,
                 "pods that are placed there stay pending for ever",
                 "label nodes: kubectl label node NODE " + pool.node_selector.front().key + '=' +
                     pool.node_selector.front().value});
        else
            PoolLint(part, path, pool, findings).check(members);
    }
}

}  // namespace slicegate::cli
