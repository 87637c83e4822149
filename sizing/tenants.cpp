// SPDX-License-Identifier: Apache-2.0
#include "sizing/tenants.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <string>

namespace slicegate::sizing {
namespace {

// The compute slices of a large card; one tenant in each is the most.
constexpr std::size_t max_tenants = 7;
constexpr double max_memory_gib = 4096;

// What the first tenant meets, and what the others do.
struct Row {
    Mishap mishap;
    Fate own;
    Fate others;
    std::string_view why;
};

constexpr std::array<Row, 3> by_turns = {{
    {Mishap::leak, Fate::starved, Fate::starved,
     "memory is one heap for all: whoever asks next, gets an out-of-memory error, and it need not be the one "
     "that leaks"},
    {Mishap::fault, Fate::ended, Fate::unhurt,
     "processes have contexts of their own, and the driver ends the one that faults; but no wall is "
     "promised, and an "
     "error of the card itself ends all"},
    {Mishap::card_lost, Fate::lost, Fate::lost, "there is one card below all of them"},
}};

constexpr std::array<Row, 3> by_mps = {{
    {Mishap::leak, Fate::starved, Fate::unhurt,
     "each client has the card's memory by replicas as its limit, and fails alone where it passes that"},
    {Mishap::fault, Fate::ended, Fate::ended,
     "clients share the server's context on the card: a fatal fault ends all of them there, and no new one "
     "starts until "
     "they have left"},
    {Mishap::card_lost, Fate::lost, Fate::lost, "there is one card below all of them"},
}};

constexpr std::array<Row, 3> by_mig = {{
    {Mishap::leak, Fate::starved, Fate::unhurt, "an instance's memory is cut in hardware"},
    {Mishap::fault, Fate::ended, Fate::unhurt, "a fault stays in its instance"},
    {Mishap::card_lost, Fate::lost, Fate::lost,
     "instances are parts of one card: they leave the bus together"},
}};

std::vector<Mishaps> tell(std::array<Row, 3> const& rows, std::size_t tenants)
{
    std::vector<Mishaps> all;
    for (Row const& row : rows) {
        Mishaps one{.mishap = row.mishap, .fates = std::vector<Fate>(tenants, row.others), .why = row.why};
        one.fates.front() = row.own;
        all.push_back(std::move(one));
    }
    return all;
}

double work_of(Tenant const& tenant)
{
    return tenant.duty * tenant.width;
}

// Work that is done while everything takes `slowdown` times as long.
double utilisation_of(std::vector<Tenant> const& tenants, std::vector<double> const& slowdowns)
{
    double sum = 0;
    for (std::size_t i = 0; i < tenants.size(); ++i)
        sum += work_of(tenants[i]) / slowdowns[i];
    return std::min(1.0, sum);
}

// Memory that nobody divides: all have to fit together.
void share_memory(Mode& mode, std::vector<Tenant> const& tenants, double card_gib)
{
    double const sum =
        std::accumulate(tenants.begin(), tenants.end(), 0.0, [](double all, Tenant const& each) {
            return all + each.memory_gib;
        });
    mode.memory_gib = card_gib / static_cast<double>(tenants.size());
    mode.fits.assign(tenants.size(), sum <= card_gib);
}

Mode slice_time(std::vector<Tenant> const& tenants, double card_gib)
{
    double const duties = std::accumulate(
        tenants.begin(), tenants.end(), 0.0, [](double all, Tenant const& each) { return all + each.duty; });
    Mode mode{.mechanism = Mechanism::time_slicing, .mishaps = tell(by_turns, tenants.size())};
    mode.slowdowns.assign(tenants.size(), std::max(1.0, duties));
    mode.utilisation = utilisation_of(tenants, mode.slowdowns);
    share_memory(mode, tenants, card_gib);
    return mode;
}

// Each tenant with its part of the SMs, and memory that ends at a wall.
Mode divide(
    Mechanism mechanism, std::array<Row, 3> const& rows, std::vector<Tenant> const& tenants, double part,
    double each_gib)
{
    Mode mode{.mechanism = mechanism, .mishaps = tell(rows, tenants.size())};
    mode.memory_gib = each_gib;
    mode.is_memory_a_wall = true;
    for (Tenant const& tenant : tenants) {
        mode.slowdowns.push_back(std::max(1.0, tenant.width / part));
        mode.fits.push_back(tenant.memory_gib <= each_gib);
    }
    mode.utilisation = utilisation_of(tenants, mode.slowdowns);
    return mode;
}

// MPS gives each its part of threads and memory by replicas.
Mode run_together(std::vector<Tenant> const& tenants, double card_gib)
{
    auto const part = 1.0 / static_cast<double>(tenants.size());
    return divide(Mechanism::mps, by_mps, tenants, part, card_gib * part);
}

// Two of 3g, three of 2g, four to seven of 1g: the compute slices of a card of 7 that each gets, and its memory
// units of 8.
struct Cut {
    double compute;
    double memory;
};
constexpr std::array<Cut, max_tenants> cuts = {{{7, 8}, {3, 4}, {2, 2}, {1, 2}, {1, 1}, {1, 1}, {1, 1}}};

Mode cut_card(std::vector<Tenant> const& tenants, double card_gib)
{
    auto const& cut = cuts.at(tenants.size() - 1);
    return divide(Mechanism::mig_single, by_mig, tenants, cut.compute / 7, card_gib * cut.memory / 8);
}

// False for what is no number, too.
bool is_within(double value, double most)
{
    return value >= 0 && value <= most;
}

}  // namespace

std::string_view word_of(Fate fate)
{
    static constexpr std::array<std::string_view, 4> words = {"unhurt", "starved", "ended", "lost"};
    return words.at(static_cast<std::size_t>(fate));
}

Result<std::vector<Mode>> compare_modes(std::vector<Tenant> const& tenants, double card_gib)
{
    if (tenants.empty() || tenants.size() > max_tenants)
        return Error{Errc::bad_option, "tenants: must be from 1 to 7"};
    if (!is_within(card_gib, max_memory_gib) || card_gib == 0)
        return Error{Errc::bad_option, "memory of the card: must be above 0 and at most 4096 GiB"};
    for (Tenant const& tenant : tenants) {
        if (!is_within(tenant.duty, 1) || !is_within(tenant.width, 1) || tenant.width == 0)
            return Error{
                Errc::bad_option, "a tenant's duty and width: must be from 0 to 1, its width above 0"};
        if (!is_within(tenant.memory_gib, max_memory_gib))
            return Error{Errc::bad_option, "a tenant's memory: must be from 0 to 4096 GiB"};
    }
    return std::vector<Mode>{
        slice_time(tenants, card_gib), run_together(tenants, card_gib), cut_card(tenants, card_gib)};
}

}  // namespace slicegate::sizing
