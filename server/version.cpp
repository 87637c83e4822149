// SPDX-License-Identifier: Apache-2.0
#include "server/version.hpp"

namespace slicegate::server {

std::string_view version()
{
    return SLICEGATE_VERSION;
}

}  // namespace slicegate::server
