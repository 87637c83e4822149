// SPDX-License-Identifier: Apache-2.0
#include "cli/teams_file.hpp"

#include "cli/columns.hpp"
#include "cli/lint_part.hpp"
#include "policy/nearest.hpp"
#include "policy/text.hpp"

#include <algorithm>
#include <array>

namespace slicegate::cli {

namespace {

using nlohmann::json;

constexpr std::array<std::string_view, 2> top_fields = {"gpu", "teams"};
constexpr std::array<std::string_view, 8> team_fields = {"name",    "use",     "model",     "dtype",
                                                         "kvDtype", "context", "sequences", "instances"};
constexpr std::uint64_t most = 1'000'000;

// The fields of one mapping; the first thing that is wrong is kept.
class TeamReader {
public:
    TeamReader(Part const& part, std::string path, json const& value)
        : part_(part), path_(std::move(path)), value_(value)
    {
    }

    void know(std::span<std::string_view const> known)
    {
        if (!value_.is_object())
            return fail("", "must be a mapping");
        for (auto const& [key, ignored] : value_.items()) {
            if (std::ranges::find(known, key) != known.end())
                continue;
            auto const near = policy::nearest(key, known);
            fail(
                policy::shown(key),
                "unknown field; " + (near.empty() ? "there are " + join_words({known.begin(), known.end()})
                                                  : "did you mean " + std::string(near) + '?'));
        }
    }

    std::string text(std::string_view key, bool is_needed = false)
    {
        auto const* const field = find_field(value_, key);
        if (field == nullptr && is_needed)
            fail(key, "is missing");
        if (field != nullptr && !field->is_string())
            fail(key, "must be text, is " + show(*field));
        return field != nullptr && field->is_string() ? field->get<std::string>() : "";
    }

    std::uint64_t number(std::string_view key, std::uint64_t otherwise)
    {
        auto const* const field = find_field(value_, key);
        if (field == nullptr)
            return otherwise;
        if (!field->is_number_unsigned() || *field == 0 || field->get<std::uint64_t>() > most) {
            fail(key, "must be a number from 1 to 1000000, is " + show(*field));
            return otherwise;
        }
        return field->get<std::uint64_t>();
    }

    void fail(std::string_view key, std::string const& what)
    {
        std::string path = path_;
        if (!key.empty())
            path += (path.empty() ? "" : ".") + std::string(key);
        if (fault_.empty())
            fault_ = std::to_string(part_.line_of(path)) + ": " + path + (path.empty() ? "" : ": ") + what;
    }

    [[nodiscard]] std::string const& fault() const { return fault_; }
    [[nodiscard]] bool has(std::string_view key) const { return find_field(value_, key) != nullptr; }

private:
    Part const& part_;
    std::string path_;
    json const& value_;
    std::string fault_;
};

Result<Team> read_team(Part const& part, std::string const& path, json const& value)
{
    TeamReader reader(part, path, value);
    reader.know(team_fields);
    Team team;
    team.place = std::to_string(part.line_of(path)) + ": " + path;
    team.name = reader.text("name", true);
    team.load.model = reader.text("model", true);
    team.load.dtype = reader.text("dtype");
    team.load.kv_dtype = reader.text("kvDtype");
    if (reader.has("context"))
        team.load.context = reader.number("context", 1);
    team.load.sequences = reader.number("sequences", team.load.sequences);
    team.instances = static_cast<unsigned>(std::min<std::uint64_t>(reader.number("instances", 1), most));
    std::string const use = reader.text("use", true);
    if (use == "development")
        team.use = Use::development;
    else if (use != "production")
        reader.fail("use", "must be production or development");
    if (!reader.fault().empty())
        return Error{Errc::bad_object, reader.fault()};
    return team;
}

}  // namespace

Result<Teams> read_teams(std::string const& file)
{
    auto const parts = read_parts(file);
    if (!parts)
        return parts.error();
    if (parts->size() != 1)
        return Error{Errc::bad_object, "must hold one document with gpu and teams"};
    Part const& part = parts->front();
    TeamReader reader(part, "", part.value());
    reader.know(top_fields);
    Teams teams{.gpu = reader.text("gpu"), .teams = {}};
    auto const* const list = find_field(part.value(), "teams");
    if (list == nullptr || !list->is_array() || list->empty())
        reader.fail("teams", "must be a list of at least one team");
    if (!reader.fault().empty())
        return Error{Errc::bad_object, reader.fault()};
    for (std::size_t i = 0; i < list->size(); ++i) {
        auto team = read_team(part, "teams[" + std::to_string(i) + ']', (*list)[i]);
        if (!team)
            return team.error();
        teams.teams.push_back(std::move(*team));
    }
    return teams;
}

}  // namespace slicegate::cli
