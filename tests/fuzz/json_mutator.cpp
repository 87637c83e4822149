// SPDX-License-Identifier: Apache-2.0
// libFuzzer's mutations know bytes; these know JSON and pods, so that most of what is tried gets past the parser.
#include "tests/policy/pod_generator.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <random>
#include <string>
#include <string_view>
#include <vector>

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t max_size);

namespace {

using nlohmann::json;

constexpr std::size_t max_depth = 40;  // of documents that are mutated as such

class Mutation {
public:
    explicit Mutation(unsigned seed) : random_(seed) {}

    void apply(json& document)
    {
        switch (below(8)) {
        case 0:
            if (json* const request = request_of(document))
                (*request)[below(6) == 0 ? "oldObject" : "object"] = make_pod();
            break;
        case 1:
            envelope(document);
            break;
        case 2:
            pick(document) = pick(document);  // what is meant for one place at another
            break;
        case 3:
            shrink(pick(document));
            break;
        case 4:
            grow(pick(document));
            break;
        default:
            scalar(pick(document));
        }
    }

    [[nodiscard]] std::size_t below(std::size_t bound) { return random_() % bound; }

private:
    static json* request_of(json& document)
    {
        bool const is_there =
            document.is_object() && document.contains("request") && document["request"].is_object();
        return is_there ? &document["request"] : nullptr;
    }

    json make_pod()
    {
        return slicegate::policy::test::PodGenerator(static_cast<unsigned>(random_())).make_pod(true);
    }

    void envelope(json& document)
    {
        json* const request = request_of(document);
        if (request == nullptr)
            return;
        static std::vector<json> const operations = {"CREATE", "UPDATE",  "UPDATE",
                                                     "DELETE", "CONNECT", "create"};
        static std::vector<json> const kinds = {"Pod",       "Pod",     "Deployment",
                                                "DaemonSet", "CronJob", "PyTorchJob"};
        static std::vector<json> const parts = {"",     "ephemeralcontainers", "resize", "status", "binding",
                                                nullptr};
        static std::vector<json> const users = {
            "jane", "system:node:n", "system:serviceaccount:kube-system:daemon-set-controller"};
        auto const one_of = [&](std::vector<json> const& choices) { return choices[below(choices.size())]; };
        switch (below(4)) {
        case 0:
            (*request)["operation"] = one_of(operations);
            break;
        case 1:
            (*request)["kind"] = {
                {"kind", one_of(kinds)}, {"group", one_of({"", "apps", "batch", "kubeflow.org"})}};
            break;
        case 2:
            (*request)["subResource"] = one_of(parts);
            break;
        default:
            (*request)["userInfo"] = {{"username", one_of(users)}};
            (*request)["namespace"] = one_of({"team-a", "kube-system", "other", "", nullptr});
        }
    }

    // Any place of the document, deep ones as likely as shallow ones.
    json& pick(json& document)
    {
        json* at = &document;
        while (at->is_structured() && !at->empty() && below(8) != 0) {
            auto child = at->begin();
            std::advance(child, static_cast<std::ptrdiff_t>(below(at->size())));
            at = &*child;
        }
        return *at;
    }

    void shrink(json& value)
    {
        if (!value.is_structured() || value.empty())
            return;
        auto child = value.begin();
        std::advance(child, static_cast<std::ptrdiff_t>(below(value.size())));
        value.erase(child);
    }

    void grow(json& value)
    {
        if (value.is_array() && !value.empty())
            value.push_back(value[below(value.size())]);
        else if (value.is_object())
            value[words()[below(words().size())]] = make_scalar();
    }

    void scalar(json& value)
    {
        if (!value.is_string() || below(2) == 0) {
            value = make_scalar();
            return;
        }
        std::string text = value;
        std::size_t const size = text.size();
        text.resize(size + 8);
        text.resize(LLVMFuzzerMutate(reinterpret_cast<std::uint8_t*>(text.data()), size, text.size()));
        value = text;
    }

