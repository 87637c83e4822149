// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace slicegate::policy {

// The path as the kernel walks it, symbolic links aside: absolute (kubelet sets a '/' before one that is
// not), without empty, "." and ".." steps. "/" for nothing at all.
[[nodiscard]] std::string clean_path(std::string_view path);

}  // namespace slicegate::policy
