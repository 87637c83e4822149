// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace slicegate::policy {

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
};

struct Pool {
    std::string name;
    Access access = Access::share;
    std::vector<Label> node_selector;
    Reservation reserved = Reservation::none;
    std::int64_t cards_per_node = 1;

    bool operator==(Pool const&) const = default;
};

struct Exemptions {
    std::vector<std::string> namespaces;  // names, '*' stands for any run of characters
    std::vector<std::string> users;       // user names of creators, likewise

    bool operator==(Exemptions const&) const = default;
};

// The platform team's word, checked and with its defaults filled in. Immutable once made.
struct Policy {
    std::string name;
    std::string label;
    Unlabelled unlabelled = Unlabelled::share;
    std::vector<GpuGroup> gpus;
    std::vector<Pool> pools;
    std::vector<Action> actions;  // one for each row of rules(), in that order
    Exemptions exempt;
    std::string help;  // printed under a refusal; may be empty

    bool operator==(Policy const&) const = default;
};

// The label on nodes that names their pool, and on pods the choice of one. It does not move with
// Policy::label.
inline constexpr std::string_view pool_label = "slicegate.dev/pool";

// What holds without any policy file.
[[nodiscard]] Policy make_default_policy();

}  // namespace slicegate::policy
