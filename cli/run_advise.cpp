// SPDX-License-Identifier: Apache-2.0
#include "cli/run_advise.hpp"

#include "cli/render_advice.hpp"
#include "sizing/words.hpp"

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <ostream>
#include <system_error>

namespace slicegate::cli {

namespace {

constexpr int does_not_do = 1;
constexpr int wrong_use = 2;

template <class Enum, std::size_t size>
Result<Enum>
parse_word(char const* option, std::string const& word, std::array<std::string_view, size> const& words)
{
    auto const found = std::ranges::find(words, word);
    if (found != words.end())
        return static_cast<Enum>(found - words.begin());
    std::string all;
    for (std::string_view const each : words)
        all.append(all.empty() ? "" : ", ").append(each);
    return Error{Errc::bad_option, std::string(option) + ": must be one of " + all};
}

Result<sizing::Needs> read_needs(AdviseOptions const& options)
{
    if (options.gpu.empty())
        return Error{Errc::bad_option, "say which card with --gpu; slicegate fit MODEL lists them all"};
    auto const card = sizing::find_gpu(options.gpu);
    if (!card)
        return card.error();
    auto const isolation =
        parse_word<sizing::Isolation>("--isolation", options.isolation, sizing::isolation_words);
    if (!isolation)
        return isolation.error();
    auto const latency = parse_word<sizing::Latency>("--latency", options.latency, sizing::latency_words);
    if (!latency)
        return latency.error();
    return sizing::Needs{
        .card = *card,
        .cards = options.cards,
        .tenants = options.tenants,
        .isolation = *isolation,
        .latency = *latency,
        .memory_gib = options.memory_gib,
        .has_virtual_machines = options.has_virtual_machines};
}

// Nothing of the user's is overwritten.
Result<void> write_files(std::filesystem::path const& folder, AdviceFiles const& files)
{
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error)
        return Error{Errc::io, folder.string() + ": cannot be made: " + error.message()};
    std::pair<char const*, std::string const*> const all[] = {
        {"device-plugin.yaml", &files.device_plugin},
        {"policy.yaml", &files.policy},
        {"nodes.sh", &files.commands}};
    for (auto const& [name, text] : all)
        if (std::filesystem::exists(folder / name, error))
            return Error{
                Errc::io,
                (folder / name).string() + ": is there already; name another folder, or move it away"};
    for (auto const& [name, text] : all)
        if (!(std::ofstream(folder / name) << *text).flush())
            return Error{Errc::io, (folder / name).string() + ": cannot be written"};
    return {};
}

std::string render(
    AdviseOptions const& options, sizing::Needs const& needs, sizing::Advice const& advice,
    AdviceFiles const& files)
{
    if (options.style == AdviceStyle::json)
        return render_advice_as_json(needs, advice, files);
    if (options.style == AdviceStyle::yaml && advice.is_enough)
        return render_advice_as_yaml(files);
    return render_advice(needs, advice, files);
}

}  // namespace

int run_advise(AdviseOptions const& options, std::ostream& out, std::ostream& err)
{
    auto const fail = [&](Error const& error) {
        err << "slicegate advise: " << error.message << '\n';
        return wrong_use;
    };
    auto const needs = read_needs(options);
    if (!needs)
        return fail(needs.error());
    auto const advice = sizing::advise(*needs);
    if (!advice)
        return fail(advice.error());
    AdviceFiles files;
    if (advice->is_enough)
        files = make_advice_files(*needs, advice->choices.front(), options.naming);
    if (!options.folder.empty() && advice->is_enough)
        if (auto const done = write_files(options.folder, files); !done)
            return fail(done.error());
    auto const text = render(options, *needs, *advice, files);
    (advice->is_enough || options.style != AdviceStyle::yaml ? out : err) << text;
    return advice->is_enough ? 0 : does_not_do;
}

}  // namespace slicegate::cli
