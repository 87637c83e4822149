// SPDX-License-Identifier: Apache-2.0
#include "policy/policy_schema.hpp"

#include "policy/policy_fields.hpp"

#include <nlohmann/json.hpp>

namespace slicegate::policy {

std::string render_policy_schema()
{
    nlohmann::ordered_json schema = {
        {"$schema", "https://json-schema.org/draft/2020-12/schema"},
        {"title", "slicegate GpuPolicy"},
    };
    schema.update(nlohmann::ordered_json::parse(yaml::file_schema()));
    return schema.dump(2) + '\n';
}

}  // namespace slicegate::policy
