// SPDX-License-Identifier: Apache-2.0
#include "policy/count.hpp"
#include "policy/rules/all.hpp"
#include "policy/text.hpp"

namespace slicegate::policy {
namespace {

// What is wrong with one amount by itself; empty where nothing is.
std::string_view fault_of(Amount const& amount)
{
    if (!amount.value)
        return "is no Kubernetes quantity";
    if (amount.value->is_negative)
        return "is negative";
    if (!is_whole(*amount.value))
        return "is no whole number";
    return {};
}

std::string fault_of(GpuRequest const& gpu)
{
    for (auto const* const side : {&gpu.limit, &gpu.request}) {
        if (*side) {
            auto const fault = fault_of(**side);
            if (!fault.empty())
                return quoted((*side)->text) + ' ' + std::string(fault);
        }
    }
    if (gpu.request && !gpu.limit && *gpu.request->value != Quantity{})
        return "a request without a limit";
    if (gpu.request && gpu.limit && *gpu.request->value != *gpu.limit->value)
        return "the request is " + shown(gpu.request->text) + ", the limit " + shown(gpu.limit->text);
    return {};
}

}  // namespace

// A GPU cannot be overcommitted or split: the API server and the device plugin take whole numbers, equal in
// both blocks. Said here, for what the API server says of it is hard to read, and it comes later.
//
// Reads:   requests and limits of all containers
// Denies:  a request that differs from its limit or has none; fractions, negative amounts, what is no
// quantity
// Allows:  a limit alone (Kubernetes copies it), equal values however they are written
Finding gpu_request_shape(Pod const& pod, Policy const&)
{
    Finding finding;
    for (Container const& container : pod.containers) {
        for (GpuRequest const& gpu : pod.gpus_of(container)) {
            if (auto fault = fault_of(gpu); !fault.empty())
                finding.violations.push_back({.place = place_of(container, gpu), .what = std::move(fault)});
        }
    }
    if (finding.violations.empty())
        return finding;
    finding.why = "GPUs are given out whole; Kubernetes wants request and limit equal";
    finding.fix = "set the limit alone, to a whole number: Kubernetes copies it to the request";
    return finding;
}

}  // namespace slicegate::policy
