// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/advice_files.hpp"

namespace slicegate::cli {

// What to take and why, and why not the others.
[[nodiscard]] std::string
render_advice(sizing::Needs const& needs, sizing::Advice const& advice, AdviceFiles const& files);
[[nodiscard]] std::string
render_advice_as_json(sizing::Needs const& needs, sizing::Advice const& advice, AdviceFiles const& files);

// The configuration and the policy as two documents, with the commands in comments before them.
[[nodiscard]] std::string render_advice_as_yaml(AdviceFiles const& files);

}  // namespace slicegate::cli
