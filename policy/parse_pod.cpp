// SPDX-License-Identifier: Apache-2.0
#include "policy/parse_pod.hpp"

#include "policy/parse_affinity.hpp"
#include "policy/parse_container.hpp"
#include "policy/parse_metadata.hpp"
#include "policy/presence.hpp"

namespace slicegate::policy {
namespace {

using json::Place;
using json::Value;

Result<void> read_node_selector(Pod& pod, Place const& place, Value& value)
{
    pod.node_selector.clear();
    if (auto const done = note_presence(pod.node_selector_at, place, value); !done)
        return done;
    return json::for_each_field(place, value, [&](auto key, Value& child, Place const& at) -> Result<void> {
        auto const text = json::read_string(at, child);
        if (!text)
            return text.error();
        pod.node_selector.push_back({key, *text});
        return {};
    });
}

Result<void> read_host_path(HostPath& volume, bool& is_host_path, Place const& place, Value& value)
{
    return json::for_each_field(place, value, [&](auto key, Value& child, Place const& at) -> Result<void> {
        if (key == "name")
            return json::read_string_into(volume.volume, at, child);
        if (key != "hostPath")
            return {};
        return json::for_each_field(
            at, child, [&](auto name, Value& path, Place const& where) -> Result<void> {
                is_host_path = true;
                return name == "path" ? json::read_string_into(volume.path, where, path) : Result<void>{};
            });
    });
}

Result<void> read_volumes(Pod& pod, Place const& place, Value& value)
{
    pod.host_paths.clear();
    return json::for_each_element(place, value, [&](Value& element, Place const& at) -> Result<void> {
        HostPath volume;
        bool is_host_path = false;
        auto const done = read_host_path(volume, is_host_path, at, element);
        if (is_host_path)
            pod.host_paths.push_back(volume);
        return done;
    });
}

Result<void> read_flag_of_list(bool& has_some, Place const& place, Value& value)
{
    auto const is_empty = json::read_is_empty_list(place, value);
    if (!is_empty)
        return is_empty.error();
    has_some = !*is_empty;
    return {};
}

Result<void>
read_spec_field(Pod& pod, Policy const& policy, std::string_view key, Value& value, Place const& at)
{
    if (key == "containers")
        return parse_containers(at, value, policy, ContainerKind::app, pod);
    if (key == "initContainers")
        return parse_containers(at, value, policy, ContainerKind::init, pod);
    if (key == "ephemeralContainers")
        return parse_containers(at, value, policy, ContainerKind::ephemeral, pod);
    if (key == "nodeSelector")
        return read_node_selector(pod, at, value);
    if (key == "affinity")
        return parse_affinity(at, value, policy, pod);
    if (key == "volumes")
        return read_volumes(pod, at, value);
    if (key == "nodeName")
        return json::read_string_into(pod.node_name, at, value);
    if (key == "schedulerName")
        return json::read_string_into(pod.scheduler_name, at, value);
    if (key == "runtimeClassName")
        return json::read_string_into(pod.runtime_class, at, value);
    if (key == "resourceClaims")
        return read_flag_of_list(pod.has_claims, at, value);
    if (key == "schedulingGates")
        return read_flag_of_list(pod.is_gated, at, value);
    return {};
}

// A second "spec" replaces the first one whole.
void forget_spec(Pod& pod)
{
    pod.containers.clear();
    pod.first_container = {};
    pod.has_silent_containers = false;
    pod.node_selector.clear();
    pod.node_terms.clear();
    pod.host_paths.clear();
    pod.node_name = pod.scheduler_name = pod.runtime_class = {};
    pod.has_claims = pod.is_gated = pod.has_placement_term = pod.repels_by_label = false;
    pod.node_selector_at = pod.affinity_at = pod.node_affinity_at = pod.required_nodes_at = Presence::absent;
    pod.node_terms_at = pod.pod_anti_affinity_at = pod.required_anti_at = Presence::absent;
}

}  // namespace

Result<void> parse_pod_field(
    std::string_view key, json::Value& value, json::Place const& place, Policy const& policy, Pod& pod)
{
    if (key == "metadata")
        return parse_metadata(place, value, policy, pod);
    if (key != "spec")
        return {};
    forget_spec(pod);
    if (auto const done = note_presence(pod.spec_at, place, value); !done)
        return done;
    auto const done = json::for_each_field(place, value, [&](auto name, Value& child, Place const& at) {
        return read_spec_field(pod, policy, name, child, at);
    });
    drop_replaced_containers(pod);
    return done;
}

}  // namespace slicegate::policy
