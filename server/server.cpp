// SPDX-License-Identifier: Apache-2.0
#include "server/server.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/post.hpp>

#include <string>
#include <utility>

namespace slicegate::server {
namespace {

// What has begun when the drain time is over may take so long to finish: the longest that an API server waits
// for a webhook (timeoutSeconds ends at 30). A pod's terminationGracePeriodSeconds has to exceed both together.
constexpr std::chrono::seconds finish_time{30};

constexpr std::chrono::milliseconds look_interval{10};

// The listener tries again every 10 ms where somebody waits, so a failure that is older is over.
constexpr Clock::duration failure_counts_for = std::chrono::seconds{1};

}  // namespace

Server::Server(ServerOptions const& options, Serving const& serving, Logger& logger)
    : options_{options}, logger_{logger}
{
    for (std::size_t i = 0; i < options.threads; ++i)
        workers_.push_back(std::make_unique<Worker>(options.limits, serving, load_, metrics_, logger));
    use(serving);
}

Result<std::unique_ptr<Server>>
Server::make(ServerOptions const& options, Serving const& serving, Logger& logger)
{
    std::unique_ptr<Server> server{new Server{options, serving, logger}};
    if (auto const opened = server->open_ports(); !opened)
        return opened.error();
    return server;
}

Result<void> Server::open_ports()
{
    auto acceptor = make_acceptor(executor(), options_.listen);
    if (!acceptor)
        return Error{acceptor.error().code, "--listen: " + acceptor.error().message};
    auto ops = make_acceptor(executor(), options_.ops_listen);
    if (!ops)
        return Error{ops.error().code, "--ops-listen: " + ops.error().message};
    port_ = acceptor->local_endpoint().port();
    acceptor_.emplace(std::move(*acceptor));
    ops_port_.emplace(std::move(*ops), [this](OpsPage page) { return render_page(page); });
    return boost::system::in_place_value;
}

void Server::run()
{
    asio::co_spawn(
        context_, run_listener(*acceptor_, workers_, load_, options_.max_connections), asio::detached);
    asio::co_spawn(context_, ops_port_->run(), asio::detached);
    context_.run();
}

void Server::use(Serving const& serving)
{
    certificate_end_ = serving.certificate_end.time_since_epoch().count();
    metrics_.set_certificate_end(serving.certificate_end);
    metrics_.set_policy_digest(serving.policy_digest);
    policy_name_ = serving.policy->name;
    policy_digest_ = serving.policy_digest;
    for (auto const& worker : workers_)
        worker->use(serving);
}

void Server::note_reload(Reloadable what, std::string error)
{
    metrics_.count_reload(what, error.empty() ? Reloaded::used : Reloaded::refused);
    reload_errors_[static_cast<std::size_t>(what)] = std::move(error);
}

OpsAnswer Server::render_page(OpsPage page) const
{
    switch (page) {
    case OpsPage::livez:
        return {200, "ok\n"};
    case OpsPage::readyz:
        return render_readiness(condition(), Detail::brief);
    case OpsPage::readyz_verbose:
        return render_readiness(condition(), Detail::verbose);
    case OpsPage::metrics:
        return {200, metrics_.render()};
    }
    return {404, "\n"};
}

// Without descriptors or memory a port is open, and nobody is answered on it.
bool Server::is_accepting() const
{
    return acceptor_->is_open() &&
           Clock::now().time_since_epoch().count() - load_.accept_failed_at > failure_counts_for.count();
}

// This is asked while the ports are open, and they are opened with a policy and a certificate alone.
Condition Server::condition() const
{
    using std::chrono::system_clock;
    return {
        .policy = policy_name_,
        .policy_digest = policy_digest_,
        .certificate_end = system_clock::time_point{system_clock::duration{certificate_end_}},
        .now = system_clock::now(),
        .is_accepting = is_accepting(),
        .is_draining = load_.is_draining,
        .reload_errors = reload_errors_};
}

void Server::drain()
{
    if (!load_.is_draining.exchange(true))
        asio::co_spawn(context_, run_drain(), asio::detached);
}

Task<> Server::run_drain()
{
    log_event(logger_, Level::info, "draining");
    Timer timer{executor(), options_.drain_time};
    co_await timer.async_wait(as_values);
    error_code ignored;
    acceptor_->close(ignored);
    for (auto const& worker : workers_)
        worker->close_idle();
    auto const end = Clock::now() + finish_time;
    while (load_.connections != 0 && Clock::now() < end) {
        timer.expires_after(look_interval);
        co_await timer.async_wait(as_values);
    }
    log_event(logger_, Level::info, "drained", {{"connections_cut", std::to_string(load_.connections)}});
    stop();
}

}  // namespace slicegate::server
