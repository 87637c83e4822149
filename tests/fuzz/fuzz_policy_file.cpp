// SPDX-License-Identifier: Apache-2.0
// Any bytes as a policy file: read, written out and read again it is the same policy.
#include "policy/policy_file.hpp"
#include "policy/render_policy.hpp"
#include "tests/fuzz/require.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

using namespace slicegate;

namespace {

// What stands on a terminal: one printable line for each mistake, eleven at most.
void check_message(std::string_view message)
{
    fuzz::require(!message.empty(), "a refused policy says why");
    fuzz::require(std::count(message.begin(), message.end(), '\n') <= 10, "ten mistakes are told", message);
    fuzz::require(
        std::all_of(
            message.begin(), message.end(),
            [](char c) { return c == '\n' || static_cast<unsigned char>(c) >= ' '; }),
        "a message has no control characters", message);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size)
{
    std::string_view const text(reinterpret_cast<char const*>(data), size);
    auto const read = policy::parse_policy(text);
    if (!read) {
        check_message(read.error().message);
        return 0;
    }
    auto const written = policy::render_policy(*read);
    auto const again = policy::parse_policy(written);
    fuzz::require(
        again.has_value(), "what is written can be read", again ? "" : written + again.error().message);
    fuzz::require(*again == *read, "what is written is the same policy", written);
    fuzz::require(policy::render_policy(*again) == written, "what is written is written again", written);
    return 0;
}
