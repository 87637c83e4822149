// SPDX-License-Identifier: Apache-2.0
#include "policy/parse_metadata.hpp"

#include "policy/device_annotations.hpp"
#include "policy/presence.hpp"

namespace slicegate::policy {
namespace {

using json::Place;
using json::Value;

Result<void> read_labels(Pod& pod, Policy const& policy, Place const& place, Value& value)
{
    pod.label = pod.pool_choice = std::nullopt;
    if (auto const done = note_presence(pod.labels_at, place, value); !done)
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

Result<void>
read_annotation(Pod& pod, Policy const& policy, std::string_view key, Place const& at, Value& value)
{
    if (key == "kubernetes.io/config.mirror")
        pod.is_mirror = true;
    bool const is_memory = key == memory_annotation;
    bool const is_label = key == policy.label;
    if (!is_memory && !is_label && !is_device_annotation(key))
        return {};
    auto const text = json::read_string(at, value);
    if (!text)
        return text.error();
    if (is_memory)
        pod.gpu_memory = Amount{.text = *text, .value = parse_quantity(*text)};
    else if (is_label)
        pod.label_annotation = *text;
    else
        pod.device_annotations.push_back({key, *text});
    return {};
}

Result<void> read_annotations(Pod& pod, Policy const& policy, Place const& place, Value& value)
{
    pod.is_mirror = false;
    pod.gpu_memory = std::nullopt;
    pod.label_annotation = std::nullopt;
    pod.device_annotations.clear();
    return json::for_each_field(place, value, [&](auto key, Value& child, Place const& at) -> Result<void> {
        return read_annotation(pod, policy, key, at, child);
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
                return json::read_string_into(kind, at, child);
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

Result<void> read_owners(Pod& pod, Place const& place, Value& value)
{
    pod.is_daemon = false;
    return json::for_each_element(place, value, [&](Value& owner, Place const& at) -> Result<void> {
        return read_owner(pod, at, owner);
    });
}

Result<void> read_deletion_time(Pod& pod, Place const& place, Value& value)
{
    std::string_view when;
    auto const done = json::read_string_into(when, place, value);
    pod.is_being_deleted = !when.empty();
    return done;
}

Result<void> read_grace(Pod& pod, Place const& place, Value& value)
{
    auto const seconds = json::read_int(place, value);
    if (!seconds)
        return seconds.error();
    pod.deletion_grace_seconds = *seconds;
    return {};
}

// A second "metadata" replaces the first one whole.
void forget(Pod& pod)
{
    pod.name = pod.generate_name = {};
    pod.label = pod.pool_choice = pod.label_annotation = std::nullopt;
    pod.gpu_memory = std::nullopt;
    pod.deletion_grace_seconds = std::nullopt;
    pod.device_annotations.clear();
    pod.is_being_deleted = pod.is_daemon = pod.is_mirror = false;
    pod.labels_at = Presence::absent;
}

}  // namespace

Result<void> parse_metadata(json::Place const& place, json::Value& value, Policy const& policy, Pod& pod)
{
    forget(pod);
    if (auto const done = note_presence(pod.metadata_at, place, value); !done)
        return done;
    return json::for_each_field(place, value, [&](auto key, Value& child, Place const& at) -> Result<void> {
        if (key == "name")
            return json::read_string_into(pod.name, at, child);
        if (key == "generateName")
            return json::read_string_into(pod.generate_name, at, child);
        if (key == "labels")
            return read_labels(pod, policy, at, child);
        if (key == "annotations")
            return read_annotations(pod, policy, at, child);
        if (key == "ownerReferences")
            return read_owners(pod, at, child);
        if (key == "deletionTimestamp")
            return read_deletion_time(pod, at, child);
        if (key == "deletionGracePeriodSeconds")
            return read_grace(pod, at, child);
        return {};
    });
}

}  // namespace slicegate::policy
