// SPDX-License-Identifier: Apache-2.0
#include "cli/wrong_use.hpp"

#include "policy/nearest.hpp"

#include <CLI/CLI.hpp>

#include <string_view>
#include <vector>

namespace slicegate::cli {
namespace {

using Words = std::vector<std::string>;

// "; did you mean X?", or nothing.
std::string suggest(std::string_view word, Words const& words)
{
    std::vector<std::string_view> const views{words.begin(), words.end()};
    auto const near = policy::nearest(word, views);
    if (near.empty())
        return {};
    return "; did you mean " + std::string{near} + "?";
}

Words options_of(CLI::App const& command)
{
    Words words;
    for (auto const* option : command.get_options())
        for (auto const& name : option->get_lnames())
            words.push_back("--" + name);
    return words;
}

Words commands_of(CLI::App const& command)
{
    Words words;
    for (auto const* one : command.get_subcommands([](CLI::App const*) { return true; }))
        words.push_back(one->get_name());
    return words;
}

std::string describe_unknown(CLI::App const& command, std::string_view word)
{
    std::string const shown{word.substr(0, word.find('='))};
    if (shown.starts_with("--"))
        return "there is no option " + shown + suggest(shown, options_of(command));
    if (shown.starts_with("-"))
        return "there is no option " + shown;
    auto const commands = commands_of(command);
    if (commands.empty())
        return '"' + shown + "\" is a word too many";
    return "there is no command \"" + shown + '"' + suggest(shown, commands);
}

// An option that is missing, with the variable that would do as well.
std::string describe_missing(CLI::App const& command, CLI::ParseError const& error)
{
    for (auto const* option : command.get_options()) {
        if (option->get_required() && option->count() == 0 && !option->get_envname().empty())
            return option->get_name() + " is required, or the variable " + option->get_envname();
    }
    return error.what();
}

// What is unknown may be the misspelt name of what is missing, so it is said first.
std::string describe(CLI::App const& app, CLI::App const& command, CLI::ParseError const& error)
{
    bool const is_missing = dynamic_cast<CLI::RequiredError const*>(&error) != nullptr;
    if (!is_missing && dynamic_cast<CLI::ExtrasError const*>(&error) == nullptr)
        return error.what();
    auto const unknown = app.remaining(true);
    return unknown.empty() ? describe_missing(command, error) : describe_unknown(command, unknown.front());
}

}  // namespace

std::string render_wrong_use(CLI::App const& app, CLI::ParseError const& error)
{
    CLI::App const* command = &app;
    std::string name = app.get_name();
    while (!command->get_subcommands().empty()) {
        command = command->get_subcommands().front();
        name += " " + command->get_name();
    }
    return name + ": " + describe(app, *command, error) + " (see " + name + " --help)";
}

}  // namespace slicegate::cli
