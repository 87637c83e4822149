// SPDX-License-Identifier: Apache-2.0
// The whole pipe, bytes to bytes.
#include "tests/policy/support.hpp"

#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <filesystem>

using namespace slicegate::policy;
using namespace slicegate::policy::test;

namespace {

std::string envelope(std::string const& request, std::string const& version = "v1")
{
    return R"({"kind":"AdmissionReview","apiVersion":"admission.k8s.io/)" + version + R"(","request":)" +
           request + "}\n";
}

std::string pod_request(std::string const& object)
{
    return R"({"uid":"u-1","kind":{"group":"","version":"v1","kind":"Pod"},"namespace":"team-a","name":"a",)"
           R"("operation":"CREATE","userInfo":{"username":"jane"},"object":)" +
           object + R"(,"oldObject":null,"dryRun":false})";
}

std::string gpu_pod(std::string const& amount)
{
    return R"({"kind":"Pod","metadata":{"name":"a"},"spec":{"containers":[{"resources":{"limits":{"nvidia.com/gpu":)" +
           amount + "}}}]}}";
}

std::string answer_of(std::string body, Stage stage, Policy const& policy, Scratch& scratch)
{
    auto const answer = admit(body, stage, policy, scratch);
    return std::to_string(answer.http_status) + ' ' + std::string(answer.body);
}

std::string answer_of(std::string const& body, Stage stage)
{
    Scratch scratch;
    return answer_of(body, stage, reference_policy(), scratch);
}

std::vector<std::filesystem::path> samples()
{
    std::vector<std::filesystem::path> found;
    for (auto const& entry : std::filesystem::directory_iterator(source_path("data/samples")))
        found.push_back(entry.path());
    std::sort(found.begin(), found.end());
    REQUIRE(found.size() == 31);
    return found;
}

Stage stage_of(std::filesystem::path const& sample)
{
    return sample.filename().string().starts_with("mutate") ? Stage::mutate : Stage::validate;
}

}  // namespace

TEST_CASE("admit: answers byte for byte")
{
    std::string const head =
        R"(200 {"kind":"AdmissionReview","apiVersion":"admission.k8s.io/v1","response":{"uid":"u-1",)";
    struct Case {
        char const* name;
        std::string body;
        Stage stage;
        std::string expected;
    };
    for (
        auto const& row : {
            Case{
                "allowed", envelope(pod_request(R"({"kind":"Pod"})")), Stage::validate,
                head + R"("allowed":true}})"},
            Case{
                "patched", envelope(pod_request(gpu_pod("1"))), Stage::mutate,
                // [{"op":"add","path":"/metadata/labels","value":{}},
                //  {"op":"add","path":"/metadata/labels/slicegate.dev~1gpu","value":"share"},
                //  {"op":"add","path":"/spec/nodeSelector","value":{}},
                //  {"op":"add","path":"/spec/nodeSelector/slicegate.dev~1pool","value":"shared"}]
                head + R"("allowed":true,"patchType":"JSONPatch","patch":")"
                       "W3sib3AiOiJhZGQiLCJwYXRoIjoiL21ldGFkYXRhL2xhYmVscyIsInZhbHVlIjp7fX0seyJvcCI6ImFkZCIsI"
                       "nBhdGgi"
                       "OiIvbWV0YWRhdGEvbGFiZWxzL3NsaWNlZ2F0ZS5kZXZ+"
                       "MWdwdSIsInZhbHVlIjoic2hhcmUifSx7Im9wIjoiYWRkIiwi"
                       "cGF0aCI6Ii9zcGVjL25vZGVTZWxlY3RvciIsInZhbHVlIjp7fX0seyJvcCI6ImFkZCIsInBhdGgiOiIvc3BlY"
                       "y9ub2Rl"
                       "U2VsZWN0b3Ivc2xpY2VnYXRlLmRldn4xcG9vbCIsInZhbHVlIjoic2hhcmVkIn1d"
                       R"(","auditAnnotations":{"access":"share","pool":"shared"}}})"},
            Case{
                "refused", envelope(pod_request(gpu_pod("2"))), Stage::mutate,
                head +
                    R"("allowed":false,"status":{"status":"Failure","code":403,"reason":"Forbidden","message":)"
                    R"("pod team-a/a was refused by 1 GPU rule:\n)"
                    R"([single-slice] spec.containers[0].resources.limits[nvidia.com/gpu]: asks for 2 slices, )"
                    R"(at most 1 is allowed\n)"
                    R"(  why: a slice is a turn on the whole card; a second one adds no compute and no memory\n)"
                    R"(  fix: set nvidia.com/gpu: 1; for a card of its own, add the label slicegate.dev/gpu: )"
                    R"(dedicate","details":{"causes":[{"type":"single-slice",)"
                    R"("field":"spec.containers[0].resources.limits[nvidia.com/gpu]",)"
                    R"("message":"asks for 2 slices, at most 1 is allowed"}]}},)"
                    R"("auditAnnotations":{"access":"share","pool":"shared","violations":"single-slice"}}})"},
            Case{
                "v1beta1 is answered in kind", envelope(pod_request("{}"), "v1beta1"), Stage::validate,
                R"(200 {"kind":"AdmissionReview","apiVersion":"admission.k8s.io/v1beta1","response":{"uid":"u-1",)"
                R"("allowed":true}})"},
            Case{
                "no object", envelope(pod_request("null")), Stage::validate,
                head +
                    R"("allowed":false,"status":{"status":"Failure","code":403,"reason":"Forbidden","message":)"
                    R"("pod team-a/a was refused, for its GPU rules cannot be judged:\nrequest.object: is missing\n)"
                    R"(  fix: give the field the shape that the Kubernetes API has for it","details":{"causes":[]}}}})"},
        })
        DYNAMIC_SECTION(row.name)
        {
            CHECK(answer_of(row.body, row.stage) == row.expected);
        }
}

