// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace slicegate::ui {

// What a browser says of where a request comes from; empty where it says nothing.
struct Caller {
    std::string_view host;        // Host
    std::string_view origin;      // Origin
    std::string_view fetch_site;  // Sec-Fetch-Site
};

// A page on loopback answers its own pages alone. Host keeps off names that others have pointed here (DNS rebinding),
// Origin and Sec-Fetch-Site keep off other sites' scripts. nullopt: welcome. Otherwise why not.
[[nodiscard]] std::optional<std::string> find_objection(Caller const& caller, unsigned short port);

}  // namespace slicegate::ui
