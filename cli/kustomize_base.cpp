// SPDX-License-Identifier: Apache-2.0
#include "cli/kustomize_base.hpp"

#include "cli/base_files.hpp"
#include "cli/yaml_json.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string_view>

namespace slicegate::cli {
namespace {

using nlohmann::ordered_json;

// Objects of the base that no namespace holds.
constexpr std::array<std::string_view, 8> cluster_scoped = {
    "Namespace",
    "PriorityClass",
    "ClusterRole",
    "ClusterRoleBinding",
    "MutatingWebhookConfiguration",
    "ValidatingWebhookConfiguration",
    "ValidatingAdmissionPolicy",
    "ValidatingAdmissionPolicyBinding"};

// One document of the base. It was looked at when the binary was built and tested: a fault in it is a defect.
ordered_json read_base(std::string_view name)
{
    JsonFromYaml read;
    auto const text = base_file(name);
    if (text.empty() || read_yaml(text, read))
        throw std::logic_error("manifests/base/" + std::string(name) + " is no single YAML document");
    return ordered_json::parse(read.json);
}

ordered_json policy_config_map(ordered_json const& kustomization, BaseChanges const& changes)
{
    ordered_json const& generator = kustomization.at("configMapGenerator").at(0);
    ordered_json data = ordered_json::object();
    for (ordered_json const& file : generator.at("files")) {
        auto const name = file.get<std::string>();
        data[name] = name == "policy.yaml" && changes.policy ? *changes.policy : std::string(base_file(name));
    }
    return {
        {"apiVersion", "v1"},
        {"kind", "ConfigMap"},
        {"metadata", {{"name", generator.at("name")}}},
        {"data", std::move(data)}};
}

bool is_registration(ordered_json const& object)
{
    return object.at("kind").get_ref<std::string const&>().ends_with("WebhookConfiguration");
}

void place(ordered_json& object, ordered_json const& kustomization, std::string const& namespace_)
{
    auto const& kind = object.at("kind").get_ref<std::string const&>();
    ordered_json& metadata = object["metadata"];
    if (kind == "Namespace")
        metadata["name"] = namespace_;
    else if (std::ranges::find(cluster_scoped, kind) == cluster_scoped.end())
        metadata["namespace"] = namespace_;
    for (ordered_json const& labels : kustomization.at("labels"))
        metadata["labels"].update(labels.at("pairs"));
}

std::string image_of(ordered_json const& kustomization)
{
    ordered_json const& image = kustomization.at("images").at(0);
    return image.value("newName", image.at("name").get<std::string>()) + ":" +
           image.at("newTag").get<std::string>();
}

void change_deployment(ordered_json& object, std::string const& image, std::optional<int> replicas)
{
    if (object.at("kind") != "Deployment")
        return;
    object["spec"]["template"]["spec"]["containers"][0]["image"] = image;
    if (replicas)
        object["spec"]["replicas"] = *replicas;
}

}  // namespace

std::vector<ordered_json> kustomize_base(BaseChanges const& changes)
{
    ordered_json const kustomization = read_base("kustomization.yaml");
    std::vector<ordered_json> objects;
    for (ordered_json const& resource : kustomization.at("resources")) {
        ordered_json object = read_base(resource.get<std::string>());
        if (is_registration(object))
            continue;
        objects.push_back(std::move(object));
        // Right behind the namespace, for the Deployment mounts it.
        if (objects.back().at("kind") == "Namespace")
            objects.push_back(policy_config_map(kustomization, changes));
    }
    std::string const image = changes.image.empty() ? image_of(kustomization) : changes.image;
    for (ordered_json& object : objects) {
        place(object, kustomization, changes.namespace_);
        change_deployment(object, image, changes.replicas);
    }
    return objects;
}

std::string base_app_label()
{
    return read_base("kustomization.yaml")
        .at("labels")
        .at(0)
        .at("pairs")
        .at("app.kubernetes.io/name")
        .get<std::string>();
}

}  // namespace slicegate::cli