    json make_scalar()
    {
        static std::vector<json> const others = {
            nullptr,
            true,
            false,
            0,
            1,
            2,
            -1,
            4096,
            json::array(),
            json::object(),
            json::array({"all"}),
            9223372036854775807};
        return below(2) == 0 ? others[below(others.size())] : json(words()[below(words().size())]);
    }

    // What rules look for.
    static std::vector<std::string> const& words()
    {
        static std::vector<std::string> const list = {
            "nvidia.com/gpu",
            "nvidia.com/gpu.shared",
            "nvidia.com/mig-1g.5gb",
            "nvidia.com/mig-7g.80gb",
            "slicegate.dev/gpu",
            "slicegate.dev/pool",
            "slicegate.dev/gpu-memory",
            "slicegate.dev/gpu-memory-mib",
            "share",
            "dedicate",
            "shared",
            "dedicated",
            "whole",
            "slices",
            "other",
            "1",
            "2",
            "0",
            "500m",
            "1Ki",
            "1e3",
            "-1",
            "40Gi",
            "0.5",
            "",
            "limits",
            "requests",
            "restartPolicy",
            "Always",
            "env",
            "name",
            "value",
            "valueFrom",
            "NVIDIA_VISIBLE_DEVICES",
            "CUDA_VISIBLE_DEVICES",
            "NVIDIA_DRIVER_CAPABILITIES",
            "all",
            "void",
            "command",
            "args",
            "--gpu-memory-utilization",
            "--gpu-memory-utilization=0.9",
            "vllm",
            "serve",
            "sh",
            "-c",
            "XLA_PYTHON_CLIENT_MEM_FRACTION",
            "TF_FORCE_GPU_ALLOW_GROWTH",
            "nodeName",
            "nodeSelector",
            "schedulerName",
            "default-scheduler",
            "runtimeClassName",
            "nvidia",
            "tolerations",
            "hostPath",
            "path",
            "/dev/nvidia0",
            "privileged",
            "securityContext",
            "capabilities",
            "add",
            "SYS_ADMIN",
            "labels",
            "annotations",
            "ownerReferences",
            "deletionTimestamp",
            "deletionGracePeriodSeconds",
            "schedulingGates",
            "kubernetes.io/config.mirror",
            "affinity",
            "podAntiAffinity",
            "nodeAffinity",
            "topologyKey",
            "kubernetes.io/hostname",
            "NotIn",
            "Exists",
            "strategy",
            "type",
            "Recreate",
            "RollingUpdate",
            "maxSurge",
            "maxUnavailable",
            "25%",
            "100%",
            "template",
            "jobTemplate",
            "spec",
            "metadata",
            "containers",
            "initContainers",
            "ephemeralContainers",
            "cdi.k8s.io/gpu",
            "nvidia.com/gpu=all"};
        return list;
    }

    std::minstd_rand random_;
};

bool is_shallow(json const& value, std::size_t depth)
{
    return depth > 0 && std::all_of(value.begin(), value.end(), [&](json const& child) {
               return !child.is_structured() || is_shallow(child, depth - 1);
           });
}

}  // namespace

extern "C" std::size_t
LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size, unsigned seed)
{
    Mutation mutation(seed);
    auto document = mutation.below(5) == 0 ? json(json::value_t::discarded)
                                           : json::parse(data, data + size, nullptr, false);
    if (document.is_discarded() || !is_shallow(document, max_depth))
        return LLVMFuzzerMutate(data, size, max_size);
    for (auto times = 1 + mutation.below(3); times > 0; --times)
        mutation.apply(document);
    // Mutated text may be no UTF-8: such bytes are replaced here, and come by LLVMFuzzerMutate instead.
    auto const text = document.dump(-1, ' ', false, json::error_handler_t::replace);
    if (text.size() > max_size)
        return LLVMFuzzerMutate(data, size, max_size);
    std::memcpy(data, text.data(), text.size());
    return text.size();
}
