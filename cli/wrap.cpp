// SPDX-License-Identifier: Apache-2.0
#include "cli/wrap.hpp"

#include "policy/text.hpp"

namespace slicegate::cli {

namespace {

void append_object(std::string& review, std::string_view json, Manifest const& manifest)
{
    bool const is_bound = manifest.is_live() && manifest.is_pod() && !manifest.node_name_token.empty();
    if (!is_bound) {
        review += json;
        return;
    }
    auto const begin = static_cast<std::size_t>(manifest.node_name_token.data() - json.data());
    review += json.substr(0, begin);
    review += "null";
    review += json.substr(begin + manifest.node_name_token.size());
}

}  // namespace

std::string user_of(Manifest const& manifest)
{
    if (manifest.is_live() && manifest.is_mirror)
        return "system:node:" + std::string(manifest.node_name);
    if (manifest.is_live() && manifest.is_of_daemon_set)
        return "system:serviceaccount:kube-system:daemon-set-controller";
    return "slicegate:offline";
}

void wrap(
    std::string& review, std::string_view json, Manifest const& manifest, std::string_view default_namespace)
{
    auto const append = [&](std::string_view text, std::string_view value) {
        review += text;
        policy::append_json_string(review, value);
    };
    review = R"({"kind":"AdmissionReview","apiVersion":"admission.k8s.io/v1","request":{"uid":"offline")";
    append(R"(,"kind":{"group":)", manifest.group());
    append(R"(,"version":)", manifest.version());
    append(R"(,"kind":)", manifest.kind);
    append(R"(},"name":)", manifest.name);
    append(R"(,"namespace":)", manifest.namespace_.empty() ? default_namespace : manifest.namespace_);
    append(R"(,"operation":"CREATE","userInfo":{"username":)", user_of(manifest));
    review += R"(},"object":)";
    append_object(review, json, manifest);
    review += R"(,"oldObject":null,"dryRun":false}})";
}

}  // namespace slicegate::cli
