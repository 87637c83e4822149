// SPDX-License-Identifier: Apache-2.0
#include "sizing/words.hpp"

#include "policy/nearest.hpp"
#include "policy/text.hpp"
#include "sizing/hardware.hpp"

#include <algorithm>
#include <charconv>
#include <optional>

namespace slicegate::sizing {

namespace {

std::string lower(std::string_view text)
{
    std::string out(text);
    for (char& c : out)
        c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    return out;
}

Error wrong(std::string message)
{
    return {Errc::bad_option, std::move(message)};
}

std::string join(std::span<std::string_view const> words, std::string_view last)
{
    std::string out;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (i > 0)
            out += i + 1 == words.size() ? last : std::string_view(", ");
        out += words[i];
    }
    return out;
}

// "X is unknown; did you mean A or B?", or the list of what there is.
Error unknown(std::string_view what, std::string_view word, std::span<std::string_view const> words)
{
    std::string const message = std::string(what) + ' ' + policy::quoted(word) + " is unknown; ";
    if (auto const near = render_nearest(word, words); !near.empty())
        return wrong(message + "did you mean " + near + "?");
    return wrong(message + "known: " + join(words, ", "));
}

std::optional<unsigned> parse_number(std::string_view text)
{
    unsigned value = 0;
    auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc{} && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

// 3x1g.10gb, 1g.10gb=3, 1g.10gb@4 apart.
struct Asked {
    std::string_view name;
    std::optional<unsigned> count;
    std::optional<unsigned> start;
};

Result<Asked> parse_asked(std::string_view word)
{
    Asked asked{.name = word, .count = std::nullopt, .start = std::nullopt};
    auto const digits = word.find_first_not_of("0123456789");
    if (digits != std::string_view::npos && digits > 0 && word[digits] == 'x') {
        asked.count = parse_number(word.substr(0, digits));
        asked.name = word.substr(digits + 1);
    } else if (auto const sign = word.find_first_of("=@"); sign != std::string_view::npos) {
        auto const number = parse_number(word.substr(sign + 1));
        if (!number)
            return wrong(
                policy::quoted(word) + ": a whole number must stand behind " + word[sign] +
                (word[sign] == '=' ? ", as in 1g.10gb=3" : ", the memory unit, as in 1g.10gb@4"));
        (word[sign] == '=' ? asked.count : asked.start) = number;
        asked.name = word.substr(0, sign);
    }
    return asked;
}

std::vector<std::string_view> profile_names(Card const& card)
{
    std::vector<std::string_view> names;
    for (MigProfile const& profile : card.mig_profiles)
        names.push_back(profile.name);
    return names;
}

// The suffixes that feature discovery adds to a product where it is shared.
std::string_view without_sharing(std::string_view product)
{
    if (product.ends_with("-SHARED"))
        product.remove_suffix(std::string_view("-SHARED").size());
    return product.substr(0, product.rfind("-MIG-"));
}

}  // namespace

std::string render_nearest(std::string_view word, std::span<std::string_view const> words)
{
    constexpr std::size_t most = 4;
    std::vector<std::string_view> near;
    auto const add = [&](std::string_view one) {
        if (near.size() < most && !one.empty() && std::ranges::find(near, one) == near.end())
            near.push_back(one);
    };
    auto const wanted = lower(word);
    if (wanted.size() >= 2)
        for (std::string_view const one : words)
            if (lower(one).find(wanted) != std::string::npos)
                add(one);
    if (near.empty())
        add(policy::nearest(word, words));
    return join(near, " or ");
}

Result<Card const*> find_gpu(std::string_view word)
{
    auto const wanted = lower(word);
    auto const product = without_sharing(word);
    std::vector<std::string_view> keys;
    for (Card const& card : policy::cards()) {
        if (wanted == card.key || wanted == lower(card.name) || (!product.empty() && product == card.product))
            return &card;
        keys.push_back(card.key);
    }
    return unknown("GPU", word, keys);
}

Result<Card const*> find_mig_gpu(std::string_view word)
{
    auto card = find_gpu(word);
    if (!card || !(*card)->mig_profiles.empty())
        return card;
    std::vector<std::string_view> keys;
    for (Card const& other : policy::cards())
        if (!other.mig_profiles.empty())
            keys.push_back(other.key);
    return wrong(std::string((*card)->key) + " has no MIG; cards that have: " + join(keys, ", "));
}

Result<MigProfile const*> find_profile(Card const& card, std::string_view word)
{
    auto const wanted = lower(word);
    for (MigProfile const& profile : card.mig_profiles)
        if (wanted == profile.name || wanted == resource_of(profile))
            return &profile;
    auto const names = profile_names(card);
    return unknown(std::string(card.key) + ": profile", word, names);
}

Result<std::vector<Wanted>> parse_wanted(Card const& card, std::span<std::string const> words)
{
    std::vector<Wanted> wanted;
    auto const layouts = layouts_of(card);
    for (std::string const& word : words) {
        auto const layout = std::ranges::find(layouts, word, &Layout::name);
        if (layout != layouts.end()) {
            for (auto const& [profile, count] : layout->devices)
                wanted.insert(wanted.end(), count, {profile, std::nullopt});
            continue;
        }
        auto const asked = parse_asked(word);
        if (!asked)
            return asked.error();
        auto const profile = find_profile(card, asked->name);
        if (!profile)
            return profile.error();
        // One more than a card can hold says all; a million would only take long.
        constexpr unsigned enough = 17;
        wanted.insert(wanted.end(), std::min(asked->count.value_or(1), enough), {*profile, asked->start});
    }
    return wanted;
}

Result<std::vector<ProfileCount>> parse_needs(Card const& card, std::span<std::string const> words)
{
    std::vector<ProfileCount> needs;
    for (std::string const& word : words) {
        auto const asked = parse_asked(word);
        if (!asked)
            return asked.error();
        if (!asked->count || *asked->count == 0 || asked->start)
            return wrong(policy::quoted(word) + ": say how many are needed, as in 1g.10gb=12");
        auto const profile = find_profile(card, asked->name);
        if (!profile)
            return profile.error();
        needs.push_back({*profile, *asked->count});
    }
    return needs;
}

}  // namespace slicegate::sizing
