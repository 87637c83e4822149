// SPDX-License-Identifier: Apache-2.0
#include "policy/parse_container.hpp"

#include "policy/device_env.hpp"
#include "policy/gpu_group.hpp"
#include "policy/presence.hpp"

#include <algorithm>

namespace slicegate::policy {
namespace {

using json::Place;
using json::Value;

// A quantity comes as a string or as a bare number, whose digits count as they stand; null is zero, as in Go.
Result<Amount> read_amount(Place const& place, Value& value)
{
    auto const kind = json::kind_of(place, value);
    if (!kind)
        return kind.error();
    if (*kind == json::Kind::null)
        return Amount{.text = "0", .value = Quantity{}};
    if (*kind != json::Kind::string && *kind != json::Kind::number)
        return json::wrong_type(place, "a quantity", value);
    auto const text = json::read_scalar(place, value);
    if (!text)
        return text.error();
    return Amount{.text = *text, .value = parse_quantity(*text)};
}

// A container's own GPU resources are looked through one by one: real ones name one or two.
constexpr std::size_t max_gpu_resources = 256;

GpuRequest& gpu_of(Pod& pod, Container& container, std::size_t group, std::string_view resource)
{
    auto const begin = pod.gpus.begin() + static_cast<std::ptrdiff_t>(container.gpus.first);
    auto const found = std::find_if(
        begin, pod.gpus.end(), [&](GpuRequest const& each) { return each.resource == resource; });
    if (found != pod.gpus.end())
        return *found;
    ++container.gpus.count;
    return pod.gpus.emplace_back(
        GpuRequest{.group = group, .resource = resource, .request = {}, .limit = {}});
}

using Side = std::optional<Amount> GpuRequest::*;

Result<void> read_amounts(
    Pod& pod, Policy const& policy, Container& container, Side side, Place const& place, Value& value)
{
    for (std::size_t i = container.gpus.first; i < pod.gpus.size(); ++i)
        pod.gpus[i].*side = std::nullopt;
    return json::for_each_field(place, value, [&](auto key, Value& child, Place const& at) -> Result<void> {
        container.has_memory_resource = container.has_memory_resource || key == policy.memory_resource;
        auto const group = find_gpu_group(policy, key);
        if (!group)
            return {};
        auto const amount = read_amount(at, child);
        if (!amount)
            return amount.error();
        if (container.gpus.count >= max_gpu_resources)
            return Error{Errc::bad_object, json::render_place(place) + ": names more than 256 GPU resources"};
        gpu_of(pod, container, *group, key).*side = *amount;
        return {};
    });
}

Result<void>
read_resources(Pod& pod, Policy const& policy, Container& container, Place const& place, Value& value)
{
    container.gpus = {pod.gpus.size(), 0};
    container.has_memory_resource = false;
    container.limits_at = Presence::absent;
    return json::for_each_field(place, value, [&](auto key, Value& child, Place const& at) -> Result<void> {
        if (key == "requests")
            return read_amounts(pod, policy, container, &GpuRequest::request, at, child);
        if (key != "limits")
            return {};
        if (auto const done = note_presence(container.limits_at, at, child); !done)
            return done;
        return read_amounts(pod, policy, container, &GpuRequest::limit, at, child);
    });
}

Result<void> read_env_var(EnvVar& var, Place const& place, Value& value)
{
    return json::for_each_field(place, value, [&](auto key, Value& child, Place const& at) -> Result<void> {
        if (key == "name")
            return json::read_string_into(var.name, at, child);
        if (key == "value")
            return json::read_string_into(var.value, at, child);
        if (key != "valueFrom")
            return {};
        auto const is_empty = json::read_is_empty(at, child);
        if (!is_empty)
            return is_empty.error();
        var.has_source = !*is_empty;
        return {};
    });
}

Result<void> read_env(Pod& pod, Container& container, Place const& place, Value& value)
{
    container.env = {pod.env.size(), 0};
    if (auto const done = note_presence(container.env_at, place, value); !done)
        return done;
    return json::for_each_element(place, value, [&](Value& element, Place const& at) -> Result<void> {
        pod.env.emplace_back();
        ++container.env.count;
        return read_env_var(pod.env.back(), at, element);
    });
}

// A prefix turns the keys of a ConfigMap into NVIDIA_ variables; without one their names are unknown here.
Result<void> read_env_from(Container& container, Place const& place, Value& value)
{
    container.takes_nvidia_env = false;
    return json::for_each_element(place, value, [&](Value& element, Place const& at) -> Result<void> {
        return json::for_each_field(
            at, element, [&](auto key, Value& child, Place const& where) -> Result<void> {
                std::string_view prefix;
                auto const done =
                    key == "prefix" ? json::read_string_into(prefix, where, child) : Result<void>{};
                container.takes_nvidia_env = container.takes_nvidia_env || makes_nvidia_names(prefix);
                return done;
            });
    });
}

Result<void> read_words(Pod& pod, Range& words, Place const& place, Value& value)
{
    words = {pod.words.size(), 0};
    return json::for_each_element(place, value, [&](Value& element, Place const& at) -> Result<void> {
        auto const text = json::read_string(at, element);
        if (!text)
            return text.error();
        pod.words.push_back(*text);
        ++words.count;
        return {};
    });
}

Result<void> read_mounts(Pod& pod, Container& container, Place const& place, Value& value)
{
    container.mounts = {pod.mounts.size(), 0};
    return json::for_each_element(place, value, [&](Value& element, Place const& at) -> Result<void> {
        VolumeMount mount;
        auto const done = json::for_each_field(
            at, element, [&](auto key, Value& child, Place const& where) -> Result<void> {
                if (key == "name")
                    return json::read_string_into(mount.volume, where, child);
                return key == "mountPath" ? json::read_string_into(mount.path, where, child) : Result<void>{};
            });
        pod.mounts.push_back(mount);
        ++container.mounts.count;
        return done;
    });
}

Result<void> read_capabilities(Container& container, Place const& place, Value& value)
{
    container.is_admin = false;
    return json::for_each_field(place, value, [&](auto key, Value& child, Place const& at) -> Result<void> {
        if (key != "add")
            return {};
        return json::for_each_element(at, child, [&](Value& element, Place const& where) -> Result<void> {
            std::string_view name;
            auto const done = json::read_string_into(name, where, element);
            container.is_admin =
                container.is_admin || name == "SYS_ADMIN" || name == "CAP_SYS_ADMIN" || name == "ALL";
            return done;
        });
    });
}

Result<void> read_security(Container& container, Place const& place, Value& value)
{
    container.is_privileged = container.is_admin = false;
    return json::for_each_field(place, value, [&](auto key, Value& child, Place const& at) -> Result<void> {
        if (key == "capabilities")
            return read_capabilities(container, at, child);
        if (key != "privileged")
            return {};
        auto const truth = json::read_bool(at, child);
        if (!truth)
            return truth.error();
        container.is_privileged = *truth;
        return {};
    });
}

Result<void> read_restart(Container& container, Place const& place, Value& value)
{
    std::string_view restart;
    auto const done = json::read_string_into(restart, place, value);
    container.is_restartable = restart == "Always" && container.kind == ContainerKind::init;
    return done;
}

Result<void> read_container_field(
    Pod& pod, Policy const& policy, Container& container, std::string_view key, Value& value, Place const& at)
{
    if (key == "name")
        return json::read_string_into(container.name, at, value);
    if (key == "image")
        return json::read_string_into(container.image, at, value);
    if (key == "resources")
        return read_resources(pod, policy, container, at, value);
    if (key == "env")
        return read_env(pod, container, at, value);
    if (key == "envFrom")
        return read_env_from(container, at, value);
    if (key == "command")
        return read_words(pod, container.command, at, value);
    if (key == "args")
        return read_words(pod, container.args, at, value);
    if (key == "volumeMounts")
        return read_mounts(pod, container, at, value);
    if (key == "securityContext")
        return read_security(container, at, value);
    if (key == "restartPolicy")
        return read_restart(container, at, value);
    return {};
}

// An empty container in the body costs nothing.
bool says_something(Container const& container)
{
    bool const has_lists = container.gpus.count + container.env.count + container.command.count +
                               container.args.count + container.mounts.count >
                           0;
    return has_lists || container.takes_nvidia_env || container.is_privileged || container.is_admin;
}

Container begin_container(Pod const& pod, ContainerKind kind, std::size_t index)
{
    return {
        .kind = kind,
        .index = index,
        .gpus = {pod.gpus.size(), 0},
        .env = {pod.env.size(), 0},
        .command = {pod.words.size(), 0},
        .args = {pod.words.size(), 0},
        .mounts = {pod.mounts.size(), 0},
    };
}

}  // namespace

Result<void> parse_containers(
    json::Place const& place, json::Value& value, Policy const& policy, ContainerKind kind, Pod& pod)
{
    pod.first_container[static_cast<std::size_t>(kind)] = pod.containers.size();
    return json::for_each_element(place, value, [&](Value& element, Place const& at) -> Result<void> {
        auto container = begin_container(pod, kind, at.index);
        auto const done = json::for_each_field(at, element, [&](auto key, Value& child, Place const& where) {
            return read_container_field(pod, policy, container, key, child, where);
        });
        auto const asked = pod.gpus_of(container);
        container.is_asking =
            std::any_of(asked.begin(), asked.end(), [](GpuRequest const& gpu) { return gpu.is_asking(); });
        if (policy.hide_gpus || says_something(container))
            pod.containers.push_back(container);
        else
            pod.has_silent_containers = true;
        return done;
    });
}

void drop_replaced_containers(Pod& pod)
{
    std::size_t index = 0;
    std::erase_if(pod.containers, [&](Container const& each) {
        return index++ < pod.first_container[static_cast<std::size_t>(each.kind)];
    });
    pod.first_container = {};
}

}  // namespace slicegate::policy
