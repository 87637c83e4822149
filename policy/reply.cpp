// SPDX-License-Identifier: Apache-2.0
#include "policy/reply.hpp"

#include "policy/message.hpp"
#include "policy/placement.hpp"
#include "policy/text.hpp"

#include <cstddef>

namespace slicegate::policy {
namespace {

// The API server keeps 4096 characters of warnings for one request, other webhooks' included.
constexpr std::size_t max_warnings = 16;
constexpr std::size_t max_causes = 64;

void open_response(std::string& out, Review const& review, bool is_allowed)
{
    out += R"({"kind":"AdmissionReview","apiVersion":)";
    append_json_string(out, review.api_version);
    out += R"(,"response":{"uid":)";
    append_json_string(out, review.uid);
    out += is_allowed ? R"(,"allowed":true)" : R"(,"allowed":false)";
}

void close_response(std::string& out)
{
    out += "}}";
}

void append_member(std::string& out, std::string_view separator, std::string_view name, std::string_view text)
{
    out += separator;
    append_json_string(out, name);
    out += ':';
    append_json_string(out, text);
}

void append_causes(std::string& out, std::vector<Judgement> const& judgements)
{
    std::size_t count = 0;
    for (Judgement const& judgement : judgements) {
        for (Violation const& violation : judgement.finding.violations) {
            if (judgement.action_on(violation) != Action::deny || count == max_causes)
                continue;
            append_member(out, count++ == 0 ? "{" : ",{", "type", judgement.rule->id);
            append_member(out, ",", "field", violation.place);
            append_member(out, ",", "message", violation.what);
            out += '}';
        }
    }
}

// Reason Forbidden makes kubectl print the whole message; causes are for machines.
void append_status(std::string& out, std::string_view message, std::vector<Judgement> const& judgements)
{
    out += R"(,"status":{"status":"Failure","code":403,"reason":"Forbidden")";
    append_member(out, ",", "message", message);
    out += R"(,"details":{"causes":[)";
    append_causes(out, judgements);
    out += "]}}";
}

void append_warnings(std::string& out, std::vector<Judgement> const& judgements)
{
    std::size_t count = 0;
    for (Judgement const& judgement : judgements) {
        for (Violation const& violation : judgement.finding.violations) {
            if (judgement.action_on(violation) != Action::warn || count == max_warnings)
                continue;
            out += count++ == 0 ? R"(,"warnings":[)" : ",";
            append_json_string(out, render_warning(judgement.rule->id, violation, judgement.finding.fix));
        }
    }
    if (count > 0)
        out += ']';
}

// What the pod's label led to. Templates may differ among each other; their pods will tell.
template <class Add> void append_access(Subjects const& subjects, Policy const& policy, Add const& add)
{
    if (subjects.pods().size() != 1)
        return;
    Pod const& pod = subjects.pods().front();
    if (!pod.access() || !pod.is_gpu_pod())
        return;
    add("access", word_of(*pod.access()));
    if (Pool const* const pool = pool_of(pod, policy); pool != nullptr && !pod.is_daemon)
        add("pool", pool->name);
}

void append_audit(
    std::string& out, Subjects const& subjects, std::vector<Judgement> const& judgements,
    Policy const& policy)
{
    std::string_view separator = R"(,"auditAnnotations":{)";
    auto const add = [&](std::string_view name, std::string_view text) {
        append_member(out, separator, name, text);
        separator = ",";
    };
    append_access(subjects, policy, add);
    std::string ids;
    for (Judgement const& judgement : judgements)
        (ids += ids.empty() ? "" : ",") += judgement.rule->id;
    if (!ids.empty())
        add("violations", ids);
    if (separator == ",")
        out += '}';
}

void append_patch(std::string& out, std::string_view patch)
{
    out += R"(,"patchType":"JSONPatch","patch":")";
    append_base64(out, patch);
    out += '"';
}

}  // namespace

void render_pass(std::string& out, Review const& review)
{
    open_response(out, review, true);
    close_response(out);
}

void render_verdict(
    std::string& out, Review const& review, Subjects const& subjects,
    std::vector<Judgement> const& judgements, std::string_view patch, Policy const& policy)
{
    bool const is_allowed = !is_refused(judgements);
    open_response(out, review, is_allowed);
    if (!is_allowed)
        append_status(
            out, render_refusal(name_object(review, subjects.object().own_name()), judgements, policy.help),
            judgements);
    else if (!patch.empty())
        append_patch(out, patch);
    append_warnings(out, judgements);
    append_audit(out, subjects, judgements, policy);
    close_response(out);
}

void render_bad_object(
    std::string& out, Review const& review, Subjects const& subjects, std::string_view reason,
    Policy const& policy)
{
    open_response(out, review, false);
    append_status(
        out, render_unreadable(name_object(review, subjects.object().own_name()), reason, policy.help), {});
    close_response(out);
}

}  // namespace slicegate::policy
