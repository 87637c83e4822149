// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/findings.hpp"

#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <optional>
#include <string>
#include <variant>

namespace slicegate::cli {

struct Warning {
    Trouble about;
};

// What is found in a file, one after the other.
using Found = std::variant<Warning, ObjectFindings, Trouble>;

// One file on its way from the thread that judges it to the one that reports: holds a bounded number of findings, then
// lets the first wait for the second.
class FileQueue {
public:
    FileQueue(std::string file, bool is_named) : file_(std::move(file)), is_named_(is_named) {}

    [[nodiscard]] std::string const& file() const { return file_; }
    [[nodiscard]] bool is_named() const { return is_named_; }

    // Waits while the queue is full. Dropped once nobody reads any more.
    void push(Found found);

    // After the last one; with what went wrong where the file was not judged to its end.
    void close(std::exception_ptr error = nullptr);

    // The next; nothing after the last one. Throws the error that the queue was closed with.
    [[nodiscard]] std::optional<Found> pop();

    // Nobody reads any more.
    void abandon();

private:
    std::string const file_;
    bool const is_named_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<Found> found_;
    std::exception_ptr error_;
    bool is_closed_ = false;
    bool is_abandoned_ = false;
};

}  // namespace slicegate::cli
