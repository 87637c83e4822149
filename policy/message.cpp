// SPDX-License-Identifier: Apache-2.0
#include "policy/message.hpp"

#include "policy/text.hpp"

#include <algorithm>

namespace slicegate::policy {
namespace {

// kubectl shows a message whole; past this many lines of one rule nobody reads on.
constexpr std::size_t max_lines_a_rule = 16;
constexpr std::size_t max_warning_characters = 120;
constexpr std::size_t max_name_bytes = 253;  // of any Kubernetes name

std::string lower_case(std::string_view text)
{
    std::string lower(text);
    std::transform(lower.begin(), lower.end(), lower.begin(), [](char c) {
        return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    });
    return lower;
}

void append_judgement(std::string& out, Judgement const& judgement)
{
    std::size_t lines = 0;
    for (Violation const& violation : judgement.finding.violations) {
        if (judgement.action_on(violation) != Action::deny || ++lines > max_lines_a_rule)
            continue;
        ((((out += "\n[") += judgement.rule->id) += "] ") += violation.place) += ": ";
        out += violation.what;
    }
    if (lines > max_lines_a_rule)
        out += "\n  and " + std::to_string(lines - max_lines_a_rule) + " more of this rule";
    (out += "\n  why: ") += judgement.finding.why;
    (out += "\n  fix: ") += judgement.finding.fix;
}

void append_help(std::string& out, std::string_view help)
{
    if (!help.empty())
        (out += "\nhelp: ") += help;
}

}  // namespace

std::string name_object(Review const& review, std::string_view own_name)
{
    auto text = lower_case(shown(review.kind)) + ' ';
    if (!review.namespace_.empty())
        (append_shown(text, review.namespace_, max_name_bytes), text += '/');
    auto const name = review.name.empty() ? own_name : review.name;
    append_shown(text, name.empty() ? "(no name)" : name, max_name_bytes);
    return text;
}

std::string
render_refusal(std::string_view object, std::vector<Judgement> const& judgements, std::string_view help)
{
    auto const count = std::count_if(
        judgements.begin(), judgements.end(), [](Judgement const& each) { return each.is_refusal(); });
    auto text = std::string(object) + " was refused by " + std::to_string(count) + " GPU rule" +
                (count == 1 ? ":" : "s:");
    for (Judgement const& judgement : judgements) {
        if (judgement.is_refusal())
            append_judgement(text, judgement);
    }
    append_help(text, help);
    return text;
}

std::string render_unreadable(std::string_view object, std::string_view reason, std::string_view help)
{
    auto text = std::string(object) + " was refused, for its GPU rules cannot be judged:\n";
    text += reason;
    append_help(text += "\n  fix: give the field the shape that the Kubernetes API has for it", help);
    return text;
}

std::string render_warning(std::string_view id, Violation const& violation, std::string_view fix)
{
    auto text = '[' + std::string(id) + "] " + violation.place + ": " + violation.what;
    if (text.size() + 2 + fix.size() <= max_warning_characters)
        return (text += "; ") += fix;
    return text.size() <= max_warning_characters ? text : shown(text, max_warning_characters - 3);
}

}  // namespace slicegate::policy
