// SPDX-License-Identifier: Apache-2.0
#include "policy/policy_file.hpp"
#include "policy/policy_schema.hpp"
#include "policy/render_policy.hpp"
#include "policy/rules.hpp"
#include "policy/yaml_tree.hpp"

#include <catch2/catch_test_macros.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <string>
#include <vector>

using namespace slicegate::policy;
using nlohmann::json;

namespace {

// A policy file as the JSON that a YAML editor hands to its schema.
json to_json(yaml::TreeNode const& node)
{
    json out;
    switch (node.kind) {
    case yaml::TreeNode::Kind::null:
        break;
    case yaml::TreeNode::Kind::quoted:
        out = node.text;
        break;
    case yaml::TreeNode::Kind::plain:
        out = json::parse(node.text, nullptr, false);
        if (out.is_discarded())
            out = node.text;
        break;
    case yaml::TreeNode::Kind::sequence:
        out = json::array();
        for (auto const& item : node.items)
            out.push_back(to_json(item));
        break;
    case yaml::TreeNode::Kind::mapping:
        out = json::object();
        for (auto const& item : node.items)
            out[item.key] = to_json(item);
        break;
    }
    return out;
}

json to_json(std::string_view policy)
{
    auto const tree = yaml::parse_yaml(policy, max_policy_bytes);
    REQUIRE(tree.has_value());
    return to_json(*tree);
}

bool is_of_type(json const& value, std::string const& type)
{
    return type == "object"    ? value.is_object()
           : type == "array"   ? value.is_array()
           : type == "string"  ? value.is_string()
           : type == "boolean" ? value.is_boolean()
                               : type == "integer" && value.is_number_integer();
}

bool is_valid(json const& value, json const& schema);

bool is_valid_object(json const& value, json const& schema)
{
    json const required = schema.value("required", json::array());
    for (auto const& name : required)
        if (!value.contains(name.get<std::string>()))
            return false;
    json const properties = schema.value("properties", json::object());
    return std::ranges::all_of(value.items(), [&](auto const& member) {
        if (properties.contains(member.key()))
            return is_valid(member.value(), properties[member.key()]);
        json const& others = schema["additionalProperties"];
        return others.is_object() && is_valid(member.value(), others);
    });
}

// The keywords that the schema uses, and no others: an unknown one fails.
bool is_valid(json const& value, json const& schema)
{
    for (auto const& [keyword, ignored] : schema.items())
        REQUIRE(
            std::ranges::count(
                std::vector<std::string>{
                    "$schema", "title", "description", "type", "enum", "properties", "required",
                    "additionalProperties", "items", "minItems", "minimum", "maximum"},
                keyword) == 1);
    if (schema.contains("enum"))
        return std::ranges::count(schema["enum"], value) > 0;
    if (!is_of_type(value, schema["type"]))
        return false;
    if (value.is_object())
        return is_valid_object(value, schema);
    if (value.is_array())
        return value.size() >= schema.value("minItems", 0U) &&
               std::ranges::all_of(value, [&](json const& item) { return is_valid(item, schema["items"]); });
    if (value.is_number_integer())
        return value >= schema["minimum"] && value <= schema["maximum"];
    return true;
}

void expect_descriptions(json const& schema, std::string const& path)
{
    json const properties = schema.value("properties", json::object());
    for (auto const& [name, property] : properties.items()) {
        INFO(path << '.' << name);
        CHECK_FALSE(property.value("description", "").empty());
        expect_descriptions(property, path + '.' + name);
    }
    if (schema.contains("items"))
        expect_descriptions(schema["items"], path + "[]");
}

constexpr char const* full = R"(apiVersion: slicegate.dev/v1alpha1
kind: GpuPolicy
metadata: {name: a, namespace: b, labels: {c: d}, annotations: {e: f}}
spec:
  label: a.b/c
  unlabelled: deny
  gpus: [{resources: [a.b/d], maxPerPod: 1}]
  pools:
  - name: a
    access: dedicate
    nodeSelector: {a: b}
    reserved: hard
    cardsPerNode: 2
    card: h100-sxm
    sharing: {mechanism: mps, replicas: 2}
    maxPerPod: 2
  workloads: [{group: a.b, kind: C, resource: cs, templates: [spec.template]}]
  rules: {single-slice: off}
  exempt: {namespaces: [a], users: [b]}
  schedulers: [a]
  help: a
  namespaces: [{match: a, unlabelled: share, rules: {single-slice: warn}}]
  hideGpus: true
  memoryResource: a.b/e
  logLevel: error
)";

}  // namespace

TEST_CASE("render_policy_schema: takes the default policy and one that has every field")
{
    auto const schema = json::parse(render_policy_schema());
    CHECK(schema["$schema"] == "https://json-schema.org/draft/2020-12/schema");
    CHECK(is_valid(to_json(render_policy(make_default_policy())), schema));
    REQUIRE(parse_policy(full).has_value());
    CHECK(is_valid(to_json(full), schema));
}

TEST_CASE("render_policy_schema: the full example has every field, so that none is untested")
{
    auto const schema = json::parse(render_policy_schema());
    auto const names_of = [](json const& object) {
        std::vector<std::string> names;
        for (auto const& member : object.items())
            names.push_back(member.key());
        return names;
    };
    auto const spec = to_json(full)["spec"];
    auto const& fields = schema["properties"]["spec"]["properties"];
    CHECK(names_of(spec) == names_of(fields));
    for (char const* list : {"gpus", "pools", "workloads", "namespaces"})
        CHECK(names_of(spec[list][0]) == names_of(fields[list]["items"]["properties"]));
    CHECK(
        names_of(spec["pools"][0]["sharing"]) ==
        names_of(fields["pools"]["items"]["properties"]["sharing"]["properties"]));
    CHECK(names_of(spec["exempt"]) == names_of(fields["exempt"]["properties"]));
}

TEST_CASE("render_policy_schema: refuses what the parser refuses for its shape")
{
    auto const schema = json::parse(render_policy_schema());
    struct Case {
        char const* from;
        char const* to;
    };
    for (auto const& row :
         {Case{"kind: GpuPolicy", "kind: Policy"}, Case{"unlabelled: deny", "unlabelled: own"},
          Case{"maxPerPod: 1", "maxPerPod: 0"}, Case{"maxPerPod: 1", "maxPerPod: \"1\""},
          Case{"[a.b/d]", "[]"}, Case{"    access: dedicate\n", ""}, Case{"reserved: hard", "reserved: soft"},
          Case{"h100-sxm", "h100"}, Case{"single-slice: off", "single-slice: no"},
          Case{"single-slice: off", "one-slice: off"}, Case{"hideGpus: true", "hideGpus: 1"},
          Case{"schedulers:", "scheduler:"}, Case{"logLevel: error", "logLevel: loud"}})
        DYNAMIC_SECTION(row.to << " for " << row.from)
        {
            std::string text = full;
            auto const at = text.find(row.from);
            REQUIRE(at != std::string::npos);
            text.replace(at, std::string_view(row.from).size(), row.to);
            CHECK_FALSE(parse_policy(text).has_value());
            CHECK_FALSE(is_valid(to_json(text), schema));
        }
}

TEST_CASE("render_policy_schema: describes every field and names every rule")
{
    auto const schema = json::parse(render_policy_schema());
    expect_descriptions(schema, "");
    for (Rule const& rule : rules())
        CHECK(
            schema["properties"]["spec"]["properties"]["rules"]["properties"].contains(std::string(rule.id)));
}
