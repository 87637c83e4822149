// SPDX-License-Identifier: Apache-2.0
#include "tests/policy/pod_generator.hpp"

#include <utility>

namespace slicegate::policy::test {

using nlohmann::json;

namespace {

constexpr char const* required = "requiredDuringSchedulingIgnoredDuringExecution";

json list(std::initializer_list<json> items)
{
    return json::array_t(items);
}

}  // namespace

void PodGenerator::put(json& object, char const* key, json value, json const& empty)
{
    auto const choice = below(8);
    if (choice == 0)
        object[key] = nullptr;
    else if (choice == 1)
        object[key] = empty;
    else if (choice != 2)
        object[key] = std::move(value);
}

json PodGenerator::make_amounts()
{
    static std::vector<json> const amounts = {
        1,
        1,
        "1",
        "1",
        0,
        "0",
        2,
        "3",
        "+1",
        "01",
        "1e0",
        "1E1",
        "1k",
        "1Ki",
        "500m",
        ".5",
        "-1",
        "-2k",
        "10E",
        "16Ei",
        "1.",
        "one",
        "",
        "1000m",
        "1e99",
        "1e-99",
        "k",
        nullptr,
        "0.1",
        4096,
        "9223372036854775807"};
    static std::vector<json> const names = {"nvidia.com/gpu",         "nvidia.com/gpu",
                                            "nvidia.com/gpu.shared",  "cpu",
                                            "nvidia.com/mig-1g.10gb", "nvidia.com/mig-7g.80gb"};
    json block = json::object();
    for (auto count = below(3); count > 0; --count)
        block[one_of(names).get<std::string>()] = below(3) == 0 ? one_of(amounts) : one_of({1, "1", "0"});
    return block;
}

json PodGenerator::make_container(bool is_init)
{
    json container = {{"name", "c"}, {"image", "registry.example/c:1"}};
    json resources = json::object();
    put(resources, "limits", make_amounts(), json::object());
    if (below(3) == 0)
        put(resources, "requests", make_amounts(), json::object());
    put(container, "resources", resources, json::object());
    if (is_init && flip())
        container["restartPolicy"] = one_of({"Always", "Always", "Never", "always", nullptr});
    return container;
}

json PodGenerator::make_containers(bool is_init)
{
    json containers = json::array();
    for (auto count = below(4); count > 0; --count)
        containers.push_back(make_container(is_init));
    return containers;
}

json PodGenerator::make_labels()
{
    json labels = {{"app~kubernetes/name", "x"}};
    if (flip())
        labels["slicegate.dev/gpu"] = one_of({"share", "dedicate", "dedicate", "", "Share", nullptr});
    if (below(4) == 0)
        labels["slicegate.dev/pool"] = one_of({"shared", "dedicated", "other"});
    return labels;
}

json PodGenerator::make_node_selector()
{
    json selector = {{"kubernetes.io/arch", "amd64"}};
    if (below(3) == 0)
        selector["slicegate.dev/pool"] = one_of({"shared", "dedicated", "", nullptr});
    return selector;
}

json PodGenerator::make_node_term()
{
    static std::vector<json> const expressions = {
        {{"key", "slicegate.dev/pool"}, {"operator", "NotIn"}, {"values", list({"dedicated"})}},
        {{"key", "slicegate.dev/pool"}, {"operator", "In"}, {"values", list({"dedicated", "shared"})}},
        {{"key", "slicegate.dev/pool"}, {"operator", "DoesNotExist"}},
        {{"key", "zone"}, {"operator", "Exists"}, {"values", nullptr}},
        {{"key", "zone"}, {"operator", "Gt"}, {"values", list({"7"})}},
        nullptr,
    };
    json items = json::array();
    for (auto count = below(3); count > 0; --count)
        items.push_back(one_of(expressions));
    json term = json::object();
    put(term, "matchExpressions", items, json::array());
    if (below(3) == 0)
        put(term, "matchFields",
            list({{{"key", "metadata.name"}, {"operator", "In"}, {"values", list({"n"})}}}), json::array());
    return below(10) == 0 ? json() : term;
}

json PodGenerator::make_node_affinity()
{
    json terms = json::array();
    for (auto count = below(4); count > 0; --count)
        terms.push_back(make_node_term());
    json selector = json::object();
    put(selector, "nodeSelectorTerms", terms, json::array());
    json affinity = {{"preferredDuringSchedulingIgnoredDuringExecution", json::array()}};
    put(affinity, required, selector, json::object());
    return affinity;
}

json PodGenerator::make_pod_anti_affinity()
{
    json const by_label = {
        {"matchExpressions", list({{{"key", "slicegate.dev/gpu"}, {"operator", "Exists"}}})}};
    std::vector<json> const choices = {
        {{"labelSelector", by_label},
         {"namespaceSelector", json::object()},
         {"topologyKey", "kubernetes.io/hostname"}},
        {{"labelSelector", by_label}, {"topologyKey", "kubernetes.io/hostname"}},
        {{"labelSelector", by_label},
         {"namespaceSelector", nullptr},
         {"topologyKey", "kubernetes.io/hostname"}},
        {{"labelSelector", nullptr}, {"namespaceSelector", json::object()}, {"topologyKey", "zone"}},
        nullptr,
    };
    json terms = json::array();
    for (auto count = below(3); count > 0; --count)
        terms.push_back(one_of(choices));
    json affinity = json::object();
    put(affinity, required, terms, json::array());
    return affinity;
}

json PodGenerator::make_affinity()
{
    json affinity = json::object();
    put(affinity, "nodeAffinity", make_node_affinity(), json::object());
    put(affinity, "podAntiAffinity", make_pod_anti_affinity(), json::object());
    put(affinity, "podAffinity", json::object(), json::object());
    return affinity;
}

json PodGenerator::make_pod(bool has_placement)
{
    json metadata = {{"name", "random"}, {"namespace", "team-a"}};
    json spec = {{"restartPolicy", "Always"}};
    put(spec, "initContainers", make_containers(true), json::array());
    put(spec, "containers", make_containers(false), json::array());
    if (has_placement) {
        put(metadata, "labels", make_labels(), json::object());
        put(spec, "nodeSelector", make_node_selector(), json::object());
        put(spec, "affinity", make_affinity(), json::object());
    }
    json pod = {{"apiVersion", "v1"}, {"kind", "Pod"}, {"spec", spec}};
    put(pod, "metadata", metadata, json::object());
    return pod;
}

}  // namespace slicegate::policy::test
