// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "policy/field_schema.hpp"
#include "policy/policy.hpp"
#include "policy/yaml_reader.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// The readers of a policy's fields, and the JSON Schema of what they take. Each says what is wrong through
// its Place; what could not be read keeps its default.
namespace slicegate::policy::yaml {

void read_file(Place const& at, Policy& policy);
[[nodiscard]] std::string file_schema();

void read_spec(Place const& at, Policy& policy);
[[nodiscard]] std::string spec_schema();

void read_gpus(Place const& at, Policy& policy);
[[nodiscard]] std::string gpus_schema();
// A resource of the GPU groups that stands for a name that `resource` stands for too; empty where there is
// none.
[[nodiscard]] std::string_view find_overlap(std::vector<GpuGroup> const& groups, std::string_view resource);

void read_pools(Place const& at, Policy& policy);
[[nodiscard]] std::string pools_schema();

void read_card(Place const& at, Pool& pool);
[[nodiscard]] std::string card_schema();
void read_sharing(Place const& at, Pool& pool);
[[nodiscard]] std::string sharing_schema();
// Refuses a way of sharing that the pool's card does not have.
void check_sharing(Place const& at, Pool const& pool);

void read_workloads(Place const& at, Policy& policy);
[[nodiscard]] std::string workloads_schema();

void read_exempt(Place const& at, Policy& policy);
[[nodiscard]] std::string exempt_schema();

void read_namespaces(Place const& at, Policy& policy);
[[nodiscard]] std::string namespaces_schema();
// Can the pattern match the name of a namespace?
[[nodiscard]] bool is_namespace_pattern(std::string_view text);

void read_unlabelled(Place const& at, std::optional<Unlabelled>& unlabelled);
[[nodiscard]] std::string unlabelled_schema();

// Actions of the rules that are named, one for each row of rules().
void read_rules(Place const& at, std::vector<std::optional<Action>>& actions);
[[nodiscard]] std::string rules_schema();

// The largest count a policy may give; more means no limit, which is said by leaving it out.
inline constexpr std::int64_t max_count = 1'000'000;
// More slices or cards than any server has.
inline constexpr std::int64_t max_devices = 1024;

}  // namespace slicegate::policy::yaml
