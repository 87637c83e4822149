// SPDX-License-Identifier: Apache-2.0
// Private to policy/engines.cpp.
#pragma once

#include "policy/engine_table.hpp"

#include <array>
#include <bitset>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace slicegate::policy {

struct Told {
    std::string value;
    WordPlace place;
    bool is_known = true;
};

// Takes a container's command and args word by word, and its variables, and keeps what they tell engines.
class EngineWords {
public:
    void take(std::string_view word, WordPlace place) { take(word, place, 0); }
    void take_variable(std::string_view name, std::string_view value, bool is_known, WordPlace place);

    // The engine that the words start.
    [[nodiscard]] std::optional<EngineIndex> started() const { return started_; }

    // What a row of `settings` was told last.
    [[nodiscard]] std::optional<Told> const& told(std::size_t row) const { return told_[row]; }

private:
    enum class Before { other, module_flag, vllm, sglang };

    void take(std::string_view word, WordPlace place, unsigned depth);
    void take_line(std::string_view line, WordPlace place, unsigned depth);
    void take_option(std::string_view word, WordPlace place);
    void note_shell(std::string_view word);
    void note_program(std::string_view word);

    std::array<std::optional<Told>, settings.size()> told_;
    std::bitset<settings.size()> awaited_;  // options whose value is the next word
    std::optional<EngineIndex> started_;
    Before before_ = Before::other;
    bool is_in_shell_ = false;
    bool is_line_next_ = false;
};

}  // namespace slicegate::policy
