// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "policy/policy.hpp"
#include "policy/yaml_reader.hpp"

// The readers of the larger fields of a policy's spec. Each says what is wrong through its Place.
namespace slicegate::policy::yaml {

void read_gpus(Place const& at, Policy& policy);
void read_pools(Place const& at, Policy& policy);
void read_exempt(Place const& at, Policy& policy);
void read_rules(Place const& at, Policy& policy);

// The largest count a policy may give; more means no limit, which is said by leaving it out.
inline constexpr std::int64_t max_count = 1'000'000;

}  // namespace slicegate::policy::yaml
