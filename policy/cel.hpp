// SPDX-License-Identifier: Apache-2.0
// Fragments of CEL, of which the API server's conditions are made. None may err, whatever the object: under
// failurePolicy Fail an error is a refusal, under Ignore a hook that is never called. Hence `.?` and orValue at each
// step, and `orValue(null) != null` where the API server's own encoder writes a null list.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace slicegate::policy::cel {

// Where a pod's fields stand, each to be followed by `.?field`.
struct PodPlace {
    std::string_view spec;
    std::string_view metadata;
    bool has_ephemeral_containers;  // a template has none
};
inline constexpr PodPlace pod{"object.spec", "object.metadata", true};
inline constexpr PodPlace pod_template{"template.?spec", "template.?metadata", false};

// Joins texts.
template <class... Texts> [[nodiscard]] std::string concat(Texts const&... texts)
{
    std::string out;
    (out.append(texts), ...);
    return out;
}

// A string literal, whatever the text holds.
[[nodiscard]] std::string literal(std::string_view text);

// A list of string literals.
[[nodiscard]] std::string literals(std::span<std::string const> texts);

// A regular expression (RE2) that a whole text matches if it matches one of these patterns with '*'.
[[nodiscard]] std::string regex_of(std::span<std::string const> globs);

// In brackets, its lines indented.
[[nodiscard]] std::string group(std::string_view expression);
[[nodiscard]] std::string indented(std::string_view expression, int levels = 1);

// `what`, about `container`, holds for one container of the pod.
[[nodiscard]] std::string any_container(PodPlace const& place, std::string_view what);

// `what`, about `template`, holds for the pod template of a built-in workload.
[[nodiscard]] std::string any_template(std::string_view what);

// The label is there, with any value.
[[nodiscard]] std::string has_label(std::string_view metadata, std::string_view key);

// The field of the object is another one than that of the old object, as may be its absence.
[[nodiscard]] std::string changes(std::string_view field);

// More than a policy can call a GPU: any resource with a prefix, any claim, the label. Does not depend on what the
// policy calls GPUs, so it cannot go stale when that changes.
[[nodiscard]] std::string may_be_about_gpus(PodPlace const& place, std::string_view label);

// What rules say to pods without GPUs: names the key of a reserved pool, repels the label, reaches for cards.
[[nodiscard]] std::string has_to_do_with_gpus(
    PodPlace const& place, std::string_view label, std::span<std::string const> reserved_keys);

}  // namespace slicegate::policy::cel
