// SPDX-License-Identifier: Apache-2.0
#include "sizing/models.hpp"

#include "policy/text.hpp"
#include "sizing/words.hpp"

#include <algorithm>
#include <array>
#include <vector>

namespace slicegate::sizing {

namespace {

constexpr std::array dtype_words{
    std::pair{std::string_view("fp32"), Dtype::fp32},  std::pair{std::string_view("bf16"), Dtype::bf16},
    std::pair{std::string_view("fp16"), Dtype::fp16},  std::pair{std::string_view("fp8"), Dtype::fp8},
    std::pair{std::string_view("int8"), Dtype::int8},  std::pair{std::string_view("int4"), Dtype::int4},
    std::pair{std::string_view("mxfp4"), Dtype::mxfp4}};

char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool is_same(std::string_view a, std::string_view b)
{
    return std::ranges::equal(a, b, {}, lower, lower);
}

std::string_view without_owner(std::string_view name)
{
    return name.substr(name.find('/') + 1);
}

bool begins_with_word(std::string_view name, std::string_view word)
{
    return name.size() > word.size() && name[word.size()] == '-' &&
           is_same(name.substr(0, word.size()), word);
}

// As much of a name as has no more hyphens than the word: what a short word is short for.
std::string_view beginning_like(std::string_view name, std::string_view word)
{
    auto hyphens = std::ranges::count(word, '-');
    auto const end = std::ranges::find_if(name, [&](char c) { return c == '-' && hyphens-- == 0; });
    return {name.begin(), end};
}

// What somebody who wrote `word` may have meant; empty where nothing is near.
std::string render_near(std::string_view word, std::span<std::string_view const> names)
{
    auto near = render_nearest(word, names);
    if (!near.empty())
        return near;
    std::vector<std::string_view> beginnings;
    for (std::string_view const name : names)
        beginnings.push_back(beginning_like(name, word));
    return render_nearest(word, beginnings);
}

Model make_model(ModelRow const& row)
{
    return {.name = std::string(row.name), .shape = row.shape};
}

}  // namespace

std::string_view word_of(Dtype dtype)
{
    return std::ranges::find(dtype_words, dtype, &std::pair<std::string_view, Dtype>::second)->first;
}

std::optional<Dtype> find_dtype(std::string_view word)
{
    auto const found = std::ranges::find(dtype_words, word, &std::pair<std::string_view, Dtype>::first);
    return found == dtype_words.end() ? std::nullopt : std::optional(found->second);
}

Result<Model> find_model(std::string_view word)
{
    std::vector<std::string_view> names;
    std::vector<ModelRow const*> begun;
    for (ModelRow const& row : model_rows()) {
        if (is_same(word, row.name) || is_same(word, without_owner(row.name)))
            return make_model(row);
        if (begins_with_word(without_owner(row.name), word))
            begun.push_back(&row);
        names.push_back(without_owner(row.name));
    }
    if (begun.size() == 1)
        return make_model(*begun.front());
    std::string message = "model " + policy::quoted(word) + " is not in the catalogue";
    auto const near = render_near(word, names);
    message += near.empty() ? std::string(".") : "; did you mean " + near + "?";
    return Error{
        Errc::bad_option,
        message +
            " Other models: the path of a config.json, or --params, --layers, --kv-heads and --head-size"};
}

}  // namespace slicegate::sizing
