// SPDX-License-Identifier: Apache-2.0
#include "policy/pod.hpp"

#include <algorithm>
#include <utility>

namespace slicegate::policy {
namespace {

bool is_zero(std::optional<Amount> const& amount)
{
    return !amount || (amount->value && *amount->value == Quantity{});
}

template <class T> std::vector<T> emptied(std::vector<T>& list)
{
    list.clear();
    return std::move(list);
}

}  // namespace

void Pod::clear()
{
    Pod fresh;
    fresh.node_selector = emptied(node_selector);
    fresh.containers = emptied(containers);
    fresh.gpus = emptied(gpus);
    fresh.node_terms = emptied(node_terms);
    fresh.expressions = emptied(expressions);
    fresh.values = emptied(values);
    *this = std::move(fresh);
}

std::optional<std::string_view> Pod::selected(std::string_view key) const
{
    auto const found = std::find_if(
        node_selector.rbegin(), node_selector.rend(), [&](LabelView const& each) { return each.key == key; });
    return found == node_selector.rend() ? std::nullopt : std::optional(found->value);
}

std::optional<Access> Pod::access() const
{
    return label ? parse_access(*label) : std::nullopt;
}

bool Pod::is_gpu_pod() const
{
    return std::any_of(containers.begin(), containers.end(), [&](Container const& container) {
        auto const asked = gpus_of(container);
        return std::any_of(asked.begin(), asked.end(), [](GpuRequest const& gpu) {
            return !is_zero(gpu.request) || !is_zero(gpu.limit);
        });
    });
}

std::optional<Access> parse_access(std::string_view word)
{
    if (word == "share")
        return Access::share;
    if (word == "dedicate")
        return Access::dedicate;
    return std::nullopt;
}

std::string_view word_of(Access access)
{
    return access == Access::share ? "share" : "dedicate";
}

}  // namespace slicegate::policy
