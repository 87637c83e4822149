// SPDX-License-Identifier: Apache-2.0
#include "policy/admit.hpp"

#include "policy/decode.hpp"
#include "policy/edits.hpp"
#include "policy/evaluate.hpp"
#include "policy/patch.hpp"
#include "policy/reply.hpp"

#include <algorithm>
#include <string_view>

namespace slicegate::policy {

struct Scratch::Impl {
    Decoder decoder;
    Subjects& now = decoder.now;
    Subjects& old = decoder.old;
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

// A kubelet writes these for its static pods; refusing the image would not stop the pod.
bool is_mirror_by_kubelet(Subjects const& subjects, Review const& review)
{
    return review.is_pod() && subjects.pods().front().is_mirror && review.user.starts_with("system:node:");
}

// Anyone can write an owner reference; that a DaemonSet's controller made the pod is told by who asks.
bool is_by_controller(std::string_view user)
{
    return user == "system:serviceaccount:kube-system:daemon-set-controller" ||
           user == "system:kube-controller-manager";
}

// What an update of a pod is, once the pod is known: gates still let it move, and of one that is going
// nothing but its mark counts.
Occasion narrow(Occasion occasion, Subjects const& now, Subjects const& old)
{
    if (occasion != Occasion::update)
        return occasion;
    if (now.object().is_being_deleted)
        return Occasion::parting;
    return old.pods().front().is_gated ? Occasion::gated
                                       : occasion;  // the last gate may go in the same update
}

// Whether an update leaves all alone that rules read.
bool is_unchanged(Subjects const& now, Subjects const& old)
{
    auto const a = now.pods();
    auto const b = old.pods();
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](Pod const& x, Pod const& y) {
        return x.is_judged_like(y);
    });
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

// A template's pods are judged as the mutator will leave them: what it will add is not missing.
void foresee_mutation(Subjects& subjects, Policy const& policy)
{
    for (Pod& pod : subjects.pods())
        apply_edits(plan_edits(pod, policy), pod);
}

void note_judgements(Outcome& outcome, std::vector<Judgement> const& judgements)
{
    for (Judgement const& judgement : judgements) {
        for (Violation const& violation : judgement.finding.violations)
            outcome.violations.push_back({judgement.rule->id, judgement.action_on(violation)});
    }
}

// All that rules have to say. An update is forgiven what the old object was guilty of.
std::vector<Judgement>
judge_objects(Review const& review, Scope const& scope, Policy const& policy, Scratch::Impl& scratch)
{
    bool const is_update = review.operation == Operation::update;
    auto const occasion =
        scope.templates.empty() ? narrow(scope.occasion, scratch.now, scratch.old) : scope.occasion;
    if (is_update && scope.templates.empty())
        scratch.now.pods().front().old = &scratch.old.pods().front();
    if (!scope.templates.empty())
        foresee_mutation(scratch.now, policy);
    auto judgements = evaluate(scratch.now.pods(), policy, occasion);
    if (is_update && !judgements.empty()) {
        if (!scope.templates.empty())
            foresee_mutation(scratch.old, policy);
        forgive_old(judgements, evaluate(scratch.old.pods(), policy, occasion));
    }
    return judgements;
}

Answer pass(Review const& review, Scratch::Impl& scratch)
{
    render_pass(scratch.out, review);
    return {.http_status = 200, .body = scratch.out, .outcome = describe(review)};
}

Answer
judge(Review const& review, Stage stage, Scope const& scope, Policy const& policy, Scratch::Impl& scratch)
{
    bool const is_mutated = stage == Stage::mutate && scope.templates.empty();
    auto const patch =
        is_mutated ? mutate(scratch.now.pods().front(), policy, scratch.patch) : std::string_view{};
    auto const judgements = judge_objects(review, scope, policy, scratch);
    Answer answer{.http_status = 200, .body = {}, .outcome = describe(review)};
    note_judgements(answer.outcome, judgements);
    if (is_refused(judgements)) {
        answer.outcome.verdict = Verdict::denied;
        answer.outcome.code = 403;
    } else if (!patch.empty()) {
        answer.outcome.verdict = Verdict::patched;
    }
    if (answer.outcome.name.empty())
        answer.outcome.name = scratch.now.object().own_name();
    render_verdict(scratch.out, review, scratch.now, judgements, patch, policy);
    answer.body = scratch.out;
    return answer;
}

Answer
refuse_unreadable(Review const& review, Error const& error, Policy const& policy, Scratch::Impl& scratch)
{
    render_bad_object(scratch.out, review, scratch.now, error.message, policy);
    Answer answer{.http_status = 200, .body = scratch.out, .outcome = describe(review)};
    answer.outcome.verdict = Verdict::denied;
    answer.outcome.code = 403;
    return answer;
}

}  // namespace

Answer admit(std::string& body, Stage stage, Policy const& whole_policy, Scratch& scratch)
{
    auto& memory = scratch.impl();
    memory.out.clear();
    auto const decoded = memory.decoder.decode(body, stage, whole_policy);
    if (!decoded) {
        (memory.out += decoded.error().message) += '\n';
        return {.http_status = 400, .body = memory.out, .outcome = {}};
    }
    auto const& [review, policy, scope, objects] = *decoded;
    if (!scope)
        return pass(review, memory);
    if (!objects)
        return refuse_unreadable(review, objects.error(), *policy, memory);
    if (review.is_pod() && !is_by_controller(review.user))
        memory.now.pods().front().is_daemon = false;
    bool const is_update = review.operation == Operation::update;
    bool const is_going_workload = !scope->templates.empty() && memory.now.object().is_being_deleted;
    if (is_mirror_by_kubelet(memory.now, review) || is_going_workload ||
        (is_update && is_unchanged(memory.now, memory.old)))
        return pass(review, memory);
    return judge(review, stage, *scope, *policy, memory);
}

}  // namespace slicegate::policy
