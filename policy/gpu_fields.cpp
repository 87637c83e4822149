// SPDX-License-Identifier: Apache-2.0
#include "policy/kubernetes_names.hpp"
#include "policy/policy_fields.hpp"

#include <array>
#include <span>

namespace slicegate::policy::yaml {

namespace {

bool is_pattern(std::string_view resource)
{
    return resource.ends_with('*');
}

std::string_view stem(std::string_view resource)
{
    return is_pattern(resource) ? resource.substr(0, resource.size() - 1) : resource;
}

// An extended resource's name, or the beginning of one and a star.
bool is_gpu_resource(std::string_view text)
{
    if (!is_pattern(text))
        return is_extended_resource_name(text);
    return is_extended_resource_name(std::string(stem(text)) + "x");
}

// Is there a resource name that both stand for?
bool overlap(std::string_view a, std::string_view b)
{
    return a == b || (is_pattern(a) && stem(b).starts_with(stem(a))) ||
           (is_pattern(b) && stem(a).starts_with(stem(b)));
}

void read_resources(Place const& at, GpuGroup& group)
{
    group.resources = read_texts(
        at, is_gpu_resource,
        "the name of an extended resource, such as nvidia.com/gpu, or its beginning and *, such as "
        "nvidia.com/mig-*");
    if (at.node.kind == TreeNode::Kind::sequence && at.node.items.empty())
        at.refuse("is empty; name at least one resource");
}

std::string resources_schema()
{
    return list_schema(text_schema(), Length::not_empty);
}

void read_max_per_pod(Place const& at, GpuGroup& group)
{
    group.max_per_pod = read_count(at, max_count);
}

std::string max_per_pod_schema()
{
    return count_schema(max_count);
}

constexpr std::array group_fields = {
    Field<GpuGroup>{
        .name = "resources",
        .about = "Extended resources that are counted together: exact names, or a beginning and *.",
        .read = read_resources,
        .schema = resources_schema,
        .need = Need::required},
    Field<GpuGroup>{
        .name = "maxPerPod",
        .about = "The most that one pod may ask for, over all containers and names; no limit if left out.",
        .read = read_max_per_pod,
        .schema = max_per_pod_schema},
};

// Each is compared with each below, and with each resource of each container later.
bool are_too_many(Place const& at, std::vector<GpuGroup> const& groups)
{
    std::size_t count = 0;
    for (GpuGroup const& group : groups)
        count += group.resources.size();
    if (count > max_entries)
        at.refuse(
            "has " + std::to_string(count) + " resources, at most " + std::to_string(max_entries) +
            " are allowed");
    return count > max_entries;
}

// A resource in two places would be counted twice, or by the limit of whichever came first.
void refuse_overlaps(Place const& at, std::vector<GpuGroup> const& groups)
{
    struct Seen {
        std::string_view resource;
        std::size_t group;
    };
    std::vector<Seen> seen;
    for (std::size_t i = 0; i < groups.size(); ++i) {
        for (std::string const& resource : groups[i].resources) {
            for (Seen const& other : seen)
                if (overlap(resource, other.resource))
                    at.item(i).refuse(
                        resource + " would be counted twice: " + std::string(other.resource) + " in " +
                        at.path + "[" + std::to_string(other.group) + "] covers the same name");
            seen.push_back({.resource = resource, .group = i});
        }
    }
}

}  // namespace

std::string_view find_overlap(std::vector<GpuGroup> const& groups, std::string_view resource)
{
    for (GpuGroup const& group : groups)
        for (std::string const& other : group.resources)
            if (overlap(resource, other))
                return other;
    return {};
}

void read_gpus(Place const& at, Policy& policy)
{
    policy.gpus.clear();
    for_each_item(at, [&](Place const& item) {
        read_fields<GpuGroup>(item, group_fields, policy.gpus.emplace_back());
    });
    if (at.node.kind == TreeNode::Kind::sequence && at.node.items.empty())
        at.refuse("is empty, so nothing would be judged; leave the field out for its default");
    if (!are_too_many(at, policy.gpus))
        refuse_overlaps(at, policy.gpus);
}

std::string gpus_schema()
{
    return list_schema(object_schema<GpuGroup>(group_fields), Length::not_empty);
}

}  // namespace slicegate::policy::yaml
