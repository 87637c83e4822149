// SPDX-License-Identifier: Apache-2.0
#include "policy/cel.hpp"
#include "policy/hard_reservation.hpp"
#include "policy/registration.hpp"

#include <cstdint>

namespace slicegate::policy {
namespace {

// FNV-1a in 64 bits: the point is to see that two texts differ, nobody gains by making them equal.
class Hash {
public:
    void add(std::string_view text)
    {
        for (char const c : text)
            add_byte(static_cast<unsigned char>(c));
        add_byte(0);
    }
    [[nodiscard]] std::string render() const
    {
        std::string out;
        for (int shift = 60; shift >= 0; shift -= 4)
            out += "0123456789abcdef"[(value_ >> shift) & 0xF];
        return out;
    }

private:
    void add_byte(unsigned char byte) { value_ = (value_ ^ byte) * 0x100000001B3; }

    std::uint64_t value_ = 0xCBF29CE484222325;
};

void add_conditions(Hash& hash, std::vector<MatchCondition> const& conditions)
{
    for (MatchCondition const& condition : conditions) {
        hash.add(condition.name);
        hash.add(condition.expression);
    }
}

void add_hook(Hash& hash, Hook const& hook)
{
    hash.add(hook.name);
    hash.add(hook.failure_policy == FailurePolicy::fail ? "Fail" : "Ignore");
    for (HookRule const& rule : hook.rules) {
        hash.add(rule.group);
        hash.add(rule.version);
        for (auto const* const texts : {&rule.resources, &rule.operations})
            hash.add(cel::literals(*texts));
    }
    add_conditions(hash, hook.conditions);
}

}  // namespace

std::string registration_hash(Policy const& policy)
{
    Hash hash;
    for (Hook const& hook : make_hooks(policy, KeptOffBy::webhook))
        add_hook(hash, hook);
    if (has_hard_reservation(policy)) {
        auto const reservation = make_hard_reservation(policy);
        add_conditions(hash, reservation.conditions);
        for (std::string const& mutation : reservation.mutations)
            hash.add(mutation);
    }
    return hash.render();
}

}  // namespace slicegate::policy
