// SPDX-License-Identifier: Apache-2.0
#include "server/process.hpp"

#include <malloc.h>
#include <sys/prctl.h>
#include <sys/resource.h>

#include <algorithm>
#include <csignal>

namespace slicegate::server {
namespace {

// Listeners, epoll, event and signal descriptors of the threads, files read at a reload, the plain port.
constexpr std::size_t other_descriptors = 256;

// From this size on memory comes straight from the system and goes back when freed. Left alone, glibc would
// raise this with the first large body and keep up to 32 MiB a thread.
constexpr int large_allocation_bytes = 512 * 1024;

}  // namespace

void prepare_process()
{
    // Nothing is ever started from here; what breaks in shall not start a set-user-ID program either.
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    rlimit const none{0, 0};
    setrlimit(RLIMIT_CORE, &none);
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
    // A core pattern that pipes into a program does not ask the limit. The leak checker has to trace us,
    // though.
    prctl(PR_SET_DUMPABLE, 0);
#endif
    static_cast<void>(std::signal(SIGPIPE, SIG_IGN));
    // They set the log level once there is a log, and would end the process before that.
    static_cast<void>(std::signal(SIGUSR1, SIG_IGN));
    static_cast<void>(std::signal(SIGUSR2, SIG_IGN));
    // NOLINTNEXTLINE(concurrency-mt-unsafe): no other thread is there yet
    mallopt(M_MMAP_THRESHOLD, large_allocation_bytes);
}

std::size_t allow_connections(std::size_t wanted)
{
    rlimit limit{};
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return wanted;
    auto const needed = static_cast<rlim_t>(wanted + other_descriptors);
    if (limit.rlim_cur < needed) {
        limit.rlim_cur = std::min(needed, limit.rlim_max);
        if (setrlimit(RLIMIT_NOFILE, &limit) != 0)
            getrlimit(RLIMIT_NOFILE, &limit);
    }
    if (limit.rlim_cur >= needed)
        return wanted;
    auto const all = static_cast<std::size_t>(limit.rlim_cur);
    return all > 2 * other_descriptors ? all - other_descriptors : std::max<std::size_t>(all / 2, 1);
}

}  // namespace slicegate::server
