// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/lint.hpp"
#include "policy/registration.hpp"

#include <span>

namespace slicegate::cli {

// One webhook and where it stands.
struct HookContext {
    Part const& part;
    std::string const& path;
    nlohmann::json const& hook;
    policy::Policy const& policy;
    LintFindings& findings;

    void add(std::string const& field, Remark remark) const
    {
        report(findings, part, path + '.' + field, std::move(remark));
    }
};

// Selectors by which users leave slicegate out.
void lint_selectors(HookContext const& context);

// One webhook of a registration, at `path`, against those of its name that the policy may want (one, or two where
// versions of Kubernetes differ; at least one).
void lint_hook(
    Part const& part, std::string const& path, nlohmann::json const& hook,
    std::span<policy::Hook const> wanted, policy::Policy const& policy, LintFindings& findings);

}  // namespace slicegate::cli
