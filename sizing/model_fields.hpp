// SPDX-License-Identifier: Apache-2.0
// For model_config.cpp alone.
#pragma once

#include <nlohmann/json.hpp>

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <utility>

namespace slicegate::sizing {

// More than any model has; products of five such numbers would still be no number to plan with.
inline constexpr std::uint64_t most_in_field = 100'000'000;

// The fields of one config.json; the first thing that is wrong is kept.
class Fields {
public:
    explicit Fields(nlohmann::json const& root) : root_(root) {}

    // 0 where there is no such field, or it is null. Of several names the first that is there.
    std::uint64_t number(std::initializer_list<char const*> names)
    {
        for (char const* const name : names) {
            auto const found = root_.find(name);
            if (found == root_.end() || found->is_null())
                continue;
            if (!found->is_number_unsigned() || found->get<std::uint64_t>() > most_in_field) {
                fail(
                    std::string(name) + ": must be a whole number from 0 to " +
                    std::to_string(most_in_field));
                return 0;
            }
            return found->get<std::uint64_t>();
        }
        return 0;
    }

    std::uint64_t needed(std::initializer_list<char const*> names, char const* why)
    {
        auto const value = number(names);
        if (value == 0)
            fail(std::string(*names.begin()) + ": is missing; it is needed for " + why);
        return value;
    }

    [[nodiscard]] std::string text(char const* name) const
    {
        auto const found = root_.find(name);
        return found != root_.end() && found->is_string() ? found->get<std::string>() : "";
    }

    [[nodiscard]] std::optional<bool> flag(char const* name) const
    {
        auto const found = root_.find(name);
        return found != root_.end() && found->is_boolean() ? std::optional(found->get<bool>()) : std::nullopt;
    }

    [[nodiscard]] nlohmann::json const& root() const { return root_; }
    [[nodiscard]] std::string const& fault() const { return fault_; }

private:
    void fail(std::string what)
    {
        if (fault_.empty())
            fault_ = std::move(what);
    }

    nlohmann::json const& root_;
    std::string fault_;
};

}  // namespace slicegate::sizing
