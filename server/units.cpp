// SPDX-License-Identifier: Apache-2.0
#include "server/units.hpp"

#include <boost/asio/ip/address.hpp>

#include <charconv>
#include <optional>
#include <span>
#include <string>

namespace slicegate::server {
namespace {

struct Unit {
    std::string_view name;
    std::uint64_t factor;
};

Error bad(std::string_view text, std::string_view wanted)
{
    return {Errc::bad_option, '"' + std::string{text.substr(0, 64)} + "\" is not " + std::string{wanted}};
}

// Digits and one of the units, as a multiple of the smallest; nothing where it is none or above `max`.
std::optional<std::uint64_t>
parse_measure(std::string_view text, std::span<Unit const> units, std::uint64_t max)
{
    std::uint64_t number = 0;
    auto const* const end = text.data() + text.size();
    auto const [rest, failure] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (failure != std::errc{})
        return std::nullopt;
    std::string_view name{rest, static_cast<std::size_t>(end - rest)};
    if (name.starts_with(' '))
        name.remove_prefix(1);
    for (Unit const& unit : units) {
        if (name == unit.name && number > 0 && number <= max / unit.factor)
            return number * unit.factor;
    }
    return std::nullopt;
}

}  // namespace

Result<std::chrono::milliseconds> parse_duration(std::string_view text)
{
    static constexpr Unit units[] = {{"ms", 1}, {"s", 1000}, {"m", 60'000}, {"h", 3'600'000}};
    if (auto const found = parse_measure(text, units, 86'400'000))
        return std::chrono::milliseconds{*found};
    return bad(text, "a duration, for instance 90s (or 500ms, 2m, 1h; above zero, at most 24h)");
}

Result<std::chrono::milliseconds> parse_wait(std::string_view text)
{
    for (std::string_view const none : {"0", "0s", "0ms"}) {
        if (text == none)
            return std::chrono::milliseconds{0};
    }
    if (auto const time = parse_duration(text))
        return time;
    return bad(text, "a duration, for instance 10s (or 0s, 500ms, 2m, 1h; at most 24h)");
}

Result<std::uint64_t> parse_bytes(std::string_view text)
{
    static constexpr Unit units[] = {
        {"", 1}, {"B", 1}, {"KiB", 1U << 10U}, {"MiB", 1U << 20U}, {"GiB", 1U << 30U}};
    if (auto const found = parse_measure(text, units, std::uint64_t{1} << 40U))
        return *found;
    return bad(text, "a size, for instance 32MiB (or 1048576, 64KiB, 1GiB; above zero, at most 1024GiB)");
}

Result<std::size_t> parse_count(std::string_view text)
{
    static constexpr Unit units[] = {{"", 1}};
    if (auto const found = parse_measure(text, units, 1'000'000))
        return static_cast<std::size_t>(*found);
    return bad(text, "a whole number from 1 to 1000000");
}

Result<Endpoint> parse_endpoint(std::string_view text)
{
    auto failure = bad(text, "an address and port, for instance 127.0.0.1:8443 (or [::]:8443, :8443)");
    auto const colon = text.rfind(':');
    if (colon == std::string_view::npos)
        return failure;
    auto const digits = text.substr(colon + 1);
    std::uint16_t port = 0;
    auto const [rest, error] = std::from_chars(digits.data(), digits.data() + digits.size(), port);
    if (error != std::errc{} || rest != digits.data() + digits.size())
        return failure;
    auto host = text.substr(0, colon);
    if (host.empty())
        return Endpoint{asio::ip::tcp::v4(), port};
    bool const is_bracketed = host.starts_with('[') && host.ends_with(']');
    if (is_bracketed)
        host = host.substr(1, host.size() - 2);
    error_code unreadable;
    auto const address = asio::ip::make_address(std::string{host}, unreadable);
    if (unreadable || address.is_v6() != is_bracketed)
        return failure;
    return Endpoint{address, port};
}

Result<Level> parse_level(std::string_view text)
{
    if (text == "debug")
        return Level::debug;
    if (text == "info")
        return Level::info;
    if (text == "warning")
        return Level::warn;
    if (text == "error")
        return Level::err;
    return bad(text, "debug, info, warning or error");
}

}  // namespace slicegate::server
