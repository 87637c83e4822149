// SPDX-License-Identifier: Apache-2.0
#include "policy/count.hpp"

#include "policy/text.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <span>

namespace slicegate::policy {
namespace {

// NVIDIA has some thirty MIG resource names; a pod with more than this of one group is not counted further.
constexpr std::size_t max_names = 64;

// The resource names of one group that a pod asks for.
struct Names {
    std::array<std::string_view, max_names> list;
    std::size_t size = 0;
    bool are_too_many = false;

    void add(std::string_view name)
    {
        auto const end = list.begin() + static_cast<std::ptrdiff_t>(size);
        if (std::find(list.begin(), end, name) != end)
            return;
        if (size == max_names)
            are_too_many = true;
        else
            list[size++] = name;
    }
    [[nodiscard]] std::span<std::string_view const> all() const { return std::span(list).first(size); }
};

bool is_less(SliceCount const& a, SliceCount const& b)
{
    return a.is_huge != b.is_huge ? b.is_huge : a.total < b.total;
}

SliceCount slices_of(std::optional<Amount> const& amount)
{
    if (!amount)
        return {};
    auto const units = amount->value ? whole_units(*amount->value) : std::nullopt;
    if (!units && amount->value && amount->value->is_negative)
        return {};
    return units ? SliceCount{.total = std::max<std::int64_t>(*units, 0)} : SliceCount{.is_huge = true};
}

Names names_of(Pod const& pod, std::size_t group)
{
    Names names;
    for (Container const& container : pod.containers) {
        for (GpuRequest const& gpu : pod.gpus_of(container)) {
            if (gpu.group == group && is_less({}, slices_of(gpu)))
                names.add(gpu.resource);
        }
    }
    return names;
}

GpuRequest const*
find_gpu(Pod const& pod, Container const& container, std::size_t group, std::string_view name)
{
    auto const asked = pod.gpus_of(container);
    auto const found = std::find_if(asked.begin(), asked.end(), [&](GpuRequest const& gpu) {
        return gpu.group == group && gpu.resource == name;
    });
    return found == asked.end() ? nullptr : &*found;
}

// The moment at which a pod holds most of one resource: while one of its init containers runs, or afterwards.
struct Peak {
    SliceCount count;
    Container const* init = nullptr;  // the plain init container that runs then
};

bool is_plain_init(Container const& container)
{
    return container.kind == ContainerKind::init && !container.is_restartable;
}

Peak find_peak(Pod const& pod, std::size_t group, std::string_view name)
{
    SliceCount running;  // the restartable init containers so far
    SliceCount after;    // what runs once all init containers are done
    Peak peak;
    for (Container const& container : pod.containers) {
        GpuRequest const* const gpu = find_gpu(pod, container, group, name);
        SliceCount own = gpu != nullptr ? slices_of(*gpu) : SliceCount{};
        if (container.kind != ContainerKind::init) {
            after += own;
        } else if (container.is_restartable) {
            running += own;
        } else {
            own += running;
            if (is_less(peak.count, own))
                peak = {own, &container};
        }
    }
    after += running;
    return is_less(after, peak.count) ? peak : Peak{.count = after};
}

bool runs_at(Peak const& peak, Container const& container)
{
    if (peak.init == nullptr)
        return !is_plain_init(container);
    bool const is_before = container.kind == ContainerKind::init && container.index < peak.init->index;
    return &container == peak.init || (is_before && container.is_restartable);
}

std::string_view list_of(ContainerKind kind)
{
    switch (kind) {
    case ContainerKind::init:
        return "spec.initContainers[";
    case ContainerKind::app:
        return "spec.containers[";
    case ContainerKind::ephemeral:
        break;
    }
    return "spec.ephemeralContainers[";
}

// Init containers run first, so they come first.
bool is_earlier(Contribution const& a, Contribution const& b)
{
    if (a.container->kind != b.container->kind)
        return a.container->kind < b.container->kind;
    if (a.container->index != b.container->index)
        return a.container->index < b.container->index;
    return a.gpu < b.gpu;  // both in the pod's one list
}

}  // namespace

SliceCount& SliceCount::operator+=(SliceCount const& other)
{
    is_huge = is_huge || other.is_huge || other.total > std::numeric_limits<std::int64_t>::max() - total;
    total = is_huge ? 0 : total + other.total;
    return *this;
}

SliceCount slices_of(GpuRequest const& gpu)
{
    auto const request = slices_of(gpu.request);
    auto const limit = slices_of(gpu.limit);
    return is_less(request, limit) ? limit : request;
}

SliceCount count_slices(Pod const& pod, std::size_t group)
{
    Names const names = names_of(pod, group);
    SliceCount sum{.is_huge = names.are_too_many};
    for (std::string_view const name : names.all())
        sum += find_peak(pod, group, name).count;
    return sum;
}

std::vector<Contribution> contributions(Pod const& pod, std::size_t group)
{
    std::vector<Contribution> found;
    Names const names = names_of(pod, group);
    for (std::string_view const name : names.all()) {
        Peak const peak = find_peak(pod, group, name);
        for (Container const& container : pod.containers) {
            GpuRequest const* const gpu = find_gpu(pod, container, group, name);
            if (gpu == nullptr || !runs_at(peak, container))
                continue;
            auto const count = slices_of(*gpu);
            if (count.is_huge || count.total > 0)
                found.push_back({&container, gpu, count});
        }
    }
    std::sort(found.begin(), found.end(), is_earlier);
    return found;
}

std::string place_of(Container const& container)
{
    return std::string(list_of(container.kind)) + std::to_string(container.index) + ']';
}

std::string place_of(Container const& container, GpuRequest const& gpu)
{
    auto place = place_of(container) + (gpu.limit ? ".resources.limits[" : ".resources.requests[");
    append_shown(place, gpu.resource);
    return place += ']';
}

}  // namespace slicegate::policy
