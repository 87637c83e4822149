// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/manifest.hpp"
#include "policy/policy.hpp"
#include "policy/subjects.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace slicegate::cli {

// A pod of a cluster that holds a GPU, or will once it is placed.
struct GpuPod {
    std::string namespace_;
    std::string name;
    std::string node;                         // empty: not placed yet
    bool has_label = false;                   // the access label, whatever its value
    bool is_dedicated = false;                // by the label
    bool is_mirror = false;                   // of a static pod
    std::optional<policy::Access> by_policy;  // what the policy makes of it where it has no label

    [[nodiscard]] std::string full_name() const { return namespace_ + '/' + name; }
};

// Tells the GPU pods among pods as the server would.
class GpuPodReader {
public:
    explicit GpuPodReader(policy::Policy const& policy);
    GpuPodReader(GpuPodReader const&) = delete;
    GpuPodReader& operator=(GpuPodReader const&) = delete;
    ~GpuPodReader();

    // nullopt: it asks for no GPU, has run, or its namespace or creator is exempt. Error: Errc::bad_object, for
    // what cannot be a pod; `capacity` as for read_manifest().
    [[nodiscard]] Result<std::optional<GpuPod>>
    read(std::string_view json, std::size_t capacity, Manifest const& manifest);

private:
    policy::Policy const& policy_;
    std::unique_ptr<policy::json::Reader> reader_;
    policy::Subjects subjects_;
};

}  // namespace slicegate::cli
