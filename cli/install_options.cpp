// SPDX-License-Identifier: Apache-2.0
#include "cli/install_options.hpp"

#include "policy/kubernetes_names.hpp"
#include "policy/text.hpp"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>
#include <system_error>

namespace slicegate::cli {
namespace {

constexpr std::size_t max_image_bytes = 512;
constexpr int first_with_match_conditions = 30;   // as GA: 1.30
constexpr int first_with_mutating_policies = 36;  // MutatingAdmissionPolicy v1: 1.36

Error bad(std::string const& option, std::string const& text, std::string const& what)
{
    return {Errc::bad_option, option + ": " + policy::quoted(text) + ' ' + what};
}

bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

bool is_lower_or_digit(char c)
{
    return is_digit(c) || (c >= 'a' && c <= 'z');
}

bool is_letter_or_digit(char c)
{
    return is_lower_or_digit(c) || (c >= 'A' && c <= 'Z');
}

// One step of a repository: runs of a-z and 0-9 with '.', '_', '__' or hyphens between them.
bool is_path_step(std::string_view text)
{
    auto const is_separator = [](char c) { return c == '.' || c == '_' || c == '-'; };
    if (text.empty() || !is_lower_or_digit(text.front()) || !is_lower_or_digit(text.back()))
        return false;
    for (std::size_t i = 1; i < text.size(); ++i) {
        bool const is_run = is_separator(text[i]) && is_separator(text[i - 1]);
        bool const is_third = is_run && text[i] == '_' && i >= 2 && text[i - 2] == '_';
        if ((!is_lower_or_digit(text[i]) && !is_separator(text[i])) || is_third ||
            (is_run && (text[i] != text[i - 1] || text[i] == '.')))
            return false;
    }
    return true;
}

bool is_host(std::string_view text)
{
    std::string_view const name = text.substr(0, text.find(':'));
    std::string_view const port = text.substr(std::min(name.size() + 1, text.size()));
    return !name.empty() && is_letter_or_digit(name.front()) &&
           (name.size() == text.size() || !port.empty()) &&
           std::ranges::all_of(name, [](char c) { return is_letter_or_digit(c) || c == '.' || c == '-'; }) &&
           std::ranges::all_of(port, is_digit);
}

bool is_repository(std::string_view text)
{
    std::string_view const first = text.substr(0, text.find('/'));
    bool const has_host = first.size() < text.size() &&
                          (first.find_first_of(".:") != std::string_view::npos || first == "localhost");
    if (has_host && !is_host(first))
        return false;
    text.remove_prefix(has_host ? first.size() + 1 : 0);
    for (std::size_t slash = 0; (slash = text.find('/')) != std::string_view::npos;
         text.remove_prefix(slash + 1))
        if (!is_path_step(text.substr(0, slash)))
            return false;
    return is_path_step(text);
}

bool is_tag(std::string_view text)
{
    constexpr std::size_t max_tag_bytes = 128;
    return !text.empty() && text.size() <= max_tag_bytes && text.front() != '.' && text.front() != '-' &&
           std::ranges::all_of(
               text, [](char c) { return is_letter_or_digit(c) || c == '_' || c == '.' || c == '-'; });
}

bool is_digest(std::string_view text)
{
    constexpr std::string_view algorithm = "sha256:";
    constexpr std::size_t digits = 64;
    return text.starts_with(algorithm) && text.size() == algorithm.size() + digits &&
           text.find_first_not_of("0123456789abcdef", algorithm.size()) == std::string_view::npos;
}

// As github.com/distribution/reference has it: a repository, a tag, a digest.
bool is_image(std::string_view text)
{
    if (auto const at = text.find('@'); at != std::string_view::npos) {
        if (!is_digest(text.substr(at + 1)))
            return false;
        text = text.substr(0, at);
    }
    auto const colon = text.rfind(':');
    if (colon != std::string_view::npos && text.find('/', colon) == std::string_view::npos) {
        if (!is_tag(text.substr(colon + 1)))
            return false;
        text = text.substr(0, colon);
    }
    return is_repository(text);
}

// The minor version of "1.36", "v1.36.3" and the like.
std::optional<int> minor_version(std::string_view text)
{
    text.remove_prefix(text.starts_with('v') ? 1 : 0);
    if (!text.starts_with("1."))
        return std::nullopt;
    text.remove_prefix(2);
    int minor = 0;
    auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), minor);
    bool const is_whole = end == text.data() + text.size() || *end == '.';
    return error == std::errc{} && minor >= 0 && is_whole ? std::optional(minor) : std::nullopt;
}

}  // namespace

Result<std::string> parse_install_namespace(std::string const& text)
{
    if (!policy::is_dns1123_label(text))
        return bad(
            "--namespace", text,
            "is no namespace: take 1 to 63 lower-case letters, digits and '-', a letter or digit first and "
            "last");
    if (text == "default" || text.starts_with("kube-"))
        return bad(
            "--namespace", text,
            "is used by others, and the installation restricts the pods of its namespace; take one of its "
            "own, such "
            "as slicegate-system");
    return text;
}

Result<std::string> parse_image(std::string const& text)
{
    if (text.size() <= max_image_bytes && is_image(text))
        return text;
    return bad(
        "--image", text,
        "is no image reference; take one such as registry.example.com/platform/slicegate:0.1.0");
}

Result<policy::KeptOffBy> parse_kubernetes(std::string const& text)
{
    if (text.empty())
        return policy::KeptOffBy::api_server;
    auto const minor = minor_version(text);
    if (!minor)
        return bad(
            "--kubernetes", text, "is no version of Kubernetes; take one such as 1.36 (kubectl version)");
    if (*minor < first_with_match_conditions)
        return bad(
            "--kubernetes", text,
            "is too old: slicegate needs 1.30, the first with matchConditions; upgrade first");
    return *minor < first_with_mutating_policies ? policy::KeptOffBy::webhook : policy::KeptOffBy::api_server;
}

}  // namespace slicegate::cli
