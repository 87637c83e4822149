// SPDX-License-Identifier: Apache-2.0
#include "server/session.hpp"

#include "server/handshake.hpp"
#include "server/respond.hpp"
#include "server/tls_stream.hpp"

#include <boost/asio/error.hpp>
#include <boost/asio/post.hpp>
#include <openssl/err.h>

#include <string>
#include <string_view>
#include <utility>
#include <variant>

namespace slicegate::server {
namespace {

using Progress = RequestReader::Progress;

// After so many reads, 16 KiB at most each, a sender as fast as we are lets the others of its thread go on.
constexpr unsigned reads_between_pauses = 16;

// What the pipe has grown to for a body of this size is not kept: its tables are some times as large.
constexpr std::size_t large_body_bytes = std::size_t{1024} * 1024;

enum class Next { request, linger, end };

class Session {
public:
    Session(ThreadState& thread, Socket socket)
        : thread_{thread}, stream_{std::move(socket), thread.serving.tls.get()},
          reader_{thread.limits.request}, share_{thread.load.body_bytes, thread.limits.max_inflight_bytes},
          entry_{thread.roster, [this] { stream_.cancel(); }}
    {
    }

    Task<> run();

private:
    Task<Next> serve_request();
    Task<Next> serve_head();
    Task<Progress> read(Phase phase);
    Task<bool> invite_body();
    Task<Next> judge(policy::Stage stage);
    Task<Next> refuse(HttpError error);
    Task<Next> write_answer(Connection connection, Next after_close);

    Progress advance(std::string_view bytes);
    void account(HandshakeResult const& failed);
    void account(policy::Answer const& answer, policy::Stage stage, Clock::duration duration);
    Connection connection() const;