TEST_CASE("admit: what is no AdmissionReview is a 400 that says where")
{
    struct Case {
        std::string body;
        std::string expected;
    };
    for (auto const& row : {
             Case{"[]", "400 body: must be an object\n"},
             Case{"{}", "400 kind: must be AdmissionReview\n"},
             Case{
                 R"({"kind":"AdmissionReview"})",
                 "400 apiVersion: must be admission.k8s.io/v1 or admission.k8s.io/v1beta1\n"},
             Case{
                 envelope("{}", "v2"),
                 "400 apiVersion: must be admission.k8s.io/v1 or admission.k8s.io/v1beta1\n"},
             Case{envelope("null"), "400 request.uid: is missing\n"},
             Case{envelope("{}"), "400 request.uid: is missing\n"},
             Case{envelope("7"), "400 request: must be an object, is a number\n"},
             Case{envelope(R"({"uid":"u"})"), "400 request.kind.kind: is missing\n"},
             Case{
                 envelope(R"({"uid":"u","kind":{"kind":"Pod"}})"),
                 "400 request.operation: must be CREATE, UPDATE, DELETE or CONNECT, is \"\"\n"},
             Case{
                 envelope(R"({"uid":"u","kind":{"kind":"Pod"},"operation":"create\u001b"})"),
                 "400 request.operation: must be CREATE, UPDATE, DELETE or CONNECT, is \"create\\u001b\"\n"},
             Case{envelope(pod_request("{}")) + "{}", "400 body: something follows the object\n"},
         })
        DYNAMIC_SECTION(row.body)
        {
            CHECK(answer_of(row.body, Stage::mutate) == row.expected);
        }
    for (auto const* const body : {"", " ", "\n", "nul", "{", "}", "\"", "{\"kind\"", "{\"\xFF\":1}"}) {
        CAPTURE(body);
        CHECK(answer_of(body, Stage::validate).starts_with("400 body: "));
    }
    // Newer ones say of this that it ends early.
    CHECK(answer_of(envelope(pod_request("{}")) + "x", Stage::validate).starts_with("400 body: "));
    // A byte order mark: simdjson passes over it from 3.2 on.
    CHECK(answer_of("\xEF\xBB\xBF{}", Stage::validate).starts_with("400 "));
}

