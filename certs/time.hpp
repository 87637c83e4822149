// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <openssl/asn1.h>

#include <chrono>
#include <string>

namespace slicegate::certs {

using TimePoint = std::chrono::system_clock::time_point;

// An X.509 time. One beyond the clock's range, such as the year 9999 for "no end", becomes the clock's last
// moment; one that cannot be read becomes its first, so that it counts as expired.
[[nodiscard]] TimePoint parse_asn1_time(ASN1_TIME const* time);

// "2026-11-30 19:36:00 UTC".
[[nodiscard]] std::string render_time(TimePoint time);

}  // namespace slicegate::certs
