// SPDX-License-Identifier: Apache-2.0
#include "cli/examine.hpp"

#include "cli/json_text.hpp"
#include "cli/wrap.hpp"
#include "policy/json_reader.hpp"
#include "policy/subjects.hpp"

#include <utility>

namespace slicegate::cli {

namespace {

constexpr std::size_t max_list_depth = 8;  // Lists in Lists; kubectl makes none

bool is_judged(Manifest const& manifest, policy::Policy const& policy)
{
    return manifest.is_pod() || (!manifest.kind.empty() &&
                                 !policy::template_paths(manifest.group(), manifest.kind, policy).empty());
}

}  // namespace

void Examined::clear()
{
    troubles.clear();
    warnings.clear();
    objects.clear();
    changes.clear();
    json = {};
}

Examiner::Examiner(policy::Policy const& policy, std::string default_namespace, Purpose purpose)
    : policy_(policy), namespace_(std::move(default_namespace)), purpose_(purpose),
      reader_(std::make_unique<policy::json::Reader>())
{
}

Examiner::~Examiner() = default;

Examined const& Examiner::examine(Document const& document)
{
    examined_.clear();
    if (auto trouble = decoder_.decode(document)) {
        add_trouble(std::move(*trouble));
        return examined_;
    }
    examined_.is_yaml = decoder_.is_yaml();
    examined_.json = decoder_.json();
    examined_.warnings = decoder_.warnings();
    counts_.warnings += examined_.warnings.size();
    if (examined_.json.empty() || examined_.json == "null")
        return examined_;
    ++counts_.documents;
    if (examined_.json.starts_with('{'))
        examine_object(examined_.json, {document.place, document.list_kind, document.list_api_version});
    else if (examined_.json.starts_with('['))
        ++counts_.passed_over;
    else
        add_trouble({document.line, "is a single word or text, no Kubernetes object"});
    return examined_;
}

void Examiner::add_trouble(Trouble trouble)
{
    ++counts_.unreadable;
    examined_.troubles.push_back(std::move(trouble));
}

void Examiner::examine_object(std::string_view json, Place const& place)
{
    auto manifest = read_manifest(json, decoder_.capacity_from(json), *reader_);
    if (!manifest)
        return add_trouble({decoder_.line_of(json), manifest.error().message});
    manifest->take_kind_of(place.list_kind, place.list_api_version);
    if (manifest->is_list)
        examine_items(*manifest, place);
    else if (manifest->kind == "AdmissionReview" && manifest->group() == "admission.k8s.io")
        judge_review(json, place);
    else if (manifest->is_live() && manifest->has_run())
        ++counts_.finished;
    else if (is_judged(*manifest, policy_))
        judge(json, *manifest, place);
    else
        ++counts_.passed_over;
}

void Examiner::examine_items(Manifest const& list, Place const& place)
{
    if (place.depth == max_list_depth)
        return add_trouble({decoder_.line_of(examined_.json), "holds Lists in Lists, deeper than 8"});
    // The reader's strings end with its next object.
    std::string const kind(list.kind);
    std::string const api_version(list.api_version);
    for (std::size_t i = 0; i < list.items.size(); ++i) {
        if (list.items[i].empty())
            continue;  // null
        auto const prefix = place.text.empty() ? std::string{} : place.text + '.';
        examine_object(
            list.items[i], {prefix + "items[" + std::to_string(i) + ']', kind, api_version, place.depth + 1});
    }
}

void Examiner::judge(std::string_view json, Manifest const& manifest, Place const& place)
{
    auto const stage = manifest.is_pod() ? policy::Stage::mutate : policy::Stage::validate;
    wrap(review_, json, manifest, namespace_);
    keep_answer(policy::admit(review_, stage, policy_, scratch_), json, "", place);
}

// A pod's creation is judged as its own patch leaves it; everything else by the validating hook.
void Examiner::judge_review(std::string_view json, Place const& place)
{
    review_.assign(json);
    auto answer = policy::admit(review_, policy::Stage::mutate, policy_, scratch_);
    bool const is_pod_creation = answer.outcome.kind == "Pod" && answer.outcome.operation == "CREATE";
    if (answer.http_status == 200 && !is_pod_creation)
        answer = policy::admit(review_, policy::Stage::validate, policy_, scratch_);
    if (answer.http_status != 200) {
        std::string const what(answer.body);
        return add_trouble(
            {decoder_.line_of(json), "is no AdmissionReview: " + what.substr(0, what.find('\n'))});
    }
    keep_answer(answer, json, "request.object.", place);
}

void Examiner::keep_answer(
    policy::Answer const& answer, std::string_view json, std::string_view root, Place const& place)
{
    ++counts_.judged;
    if (purpose_ == Purpose::mutate && answer.outcome.verdict != policy::Verdict::allowed && root.empty())
        examined_.changes.push_back(
            {static_cast<std::size_t>(json.data() - examined_.json.data()), json.size(),
             read_patch(answer.body)});
    if (answer.outcome.verdict != policy::Verdict::denied && answer.outcome.violations.empty())
        return;
    auto findings = read_findings(answer.body);
    if (!findings.is_refused && findings.notices.empty())
        return;  // what is for the audit log alone
    findings.place = place.text;
    findings.kind = answer.outcome.kind;
    findings.namespace_ = answer.outcome.namespace_;
    findings.name = answer.outcome.name;
    findings.line = decoder_.line_of(json);
    counts_.refused += findings.is_refused ? 1 : 0;
    for (Notice& notice : findings.notices) {
        notice.line = decoder_.line_of(json.substr(locate_field(json, std::string(root) + notice.place)));
        counts_.warnings += notice.level == Level::warning ? 1 : 0;
    }
    examined_.objects.push_back(std::move(findings));
}

}  // namespace slicegate::cli
