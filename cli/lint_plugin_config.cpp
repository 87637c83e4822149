// SPDX-License-Identifier: Apache-2.0
#include "cli/lint.hpp"

namespace slicegate::cli {

using nlohmann::json;
using policy::Mechanism;

PluginConfig read_plugin_config(Part const& part, std::string name)
{
    PluginConfig config{
        .part = part,
        .name = std::move(name),
        .mechanism = Mechanism::none,
        .replicas = {},
        .mig_strategy = {}};
    if (auto const* const flags = find_field(part.value(), "flags"))
        config.mig_strategy = text_of(*flags, "migStrategy");
    auto const* block = find_field(part.value(), {"sharing", "timeSlicing"});
    if (block != nullptr)
        config.mechanism = Mechanism::time_slicing;
    if (auto const* const mps = find_field(part.value(), {"sharing", "mps"})) {
        config.mechanism = Mechanism::mps;  // it counts where both are there
        block = mps;
    }
    if (block == nullptr)
        return config;
    auto const* const resources = find_field(*block, "resources");
    if (resources == nullptr || !resources->is_array())
        return config;
    for (json const& resource : *resources)
        if (auto const* const replicas = find_field(resource, "replicas");
            replicas && replicas->is_number_integer())
            config.replicas.push_back(replicas->get<std::int64_t>());
    return config;
}

}  // namespace slicegate::cli
