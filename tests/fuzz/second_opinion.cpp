// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/second_opinion.hpp"

#include "tests/fuzz/exact_quantity.hpp"
#include "tests/fuzz/plain_json.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <string>

namespace slicegate::fuzz {
namespace {

using boost::multiprecision::cpp_int;
using nlohmann::json;

constexpr std::size_t max_names = 64;  // policy/count.cpp

cpp_int const& too_many()
{
    static cpp_int const number = cpp_int(1) << 200;
    return number;
}

bool is_in_group(std::string const& resource, policy::Policy const& policy, std::size_t group)
{
    auto const first = [&](auto const& matches) {
        for (std::size_t i = 0; i < policy.gpus.size(); ++i) {
            for (std::string const& name : policy.gpus[i].resources) {
                if (matches(name))
                    return i;
            }
        }
        return policy.gpus.size();
    };
    auto const exact = first([&](std::string const& name) { return name == resource; });
    if (exact < policy.gpus.size())
        return exact == group;
    return first([&](std::string const& name) {
               return name.back() == '*' && resource.rfind(name.substr(0, name.size() - 1), 0) == 0;
           }) == group;
}

// Negative as none, what is no number as too many.
cpp_int slices_of(json const& amount)
{
    if (amount.is_null())
        return 0;
    auto const quantity =
        parse_exact_quantity(amount.is_string() ? amount.get<std::string>() : amount.dump());
    if (!quantity)
        return too_many();
    cpp_int const units = quantity->units();
    if (units > std::numeric_limits<std::int64_t>::max())
        return too_many();
    return units < 0 ? cpp_int(0) : units;
}

using Counts = std::map<std::string, cpp_int>;  // by resource name

Counts counts_of(json const& container, policy::Policy const& policy, std::size_t group)
{
    Counts counts;
    json const& resources = child_of(container, "resources");
    for (char const* const side : {"limits", "requests"}) {
        json const& block = child_of(resources, side);
        if (!block.is_object())
            continue;
        for (auto const& [name, amount] : block.items()) {
            if (is_in_group(name, policy, group))
                counts[name] = std::max(counts[name], slices_of(amount));
        }
    }
    return counts;
}

void add(Counts& sum, Counts const& more)
{
    for (auto const& [name, count] : more)
        sum[name] += count;
}

void raise(Counts& peak, Counts const& other)
{
    for (auto const& [name, count] : other)
        peak[name] = std::max(peak[name], count);
}

json const& list_at(json const& spec, char const* key)
{
    static json const none = json::array();
    json const& list = child_of(spec, key);
    return list.is_array() ? list : none;
}

bool is_text_or_nothing(json const& parent, std::initializer_list<char const*> keys)
{
    return std::all_of(
        keys.begin(), keys.end(), [&](char const* key) { return text_at(parent, key).has_value(); });
}

bool is_object_or_nothing(json const& parent, std::initializer_list<char const*> keys)
{
    return std::all_of(keys.begin(), keys.end(), [&](char const* key) {
        json const& child = child_of(parent, key);
        return child.is_null() || child.is_object();
    });
}

}  // namespace

bool is_review(json const& document)
{
    if (!document.is_object() || text_at(document, "kind") != "AdmissionReview")
        return false;
    auto const version = text_at(document, "apiVersion");
    if (version != "admission.k8s.io/v1" && version != "admission.k8s.io/v1beta1")
        return false;
    json const& request = child_of(document, "request");
    if (!request.is_object() ||
        !is_text_or_nothing(request, {"uid", "subResource", "name", "namespace", "operation"}) ||
        !is_object_or_nothing(request, {"kind", "userInfo", "object", "oldObject"}))
        return false;
    json const& kind = child_of(request, "kind");
    json const& dry_run = child_of(request, "dryRun");
    if (!is_text_or_nothing(kind, {"group", "kind"}) || !text_at(child_of(request, "userInfo"), "username") ||
        !(dry_run.is_null() || dry_run.is_boolean()))
        return false;
    auto const operation = *text_at(request, "operation");
    return !text_at(request, "uid")->empty() && !text_at(kind, "kind")->empty() &&
           (operation == "CREATE" || operation == "UPDATE" || operation == "DELETE" ||
            operation == "CONNECT");
}

cpp_int count_slices(json const& pod, policy::Policy const& policy, std::size_t group)
{
    json const& spec = child_of(pod, "spec");
    Counts sidecars;
    Counts peak;
    for (json const& container : list_at(spec, "initContainers")) {
        Counts own = counts_of(container, policy, group);
        if (text_at(container, "restartPolicy") == "Always") {
            add(sidecars, own);
            continue;
        }
        add(own, sidecars);
        raise(peak, own);
    }
    Counts running = sidecars;
    for (char const* const key : {"containers", "ephemeralContainers"}) {
        for (json const& container : list_at(spec, key))
            add(running, counts_of(container, policy, group));
    }
    raise(peak, running);
    cpp_int sum = 0;
    std::size_t names = 0;
    for (auto const& [name, count] : peak) {
        sum += count;
        names += count > 0 ? 1U : 0U;
    }
    return names > max_names ? too_many() : sum;
}

std::optional<json> apply_patch(json document, json const& patch)
{
    for (json const& operation : patch) {
        if (operation.size() != 3 || child_of(operation, "op") != "add" || !operation.contains("value"))
            return std::nullopt;
        json* at = &document;
        std::string path = operation["path"];
        while (!path.empty()) {
            auto const end = std::min(path.find('/', 1), path.size());
            std::string key = path.substr(1, end - 1);
            path.erase(0, end);
            for (std::size_t i = 0; (i = key.find('~', i)) != std::string::npos; ++i)
                key.replace(i, 2, key.compare(i, 2, "~1") == 0 ? "/" : "~");
            if (!path.empty() && at->is_array())
                at = key.size() < 9 && std::stoul(key) < at->size() ? &(*at)[std::stoul(key)] : nullptr;
            else if (!path.empty())
                at = at->is_object() && at->contains(key) ? &(*at)[key] : nullptr;
            else if (at->is_array() && key == "-")
                at->push_back(operation["value"]);
            else if (at->is_object() && child_of(*at, key.c_str()).is_null())
                (*at)[key] = operation["value"];
            else
                return std::nullopt;
            if (at == nullptr)
                return std::nullopt;
        }
    }
    return document;
}

}  // namespace slicegate::fuzz
