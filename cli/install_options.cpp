// SPDX-License-Identifier: Apache-2.0
#include "cli/install_options.hpp"

#include "policy/kubernetes_names.hpp"
#include "policy/text.hpp"

#include <regex>

namespace slicegate::cli {
namespace {

constexpr std::size_t max_image_bytes = 512;
constexpr int first_with_match_conditions = 30;   // as GA: 1.30
constexpr int first_with_mutating_policies = 36;  // MutatingAdmissionPolicy v1: 1.36

Error bad(std::string const& option, std::string const& text, std::string const& what)
{
    return {Errc::bad_option, option + ": " + policy::quoted(text) + ' ' + what};
}

// Of github.com/distribution/reference: components of a repository, a host with a port before them, tag, digest.
std::regex const& image_pattern()
{
    static std::regex const pattern{"([A-Za-z0-9][A-Za-z0-9.-]*(:[0-9]{1,5})?/)?"
                                    "[a-z0-9]+((\\.|_|__|-+)[a-z0-9]+)*(/[a-z0-9]+((\\.|_|__|-+)[a-z0-9]+)*)*"
                                    "(:[A-Za-z0-9_][A-Za-z0-9_.-]{0,127})?(@sha256:[0-9a-f]{64})?"};
    return pattern;
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
    if (text.size() <= max_image_bytes && std::regex_match(text, image_pattern()))
        return text;
    return bad(
        "--image", text,
        "is no image reference; take one such as registry.example.com/platform/slicegate:0.1.0");
}

Result<policy::KeptOffBy> parse_kubernetes(std::string const& text)
{
    if (text.empty())
        return policy::KeptOffBy::api_server;
    static std::regex const pattern{"v?1\\.([0-9]{1,3})(\\..*)?"};
    std::smatch found;
    if (!std::regex_match(text, found, pattern))
        return bad(
            "--kubernetes", text, "is no version of Kubernetes; take one such as 1.36 (kubectl version)");
    int const minor = std::stoi(found[1].str());
    if (minor < first_with_match_conditions)
        return bad(
            "--kubernetes", text,
            "is too old: slicegate needs 1.30, the first with matchConditions; upgrade first");
    return minor < first_with_mutating_policies ? policy::KeptOffBy::webhook : policy::KeptOffBy::api_server;
}

}  // namespace slicegate::cli
