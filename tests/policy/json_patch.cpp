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

}  // namespace slicegate::policy::test
