// SPDX-License-Identifier: Apache-2.0
#include "cli/manifest.hpp"

#include "policy/json_reader.hpp"

namespace slicegate::cli {

namespace {

using policy::json::Place;
using policy::json::Value;

// What is not text here, the engine refuses with its place.
std::string_view text_or_nothing(Value& value)
{
    std::string_view text;
    simdjson::ondemand::json_type type{};
    if (value.type().get(type) != simdjson::SUCCESS || type != simdjson::ondemand::json_type::string ||
        value.get_string().get(text) != simdjson::SUCCESS)
        return {};
    return text;
}

bool is_object(Value& value)
{
    simdjson::ondemand::json_type type{};
    return value.type().get(type) == simdjson::SUCCESS && type == simdjson::ondemand::json_type::object;
}

bool is_array(Value& value)
{
    simdjson::ondemand::json_type type{};
    return value.type().get(type) == simdjson::SUCCESS && type == simdjson::ondemand::json_type::array;
}

Result<void> read_owners(Manifest& manifest, Place const& place, Value& value)
{
    manifest.is_of_daemon_set = false;
    if (!is_array(value))
        return {};
    return policy::json::for_each_element(place, value, [&](Value& owner, Place const& at) -> Result<void> {
        if (!is_object(owner))
            return {};
        return policy::json::for_each_field(
            at, owner, [&](auto key, Value& child, Place const&) -> Result<void> {
                manifest.is_of_daemon_set |= key == "kind" && text_or_nothing(child) == "DaemonSet";
                return {};
            });
    });
}

Result<void> read_annotations(Manifest& manifest, Place const& place, Value& value)
{
    manifest.is_mirror = false;
    if (!is_object(value))
        return {};
    return policy::json::for_each_field(place, value, [&](auto key, Value&, Place const&) -> Result<void> {
        manifest.is_mirror |= key == "kubernetes.io/config.mirror";
        return {};
    });
}

Result<void> read_metadata(Manifest& manifest, Place const& place, Value& value)
{
    if (!is_object(value))
        return {};
    return policy::json::for_each_field(
        place, value, [&](auto key, Value& child, Place const& at) -> Result<void> {
            if (key == "name")
                manifest.name = text_or_nothing(child);
            else if (key == "generateName")
                manifest.generate_name = text_or_nothing(child);
            else if (key == "namespace")
                manifest.namespace_ = text_or_nothing(child);
            else if (key == "uid")
                manifest.uid = text_or_nothing(child);
            else if (key == "annotations")
                return read_annotations(manifest, at, child);
            else if (key == "ownerReferences")
                return read_owners(manifest, at, child);
            return {};
        });
}

Result<void> read_spec(Manifest& manifest, Place const& place, Value& value)
{
    if (!is_object(value))
        return {};
    return policy::json::for_each_field(
        place, value, [&](auto key, Value& child, Place const&) -> Result<void> {
            if (key != "nodeName")
                return {};
            auto const token = child.raw_json_token();
            manifest.node_name = text_or_nothing(child);
            // The token goes on to the next one: white space is cut, quotes stay.
            manifest.node_name_token = token.substr(0, token.find_last_not_of(" \t\r\n") + 1);
            return {};
        });
}

Result<void> read_status(Manifest& manifest, Place const& place, Value& value)
{
    if (!is_object(value))
        return {};
    return policy::json::for_each_field(
        place, value, [&](auto key, Value& child, Place const&) -> Result<void> {
            if (key == "phase")
                manifest.phase = text_or_nothing(child);
            return {};
        });
}

Result<void> read_items(Manifest& manifest, Place const& place, Value& value)
{
    manifest.items.clear();
    manifest.is_list = is_array(value);
    if (!manifest.is_list)
        return {};
    return policy::json::for_each_element(place, value, [&](Value& item, Place const& at) -> Result<void> {
        auto const text = policy::json::read_raw_object(at, item);
        if (!text)
            return text.error();
        manifest.items.push_back(*text);
        return {};
    });
}

}  // namespace

std::string_view Manifest::group() const
{
    auto const slash = api_version.find('/');
    return slash == std::string_view::npos ? std::string_view{} : api_version.substr(0, slash);
}

std::string_view Manifest::version() const
{
    return api_version.substr(api_version.find('/') + 1);  // npos + 1 is 0
}

void Manifest::take_kind_of(std::string_view list_kind, std::string_view list_api_version)
{
    constexpr std::string_view suffix = "List";
    if (!kind.empty() || !list_kind.ends_with(suffix))
        return;
    kind = list_kind.substr(0, list_kind.size() - suffix.size());
    api_version = list_api_version;
}

Result<Manifest> read_manifest(std::string_view json, std::size_t capacity, policy::json::Reader& reader)
{
    Manifest manifest;
    auto const done =
        reader.read_object(json, capacity, [&](auto key, Value& value, Place const& at) -> Result<void> {
            if (key == "apiVersion")
                manifest.api_version = text_or_nothing(value);
            else if (key == "kind")
                manifest.kind = text_or_nothing(value);
            else if (key == "metadata")
                return read_metadata(manifest, at, value);
            else if (key == "spec")
                return read_spec(manifest, at, value);
            else if (key == "status")
                return read_status(manifest, at, value);
            else if (key == "items")
                return read_items(manifest, at, value);
            return {};
        });
    if (!done)
        return done.error();
    return manifest;
}

}  // namespace slicegate::cli
