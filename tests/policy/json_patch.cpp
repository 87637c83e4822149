// SPDX-License-Identifier: Apache-2.0
#include "tests/policy/json_patch.hpp"

#include <catch2/catch_test_macros.hpp>

namespace slicegate::policy::test {

using nlohmann::json;

namespace {

void check_addition(json const& document, json const& operation)
{
    CAPTURE(operation.dump());
    REQUIRE(operation.size() == 3);
    REQUIRE(operation.at("op") == "add");
    json::json_pointer const path(operation.at("path").get<std::string>());
    REQUIRE_FALSE(path.empty());
    REQUIRE(document.contains(path.parent_pointer()));
    auto const& parent = document.at(path.parent_pointer());
    if (parent.is_array()) {
        REQUIRE(path.back() == "-");
        return;
    }
    REQUIRE(parent.is_object());
    REQUIRE((!parent.contains(path.back()) || parent.at(path.back()).is_null()));
}

}  // namespace

json apply_additions(json document, json const& patch)
{
    for (json const& operation : patch) {
        check_addition(document, operation);
        document = document.patch(json::array({operation}));
    }
    return document;
}

bool only_adds(json const& before, json const& after)
{
    if (before.is_null())
        return true;
    if (before.is_object() && after.is_object()) {
        for (auto const& [key, value] : before.items()) {
            if (!after.contains(key) || !only_adds(value, after[key]))
                return false;
        }
        return true;
    }
    if (before.is_array() && after.is_array() && before.size() <= after.size()) {
        for (std::size_t i = 0; i < before.size(); ++i) {
            if (!only_adds(before[i], after[i]))
                return false;
        }
        return true;
    }
    return before == after;
}

}  // namespace slicegate::policy::test
