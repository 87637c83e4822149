// SPDX-License-Identifier: Apache-2.0
// Any bytes as an AdmissionReview, through the whole pipe by both doors. What a DOM can hold without loss is
// judged a second time over one.
#include "cli/base64.hpp"
#include "policy/admit.hpp"
#include "policy/count.hpp"
#include "policy/json_reader.hpp"
#include "policy/parse_subjects.hpp"
#include "tests/fuzz/plain_json.hpp"
#include "tests/fuzz/policies.hpp"
#include "tests/fuzz/require.hpp"
#include "tests/fuzz/second_opinion.hpp"
#include "tests/policy/only_adds.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

using namespace slicegate;
using boost::multiprecision::cpp_int;
using nlohmann::json;
using policy::Stage;

namespace {

constexpr std::size_t max_warnings = 16;  // policy/reply.cpp

// An answer with its bytes, which outlive the Scratch's next use.
struct Said {
    unsigned http_status = 0;
    std::string text;
    policy::Verdict verdict = policy::Verdict::denied;
    bool has_denials = false;
    json response;

    [[nodiscard]] bool is_allowed() const { return verdict != policy::Verdict::denied; }
};

Said ask(std::string_view review, Stage stage, policy::Policy const& policy, policy::Scratch& scratch)
{
    std::string body(review);
    auto const answer = policy::admit(body, stage, policy, scratch);
    fuzz::require(body == review, "a body is never changed", review);
    Said said{
        .http_status = answer.http_status,
        .text = std::string(answer.body),
        .verdict = answer.outcome.verdict};
    said.has_denials = std::any_of(
        answer.outcome.violations.begin(), answer.outcome.violations.end(),
        [](policy::RuleOutcome const& outcome) { return outcome.action == policy::Action::deny; });
    return said;
}

// What holds for every answer, whatever was asked.
void check_answer(Said& said, Stage stage)
{
    if (said.http_status == 400) {
        fuzz::require(
            said.text.find('\n') == said.text.size() - 1 && said.text.size() > 1, "a 400 is one line of text",
            said.text);
        return;
    }
    fuzz::require(said.http_status == 200, "an answer is a 200 or a 400", said.text);
    json const document = json::parse(said.text, nullptr, false);
    fuzz::require(document.is_object(), "an answer is valid JSON", said.text);
    said.response = document.at("response");
    bool const is_allowed = said.response.at("allowed").get<bool>();
    bool const has_patch = said.response.contains("patch");
    fuzz::require(is_allowed == said.is_allowed(), "what is counted is what is said", said.text);
    fuzz::require(
        is_allowed ? !said.has_denials && !said.response.contains("status")
                   : said.response.at("status").at("code") == 403 && !has_patch,
        "allowed carries no violation, refused no patch", said.text);
    fuzz::require(
        has_patch == (said.verdict == policy::Verdict::patched) && (!has_patch || stage == Stage::mutate),
        "a patch comes from /mutate alone", said.text);
}

// The pod as the API server would store it.
json patched_object(Said const& said, json const& object)
{
    auto const text = cli::decode_base64(said.response.at("patch").get<std::string>());
    json const patch = json::parse(text, nullptr, false);
    fuzz::require(patch.is_array() && !patch.empty(), "a patch is a list of operations", text);
    auto const patched = fuzz::apply_patch(object, patch);
    fuzz::require(patched.has_value(), "a patch applies, and adds alone", text);
    fuzz::require(*patched == object.patch(patch), "two ways to apply a patch come to the same", text);
    fuzz::require(policy::test::only_adds(object, *patched), "a patch takes nothing away", text);
    return *patched;
}

// In an order of their own, for a DOM sorts the keys that they are found under. Nothing where some are left out.
std::vector<std::string> warnings_of(Said const& said)
{
    auto warnings = said.response.value("warnings", std::vector<std::string>());
    std::sort(warnings.begin(), warnings.end());
    if (warnings.size() >= max_warnings)
        warnings.clear();
    return warnings;
}

// A second visit to /mutate finds nothing to add, and /validate is content with what was stored.
void check_settled(
    Said const& first, json review, json const& object, policy::Policy const& policy,
    policy::Scratch& scratch)
{
    json const patched = first.verdict == policy::Verdict::patched ? patched_object(first, object) : object;
    review["request"]["object"] = patched;
    auto const text = review.dump();
    auto again = ask(text, Stage::mutate, policy, scratch);
    check_answer(again, Stage::mutate);
    fuzz::require(
        again.verdict == policy::Verdict::allowed, "a patched pod gets no second patch", text + again.text);
    auto stored = ask(text, Stage::validate, policy, scratch);
    check_answer(stored, Stage::validate);
    fuzz::require(stored.is_allowed(), "what /mutate allows /validate allows", text + stored.text);
    fuzz::require(
        warnings_of(stored) == warnings_of(first), "both doors warn of the same", first.text + stored.text);
}

void compare_count(json const& object, policy::Policy const& policy)
{
    static policy::json::Reader reader;
    static policy::Subjects subjects;
    std::string text = object.dump();
    std::size_t const size = text.size();
    text.resize(size + 64);  // room that the parser reads into
    std::string_view const view = std::string_view(text).substr(0, size);
    if (!policy::parse_object(view, text.size(), {}, policy, reader, subjects))
        return;
    for (std::size_t group = 0; group < policy.gpus.size(); ++group) {
        auto const count = policy::count_slices(subjects.pods().front(), group);
        auto const expected = fuzz::count_slices(object, policy, group);
        bool const is_huge = expected > std::numeric_limits<std::int64_t>::max();
        fuzz::require(
            count.is_huge == is_huge && (is_huge || expected == count.total),
            "two ways to count come to the same", view);
    }
}

// With the compiled-in policy, whose limit is one.
void check_limit(Said const& said, json const& request)
{
    // Exempt, or the image of a static pod, which a kubelet writes.
    auto const user = *fuzz::text_at(fuzz::child_of(request, "userInfo"), "username");
    if (!said.is_allowed() || fuzz::text_at(request, "namespace") == "kube-system" ||
        user.starts_with("system:node:"))
        return;
    static auto const policy = policy::make_default_policy();
    fuzz::require(
        fuzz::count_slices(request.at("object"), policy, 0) <= 1, "no pod with two slices is allowed",
        said.text);
}

bool is_pod_creation(json const& request)
{
    json const& kind = fuzz::child_of(request, "kind");
    return fuzz::text_at(request, "operation") == "CREATE" && fuzz::text_at(request, "subResource") == "" &&
           fuzz::text_at(kind, "kind") == "Pod" && fuzz::text_at(kind, "group") == "" &&
           fuzz::child_of(request, "object").is_object();
}

void compare(Said const& said, Stage stage, json const& review, std::size_t size, policy::Scratch& scratch)
{
    fuzz::require(
        (said.http_status == 200) == fuzz::is_review(review), "a review is one for both or for none",
        said.text + review.dump());
    if (said.http_status != 200)
        return;
    auto const& policy = fuzz::pick_policy(size);
    json const& request = review.at("request");
    fuzz::require(said.response.at("uid") == request.at("uid"), "a uid comes back as it came", said.text);
    if (!is_pod_creation(request))
        return;
    if (&policy == &fuzz::pick_policy(0))
        check_limit(said, request);
    if (stage == Stage::mutate && said.is_allowed())
        check_settled(said, review, request.at("object"), policy, scratch);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size)
{
    static policy::Scratch used;
    std::string_view const body(reinterpret_cast<char const*>(data), size);
    auto const& policy = fuzz::pick_policy(size);
    auto const review = fuzz::parse_plain_json(body);
    for (Stage const stage : {Stage::mutate, Stage::validate}) {
        auto said = ask(body, stage, policy, used);
        check_answer(said, stage);
        policy::Scratch fresh;
        fuzz::require(
            ask(body, stage, policy, fresh).text == said.text, "used memory changes no answer", said.text);
        if (review)
            compare(said, stage, *review, size, used);
    }
    if (review)
        compare_count(fuzz::child_of(fuzz::child_of(*review, "request"), "object"), policy);
    return 0;
}
