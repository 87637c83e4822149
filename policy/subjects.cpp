// SPDX-License-Identifier: Apache-2.0
#include "policy/subjects.hpp"

#include "policy/json_reader.hpp"
#include "policy/parse_metadata.hpp"
#include "policy/parse_pod.hpp"

#include <algorithm>
#include <string>

namespace slicegate::policy {
namespace {

using json::Place;
using json::Value;

// Of one object; a list of ten thousand templates is no workload.
constexpr std::size_t max_templates = 1024;

// One path, as far as the walk has come along it.
struct Step {
    TemplatePath const* path;
    std::size_t at;

    [[nodiscard]] bool is_there() const { return at == path->steps.size(); }
    [[nodiscard]] bool leads_to(std::string_view key) const
    {
        return !is_there() && (path->steps[at] == "*" || path->steps[at] == key);
    }
};

class TemplateWalk {
public:
    TemplateWalk(Policy const& policy, Subjects& subjects) : policy_(policy), subjects_(subjects) {}

    Result<void> walk(std::vector<Step> const& steps, Place const& place, Value& value)
    {
        if (std::any_of(steps.begin(), steps.end(), [](Step const& step) { return step.is_there(); }))
            return read_template(place, value);
        auto const kind = json::kind_of(place, value);
        if (!kind)
            return kind.error();
        if (*kind == json::Kind::array)
            return json::for_each_element(place, value, [&](Value& child, Place const& at) -> Result<void> {
                return go_on(steps, "*", at, child);
            });
        if (*kind != json::Kind::object)
            return {};  // no template down there
        return json::for_each_field(
            place, value, [&](auto key, Value& child, Place const& at) -> Result<void> {
                return go_on(steps, key, at, child);
            });
    }

    Result<void> go_on(std::vector<Step> const& steps, std::string_view key, Place const& at, Value& child)
    {
        std::vector<Step> next;
        for (Step const& step : steps) {
            if (step.leads_to(key))
                next.push_back({step.path, step.at + 1});
        }
        return next.empty() ? Result<void>{} : walk(next, at, child);
    }

private:
    Result<void> read_template(Place const& place, Value& value)
    {
        auto const root = json::render_place(place) + '.';
        // Of two equal keys the last one counts: what stands at this place already goes.
        while (!subjects_.pods().empty() && subjects_.pods().back().root == root)
            subjects_.drop_last();
        if (subjects_.pods().size() == max_templates)
            return Error{
                Errc::bad_object, json::render_place(place) + ": is one of more than 1024 pod templates"};
        Pod& pod = subjects_.add();
        pod.root = root;
        return json::for_each_field(
            place, value, [&](auto key, Value& child, Place const& at) -> Result<void> {
                return parse_pod_field(key, child, at, policy_, pod);
            });
    }

