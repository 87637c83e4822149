// SPDX-License-Identifier: Apache-2.0
#include "policy/gpu_group.hpp"
#include "policy/json_reader.hpp"
#include "policy/parse_affinity.hpp"
#include "policy/pod.hpp"

#include <algorithm>

namespace slicegate::policy {
namespace {

using json::Place;
using json::Value;

Result<void> read_into(std::string_view& target, Place const& place, Value& value)
{
    auto const text = json::read_string(place, value);
    if (!text)
        return text.error();
    target = *text;
    return {};
}

Result<void> note(Presence& presence, Place const& place, Value& value)
{
    auto const found = presence_of(place, value);
    if (!found)
        return found.error();
    presence = *found;
    return {};
}

Result<void> read_labels(Pod& pod, Policy const& policy, Place const& place, Value& value)
{
    pod.label = pod.pool_choice = std::nullopt;
    if (auto const done = note(pod.labels_at, place, value); !done)
        return done;
    return json::for_each_field(place, value, [&](auto key, Value& child, Place const& at) -> Result<void> {
        auto const text = json::read_string(at, child);
        if (!text)
            return text.error();
        if (key == policy.label)
            pod.label = *text;
        else if (key == pool_label)
            pod.pool_choice = *text;
        return {};
    });
}

Result<void> read_annotations(Pod& pod, Place const& place, Value& value)
{
    pod.is_mirror = false;
    return json::for_each_field(place, value, [&](auto key, Value&, Place const&) -> Result<void> {
        pod.is_mirror = pod.is_mirror || key == "kubernetes.io/config.mirror";
        return {};
    });
}

// Only a controller reference says who makes and places the pod.
Result<void> read_owner(Pod& pod, Place const& place, Value& value)
{
    std::string_view kind;
    bool is_controller = false;
    auto const done =
        json::for_each_field(place, value, [&](auto key, Value& child, Place const& at) -> Result<void> {
            if (key == "kind")
                return read_into(kind, at, child);
            if (key != "controller")
                return {};
            auto const truth = json::read_bool(at, child);
            if (!truth)
                return truth.error();
            is_controller = *truth;
            return {};
        });
    pod.is_daemon = pod.is_daemon || (is_controller && kind == "DaemonSet");
    return done;
}

Result<void> read_deletion(Pod& pod, std::string_view key, Place const& place, Value& value)
{
    if (key == "deletionTimestamp") {
        std::string_view when;
        auto const done = read_into(when, place, value);
        pod.is_being_deleted = !when.empty();
        return done;
    }
    auto const seconds = json::read_int(place, value);
    if (!seconds)
        return seconds.error();
    pod.deletion_grace_seconds = *seconds;
    return {};
}

// A second "metadata" replaces the first one whole.
void forget_metadata(Pod& pod)
{
    pod.name = pod.generate_name = pod.namespace_ = {};
    pod.label = pod.pool_choice = std::nullopt;
    pod.deletion_grace_seconds = std::nullopt;
    pod.is_being_deleted = pod.is_daemon = pod.is_mirror = false;
    pod.labels_at = Presence::absent;
}

Result<void> read_metadata(Pod& pod, Policy const& policy, Place const& place, Value& value)
{
    forget_metadata(pod);
    if (auto const done = note(pod.metadata_at, place, value); !done)
        return done;
    return json::for_each_field(place, value, [&](auto key, Value& child, Place const& at) -> Result<void> {
        if (key == "name")
            return read_into(pod.name, at, child);
        if (key == "generateName")
            return read_into(pod.generate_name, at, child);
        if (key == "namespace")
            return read_into(pod.namespace_, at, child);
        if (key == "labels")
            return read_labels(pod, policy, at, child);
        if (key == "annotations")
            return read_annotations(pod, at, child);
        if (key == "deletionTimestamp" || key == "deletionGracePeriodSeconds")
            return read_deletion(pod, key, at, child);
        if (key != "ownerReferences")
            return {};
        pod.is_daemon = false;
        return json::for_each_element(at, child, [&](Value& owner, Place const& where) -> Result<void> {
            return read_owner(pod, where, owner);
        });
    });
}

// A quantity comes as a string or as a bare number, whose digits count as they stand; null is zero, as in Go.
Result<Amount> read_amount(Place const& place, Value& value)
{
    auto const kind = json::kind_of(place, value);
    if (!kind)
        return kind.error();
    if (*kind == json::Kind::null)
        return Amount{.text = "0", .value = Quantity{}};
    if (*kind == json::Kind::string) {
        auto const text = json::read_string(place, value);
        if (!text)
            return text.error();
        return Amount{.text = *text, .value = parse_quantity(*text)};
    }
    if (*kind != json::Kind::number)
        return json::wrong_type(place, "a quantity", value);
    std::string_view text = value.raw_json_token();
    text = text.substr(0, text.find_last_not_of(" \t\r\n") + 1);
    return Amount{.text = text, .value = parse_quantity(text)};
}

// A container's own GPU resources are looked through one by one: real ones name one or two.
constexpr std::size_t max_gpu_resources = 256;

GpuRequest& gpu_of(Pod& pod, Container& container, std::size_t group, std::string_view resource)
{
    auto const begin = pod.gpus.begin() + static_cast<std::ptrdiff_t>(container.first_gpu);
    auto const found = std::find_if(
        begin, pod.gpus.end(), [&](GpuRequest const& each) { return each.resource == resource; });
    if (found != pod.gpus.end())
        return *found;
    ++container.gpu_count;
    return pod.gpus.emplace_back(
        GpuRequest{.group = group, .resource = resource, .request = {}, .limit = {}});
}

using Side = std::optional<Amount> GpuRequest::*;

Result<void> read_amounts(
    Pod& pod, Policy const& policy, Container& container, Side side, Place const& place, Value& value)
{
    for (std::size_t i = container.first_gpu; i < pod.gpus.size(); ++i)
        pod.gpus[i].*side = std::nullopt;
    return json::for_each_field(place, value, [&](auto key, Value& child, Place const& at) -> Result<void> {
        auto const group = find_gpu_group(policy, key);
        if (!group)
            return {};
        auto const amount = read_amount(at, child);
        if (!amount)
            return amount.error();
        if (container.gpu_count >= max_gpu_resources)
            return Error{Errc::bad_object, json::render_place(place) + ": names more than 256 GPU resources"};
        gpu_of(pod, container, *group, key).*side = *amount;
        return {};
    });
}

Result<void>
read_resources(Pod& pod, Policy const& policy, Container& container, Place const& place, Value& value)
{
    container.first_gpu = pod.gpus.size();
    container.gpu_count = 0;
    return json::for_each_field(place, value, [&](auto key, Value& child, Place const& at) -> Result<void> {
        if (key == "requests")
            return read_amounts(pod, policy, container, &GpuRequest::request, at, child);
        if (key == "limits")
            return read_amounts(pod, policy, container, &GpuRequest::limit, at, child);
        return {};
    });
}

Result<void>
read_container(Pod& pod, Policy const& policy, Container& container, Place const& place, Value& value)
{
    return json::for_each_field(place, value, [&](auto key, Value& child, Place const& at) -> Result<void> {
        if (key == "resources")
            return read_resources(pod, policy, container, at, child);
        if (key != "restartPolicy")
            return {};
        std::string_view restart;
        auto const done = read_into(restart, at, child);
        container.is_restartable = restart == "Always" && container.kind == ContainerKind::init;
        return done;
    });
}

Result<void>
read_containers(Pod& pod, Policy const& policy, ContainerKind kind, Place const& place, Value& value)
{
    pod.first_container[static_cast<std::size_t>(kind)] = pod.containers.size();
    return json::for_each_element(place, value, [&](Value& element, Place const& at) -> Result<void> {
        Container container{.kind = kind, .index = at.index, .first_gpu = pod.gpus.size()};
        auto const done = read_container(pod, policy, container, at, element);
        if (container.gpu_count > 0)
            pod.containers.push_back(container);
        return done;
    });
}

// Of two lists of one kind the last one counts. Done once, at the end: however often a key comes, the time is
// linear.
void drop_replaced_containers(Pod& pod)
{
    std::size_t index = 0;
    std::erase_if(pod.containers, [&](Container const& each) {
        return index++ < pod.first_container[static_cast<std::size_t>(each.kind)];
    });
    pod.first_container = {};
}

Result<void> read_node_selector(Pod& pod, Place const& place, Value& value)
{
    pod.node_selector.clear();
    if (auto const done = note(pod.node_selector_at, place, value); !done)
        return done;
    return json::for_each_field(place, value, [&](auto key, Value& child, Place const& at) -> Result<void> {
        auto const text = json::read_string(at, child);
        if (!text)
            return text.error();
        pod.node_selector.push_back({key, *text});
        return {};
    });
}

Result<void>
read_spec_field(Pod& pod, Policy const& policy, std::string_view key, Value& value, Place const& at)
{
    if (key == "containers")
        return read_containers(pod, policy, ContainerKind::app, at, value);
    if (key == "initContainers")
        return read_containers(pod, policy, ContainerKind::init, at, value);
    if (key == "ephemeralContainers")
        return read_containers(pod, policy, ContainerKind::ephemeral, at, value);
    if (key == "nodeSelector")
        return read_node_selector(pod, at, value);
    if (key == "affinity")
        return parse_affinity(at, value, policy, pod);
    if (key == "nodeName")
        return read_into(pod.node_name, at, value);
    if (key == "resourceClaims") {
        auto const is_empty = json::read_is_empty_list(at, value);
        if (!is_empty)
            return is_empty.error();
        pod.has_claims = !*is_empty;
    }
    return {};
}

// A second "spec" replaces the first one whole.
void forget_spec(Pod& pod)
{
    pod.containers.clear();
    pod.first_container = {};
    pod.node_selector.clear();
    pod.node_terms.clear();
    pod.node_name = {};
    pod.has_claims = pod.has_placement_term = false;
    pod.node_selector_at = pod.affinity_at = pod.node_affinity_at = pod.required_nodes_at = Presence::absent;
    pod.node_terms_at = pod.pod_anti_affinity_at = pod.required_anti_at = Presence::absent;
}

}  // namespace

Result<void>
parse_pod(std::string_view json, std::size_t capacity, Policy const& policy, json::Reader& reader, Pod& pod)
{
    pod.clear();
    return reader.read_object(json, capacity, [&](auto key, Value& value, Place const& at) -> Result<void> {
        if (key == "metadata")
            return read_metadata(pod, policy, at, value);
        if (key != "spec")
            return {};
        forget_spec(pod);
        if (auto const done = note(pod.spec_at, at, value); !done)
            return done;
        auto const done = json::for_each_field(at, value, [&](auto name, Value& child, Place const& where) {
            return read_spec_field(pod, policy, name, child, where);
        });
        drop_replaced_containers(pod);
        return done;
    });
}

}  // namespace slicegate::policy