TEST_CASE("admit: every captured review is answered with its uid")
{
    for (auto const& path : samples())
        DYNAMIC_SECTION(path.stem().string())
        {
            auto const body = read_text(path.string());
            auto const sent = json::parse(body)["request"];
            auto const response = ask(body, stage_of(path), reference_policy());
            REQUIRE(response.http_status == 200);
            CHECK(response.response()["uid"] == sent["uid"]);
            CHECK(response.body["apiVersion"] == "admission.k8s.io/v1");
            bool const is_creation = sent["operation"] == "CREATE" && sent["kind"]["kind"] == "Pod";
            if (!is_creation || sent.contains("subResource"))
                CHECK(response.is_allowed());
            CHECK((response.patch().empty() || stage_of(path) == Stage::mutate));
        }
}

TEST_CASE("admit: a used Scratch answers like a fresh one")
{
    std::vector<std::string> bodies = {
        "[", "{}", envelope(pod_request(gpu_pod("2"))), std::string(100'000, '['),
        envelope(pod_request(R"({"spec":{"containers":[5]},"metadata":{"generateName":"g-"}})"))};
    for (auto const& path : samples())
        bodies.push_back(read_text(path.string()));
    auto const policy = reference_policy();
    Scratch used;
    for (int round = 0; round < 2; ++round) {
        for (std::size_t i = 0; i < bodies.size(); ++i) {
            // Forwards, then by sevens, so that each follows different ones.
            auto const& body = bodies[round == 0 ? i : (i * 7) % bodies.size()];
            for (Stage const stage : {Stage::validate, Stage::mutate}) {
                CAPTURE(body.substr(0, 200));
                CHECK(answer_of(body, stage, policy, used) == answer_of(body, stage));
            }
        }
    }
}

TEST_CASE("admit: who and what is not judged")
{
    struct Case {
        char const* name;
        char const* change;  // merged into the request
        bool is_allowed;
    };
    for (
        auto const& row : {
            Case{"the bare request", "{}", false},
            Case{"an exempt namespace", R"({"namespace": "kube-system"})", true},
            Case{
                "the object's own namespace does not count",
                R"({"object": {"metadata": {"namespace": "kube-system"}}})", false},
            Case{"another kind", R"({"kind": {"kind": "Deployment", "group": "apps"}})", true},
            Case{"a Pod of another group", R"({"kind": {"group": "example.com"}})", true},
            Case{"a subresource", R"({"subResource": "binding"})", true},
            Case{"DELETE", R"({"operation": "DELETE", "object": null})", true},
            Case{"CONNECT", R"({"operation": "CONNECT"})", true},
            Case{
                "a kubelet's mirror pod",
                R"({"userInfo": {"username": "system:node:n1"}, "object": {"metadata": {"annotations": {"kubernetes.io/config.mirror": "h"}}}})",
                true},
            Case{
                "a user's mirror pod",
                R"({"object": {"metadata": {"annotations": {"kubernetes.io/config.mirror": "h"}}}})", false},
            Case{"a node's own pod", R"({"userInfo": {"username": "system:node:n1"}})", false},
        })
        DYNAMIC_SECTION(row.name)
        {
            auto review = json::parse(envelope(pod_request(gpu_pod("2"))));
            review["request"].merge_patch(json::parse(row.change));
            for (Stage const stage : {Stage::mutate, Stage::validate})
                CHECK(ask(review.dump(), stage, reference_policy()).is_allowed() == row.is_allowed);
        }
}

TEST_CASE("admit: an update without the old object is refused, never compared with nothing")
{
    Request request{.object = json::parse(gpu_pod("1")), .operation = "UPDATE"};
    auto const response = ask(request, Stage::validate, reference_policy());
    CHECK_FALSE(response.is_allowed());
    CHECK(response.message().find("request.oldObject: is missing") != std::string::npos);
    CHECK(ask(request, Stage::mutate, reference_policy()).is_allowed());
}
