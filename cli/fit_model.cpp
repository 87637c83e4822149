// SPDX-License-Identifier: Apache-2.0
#include "cli/read_input.hpp"
#include "cli/run_fit.hpp"
#include "policy/text.hpp"

#include <charconv>
#include <cmath>
#include <filesystem>

namespace slicegate::cli {

namespace {

constexpr std::size_t max_config_bytes = std::size_t{1024} * 1024;  // the largest ones have some 100 KB
constexpr double most_params = 1e15;

Error wrong(std::string message)
{
    return {Errc::bad_option, std::move(message)};
}

// What a name of the catalogue never is.
bool is_path(std::string const& model)
{
    std::error_code error;
    return model.ends_with(".json") || model == "-" || std::filesystem::exists(model, error);
}

Result<sizing::Model> read_model(std::string const& model, std::optional<std::uint64_t> params)
{
    std::error_code error;
    bool const is_folder = std::filesystem::is_directory(model, error);
    auto const path = is_folder ? (std::filesystem::path(model) / "config.json").string() : model;
    auto const text = read_input(path, max_config_bytes);
    if (!text)
        return wrong(path + ": " + text.error().message);
    return sizing::parse_model_config(path, *text, params);
}

Result<sizing::Model> describe_model(FitOptions const& options, std::uint64_t params)
{
    if (options.layers == 0 || options.kv_heads == 0 || options.head_size == 0)
        return wrong("a model by numbers takes --params, --layers, --kv-heads and --head-size");
    constexpr unsigned most = 1'000'000;
    if (options.layers > most || options.kv_heads > most || options.head_size > most)
        return wrong("--layers, --kv-heads and --head-size: must be at most " + std::to_string(most));
    sizing::Model model{.name = "MODEL", .shape = {}};
    model.shape.params = params;
    model.shape.layers = options.layers;
    model.shape.kv_heads = options.kv_heads;
    model.shape.head_size = options.head_size;
    model.shape.attention_heads = options.attention_heads;
    model.shape.max_context = options.max_context;
    model.shape.kv_per_token = std::uint64_t{2} * options.layers * options.kv_heads * options.head_size;
    return model;
}

Result<sizing::Model> with_active(Result<sizing::Model> model, FitOptions const& options)
{
    if (!model || options.active_params.empty())
        return model;
    auto const active = parse_params("--active-params", options.active_params);
    if (!active)
        return active.error();
    if (*active > model->shape.params)
        return wrong("--active-params: must not be more than all parameters");
    model->shape.params_active = *active;
    return model;
}

}  // namespace

Result<std::uint64_t> parse_params(std::string const& option, std::string const& text)
{
    double value = 0;
    auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    std::string_view const unit(end, static_cast<std::size_t>(text.data() + text.size() - end));
    if (unit == "T")
        value *= 1e12;
    else if (unit == "B")
        value *= 1e9;
    else if (unit == "M")
        value *= 1e6;
    else if (!unit.empty())
        value = 0;
    if (error != std::errc{} || !std::isfinite(value) || value < 1 || value > most_params)
        return wrong(
            option + ' ' + policy::quoted(text) +
            ": must be a number of parameters, as in 8030261248, 8.03B or 596M");
    return static_cast<std::uint64_t>(std::llround(value));
}

Result<sizing::Model> find_fit_model(FitOptions const& options)
{
    std::optional<std::uint64_t> params;
    if (!options.params.empty()) {
        auto const parsed = parse_params("--params", options.params);
        if (!parsed)
            return parsed.error();
        params = *parsed;
    }
    if (!options.model.empty() && is_path(options.model))
        return with_active(read_model(options.model, params), options);
    if (!options.model.empty())
        return params ? wrong("--params is for a config.json, or for a model without a name")
                      : sizing::find_model(options.model);
    if (!params)
        return wrong("say which model: a name of the catalogue, a config.json, or --params and the like");
    return with_active(describe_model(options, *params), options);
}

}  // namespace slicegate::cli
