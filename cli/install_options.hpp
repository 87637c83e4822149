// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "policy/error.hpp"
#include "policy/registration.hpp"

#include <string>

namespace slicegate::cli {

// A namespace that may become slicegate's own. Error bad_option: the option, what is wrong, what to do; also for
// those of Kubernetes, since the installation restricts the pods of its namespace.
[[nodiscard]] Result<std::string> parse_install_namespace(std::string const& text);

// An image reference, as a container runtime takes it: a repository, then a tag or a digest. Error bad_option.
[[nodiscard]] Result<std::string> parse_image(std::string const& text);

// Who keeps pods off hard reserved pools in this version of Kubernetes, such as 1.35 or v1.36.3; the API server where
// the text is empty. Error bad_option, also for versions without matchConditions.
[[nodiscard]] Result<policy::KeptOffBy> parse_kubernetes(std::string const& text);

}  // namespace slicegate::cli
