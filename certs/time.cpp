// SPDX-License-Identifier: Apache-2.0
#include "certs/time.hpp"

#include <array>
#include <ctime>

namespace slicegate::certs {

TimePoint parse_asn1_time(ASN1_TIME const* time)
{
    using std::chrono::seconds;
    std::tm calendar{};
    // A null time would be read as the present.
    if (time == nullptr || ASN1_TIME_to_tm(time, &calendar) != 1)
        return TimePoint::min();
    seconds const since_epoch{::timegm(&calendar)};
    if (since_epoch >= std::chrono::duration_cast<seconds>(TimePoint::max().time_since_epoch()))
        return TimePoint::max();
    if (since_epoch <= std::chrono::duration_cast<seconds>(TimePoint::min().time_since_epoch()))
        return TimePoint::min();
    return TimePoint{since_epoch};
}

std::string render_time(TimePoint time)
{
    std::time_t const seconds = std::chrono::system_clock::to_time_t(time);
    std::tm calendar{};
    if (::gmtime_r(&seconds, &calendar) == nullptr)
        return "a time beyond all years";
    std::array<char, 64> text{};
    std::size_t const length = std::strftime(text.data(), text.size(), "%Y-%m-%d %H:%M:%S UTC", &calendar);
    return {text.data(), length};
}

}  // namespace slicegate::certs
