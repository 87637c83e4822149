// SPDX-License-Identifier: Apache-2.0
#include "tests/policy/support.hpp"

#include "policy/policy_file.hpp"
#include "tests/policy/yaml_json.hpp"

#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <cctype>
#include <fstream>
#include <sstream>

namespace slicegate::policy::test {

std::vector<json> parse_documents(std::string const& yaml)
{
    std::vector<json> documents;
    for (auto const& node : YAML::LoadAll(yaml))
        documents.push_back(json_of(node));
    return documents;
}

json parse_document(std::string const& yaml)
{
    return json_of(YAML::Load(yaml));
}

std::string read_text(std::string const& path)
{
    std::ifstream file(path, std::ios::binary);
    INFO(path);
    REQUIRE(file.good());
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

std::string source_path(std::string_view relative)
{
    return std::string(SLICEGATE_POLICY_TESTS) + '/' + std::string(relative);
}

namespace {

// The text under a key; the fallback where the object is none, or has none there.
std::string text_at(json const& object, char const* key, std::string const& fallback)
{
    bool const is_there = object.is_object() && object.contains(key) && object[key].is_string();
    return is_there ? object[key].get<std::string>() : fallback;
}

}  // namespace

nlohmann::ordered_json review_of(Request const& request)
{
    using ordered = nlohmann::ordered_json;
    auto const& seen = request.object.is_null() ? request.old : request.object;
    auto const api = text_at(seen, "apiVersion", "v1");
    auto const slash = api.find('/');
    auto const group = slash == std::string::npos ? std::string() : api.substr(0, slash);
    ordered const kind = {
        {"group", group}, {"version", api.substr(slash + 1)}, {"kind", text_at(seen, "kind", "Pod")}};
    ordered const resource = {{"group", ""}, {"version", "v1"}, {"resource", "pods"}};
    ordered wrapped = {
        {"uid", "4d2f1f4e-0000-4000-8000-000000000001"}, {"kind", kind}, {"resource", resource}};
    if (!request.sub_resource.empty())
        wrapped["subResource"] = request.sub_resource;
    wrapped["requestKind"] = kind;
    wrapped["requestResource"] = resource;
    auto const metadata = seen.is_object() && seen.contains("metadata") ? seen["metadata"] : json();
    if (auto const name = text_at(metadata, "name", ""); !name.empty())
        wrapped["name"] = name;
    wrapped["namespace"] = text_at(metadata, "namespace", "team-a");
    wrapped["operation"] = request.operation;
    // What a controller owns, the controller has made.
    bool const is_owned = metadata.is_object() && metadata.contains("ownerReferences");
    std::string const controller = "system:serviceaccount:kube-system:daemon-set-controller";
    auto const user = is_owned && request.user == "jane" ? controller : request.user;
    wrapped["userInfo"] = {{"username", user}, {"groups", {"team-a", "system:authenticated"}}};
    wrapped["object"] = request.object;
    wrapped["oldObject"] = request.old;
    wrapped["dryRun"] = false;
    wrapped["options"] = {{"kind", "CreateOptions"}, {"apiVersion", "meta.k8s.io/v1"}};
    return {{"kind", "AdmissionReview"}, {"apiVersion", request.api_version}, {"request", wrapped}};
}

std::string review_for(Request const& request)
{
    return review_of(request).dump() + '\n';
}

std::string Response::message() const
{
    return is_allowed() ? std::string() : response().at("status").at("message").get<std::string>();
}

std::vector<std::string> Response::warnings() const
{
    return response().contains("warnings") ? response()["warnings"].get<std::vector<std::string>>()
                                           : std::vector<std::string>{};
}

json Response::patch() const
{
    if (!response().contains("patch"))
        return json::array();
    return json::parse(decode_base64(response()["patch"].get<std::string>()));
}

Response ask(std::string body, Stage stage, Policy const& policy)
{
    Scratch scratch;
    auto const before = body;
    auto const answer = admit(body, stage, policy, scratch);
    CHECK(body == before);
    Response response{.http_status = answer.http_status, .raw = std::string(answer.body), .body = {}};
    if (answer.http_status != 200) {
        CHECK(answer.http_status == 400);
        CHECK(response.raw.ends_with('\n'));
        return response;
    }
    response.body = json::parse(response.raw);
    auto const& said = response.response();
    CHECK(said.contains("patch") == said.contains("patchType"));
    CHECK((answer.outcome.verdict == Verdict::denied) == !response.is_allowed());
    CHECK((answer.outcome.verdict == Verdict::patched) == said.contains("patch"));
    if (!response.is_allowed()) {
        CHECK(said["status"]["code"] == 403);
        CHECK(said["status"]["reason"] == "Forbidden");
        CHECK_FALSE(response.message().empty());
    }
    return response;
}

Response ask(Request const& request, Stage stage, Policy const& policy)
{
    return ask(review_for(request), stage, policy);
}

std::string block_of(std::string const& message, std::string_view rule)
{
    std::istringstream lines(message);
    std::string block;
    bool is_inside = false;
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with('['))
            is_inside = line.starts_with('[' + std::string(rule) + "] ");
        if (line.starts_with("help: "))
            is_inside = false;
        if (is_inside)
            block += line + '\n';
    }
    return block;
}

std::string decode_base64(std::string_view text)
{
    static constexpr std::string_view alphabet =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    REQUIRE(text.size() % 4 == 0);
    std::string bytes;
    unsigned bits = 0;
    unsigned held = 0;
    for (char const c : text.substr(0, text.find('='))) {
        auto const digit = alphabet.find(c);
        REQUIRE(digit != std::string_view::npos);
        bits = (bits << 6) | static_cast<unsigned>(digit);
        held += 6;
        if (held >= 8) {
            held -= 8;
            bytes += static_cast<char>((bits >> held) & 0xFF);
        }
    }
    CHECK((bits & ((1u << held) - 1)) == 0);
    return bytes;
}

Policy policy_of(std::string const& spec)
{
    auto const policy = parse_policy("apiVersion: slicegate.dev/v1alpha1\nkind: GpuPolicy\nspec:\n" + spec);
    INFO((policy ? std::string() : policy.error().message));
    REQUIRE(policy.has_value());
    return *policy;
}

Policy reference_policy()
{
    return policy_of(R"(
  gpus:
  - resources: [nvidia.com/gpu, nvidia.com/gpu.shared]
    maxPerPod: 1
  - resources: ["nvidia.com/mig-*"]
  pools:
  - name: shared
    access: share
    nodeSelector: {slicegate.dev/pool: shared}
  - name: dedicated
    access: dedicate
    nodeSelector: {slicegate.dev/pool: dedicated}
    reserved: true
)");
}

}  // namespace slicegate::policy::test
