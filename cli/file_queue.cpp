// SPDX-License-Identifier: Apache-2.0
#include "cli/file_queue.hpp"

#include <utility>

namespace slicegate::cli {

namespace {

// A refusal takes some hundred bytes.
constexpr std::size_t most_found = 256;

}  // namespace

void FileQueue::push(Found found)
{
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return found_.size() < most_found || is_abandoned_; });
    if (is_abandoned_)
        return;
    found_.push_back(std::move(found));
    changed_.notify_all();
}

void FileQueue::close(std::exception_ptr error)
{
    std::scoped_lock const lock(mutex_);
    error_ = std::move(error);
    is_closed_ = true;
    changed_.notify_all();
}

std::optional<Found> FileQueue::pop()
{
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return !found_.empty() || is_closed_; });
    if (found_.empty()) {
        if (error_)
            std::rethrow_exception(error_);
        return std::nullopt;
    }
    auto found = std::move(found_.front());
    found_.pop_front();
    changed_.notify_all();
    return found;
}

void FileQueue::abandon()
{
    std::scoped_lock const lock(mutex_);
    is_abandoned_ = true;
    changed_.notify_all();
}

}  // namespace slicegate::cli