    ThreadState& thread_;
    TlsStream stream_;
    RequestReader reader_;
    std::string pending_;  // what the reader could not take yet; between requests usually nothing
    unsigned reads_ = 0;
    BodyShare share_;
    HttpError error_;  // the answer where reading has failed; status 0: nobody is there to read one
    Roster::Entry entry_;
};

Task<> Session::run()
{
    auto const shaken = co_await stream_.handshake();
    if (shaken.error)
        co_return account(shaken);
    thread_.load.handshakes.fetch_add(1, std::memory_order_relaxed);
    auto next = Next::request;
    while (next == Next::request)
        next = co_await serve_request();
    if (next == Next::linger) {
        entry_.enter(Phase::linger, Clock::now());
        co_await stream_.linger(thread_.input);
    }
    stream_.close_notify();
}

// Probes, scanners and cut connections are many: they are counted, and a line is for those who ask for all.
void Session::account(HandshakeResult const& failed)
{
    auto cause = classify_handshake(failed.openssl_error);
    if (failed.error == asio::error::operation_aborted)
        cause = entry_.is_overdue(Clock::now()) ? HandshakeFailure::timeout : HandshakeFailure::dropped;
    auto& count = thread_.load.handshake_failures.at(static_cast<std::size_t>(cause));
    count.fetch_add(1, std::memory_order_relaxed);
    char const* const reason = ERR_reason_error_string(failed.openssl_error);
    auto const error = reason != nullptr ? std::string{reason} : failed.error.message();
    log_event(
        thread_.logger, Level::debug, "handshake failed", {{"cause", word_of(cause)}, {"error", error}});
}

// One request and its answer.
Task<Next> Session::serve_request()
{
    reader_.begin(thread_.bodies.take());
    error_ = {};
    entry_.enter(Phase::idle, Clock::now());
    auto next = Next::end;
    auto const progress = co_await read(Phase::header);
    if (progress == Progress::head) {
        Presence const presence{thread_.load.requests};
        next = co_await serve_head();
    } else if (error_.status != 0) {
        next = co_await refuse(error_);
    }
    share_.release();
    thread_.bodies.give_back(std::move(reader_.body()));
    co_return next;
}

Task<Next> Session::serve_head()
{
    auto const routed = route(reader_.head());
    if (auto const* const error = std::get_if<HttpError>(&routed))
        co_return co_await refuse(*error);
    if (!share_.has_room_for(reader_.head().body_bytes.value_or(0)))
        co_return co_await refuse(overload);
    bool const is_invited = co_await invite_body();
    if (!is_invited)
        co_return Next::end;
    auto const progress = co_await read(Phase::body);
    if (progress == Progress::complete)
        co_return co_await judge(std::get<policy::Stage>(routed));
    if (error_.status != 0)
        co_return co_await refuse(error_);
    co_return Next::end;
}

// Lets the reader have what is pending, and `bytes` behind it; keeps what it leaves.
Progress Session::advance(std::string_view bytes)
{
    bool const has_pending = !pending_.empty();
    if (has_pending)
        pending_ += bytes;
    std::string_view input = has_pending ? std::string_view{pending_} : bytes;
    auto const progress = reader_.read(input);
    if (has_pending)
        pending_.erase(0, pending_.size() - input.size());
    else
        pending_ = input;
    if (progress == Progress::failed)
        error_ = reader_.error();
    if (progress == Progress::failed || share_.grow_to(reader_.body().size()))
        return progress;
    error_ = overload;
    return Progress::failed;
}

// Until the next step of the request is whole, or reading has failed. `phase` begins with the first byte that
// is not enough.
Task<Progress> Session::read(Phase phase)
{
    auto const executor = co_await asio::this_coro::executor;
    auto progress = advance({});
    bool has_begun = phase == Phase::body || !pending_.empty();
    while (progress == Progress::need_more) {
        if (has_begun && entry_.phase() != phase)
            entry_.enter(phase, Clock::now());
        auto const got = co_await stream_.read_some(thread_.input);
        if (got.error)
            co_return Progress::failed;
        progress = advance({thread_.input.data(), got.bytes});
        has_begun = true;
        if (++reads_ % reads_between_pauses == 0)
            co_await asio::post(executor, as_values);
    }
    co_return progress;
}

// A client that asks first is told to go on, unless it has not waited for that. False: it is gone.
Task<bool> Session::invite_body()
{
    if (!reader_.head().expects_continue || !pending_.empty())
        co_return true;
    auto const error = co_await stream_.write(continue_answer);
    co_return !error;
}

Task<Next> Session::judge(policy::Stage stage)
{
    auto const begin = Clock::now();
    entry_.enter(Phase::answer, begin);
    auto const answer = policy::admit(reader_.body(), stage, *thread_.serving.policy, thread_.scratch);
    auto const how = connection();
    auto const type = answer.http_status == 200 ? json_type : text_type;
    render_answer(
        thread_.output,
        {.status = answer.http_status, .content_type = type, .body = answer.body, .connection = how});
    account(answer, stage, Clock::now() - begin);
    if (reader_.body().size() >= large_body_bytes)
        thread_.scratch = policy::Scratch{};
    co_return co_await write_answer(how, Next::end);
}

void Session::account(policy::Answer const& answer, policy::Stage stage, Clock::duration duration)
{
    ReviewRecord const record{stage, answer.outcome, answer.http_status, reader_.body().size(), duration};
    thread_.metrics.count_review(record);
    log_review(thread_.logger, record);
}

// An answer without the pipe. Where the rest of the request is not here already, the connection is not worth
// waiting for it.
Task<Next> Session::refuse(HttpError error)
{
    entry_.enter(Phase::answer, Clock::now());
    thread_.metrics.count_http_error(error.status);
    bool is_whole = false;
    if (error_.status == 0) {
        reader_.discard_body();
        is_whole = advance({}) == Progress::complete;
    }
    auto const how = is_whole ? connection() : Connection::close;
    auto const part = reader_.head().method == "HEAD" ? BodyPart::omit : BodyPart::send;
    render_error(thread_.output, error, {.connection = how, .body_part = part});
    co_return co_await write_answer(how, is_whole ? Next::end : Next::linger);
}

Task<Next> Session::write_answer(Connection connection, Next after_close)
{
    auto const error = co_await stream_.write(thread_.output);
    if (error)
        co_return Next::end;
    co_return connection == Connection::keep_alive ? Next::request : after_close;
}

// A connection that is to be closed says so in its last answer.
Connection Session::connection() const
{
    bool const stays = reader_.head().keep_alive && !stream_.is_cancelled() &&
                       !thread_.load.is_draining.load(std::memory_order_relaxed);
    return stays ? Connection::keep_alive : Connection::close;
}

}  // namespace

Task<> run_session(ThreadState& thread, Socket socket)
{
    Session session{thread, std::move(socket)};
    co_await session.run();
}

}  // namespace slicegate::server
