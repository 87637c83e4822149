// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/input.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace slicegate::cli {

// The part of an input that is looked at: it grows at its end and is consumed at its beginning, so that the
// whole is never in memory. Offsets count from the beginning.
class Window {
public:
    explicit Window(Input input) : input_(std::move(input)) {}

    [[nodiscard]] std::string_view text() const { return std::string_view(buffer_).substr(begin_); }
    [[nodiscard]] std::size_t line() const { return line_; }  // of its first byte, counted from 1
    [[nodiscard]] std::string const& failure() const { return failure_; }

    // Whether there is a byte at `offset`; reads as far as it takes. Views of text() end here.
    [[nodiscard]] bool has(std::size_t offset)
    {
        while (offset >= buffer_.size() - begin_) {
            if (!grow())
                return false;
        }
        return true;
    }

    void consume(std::size_t bytes);

private:
    bool grow();

    Input input_;
    std::string buffer_;
    std::size_t begin_ = 0;
    std::size_t line_ = 1;
    bool at_end_ = false;
    std::string failure_;
};

}  // namespace slicegate::cli
