// SPDX-License-Identifier: Apache-2.0
#include "policy/rules/all.hpp"

namespace slicegate::policy {

std::string label_place(Policy const& policy)
{
    return "metadata.labels[" + policy.label + ']';
}

std::string selector_place(std::string_view key)
{
    return "spec.nodeSelector[" + std::string(key) + ']';
}

std::string requirement_of(Pool const& pool)
{
    std::string text;
    for (Label const& label : pool.node_selector)
        text += (text.empty() ? "" : ", ") + label.key + ": " + label.value;
    return text;
}

}  // namespace slicegate::policy
