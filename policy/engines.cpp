// SPDX-License-Identifier: Apache-2.0
#include "policy/engines.hpp"

#include "policy/count.hpp"
#include "policy/engine_words.hpp"

#include <algorithm>
#include <charconv>
#include <span>
#include <utility>

namespace slicegate::policy {
namespace {

bool is_alphanumeric(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

bool has_word(std::string_view text, std::string_view word)
{
    for (auto at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
        auto const end = at + word.size();
        if ((at == 0 || !is_alphanumeric(text[at - 1])) &&
            (end == text.size() || !is_alphanumeric(text[end])))
            return true;
    }
    return false;
}

// "registry.example:5000/vllm/vllm-openai:v0.10@sha256:..." is vllm/vllm-openai.
std::string_view repository_of(std::string_view image)
{
    image = image.substr(0, image.find('@'));
    auto const slash = image.find('/');
    auto const host = image.substr(0, slash);
    if (slash != std::string_view::npos &&
        (host.find_first_of(".:") != std::string_view::npos || host == "localhost"))
        image.remove_prefix(slash + 1);
    return image.substr(0, image.find(':'));
}

std::optional<EngineIndex> engine_of_image(std::string_view image)
{
    static constexpr std::array<std::pair<std::string_view, EngineIndex>, 8> words = {{
        {"vllm", vllm},
        {"sglang", sglang},
        {"text-generation-inference", tgi},
        {"tgi", tgi},
        {"tensorrt-llm", tensorrt_llm},
        {"trtllm", tensorrt_llm},
        {"jax", jax},
        {"tensorflow", tensorflow},
    }};
    auto const repository = repository_of(image);
    auto const found = std::find_if(
        words.begin(), words.end(), [&](auto const& each) { return has_word(repository, each.first); });
    return found == words.end() ? std::nullopt : std::optional(found->second);
}

// Libraries have no program of their own; their variables give them away.
std::optional<EngineIndex> engine_of_variable(std::string_view name)
{
    if (name.starts_with("XLA_CLIENT_") || name.starts_with("XLA_PYTHON_CLIENT_") || name.starts_with("JAX_"))
        return jax;
    if (name.starts_with("TF_GPU_") || name.starts_with("TF_FORCE_GPU_") || name == "TF_CONFIG")
        return tensorflow;
    return std::nullopt;
}

struct Reading {
    EngineWords words;
    std::optional<EngineIndex> by_variable;
};

void read_variables(Pod const& pod, Container const& container, Reading& reading)
{
    auto const vars = pod.env_of(container);
    for (std::size_t i = 0; i < vars.size(); ++i) {
        if (!reading.by_variable)
            reading.by_variable = engine_of_variable(vars[i].name);
        reading.words.take_variable(vars[i].name, vars[i].value, !vars[i].has_source, {"env", i});
    }
}

void read_words(std::span<std::string_view const> list, std::string_view name, Reading& reading)
{
    for (std::size_t i = 0; i < list.size(); ++i)
        reading.words.take(list[i], {name, i});
}

// $(VAR), ${VAR} and $VAR, where that is the whole of it, by the container's own env.
std::optional<std::string_view> value_of(Pod const& pod, Container const& container, Told const& told)
{
    std::string_view name = told.value;
    if (!told.is_known)
        return std::nullopt;
    if (!name.starts_with('$'))
        return name;
    name.remove_prefix(1);
    if ((name.starts_with('(') && name.ends_with(')')) || (name.starts_with('{') && name.ends_with('}')))
        name = name.substr(1, name.size() - 2);
    EnvVar const* const var = pod.find_env(container, name);
    return var == nullptr || var->has_source ? std::nullopt : std::optional(var->value);
}

std::optional<double> parse_fraction(std::string_view text)
{
    double value = 0;
    auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error != std::errc{} || end != text.data() + text.size() ? std::nullopt : std::optional(value);
}

bool is_settling(Setting const& setting, std::string_view value)
{
    auto const is_same = [&](std::string_view wanted) {
        return std::equal(value.begin(), value.end(), wanted.begin(), wanted.end(), [](char c, char lower) {
            return c == lower || (c >= 'A' && c <= 'Z' && c - 'A' + 'a' == lower);
        });
    };
    return setting.settling[0].empty() || is_same(setting.settling[0]) || is_same(setting.settling[1]);
}

void weigh(
    Pod const& pod, Container const& container, Setting const& setting, Told const& told, EngineUse& use)
{
    auto const value = value_of(pod, container, told);
    if (setting.effect == Effect::settles) {
        use.is_settled = use.is_settled || !value || is_settling(setting, *value);
        return;
    }
    auto const fraction = value ? parse_fraction(*value) : std::nullopt;
    if (!fraction)
        use.is_settled = true;
    else if (!use.fraction)
        use.fraction = ToldFraction{
            .value = *fraction, .text = std::string(*value), .place = told.place, .setting = setting.name};
}

// An image of a server starts it where no command stands in the way. What a command of its own does is known
// only where it names the program.
bool is_running(EngineIndex engine, Container const& container, Reading const& reading)
{
    return reading.words.started() || engine == jax || engine == tensorflow || container.command.count == 0;
}

}  // namespace

EngineUse read_engine(Pod const& pod, Container const& container)
{
    Reading reading;
    read_variables(pod, container, reading);
    read_words(pod.command_of(container), "command", reading);
    read_words(pod.args_of(container), "args", reading);
    auto engine = reading.words.started();
    if (!engine)
        engine = engine_of_image(container.image);
    if (!engine)
        engine = reading.by_variable;
    if (!engine)
        return {};
    EngineUse use{.engine = &engines[*engine]};
    for (std::size_t row = 0; row < settings.size(); ++row) {
        if (settings[row].engine == *engine && reading.words.told(row))
            weigh(pod, container, settings[row], *reading.words.told(row), use);
    }
    if (!use.fraction && !is_running(*engine, container, reading))
        use.is_settled = true;
    return use;
}

}  // namespace slicegate::policy
