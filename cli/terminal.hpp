// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace slicegate::cli {

// Whether standard output is a terminal that shows colours, and whoever sits there wants them (no-color.org).
[[nodiscard]] bool wants_colour();

}  // namespace slicegate::cli
