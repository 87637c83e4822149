// SPDX-License-Identifier: Apache-2.0
#include "cli/previous_ca.hpp"

#include "cli/base64.hpp"
#include "cli/yaml_json.hpp"

#include <nlohmann/json.hpp>

namespace slicegate::cli {
namespace {

using nlohmann::json;

constexpr char const* remedy =
    "; give what this prints: kubectl get validatingwebhookconfiguration slicegate -o json";

// A member of an object; null where there is none.
json const& member(json const& value, char const* key)
{
    static json const none;
    auto const found = value.is_object() ? value.find(key) : value.end();
    return found == value.end() ? none : *found;
}

void add_bundles(json const& registration, std::string& pem)
{
    json const& hooks = member(registration, "webhooks");
    for (json const& hook : hooks.is_array() ? hooks : json::array()) {
        json const& bundle = member(member(hook, "clientConfig"), "caBundle");
        if (!bundle.is_string())
            continue;
        std::string text = decode_base64(bundle.get_ref<std::string const&>());
        if (!text.empty() && text.back() != '\n')
            text += '\n';
        if (pem.find(text) == std::string::npos)
            pem += text;
    }
}

}  // namespace

Result<std::string> read_previous_ca(std::string_view text, std::string const& place)
{
    if (text.find_first_not_of(" \t\r\n") == std::string_view::npos)
        return Error{Errc::io, place + ": is empty" + remedy};
    // Base64 holds no hyphens: this is PEM itself.
    if (text.find("-----BEGIN CERTIFICATE-----") != std::string_view::npos)
        return std::string(text);
    JsonFromYaml read;
    if (auto const fault = read_yaml(text, read))
        return Error{
            Errc::io, place + ": line " + std::to_string(fault->line) +
                          ": is neither PEM nor JSON nor YAML (" + fault->what + ")" + remedy};
    json const object = json::parse(read.json, nullptr, false);
    std::string pem;
    add_bundles(object, pem);
    json const& items = member(object, "items");
    for (json const& item : items.is_array() ? items : json::array())
        add_bundles(item, pem);
    if (pem.empty())
        return Error{Errc::bad_certificate, place + ": holds no webhook with a caBundle" + remedy};
    return pem;
}

}  // namespace slicegate::cli
