// SPDX-License-Identifier: Apache-2.0
#include "policy/evaluate.hpp"

#include <algorithm>
#include <utility>

namespace slicegate::policy {
namespace {

// What is told of one rule. The rest is told as a number, so that an update cannot hide behind it.
constexpr std::size_t max_violations = 256;

void add_violation(std::vector<Violation>& all, Violation violation)
{
    if (all.size() < max_violations)
        return all.push_back(std::move(violation));
    if (all.size() == max_violations)
        all.push_back({.place = violation.place, .what = "and more of the same", .subject = "more"});
    ++all.back().weight;
}

void add_finding(Finding& all, Finding finding, Pod const& pod, bool is_softened)
{
    if (all.violations.empty()) {
        all.why = std::move(finding.why);
        all.fix = std::move(finding.fix);
    }
    for (Violation& violation : finding.violations) {
        if (!violation.is_of_workload)
            violation.place.insert(0, pod.root);
        violation.is_warning = violation.is_warning || is_softened;
        add_violation(all.violations, std::move(violation));
    }
}

// The controller of a DaemonSet is what is refused, its new pods are warned. An update is not softened, for
// owner references can be changed in the same breath.
bool is_softened(Pod const& pod, Occasion occasion)
{
    return pod.is_daemon && !pod.is_template() && occasion == Occasion::create;
}

// Violations of one rule are about the same where they say the same, but for how bad it is. Places move as
// containers come and go.
bool is_at_least_as_bad(Violation const& old, Violation const& now)
{
    bool const is_same = now.subject.empty() ? old.what == now.what : old.subject == now.subject;
    return is_same && old.weight >= now.weight;
}

// Each old violation forgives one new one.
void forgive(Finding& finding, Finding const& old)
{
    std::vector<Violation const*> unused;
    unused.reserve(old.violations.size());
    for (Violation const& each : old.violations)
        unused.push_back(&each);
    for (Violation& violation : finding.violations) {
        auto const found = std::find_if(unused.begin(), unused.end(), [&](Violation const* each) {
            return is_at_least_as_bad(*each, violation);
        });
        if (found == unused.end())
            continue;
        violation.is_warning = true;
        unused.erase(found);
    }
}

}  // namespace

bool Judgement::is_refusal() const
{
    return std::any_of(finding.violations.begin(), finding.violations.end(), [&](Violation const& each) {
        return action_on(each) == Action::deny;
    });
}

std::vector<Judgement> evaluate(std::span<Pod const> pods, Policy const& policy, Occasion occasion)
{
    std::vector<Judgement> judgements;
    auto const table = rules();
    for (std::size_t row = 0; row < table.size(); ++row) {
        Rule const& rule = table[row];
        if (policy.actions[row] == Action::off || !is_asked(rule.when, occasion))
            continue;
        Finding all;
        for (Pod const& pod : pods) {
            if (auto finding = rule.judge(pod, policy); !finding.violations.empty())
                add_finding(all, std::move(finding), pod, is_softened(pod, occasion));
        }
        if (!all.violations.empty())
            judgements.push_back({&rule, policy.actions[row], std::move(all)});
    }
    return judgements;
}

void forgive_old(std::vector<Judgement>& judgements, std::vector<Judgement> const& old)
{
    for (Judgement& judgement : judgements) {
        auto const before = std::find_if(
            old.begin(), old.end(), [&](Judgement const& each) { return each.rule == judgement.rule; });
        if (before != old.end())
            forgive(judgement.finding, before->finding);
    }
}

bool is_refused(std::vector<Judgement> const& judgements)
{
    return std::any_of(
        judgements.begin(), judgements.end(), [](Judgement const& each) { return each.is_refusal(); });
}

}  // namespace slicegate::policy
