// SPDX-License-Identifier: Apache-2.0
#include "policy/admit.hpp"

#include "policy/edits.hpp"
#include "policy/evaluate.hpp"
#include "policy/json_reader.hpp"
#include "policy/patch.hpp"
#include "policy/pod.hpp"
#include "policy/reply.hpp"
#include "policy/review.hpp"
#include "policy/scope.hpp"

#include <string_view>

namespace slicegate::policy {

struct Scratch::Impl {
    json::Reader review_reader;
    json::Reader object_reader;
    json::Reader old_reader;
    Pod pod;
    Pod old_pod;
    std::string patch;
    std::string out;
};

Scratch::Scratch() : impl_(std::make_unique<Impl>())
{
}
Scratch::Scratch(Scratch&&) noexcept = default;
Scratch& Scratch::operator=(Scratch&&) noexcept = default;
Scratch::~Scratch() = default;

namespace {

Outcome describe(Review const& review)
{
    return {
        .uid = review.uid,
        .operation = review.operation_text,
        .kind = review.kind,
        .namespace_ = review.namespace_,
        .name = review.name,
        .user = review.user,
        .verdict = Verdict::allowed,
        .code = 200,
        .violations = {},
        .dry_run = review.dry_run,
    };
}

// An object is a slice of the body, behind which the rest of the body and its padding go on.
std::size_t capacity_from(std::string const& body, std::string_view slice)
{
    return body.capacity() - static_cast<std::size_t>(slice.data() - body.data());
}

Result<void> read_object(
    std::string_view name, std::string_view object, std::string const& body, Policy const& policy,
    json::Reader& reader, Pod& pod)
{
    if (object.empty())
        return Error{Errc::bad_object, std::string(name) + ": is missing"};
    return parse_pod(object, capacity_from(body, object), policy, reader, pod);
}

Result<void>
read_objects(Review const& review, std::string const& body, Policy const& policy, Scratch::Impl& scratch)
{
    scratch.pod.clear();
    auto const done =
        read_object("request.object", review.object, body, policy, scratch.object_reader, scratch.pod);
    if (!done || review.operation != Operation::update)
        return done;
    scratch.pod.old = &scratch.old_pod;
    return read_object(
        "request.oldObject", review.old_object, body, policy, scratch.old_reader, scratch.old_pod);
}

// A kubelet writes these for its static pods; refusing the image would not stop the pod.
bool is_mirror_by_kubelet(Pod const& pod, Review const& review)
{
    return pod.is_mirror && review.user.starts_with("system:node:");
}

// The pod's own patch, and the pod as it leaves it.
std::string_view mutate(Pod& pod, Policy const& policy, std::string& patch)
{
    patch.clear();
    auto const edits = plan_edits(pod, policy);
    if (edits.is_empty())
        return {};
    render_patch(patch, edits, pod, policy);
    apply_edits(edits, pod);
    return patch;
}

void note_judgements(Outcome& outcome, std::vector<Judgement> const& judgements)
{
    for (Judgement const& judgement : judgements) {
        for (Violation const& violation : judgement.finding.violations)
            outcome.violations.push_back({judgement.rule->id, judgement.action_on(violation)});
    }
}

Answer judge(Review const& review, Stage stage, Policy const& policy, Scratch::Impl& scratch)
{
    Answer answer{.http_status = 200, .body = {}, .outcome = describe(review)};
    auto const occasion = review.operation == Operation::create ? Occasion::create : Occasion::update;
    auto const patch =
        stage == Stage::mutate ? mutate(scratch.pod, policy, scratch.patch) : std::string_view{};
    auto const judgements = evaluate(scratch.pod, policy, occasion);
    note_judgements(answer.outcome, judgements);
    if (is_refused(judgements)) {
        answer.outcome.verdict = Verdict::denied;
        answer.outcome.code = 403;
    } else if (!patch.empty()) {
        answer.outcome.verdict = Verdict::patched;
    }
    if (answer.outcome.name.empty())
        answer.outcome.name = scratch.pod.own_name();
    render_verdict(scratch.out, review, scratch.pod, judgements, patch, policy);
    answer.body = scratch.out;
    return answer;
}

Answer pass(Review const& review, Scratch::Impl& scratch)
{
    render_pass(scratch.out, review);
    return {.http_status = 200, .body = scratch.out, .outcome = describe(review)};
}

Answer
refuse_unreadable(Review const& review, Error const& error, Policy const& policy, Scratch::Impl& scratch)
{
    render_bad_object(scratch.out, review, scratch.pod, error.message, policy);
    Answer answer{.http_status = 200, .body = scratch.out, .outcome = describe(review)};
    answer.outcome.verdict = Verdict::denied;
    answer.outcome.code = 403;
    return answer;
}

}  // namespace

Answer admit(std::string& body, Stage stage, Policy const& policy, Scratch& scratch)
{
    auto& memory = scratch.impl();
    memory.out.clear();
    auto const review = parse_review(body, memory.review_reader);
    if (!review) {
        (memory.out += review.error().message) += '\n';
        return {.http_status = 400, .body = memory.out, .outcome = {}};
    }
    if (!is_judged(*review, stage, policy))
        return pass(*review, memory);
    if (auto const read = read_objects(*review, body, policy, memory); !read)
        return refuse_unreadable(*review, read.error(), policy, memory);
    if (is_mirror_by_kubelet(memory.pod, *review))
        return pass(*review, memory);
    return judge(*review, stage, policy, memory);
}

}  // namespace slicegate::policy
