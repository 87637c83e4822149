// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace slicegate::policy {

struct Card;

// The two honest positions; the words of the access label.
enum class Access { share, dedicate };

// What a GPU pod without the label becomes.
enum class Unlabelled { share, dedicate, deny };

// What a rule's violation leads to.
enum class Action { deny, warn, audit, off };

// Extended resources that are counted together.
struct GpuGroup {
    std::vector<std::string> resources;       // exact names, or a prefix that ends in '*'
    std::optional<std::int64_t> max_per_pod;  // no limit where absent

    bool operator==(GpuGroup const&) const = default;
};

struct Label {
    std::string key;
    std::string value;

    bool operator==(Label const&) const = default;
};

enum class Reservation {
    none,
    soft,  // only dedicated pods may target the pool
    hard,  // and pods without GPUs are kept off its nodes
};

// How a pool's cards are shared among pods. `unknown` where the policy does not say.
enum class Mechanism { unknown, none, time_slicing, mps, mig_single, mig_mixed, vgpu };

struct Sharing {
    Mechanism mechanism = Mechanism::unknown;
    std::int64_t replicas = 1;  // slices of one card, by time-slicing or MPS

    bool operator==(Sharing const&) const = default;
};

struct Pool {
    std::string name;
    Access access = Access::share;
    std::vector<Label> node_selector;
    Reservation reserved = Reservation::none;
    std::int64_t cards_per_node = 1;
    Card const* card = nullptr;  // of cards(); nullptr where the policy does not say
    Sharing sharing = {};
    std::optional<std::int64_t> max_per_pod;  // replaces that of every group that has one

    bool operator==(Pool const&) const = default;
};

struct Exemptions {
    std::vector<std::string> namespaces;  // names, '*' stands for any run of characters
    std::vector<std::string> users;       // user names of creators, likewise

    bool operator==(Exemptions const&) const = default;
};

// Where in an object a pod template stands. A step is a key, or "*" for every key or element.
struct TemplatePath {
    std::vector<std::string> steps;

    bool operator==(TemplatePath const&) const = default;
};

// A kind beyond the built-in workloads, whose pod templates are judged.
struct Workload {
    std::string group;  // empty for the core group
    std::string kind;
    std::string resource;  // the name in URLs and webhook rules, such as pytorchjobs
    std::vector<TemplatePath> templates;

    bool operator==(Workload const&) const = default;
};

// What differs in the namespaces that `match` names. The first entry that matches holds.
struct NamespaceDefaults {
    std::string match;  // a name, '*' stands for any run of characters
    std::optional<Unlabelled> unlabelled;
    std::vector<std::optional<Action>> actions;  // one for each row of rules(); empty where none differs

    bool operator==(NamespaceDefaults const&) const = default;
};

enum class LogLevel { debug, info, warn, error };

// The platform team's word, checked and with its defaults filled in. Immutable once made.
struct Policy {
    std::string name;
    std::string label;
    Unlabelled unlabelled = Unlabelled::share;
    std::vector<GpuGroup> gpus;
    std::vector<Pool> pools;
    std::vector<Action> actions;  // one for each row of rules(), in that order
    Exemptions exempt;
    std::string help;                     // printed under a refusal; may be empty
    std::vector<Workload> workloads;      // beside the built-in kinds
    std::vector<std::string> schedulers;  // who may place GPU pods
    std::vector<NamespaceDefaults> namespaces;
    std::vector<Policy> variants;       // for each of them the whole policy that holds there
    bool hide_gpus = false;             // NVIDIA_VISIBLE_DEVICES=void where no GPU is asked for
    std::string memory_resource;        // made of the annotation slicegate.dev/gpu-memory; empty: none
    std::optional<LogLevel> log_level;  // where the command line does not say

    bool operator==(Policy const&) const = default;
};

// The label on nodes that names their pool, and on pods the choice of one. It does not move with
// Policy::label.
inline constexpr std::string_view pool_label = "slicegate.dev/pool";

// The pod's own word on the memory of its card, an annotation with a quantity of bytes. It does not move
// either.
inline constexpr std::string_view memory_annotation = "slicegate.dev/gpu-memory";

// Fills Policy::variants from Policy::namespaces.
void make_variants(Policy& policy);

// The policy that holds in a namespace: the variant of the first entry that matches, else the policy itself.
[[nodiscard]] Policy const& in_namespace(Policy const& policy, std::string_view name);

// What holds without any policy file.
[[nodiscard]] Policy make_default_policy();

}  // namespace slicegate::policy
