// SPDX-License-Identifier: Apache-2.0
#include "ui/answers.hpp"

#include "ui/page_files.hpp"
#include "ui/show.hpp"

#include <algorithm>
#include <array>

namespace slicegate::ui {
namespace {

constexpr std::string_view json_type = "application/json";

struct Type {
    std::string_view ending;
    std::string_view type;
};

constexpr std::array<Type, 4> types = {{
    {".html", "text/html; charset=utf-8"},
    {".css", "text/css; charset=utf-8"},
    {".js", "text/javascript; charset=utf-8"},
    {".svg", "image/svg+xml"},
}};

std::string_view type_of(std::string_view file)
{
    auto const found =
        std::ranges::find_if(types, [&](Type const& each) { return file.ends_with(each.ending); });
    return found == types.end() ? "application/octet-stream" : found->type;
}

struct Question {
    std::string_view path;
    Answer (*answer)(ordered_json const& asked);
};

constexpr std::array<Question, 5> questions = {{
    {"/api/mig/place", show_placement},
    {"/api/mig/layouts", show_layouts},
    {"/api/fit", show_fit},
    {"/api/tickets", show_tickets},
    {"/api/modes", show_modes},
}};

std::string dump(ordered_json const& value)
{
    return value.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}

// What is in a field of the wrong type is the page's own mistake, or that of somebody who writes requests by hand.
Answer ask(Question const& question, std::string_view body)
{
    constexpr unsigned bad_request = 400;
    auto const asked = ordered_json::parse(body, nullptr, false);
    if (!asked.is_object())
        return fail(bad_request, "the body must be a JSON object");
    try {
        return question.answer(asked);
    } catch (ordered_json::exception const& exception) {
        return fail(bad_request, std::string("a field is missing or of the wrong type: ") + exception.what());
    }
}

}  // namespace

Answer say(ordered_json const& value)
{
    return {200, json_type, dump(value)};
}

Answer refuse(Error const& error)
{
    constexpr unsigned unprocessable = 422;
    return fail(unprocessable, error.message);
}

Answer fail(unsigned status, std::string_view what)
{
    return {status, json_type, dump(ordered_json{{"error", what}})};
}

Answer Answers::get(std::string_view path) const
{
    constexpr unsigned not_found = 404;
    if (path == "/api/catalogue")
        return say(show_catalogue(policy_));
    std::string_view const name =
        path == "/" ? "index.html" : path.substr(std::min<std::size_t>(1, path.size()));
    auto const text = cli::find_text(page_files(), name);
    return text.empty() ? fail(not_found, "there is no such page")
                        : Answer{200, type_of(name), std::string(text)};
}

Answer Answers::post(std::string_view path, std::string_view body) const
{
    constexpr unsigned not_found = 404;
    constexpr unsigned too_large = 413;
    if (body.size() > max_manifest_bytes)
        return fail(too_large, "the manifest is larger than 4 MiB, which is more than an API server takes");
    if (path == "/api/check")
        return show_verdict(policy_, body);
    auto const question = std::ranges::find(questions, path, &Question::path);
    return question == questions.end() ? fail(not_found, "there is no such question") : ask(*question, body);
}

}  // namespace slicegate::ui
