// SPDX-License-Identifier: Apache-2.0
#include "cli/window.hpp"

#include <algorithm>

namespace slicegate::cli {

void Window::consume(std::size_t bytes)
{
    auto const gone = text().substr(0, bytes);
    line_ += static_cast<std::size_t>(std::count(gone.begin(), gone.end(), '\n'));
    begin_ += gone.size();
}

bool Window::grow()
{
    if (at_end_)
        return false;
    // Half of the buffer at a time, so that every byte is moved once on average.
    if (begin_ > buffer_.size() / 2) {
        buffer_.erase(0, begin_);
        begin_ = 0;
    }
    auto const more = input_.read_onto(buffer_);
    if (!more)
        failure_ = more.error().message;
    at_end_ = !more || !*more;
    return !at_end_;
}

}  // namespace slicegate::cli
