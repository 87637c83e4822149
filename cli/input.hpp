// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "policy/error.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace slicegate::cli {

// A file or, for "-", standard input, read piece by piece. Errors: Errc::io, without the path.
class Input {
public:
    [[nodiscard]] static Result<Input> open(std::string const& path);
    [[nodiscard]] static Result<Input> of_text(std::string_view text);

    Input(Input&& other) noexcept;
    Input& operator=(Input&&) = delete;
    ~Input();

    // Appends the next piece to `to`; false at the end.
    [[nodiscard]] Result<bool> read_onto(std::string& to);

private:
    explicit Input(int file) : file_(file) {}

    int file_;
};

}  // namespace slicegate::cli
