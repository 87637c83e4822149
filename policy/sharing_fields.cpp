// SPDX-License-Identifier: Apache-2.0
#include "policy/cards.hpp"
#include "policy/policy_fields.hpp"
#include "policy/policy_words.hpp"

#include <algorithm>
#include <array>

namespace slicegate::policy::yaml {

namespace {

// The device plugin's limit for cards of compute capability 7.5 and later (mps/device.go there).
constexpr std::int64_t max_mps_clients = 48;

std::vector<std::string_view> card_keys()
{
    std::vector<std::string_view> keys;
    for (Card const& card : cards())
        keys.push_back(card.key);
    return keys;
}

void read_mechanism(Place const& at, Sharing& sharing)
{
    if (auto const word = read_word(at, mechanism_words))
        sharing.mechanism = static_cast<Mechanism>(*word + 1);  // after Mechanism::unknown
}

void read_replicas(Place const& at, Sharing& sharing)
{
    auto const replicas = read_count(at, max_devices);
    if (replicas == 1)
        at.refuse("must be at least 2: the device plugin takes 1 for a mistake; for cards that are not "
                  "shared write "
                  "mechanism: none");
    else if (replicas)
        sharing.replicas = *replicas;
}

constexpr std::array sharing_fields = {
    Field<Sharing>{
        .name = "mechanism",
        .about = "What cuts a card into slices.",
        .read = read_mechanism,
        .schema = [] { return word_schema(mechanism_words); },
        .need = Need::required},
    Field<Sharing>{
        .name = "replicas",
        .about = "Slices of one card, for timeSlicing and mps.",
        .read = read_replicas,
        .schema = [] { return count_schema(max_devices); }},
};

std::string_view name_of(Mechanism mechanism)
{
    return mechanism_words[static_cast<std::size_t>(mechanism) - 1];
}

void check_replicas(Place const& at, Pool const& pool)
{
    Mechanism const mechanism = pool.sharing.mechanism;
    bool const has_slices = mechanism == Mechanism::time_slicing || mechanism == Mechanism::mps;
    Place const sharing = at.field_or_self("sharing");
    bool const is_given = sharing.field_or_self("replicas").path != sharing.path;
    if (has_slices && !is_given)
        sharing.refuse("the field replicas is missing: how many slices a card is cut into");
    if (!has_slices && is_given)
        sharing.field_or_self("replicas")
            .refuse("is for timeSlicing and mps; with " + std::string(name_of(mechanism)) + " leave it out");
}

void check_mps(Place const& at, Pool const& pool)
{
    Place const replicas = at.field_or_self("sharing").field_or_self("replicas");
    std::int64_t const most = pool.card != nullptr ? pool.card->mps_clients : max_mps_clients;
    if (most == 0)
        at.field_or_self("sharing").refuse("there is no MPS on " + std::string(pool.card->name));
    else if (pool.sharing.replicas > most)
        replicas.refuse(
            "is " + std::to_string(pool.sharing.replicas) + ", but MPS takes at most " +
            std::to_string(most) + " clients a card");
}

}  // namespace

void read_card(Place const& at, Pool& pool)
{
    auto const keys = card_keys();
    if (auto const key = read_text(at)) {
        pool.card = find_card(*key);
        if (pool.card == nullptr)
            at.refuse("there is no card " + describe(at.node) + suggest(*key, keys));
    }
}

std::string card_schema()
{
    return word_schema(card_keys());
}

void read_sharing(Place const& at, Pool& pool)
{
    read_fields<Sharing>(at, sharing_fields, pool.sharing);
}

std::string sharing_schema()
{
    return object_schema<Sharing>(sharing_fields);
}

void check_sharing(Place const& at, Pool const& pool)
{
    Mechanism const mechanism = pool.sharing.mechanism;
    if (mechanism == Mechanism::unknown)
        return;
    check_replicas(at, pool);
    if (mechanism == Mechanism::mps)
        check_mps(at, pool);
    bool const is_mig = mechanism == Mechanism::mig_single || mechanism == Mechanism::mig_mixed;
    if (is_mig && pool.card != nullptr && pool.card->mig_profiles.empty())
        at.field_or_self("sharing")
            .field_or_self("mechanism")
            .refuse(
                "there is no MIG on " + std::string(pool.card->name) +
                "; timeSlicing and mps share its cards");
}

}  // namespace slicegate::policy::yaml
