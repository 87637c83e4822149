// SPDX-License-Identifier: Apache-2.0
#include "policy/engine_words.hpp"

#include "policy/shell_words.hpp"

#include <algorithm>

namespace slicegate::policy {
namespace {

constexpr std::array<std::string_view, 6> shells = {"sh", "bash", "dash", "ash", "zsh", "ksh"};

// A shell line in a shell line in a shell line; deeper ones are taken for words.
constexpr unsigned max_depth = 3;

std::string_view base_name(std::string_view path)
{
    return path.substr(path.rfind('/') + 1);
}

bool is_lower(char c)
{
    return c >= 'a' && c <= 'z';
}

// -c, -lc, -exc
bool is_line_flag(std::string_view word)
{
    return word.size() > 1 && word.front() == '-' && word.back() == 'c' &&
           std::all_of(word.begin() + 1, word.end(), is_lower);
}

// Python's parsers take either sign between the words of an option.
bool is_same_option(std::string_view a, std::string_view b)
{
    auto const dashed = [](char c) { return c == '_' ? '-' : c; };
    return std::equal(
        a.begin(), a.end(), b.begin(), b.end(), [&](char x, char y) { return dashed(x) == dashed(y); });
}

std::optional<EngineIndex> engine_of_module(std::string_view module)
{
    if (module.starts_with("vllm.entrypoints."))
        return vllm;
    if (module == "sglang.launch_server")
        return sglang;
    return std::nullopt;
}

std::optional<EngineIndex> engine_of_program(std::string_view program)
{
    if (program == "text-generation-launcher")
        return tgi;
    if (program == "trtllm-serve")
        return tensorrt_llm;
    if (program == "tensorflow_model_server")
        return tensorflow;
    return std::nullopt;
}

}  // namespace

void EngineWords::take(std::string_view word, WordPlace place, unsigned depth)
{
    if (is_line_next_ && depth < max_depth)
        return take_line(word, place, depth + 1);
    if (awaited_.any()) {
        for (std::size_t row = 0; row < settings.size(); ++row) {
            if (awaited_.test(row))
                told_[row] = Told{std::string(word), place};
        }
        awaited_.reset();
        return;
    }
    note_shell(word);
    note_program(word);
    if (word.starts_with("--"))
        return take_option(word, place);
    if (auto const equals = word.find('='); equals != std::string_view::npos)  // VAR=value program
        take_variable(word.substr(0, equals), word.substr(equals + 1), true, place);
}

void EngineWords::take_line(std::string_view line, WordPlace place, unsigned depth)
{
    is_line_next_ = is_in_shell_ = false;
    before_ = Before::other;
    ShellWords words(line);
    for (std::string word; words.next(word);)
        take(word, place, depth);
}

void EngineWords::take_option(std::string_view word, WordPlace place)
{
    auto const equals = word.find('=');
    for (std::size_t row = 0; row < settings.size(); ++row) {
        if (!settings[row].is_option() || !is_same_option(word.substr(0, equals), settings[row].name))
            continue;
        if (equals == std::string_view::npos)
            awaited_.set(row);
        else
            told_[row] = Told{std::string(word.substr(equals + 1)), place};
    }
}

void EngineWords::take_variable(std::string_view name, std::string_view value, bool is_known, WordPlace place)
{
    for (std::size_t row = 0; row < settings.size(); ++row) {
        if (settings[row].name == name)
            told_[row] = Told{std::string(value), place, is_known};
    }
}

void EngineWords::note_shell(std::string_view word)
{
    is_line_next_ = is_in_shell_ && is_line_flag(word);
    if (std::find(shells.begin(), shells.end(), base_name(word)) != shells.end())
        is_in_shell_ = true;
}

void EngineWords::note_program(std::string_view word)
{
    auto const program = base_name(word);
    auto found = before_ == Before::module_flag ? engine_of_module(word) : engine_of_program(program);
    if (before_ == Before::vllm && word == "serve")
        found = vllm;
    if (before_ == Before::sglang && word == "serve")
        found = sglang;
    if (!started_)
        started_ = found;
    before_ = word == "-m"          ? Before::module_flag
              : program == "vllm"   ? Before::vllm
              : program == "sglang" ? Before::sglang
                                    : Before::other;
}

}  // namespace slicegate::policy
