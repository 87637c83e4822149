// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace slicegate::server {

// What the process as a whole needs before it holds a key: no core dump that would have the key in it, no
// privileges beyond those it was started with, no death by a peer that closes early, and large bodies given back to the system when they are answered.
void prepare_process();

// Raises the limit on descriptors for so many connections, as far as the system allows. Returns for how many
// it is enough.
[[nodiscard]] std::size_t allow_connections(std::size_t wanted);

}  // namespace slicegate::server
