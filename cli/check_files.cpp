// SPDX-License-Identifier: Apache-2.0
#include "cli/check_files.hpp"

#include "cli/examine_files.hpp"
#include "cli/file_queue.hpp"
#include "cli/find_manifests.hpp"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>

namespace slicegate::cli {

namespace {

constexpr std::size_t most_threads = 16;

// How far the threads may run ahead of the report.
constexpr std::size_t files_ahead_for_each_thread = 16;

Counts& operator+=(Counts& sum, Counts const& more)
{
    sum.documents += more.documents;
    sum.judged += more.judged;
    sum.refused += more.refused;
    sum.warnings += more.warnings;
    sum.passed_over += more.passed_over;
    sum.finished += more.finished;
    sum.unreadable += more.unreadable;
    return sum;
}

void report_file(FileQueue& queue, Report& report)
{
    while (auto const found = queue.pop()) {
        if (auto const* const warning = std::get_if<Warning>(&*found))
            report.warn(queue.file(), warning->about);
        else if (auto const* const findings = std::get_if<ObjectFindings>(&*found))
            report.add(queue.file(), *findings);
        else
            report.add_trouble(queue.file(), std::get<Trouble>(*found));
    }
}

bool judge_file(FileQueue& queue, Examiner& examiner)
{
    FileVisitor const visitor{
        .document =
            [&](std::string const&, Document const&, Examined const& examined) {
                for (Trouble const& warning : examined.warnings)
                    queue.push(Warning{warning});
                for (ObjectFindings const& findings : examined.objects)
                    queue.push(findings);
                for (Trouble const& trouble : examined.troubles)
                    queue.push(trouble);
            },
        .end = [](std::string const&, std::string_view) {},
        .trouble = [&](std::string const&, Trouble const& trouble) { queue.push(trouble); }};
    return examine_file(queue.file(), queue.is_named(), examiner, visitor);
}

// The threads, the files that wait for one, and those that wait for the report.
class Crew {
public:
    Crew(policy::Policy const& policy, std::string const& default_namespace, Report& report)
        : policy_(policy), namespace_(default_namespace), report_(report),
          most_threads_(std::clamp<std::size_t>(std::thread::hardware_concurrency(), 1, most_threads))
    {
    }

    Crew(Crew const&) = delete;
    Crew& operator=(Crew const&) = delete;

    // After an exception there may be files that nobody will report.
    ~Crew()
    {
        for (auto const& queue : unreported_)
            queue->abandon();
        {
            std::scoped_lock const lock(mutex_);
            waiting_.clear();
        }
        dismiss();
    }

    void submit(std::string file, bool is_named)
    {
        if (threads_.size() < most_threads_)
            threads_.emplace_back([this] { work(); });
        while (unreported_.size() >= most_threads_ * files_ahead_for_each_thread)
            report_first();
        unreported_.push_back(std::make_shared<FileQueue>(std::move(file), is_named));
        std::scoped_lock const lock(mutex_);
        waiting_.push_back(unreported_.back());
        changed_.notify_one();
    }

    // A folder that cannot be read: reported in its turn.
    void fail(std::string const& folder, std::string const& what)
    {
        unreported_.push_back(std::make_shared<FileQueue>(folder, false));
        unreported_.back()->push(Trouble{1, what});
        unreported_.back()->close();
        std::scoped_lock const lock(mutex_);
        ++failures_;
    }

    [[nodiscard]] Counts finish()
    {
        while (!unreported_.empty())
            report_first();
        dismiss();
        counts_.unreadable += failures_;
        return counts_;
    }

private:
    void report_first()
    {
        report_file(*unreported_.front(), report_);
        unreported_.pop_front();
    }

    void dismiss()
    {
        {
            std::scoped_lock const lock(mutex_);
            is_over_ = true;
            changed_.notify_all();
        }
        threads_.clear();  // joins
    }

    [[nodiscard]] std::shared_ptr<FileQueue> take()
    {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return !waiting_.empty() || is_over_; });
        if (waiting_.empty())
            return nullptr;
        auto queue = std::move(waiting_.front());
        waiting_.pop_front();
        return queue;
    }

    void work()
    {
        Examiner examiner(policy_, namespace_, Purpose::check);
        std::size_t failures = 0;
        while (auto const queue = take()) {
            try {
                failures += static_cast<std::size_t>(!judge_file(*queue, examiner));
                queue->close();
            } catch (...) {
                queue->close(std::current_exception());
            }
        }
        std::scoped_lock const lock(mutex_);
        counts_ += examiner.counts();
        failures_ += failures;
    }

    policy::Policy const& policy_;
    std::string const& namespace_;
    Report& report_;
    std::size_t const most_threads_;
    std::deque<std::shared_ptr<FileQueue>> unreported_;  // in the order of the files
    std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<std::shared_ptr<FileQueue>> waiting_;  // guarded, as all that follows
    bool is_over_ = false;
    Counts counts_;
    std::size_t failures_ = 0;
    std::vector<std::jthread> threads_;
};

}  // namespace

Counts check_files(
    std::vector<std::string> const& paths, policy::Policy const& policy, std::string const& default_namespace,
    Report& report)
{
    Crew crew(policy, default_namespace, report);
    for (std::string const& path : paths) {
        find_manifests(
            path, [&](std::string const& file) { crew.submit(file, file == path); },
            [&](std::string const& folder, std::string const& what) { crew.fail(folder, what); });
    }
    return crew.finish();
}

}  // namespace slicegate::cli
