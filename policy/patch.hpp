// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "policy/edits.hpp"

#include <string>

namespace slicegate::policy {

// Appends the edits as a JSON Patch (RFC 6902) for the pod as it was sent, before apply_edits. Parents that
// are missing or null are made first; lists are appended to; no operation but "add".
void render_patch(std::string& out, Edits const& edits, Pod const& pod, Policy const& policy);

}  // namespace slicegate::policy
