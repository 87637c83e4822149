// SPDX-License-Identifier: Apache-2.0
#include "server/readiness.hpp"

#include "certs/time.hpp"
#include "server/reloadable.hpp"

#include <cstddef>
#include <utility>
#include <vector>

namespace slicegate::server {
namespace {

struct Part {
    std::string_view name;
    std::string trouble;  // empty where it is ready
    std::string state;
    std::string_view refused;  // why what is on disk is not in use
};

std::vector<Part> look(Condition const& it)
{
    auto const& policy_error = it.reload_errors[static_cast<std::size_t>(Reloadable::policy)];
    auto const& certificate_error = it.reload_errors[static_cast<std::size_t>(Reloadable::certificate)];
    bool const has_expired = it.now >= it.certificate_end;
    return {
        {"policy", "", std::string{it.policy} + ", " + std::string{it.policy_digest}, policy_error},
        {"certificate", has_expired ? "the certificate has expired" : "",
         "ends on " + certs::render_time(it.certificate_end), certificate_error},
        {"listener", it.is_accepting ? "" : "connections cannot be accepted", "accepts connections", {}},
        {"draining", it.is_draining ? "draining" : "", "no", {}}};
}

void append_verbose(std::string& body, Part const& part)
{
    bool const is_ready = part.trouble.empty();
    body.append(is_ready ? "[+]" : "[-]").append(part.name).append(": ");
    body.append(is_ready ? part.state : part.trouble) += '\n';
    for (std::string_view rest = part.refused; !rest.empty();) {
        auto const line = rest.substr(0, rest.find('\n'));
        rest.remove_prefix(line.size() == rest.size() ? rest.size() : line.size() + 1);
        body.append("   on disk, not in use: ").append(line) += '\n';
    }
}

}  // namespace

OpsAnswer render_readiness(Condition const& condition, Detail detail)
{
    std::string troubles;
    std::string parts;
    for (auto const& part : look(condition)) {
        append_verbose(parts, part);
        if (!part.trouble.empty())
            troubles += part.trouble + '\n';
    }
    bool const is_ready = troubles.empty();
    if (detail == Detail::verbose)
        return {is_ready ? 200U : 503U, parts + (is_ready ? "ready\n" : "not ready\n")};
    return {is_ready ? 200U : 503U, is_ready ? std::string{"ok\n"} : std::move(troubles)};
}

}  // namespace slicegate::server
