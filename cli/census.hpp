// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/gpu_pod.hpp"
#include "policy/policy.hpp"

#include <cstddef>
#include <iosfwd>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace slicegate::cli {

// The first names of a list, and how many there are.
struct NameList {
    std::vector<std::string> first;
    std::size_t count = 0;

    void add(std::string name);
    [[nodiscard]] std::string text() const;  // "a, b and 7 more"
};

// What GPU pods and nodes of a cluster say of the promise. Keeps names alone: a cluster's pods do not fit into
// memory.
class Census {
public:
    explicit Census(policy::Policy const& policy) : policy_(policy) {}

    void add(GpuPod const& pod);

    // A node by its labels.
    void add_node(std::string_view name, std::map<std::string, std::string> const& labels);

    // Whether the promise is kept and the scheduler can keep it.
    [[nodiscard]] bool is_sound() const;

    // What a person has to know or do, one thing after another.
    void print(std::ostream& err) const;

private:
    struct Node {
        std::string dedicated;  // the first one
        NameList others;
    };

    void print_broken(std::ostream& err) const;
    void print_notes(std::ostream& err) const;
    void print_counts(std::ostream& err) const;

    policy::Policy const& policy_;
    std::map<std::string, Node> nodes_;  // those with GPU pods
    NameList without_hostname_;
    NameList mirrors_;
    NameList meant_dedicated_;
    NameList refused_by_policy_;
    std::size_t gpu_pods_ = 0;
    std::size_t unlabelled_ = 0;
    std::size_t seen_nodes_ = 0;
};

}  // namespace slicegate::cli
