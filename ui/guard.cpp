// SPDX-License-Identifier: Apache-2.0
#include "ui/guard.hpp"

#include <algorithm>
#include <array>

namespace slicegate::ui {
namespace {

constexpr unsigned short http_port = 80;  // browsers leave it out

bool is_own_host(std::string_view host, unsigned short port)
{
    static constexpr std::array<std::string_view, 3> names = {"127.0.0.1", "localhost", "[::1]"};
    return std::ranges::any_of(names, [&](std::string_view name) {
        return host == std::string(name) + ':' + std::to_string(port) || (port == http_port && host == name);
    });
}

}  // namespace

std::optional<std::string> find_objection(Caller const& caller, unsigned short port)
{
    constexpr std::string_view scheme = "http://";
    if (!is_own_host(caller.host, port))
        return "Host: this page is at http://localhost:" + std::to_string(port) + " alone";
    if (!caller.origin.empty() &&
        (!caller.origin.starts_with(scheme) || !is_own_host(caller.origin.substr(scheme.size()), port)))
        return "Origin: another site's page asks; only this page may";
    if (!caller.fetch_site.empty() && caller.fetch_site != "same-origin" && caller.fetch_site != "none")
        return "Sec-Fetch-Site: another site's page asks; only this page may";
    return std::nullopt;
}

}  // namespace slicegate::ui
