// SPDX-License-Identifier: Apache-2.0
#include "cli/examine.hpp"

#include "cli/documents.hpp"
#include "cli/json_text.hpp"
#include "cli/wrap.hpp"
#include "policy/json_reader.hpp"
#include "policy/subjects.hpp"

#include <utility>

namespace slicegate::cli {

namespace {

constexpr std::size_t max_list_depth = 8;  // Lists in Lists; kubectl makes none

void make_room(std::string& json)
{
    if (json.capacity() < json.size() + simdjson::SIMDJSON_PADDING)
        json.reserve(json.size() + simdjson::SIMDJSON_PADDING);
}

bool is_judged(Manifest const& manifest, policy::Policy const& policy)
{
    return manifest.is_pod() || (!manifest.kind.empty() &&
                                 !policy::template_paths(manifest.group(), manifest.kind, policy).empty());
}

std::string_view hint_for(std::string_view text)
{
    bool const is_template = text.find("{{") != std::string_view::npos;
    return is_template ? " (a template must be rendered first: helm template)" : "";
}

// "PodList" holds pods, "List" holds what says its own kind.
std::string_view kind_of_items(std::string_view list_kind)
{
    return list_kind.ends_with("List") ? list_kind.substr(0, list_kind.size() - 4) : std::string_view{};
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
    first_line_ = document.line;
    if (!document.problem.empty()) {
        add_trouble(0, document.problem);
        return examined_;
    }
    if (!decode(document))
        return examined_;
    examined_.json = examined_.is_yaml ? std::string_view(yaml_.json) : std::string_view(json_);
    for (Fault const& warning : yaml_.warnings)
        examined_.warnings.push_back({first_line_ + warning.line - 1, warning.what});
    counts_.warnings += yaml_.warnings.size();
    if (examined_.json.empty() || examined_.json == "null")
        return examined_;
    ++counts_.documents;
    if (examined_.json.starts_with('{'))
        examine_object(examined_.json, {document.place, document.list_kind, document.list_api_version});
    else if (examined_.json.starts_with('['))
        ++counts_.passed_over;
    else
        add_trouble(0, "is a single word or text, no Kubernetes object");
    return examined_;
}

bool Examiner::decode(Document const& document)
{
    examined_.is_yaml = document.format == Format::yaml;
    yaml_.clear();
    if (examined_.is_yaml)
        return decode_yaml(document);
    json_.assign(document.text);
    auto const fault = find_json_fault(json_);
    if (!fault)
        return true;
    // Braces are YAML too; so kubectl tries that next.
    if (document.format == Format::json_or_yaml && document.text.size() <= max_yaml_bytes &&
        document.place.empty() && !read_yaml(document.text, yaml_)) {
        make_room(yaml_.json);
        return examined_.is_yaml = true;
    }
    yaml_.clear();
    auto const place = document.place.empty() ? std::string{} : document.place + ' ';
    add_trouble(fault->line - 1, place + fault->what + std::string(hint_for(document.text)));
    return false;
}

bool Examiner::decode_yaml(Document const& document)
{
    if (auto const fault = read_yaml(document.text, yaml_)) {
        add_trouble(fault->line - 1, fault->what + std::string(hint_for(document.text)));
        yaml_.clear();
        return false;
    }
    make_room(yaml_.json);
    return true;
}

// The line in the input of a place in the document's JSON.
std::size_t Examiner::line_of(std::string_view at) const
{
    auto const offset = static_cast<std::size_t>(at.data() - examined_.json.data());
    if (examined_.is_yaml)
        return first_line_ + yaml_.line_of(offset) - 1;
    return first_line_ + count_lines(examined_.json.substr(0, offset));
}

void Examiner::add_trouble(std::size_t line_in_document, std::string what)
{
    ++counts_.unreadable;
    examined_.troubles.push_back({first_line_ + line_in_document, std::move(what)});
}

void Examiner::examine_object(std::string_view json, Place const& place)
{
    std::string const& buffer = examined_.is_yaml ? yaml_.json : json_;
    auto const capacity = buffer.capacity() - static_cast<std::size_t>(json.data() - buffer.data());
    auto manifest = read_manifest(json, capacity, *reader_);
    if (!manifest)
        return add_trouble(line_of(json) - first_line_, manifest.error().message);
    if (manifest->kind.empty() && !place.list_kind.empty()) {
        manifest->kind = kind_of_items(place.list_kind);
        manifest->api_version = place.list_api_version;
    }
    bool const is_finished = manifest->is_live() && manifest->is_pod() &&
                             (manifest->phase == "Succeeded" || manifest->phase == "Failed");
    if (manifest->is_list)
        examine_items(*manifest, place);
    else if (manifest->kind == "AdmissionReview" && manifest->group() == "admission.k8s.io")
        judge_review(json, place);
    else if (is_finished)
        ++counts_.finished;
    else if (is_judged(*manifest, policy_))
        judge(json, *manifest, place);
    else
        ++counts_.passed_over;
}

void Examiner::examine_items(Manifest const& list, Place const& place)
{
    if (place.depth == max_list_depth)
        return add_trouble(0, "holds Lists in Lists, deeper than 8");
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
            line_of(json) - first_line_, "is no AdmissionReview: " + what.substr(0, what.find('\n')));
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
    findings.line = line_of(json);
    counts_.refused += findings.is_refused ? 1 : 0;
    for (Notice& notice : findings.notices) {
        notice.line = line_of(json.substr(locate_field(json, std::string(root) + notice.place)));
        counts_.warnings += notice.level == Level::warning ? 1 : 0;
    }
    examined_.objects.push_back(std::move(findings));
}

}  // namespace slicegate::cli
