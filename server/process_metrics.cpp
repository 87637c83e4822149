// SPDX-License-Identifier: Apache-2.0
#include "server/process_metrics.hpp"

#include "server/families.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <system_error>

namespace slicegate::server {
namespace {

double seconds_of(timeval const& time)
{
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
}

double cpu_seconds()
{
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime);
}

// The directory's own descriptor is in the list, and not one of ours. -1 where /proc cannot be read.
double count_descriptors()
{
    std::error_code error;
    std::filesystem::directory_iterator const all{"/proc/self/fd", error};
    return error ? -1 : static_cast<double>(std::distance(begin(all), end(all)) - 1);
}

// When the machine has started, in seconds of the epoch (proc(5), "btime"); 0 where that cannot be read.
double boot_time()
{
    std::ifstream file{"/proc/stat"};
    for (std::string line; std::getline(file, line);) {
        if (line.starts_with("btime "))
            return std::stod(line.substr(6));
    }
    return 0;
}

// Field 22 of /proc/self/stat, in ticks since the machine's start. The second one is a name in parentheses
// that may hold anything.
double start_time()
{
    constexpr int fields_between = 19;
    std::ifstream file{"/proc/self/stat"};
    std::string text;
    std::getline(file, text);
    auto const name_end = text.rfind(')');
    if (name_end == std::string::npos)
        return 0;
    std::istringstream fields{text.substr(name_end + 1)};
    std::string skipped;
    for (int i = 0; i < fields_between; ++i)
        fields >> skipped;
    double ticks = 0;
    fields >> ticks;
    return boot_time() + ticks / static_cast<double>(sysconf(_SC_CLK_TCK));
}

prometheus::Gauge& add_gauge(prometheus::Registry& registry, char const* name, char const* help)
{
    return add_gauges(registry, name, help).Add({});
}

}  // namespace

ProcessMetrics::ProcessMetrics(prometheus::Registry& registry)
    : cpu_{add_counters(registry, "process_cpu_seconds_total", "CPU time spent, in user and system mode")
               .Add({})},
      resident_{add_gauge(registry, "process_resident_memory_bytes", "Memory that is in RAM")},
      virtual_{add_gauge(registry, "process_virtual_memory_bytes", "Address space in use")},
      open_descriptors_{add_gauge(registry, "process_open_fds", "Open file descriptors")},
      max_descriptors_{add_gauge(registry, "process_max_fds", "File descriptors that may be open")}
{
    add_gauge(registry, "process_start_time_seconds", "When the process has started, in seconds of the epoch")
        .Set(start_time());
}

void ProcessMetrics::refresh()
{
    catch_up(cpu_, cpu_seconds());
    auto const page = static_cast<double>(sysconf(_SC_PAGESIZE));
    double total = 0;
    double resident = 0;
    if (std::ifstream file{"/proc/self/statm"}; file >> total >> resident) {
        virtual_.Set(total * page);
        resident_.Set(resident * page);
    }
    if (auto const open = count_descriptors(); open >= 0)
        open_descriptors_.Set(open);
    if (rlimit limit{}; getrlimit(RLIMIT_NOFILE, &limit) == 0)
        max_descriptors_.Set(static_cast<double>(limit.rlim_cur));
}

}  // namespace slicegate::server
