// SPDX-License-Identifier: Apache-2.0
#include "policy/json_depth.hpp"

#include <algorithm>

namespace slicegate::policy {
namespace {

// '[' is 0x5b and '{' is 0x7b: they differ in one bit, so that one comparison finds both and vectorises.
std::size_t count_opening(std::string_view json)
{
    return static_cast<std::size_t>(
        std::count_if(json.begin(), json.end(), [](char c) { return (c | 0x20) == '{'; }));
}

}  // namespace

bool is_deeper_than(std::string_view json, std::size_t limit)
{
    // Most bodies are too small for that.
    if (json.size() <= limit || count_opening(json) <= limit)
        return false;
    std::size_t depth = 0;
    bool in_string = false;
    for (std::size_t i = 0; i < json.size(); ++i) {
        char const c = json[i];
        if (in_string) {
            i += c == '\\' ? 1 : 0;
            in_string = c != '"';
        } else if (c == '"') {
            in_string = true;
        } else if (c == '{' || c == '[') {
            if (++depth > limit)
                return true;
        } else if ((c == '}' || c == ']') && depth > 0) {
            --depth;
        }
    }
    return false;
}

}  // namespace slicegate::policy
