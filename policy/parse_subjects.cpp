// SPDX-License-Identifier: Apache-2.0
#include "policy/parse_subjects.hpp"

#include "policy/json_reader.hpp"
#include "policy/parse_metadata.hpp"
#include "policy/parse_pod.hpp"

#include <algorithm>
#include <string>
#include <vector>

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

Result<void> read_pod(Value& value, Policy const& policy, Subjects& subjects)
{
    Pod& pod = subjects.add();
    auto const done =
        json::for_each_field(Place{}, value, [&](auto key, Value& child, Place const& at) -> Result<void> {
            return parse_pod_field(key, child, at, policy, pod);
        });
    subjects.object().name = pod.name;
    subjects.object().generate_name = pod.generate_name;
    subjects.object().is_being_deleted = pod.is_being_deleted;
    return done;
}

Result<void> read_templates(Value& value, ObjectShape const& shape, Policy const& policy, Subjects& subjects)
{
    WorkloadFacts facts{.kind = shape.kind};
    TemplateWalk walk(policy, subjects);
    auto const done =
        json::for_each_field(Place{}, value, [&](auto key, Value& child, Place const& at) -> Result<void> {
            if (key == "metadata")
                return parse_metadata(at, child, policy, subjects.object());
            auto const steps = begin(shape.templates, key);
            if (steps.empty())
                return {};
            return key == "spec" ? read_workload_spec(walk, steps, facts, at, child)
                                 : walk.walk(steps, at, child);
        });
    facts.label = subjects.object().label;
    for (Pod& pod : subjects.pods()) {
        pod.workload = facts;
        pod.is_daemon = shape.kind == "DaemonSet";
    }
    return done;
}

}  // namespace

Result<void>
read_object(json::Value& value, ObjectShape const& shape, Policy const& policy, Subjects& subjects)
{
    subjects.clear();
    return shape.templates.empty() ? read_pod(value, policy, subjects)
                                   : read_templates(value, shape, policy, subjects);
}

Result<void> parse_object(
    std::string_view json, std::size_t capacity, ObjectShape const& shape, Policy const& policy,
    json::Reader& reader, Subjects& subjects)
{
    subjects.clear();
    return reader.read(
        json, capacity, [&](Value& value) { return read_object(value, shape, policy, subjects); });
}

}  // namespace slicegate::policy
