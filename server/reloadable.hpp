// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace slicegate::server {

// What can be replaced while the server runs, and what came of it.
enum class Reloadable { policy, certificate };
enum class Reloaded { used, refused };

}  // namespace slicegate::server
