// SPDX-License-Identifier: Apache-2.0
#include "policy/patch.hpp"

#include "policy/device_env.hpp"
#include "policy/placement.hpp"
#include "policy/text.hpp"

#include <string_view>

namespace slicegate::policy {
namespace {

constexpr std::string_view anti_affinity = "/spec/affinity/podAntiAffinity";
constexpr std::string_view required_anti =
    "/spec/affinity/podAntiAffinity/requiredDuringSchedulingIgnoredDuringExecution";
constexpr std::string_view required_nodes =
    "/spec/affinity/nodeAffinity/requiredDuringSchedulingIgnoredDuringExecution";

class PatchWriter {
public:
    explicit PatchWriter(std::string& out) : out_(out) { out_ += '['; }

    // `value` is JSON already.
    void add(std::string_view path, std::string_view value)
    {
        if (!is_first_)
            out_ += ',';
        is_first_ = false;
        out_ += R"({"op":"add","path":)";
        append_json_string(out_, path);
        out_ += R"(,"value":)";
        (out_ += value) += '}';
    }

    void make_unless_present(Presence presence, std::string_view path, std::string_view empty)
    {
        if (presence != Presence::present)
            add(path, empty);
    }

    void finish() { out_ += ']'; }

private:
    std::string& out_;
    bool is_first_ = true;
};

std::string json_string(std::string_view text)
{
    std::string out;
    append_json_string(out, text);
    return out;
}

std::string child_of(std::string_view parent, std::string_view key)
{
    std::string path(parent);
    path += '/';
    append_pointer_segment(path, key);
    return path;
}

void add_label(PatchWriter& patch, Pod const& pod, std::string_view key, Access access)
{
    patch.make_unless_present(pod.metadata_at, "/metadata", "{}");
    patch.make_unless_present(pod.labels_at, "/metadata/labels", "{}");
    patch.add(child_of("/metadata/labels", key), json_string(word_of(access)));
}

void add_selector(PatchWriter& patch, Pod const& pod, Pool const& pool)
{
    patch.make_unless_present(pod.node_selector_at, "/spec/nodeSelector", "{}");
    for (Label const& label : pool.node_selector) {
        if (!pod.selected(label.key))
            patch.add(child_of("/spec/nodeSelector", label.key), json_string(label.value));
    }
}

void add_term(PatchWriter& patch, Pod const& pod, std::string_view label)
{
    patch.make_unless_present(pod.pod_anti_affinity_at, anti_affinity, "{}");
    patch.make_unless_present(pod.required_anti_at, required_anti, "[]");
    patch.add(
        std::string(required_anti) + "/-",
        R"({"labelSelector":{"matchExpressions":[{"key":)" + json_string(label) +
            R"(,"operator":"Exists"}]},"namespaceSelector":{},"topologyKey":"kubernetes.io/hostname"})");
}

std::string keep_off_expression(Label const& label)
{
    return R"({"key":)" + json_string(label.key) + R"(,"operator":"NotIn","values":[)" +
           json_string(label.value) + "]}";
}

void add_keep_off_to(PatchWriter& patch, Pod const& pod, Policy const& policy, std::size_t index)
{
    NodeTerm const& term = pod.node_terms[index];
    auto const path =
        std::string(required_nodes) + "/nodeSelectorTerms/" + std::to_string(index) + "/matchExpressions";
    bool is_made = false;
    for (Pool const& pool : policy.pools) {
        if (!needs_keep_off(pod, policy, pool) || has_keep_off(pod, term, pool.node_selector.front()))
            continue;
        if (!is_made)
            patch.make_unless_present(term.expressions_at, path, "[]");
        is_made = true;
        patch.add(path + "/-", keep_off_expression(pool.node_selector.front()));
    }
}

void add_only_term(PatchWriter& patch, Pod const& pod, Policy const& policy)
{
    std::string expressions;
    for (Pool const& pool : policy.pools) {
        if (!needs_keep_off(pod, policy, pool))
            continue;
        expressions += expressions.empty() ? "" : ",";
        expressions += keep_off_expression(pool.node_selector.front());
    }
    patch.add(
        std::string(required_nodes) + "/nodeSelectorTerms/-",
        R"({"matchExpressions":[)" + expressions + "]}");
}

void add_keep_off(PatchWriter& patch, Pod const& pod, Policy const& policy)
{
    patch.make_unless_present(pod.node_affinity_at, "/spec/affinity/nodeAffinity", "{}");
    patch.make_unless_present(pod.required_nodes_at, required_nodes, "{}");
    patch.make_unless_present(pod.node_terms_at, std::string(required_nodes) + "/nodeSelectorTerms", "[]");
    if (pod.node_terms.empty())
        return add_only_term(patch, pod, policy);
    for (std::size_t i = 0; i < pod.node_terms.size(); ++i) {
        if (!pod.node_terms[i].is_empty())  // an empty term matches no node, and must not begin to
            add_keep_off_to(patch, pod, policy, i);
    }
}

std::string pointer_to(Container const& container)
{
    auto const list = container.kind == ContainerKind::init ? "/spec/initContainers/" : "/spec/containers/";
    return list + std::to_string(container.index);
}

void add_hiding(PatchWriter& patch, Pod const& pod)
{
    auto const variable = R"({"name":)" + json_string(devices_variable) + R"(,"value":"void"})";
    for (Container const& container : pod.containers) {
        if (!needs_hiding(pod, container))
            continue;
        auto const env = pointer_to(container) + "/env";
        patch.make_unless_present(container.env_at, env, "[]");
        patch.add(env + "/-", variable);
    }
}

void add_memory(PatchWriter& patch, Container const& container, std::string_view resource, std::int64_t mib)
{
    auto const limits = pointer_to(container) + "/resources/limits";
    patch.make_unless_present(container.limits_at, limits, "{}");
    patch.add(child_of(limits, resource), json_string(std::to_string(mib)));
}

}  // namespace

void render_patch(std::string& out, Edits const& edits, Pod const& pod, Policy const& policy)
{
    PatchWriter patch(out);
    if (edits.label)
        add_label(patch, pod, policy.label, *edits.label);
    if (edits.pool != nullptr || edits.adds_term || edits.keeps_off)
        patch.make_unless_present(pod.spec_at, "/spec", "{}");
    if (edits.pool != nullptr)
        add_selector(patch, pod, *edits.pool);
    if (edits.adds_term || edits.keeps_off)
        patch.make_unless_present(pod.affinity_at, "/spec/affinity", "{}");
    if (edits.adds_term)
        add_term(patch, pod, policy.label);
    if (edits.keeps_off)
        add_keep_off(patch, pod, policy);
    if (edits.hides_gpus)
        add_hiding(patch, pod);
    if (edits.memory_mib)
        add_memory(patch, *memory_container(pod), policy.memory_resource, *edits.memory_mib);
    patch.finish();
}

}  // namespace slicegate::policy
