// SPDX-License-Identifier: Apache-2.0
#include "cli/render_advice.hpp"

#include "cli/columns.hpp"
#include "policy/policy_words.hpp"

#include <nlohmann/json.hpp>

#include <sstream>

namespace slicegate::cli {

namespace {

using nlohmann::ordered_json;
using policy::Mechanism;
using sizing::Advice;
using sizing::Choice;
using sizing::Needs;

std::string indent(std::string const& text, std::string_view by)
{
    std::string out;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);)
        out.append(line.empty() ? "" : by).append(line) += '\n';
    return out;
}

std::string describe_needs(Needs const& needs)
{
    std::string out = count_words(needs.tenants, "tenant") + " on " + count_words(needs.cards, "card") + ' ' +
                      std::string(needs.card->key) + " (" +
                      render_gib(static_cast<double>(needs.card->memory_mib)) + ')';
    if (needs.memory_gib)
        out += "; memory: " + render_number(*needs.memory_gib, 2) + " GiB each";
    return out +
           "; isolation: " + std::string(sizing::isolation_words[static_cast<std::size_t>(needs.isolation)]) +
           "; latency: " + std::string(sizing::latency_words[static_cast<std::size_t>(needs.latency)]);
}

// "4 x 1g.20gb on each card", "8 replicas of each card".
std::string describe(Choice const& choice)
{
    std::string const name{sizing::name_of(choice.mechanism)};
    if (choice.profile != nullptr)
        return name + ", " + std::to_string(choice.per_card) + " x " + std::string(choice.profile->name) +
               " on each card";
    if (choice.mechanism == Mechanism::none)
        return "a whole card for each";
    return name + ", " + std::to_string(choice.replicas) + " on each card";
}

std::string describe_memory(Choice const& choice)
{
    std::string const gib = render_number(choice.memory_gib, 2) + " GiB";
    return choice.mechanism == Mechanism::time_slicing
               ? gib + " for each where all keep to it; engines have to be told"
               : gib + " for each";
}

bool is_enough(Needs const& needs, Choice const& choice)
{
    return choice.per_card > 0 && choice.cards <= needs.cards;
}

std::string why_not(Needs const& needs, Choice const& choice)
{
    if (!choice.lacks.empty())
        return join_words(choice.lacks, "; ");
    std::string const takes = count_words(choice.cards, "card");
    if (!is_enough(needs, choice))
        return "takes " + takes + ": " + describe(choice);
    return "does too: " + describe(choice) + "; " + std::string(sizing::merit_of(choice.mechanism));
}

ordered_json render(Needs const& needs, Choice const& choice)
{
    return {
        {"mechanism", policy::mechanism_words[static_cast<std::size_t>(choice.mechanism) - 1]},
        {"does", is_enough(needs, choice)},
        {"why", choice.lacks.empty() ? ordered_json({sizing::merit_of(choice.mechanism)})
                                     : ordered_json(choice.lacks)},
        {"tenantsPerCard", choice.per_card},
        {"cards", choice.cards},
        {"profile", choice.profile != nullptr ? ordered_json(choice.profile->name) : ordered_json()},
        {"replicas", choice.replicas > 0 ? ordered_json(choice.replicas) : ordered_json()},
        {"memoryGiB", choice.memory_gib}};
}

}  // namespace

std::string render_advice(Needs const& needs, Advice const& advice, AdviceFiles const& files)
{
    Choice const& best = advice.choices.front();
    std::string out = describe_needs(needs) + "\n\n";
    if (best.per_card == 0)
        out += "Nothing does:\n";
    else
        out += (advice.is_enough ? "Take "
                                 : "Not with so few cards. With " + count_words(best.cards, "card") + ": ") +
               describe(best) + "\n  why: " + std::string(sizing::merit_of(best.mechanism)) +
               "\n  memory: " + describe_memory(best) + "\n\nThe others:\n";
    Columns table({"", ""});
    for (Choice const& choice : advice.choices)
        if (&choice != &best || best.per_card == 0)
            table.add({"  " + std::string(sizing::name_of(choice.mechanism)), why_not(needs, choice)});
    auto const lines = table.render();
    out += lines.substr(lines.find('\n') + 1);  // there are no headings
    if (!advice.is_enough)
        return out;
    if (best.mechanism != Mechanism::vgpu)
        out += "\nThe device plugin (device-plugin.yaml):\n" + indent(files.device_plugin, "  ");
    return out + "\nThe policy (policy.yaml):\n" + indent(files.policy, "  ") + "\nThe nodes (nodes.sh):\n" +
           indent(files.commands, "  ");
}

std::string render_advice_as_json(Needs const& needs, Advice const& advice, AdviceFiles const& files)
{
    auto choices = ordered_json::array();
    for (Choice const& choice : advice.choices)
        choices.push_back(render(needs, choice));
    ordered_json json = {
        {"gpu", needs.card->key}, {"does", advice.is_enough}, {"choices", std::move(choices)}};
    if (advice.is_enough)
        json["files"] = {
            {"device-plugin.yaml", files.device_plugin},
            {"policy.yaml", files.policy},
            {"nodes.sh", files.commands}};
    return json.dump(2, ' ', false, ordered_json::error_handler_t::replace) + '\n';
}

std::string render_advice_as_yaml(AdviceFiles const& files)
{
    return "# The nodes:\n" + indent(files.commands, "#   ") + "---\n# device-plugin.yaml\n" +
           files.device_plugin + "---\n" + files.policy;
}

}  // namespace slicegate::cli