    Policy const& policy_;
    Subjects& subjects_;
};

// What a Deployment says of its rolling update.
Result<void> read_strategy(WorkloadFacts& facts, Place const& place, Value& value)
{
    facts.strategy = facts.max_surge = facts.max_unavailable = {};
    return json::for_each_field(place, value, [&](auto key, Value& child, Place const& at) -> Result<void> {
        if (key == "type")
            return json::read_string_into(facts.strategy, at, child);
        if (key != "rollingUpdate")
            return {};
        return json::for_each_field(
            at, child, [&](auto name, Value& number, Place const& where) -> Result<void> {
                if (name != "maxSurge" && name != "maxUnavailable")
                    return {};
                auto const text = json::read_scalar(where, number);
                if (!text)
                    return text.error();
                (name == "maxSurge" ? facts.max_surge : facts.max_unavailable) = *text;
                return {};
            });
    });
}

Result<void> read_replicas(WorkloadFacts& facts, Place const& place, Value& value)
{
    auto const kind = json::kind_of(place, value);
    if (!kind)
        return kind.error();
    if (*kind == json::Kind::null)
        return {};
    auto const number = json::read_int(place, value);
    if (!number)
        return number.error();
    facts.replicas = *number;
    return {};
}

// The spec of a Deployment says more than its template.
Result<void> read_workload_spec(
    TemplateWalk& walk, std::vector<Step> const& steps, WorkloadFacts& facts, Place const& place,
    Value& value)
{
    if (facts.kind != "Deployment")
        return walk.walk(steps, place, value);
    return json::for_each_field(place, value, [&](auto key, Value& child, Place const& at) -> Result<void> {
        if (key == "strategy")
            return read_strategy(facts, at, child);
        if (key == "replicas")
            return read_replicas(facts, at, child);
        return walk.go_on(steps, key, at, child);
    });
}

std::vector<Step> begin(std::span<TemplatePath const> paths, std::string_view first)
{
    std::vector<Step> steps;
    for (TemplatePath const& path : paths) {
        Step const step{&path, 0};
        if (step.leads_to(first))
            steps.push_back({&path, 1});
    }
    return steps;
}

TemplatePath const pod_template{{"spec", "template"}};
TemplatePath const cron_template{{"spec", "jobTemplate", "spec", "template"}};

struct BuiltIn {
    std::string_view group;
    std::string_view kind;
    TemplatePath const* path;
};

// Source: the kinds of k8s.io/api apps/v1, batch/v1 and core/v1 that hold a PodTemplateSpec.
constexpr BuiltIn built_in[] = {
    {"apps", "Deployment", &pod_template},        {"apps", "StatefulSet", &pod_template},
    {"apps", "DaemonSet", &pod_template},         {"apps", "ReplicaSet", &pod_template},
    {"", "ReplicationController", &pod_template}, {"batch", "Job", &pod_template},
    {"batch", "CronJob", &cron_template},
};

}  // namespace

Pod& Subjects::add()
{
    if (size_ == pods_.size())
        pods_.emplace_back();
    pods_[size_].clear();
    return pods_[size_++];
}

void Subjects::clear()
{
    object_.clear();
    size_ = 0;
}

std::span<TemplatePath const>
template_paths(std::string_view group, std::string_view kind, Policy const& policy)
{
    for (BuiltIn const& each : built_in) {
        if (each.group == group && each.kind == kind)
            return {each.path, 1};
    }
    for (Workload const& each : policy.workloads) {
        if (each.group == group && each.kind == kind)
            return each.templates;
    }
    return {};
}

Result<void> parse_pod(
    std::string_view json, std::size_t capacity, Policy const& policy, json::Reader& reader,
    Subjects& subjects)
{
    subjects.clear();
    Pod& pod = subjects.add();
    auto const done =
        reader.read_object(json, capacity, [&](auto key, Value& value, Place const& at) -> Result<void> {
            return parse_pod_field(key, value, at, policy, pod);
        });
    subjects.object().name = pod.name;
    subjects.object().generate_name = pod.generate_name;
    subjects.object().is_being_deleted = pod.is_being_deleted;
    return done;
}

Result<void> parse_templates(
    std::string_view json, std::size_t capacity, std::string_view kind, std::span<TemplatePath const> paths,
    Policy const& policy, json::Reader& reader, Subjects& subjects)
{
    subjects.clear();
    WorkloadFacts facts{.kind = kind};
    TemplateWalk walk(policy, subjects);
    auto const done =
        reader.read_object(json, capacity, [&](auto key, Value& value, Place const& at) -> Result<void> {
            if (key == "metadata")
                return parse_metadata(at, value, policy, subjects.object());
            auto const steps = begin(paths, key);
            if (steps.empty())
                return {};
            return key == "spec" ? read_workload_spec(walk, steps, facts, at, value)
                                 : walk.walk(steps, at, value);
        });
    facts.label = subjects.object().label;
    for (Pod& pod : subjects.pods()) {
        pod.workload = facts;
        pod.is_daemon = kind == "DaemonSet";
    }
    return done;
}

}  // namespace slicegate::policy
