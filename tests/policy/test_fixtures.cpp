// SPDX-License-Identifier: Apache-2.0
// fixtures/<rule>/{pass,fail}/NN-slug.yaml: what a rule refuses and what it leaves alone, as a user would
// write it. Beside each failing one stands the text that the user reads where the rule's action is deny.
// SLICEGATE_REWRITE=1 writes these texts anew.
#include "policy/policy_file.hpp"
#include "policy/rules.hpp"
#include "tests/policy/support.hpp"

#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>

using namespace slicegate::policy;
using namespace slicegate::policy::test;
namespace fs = std::filesystem;

namespace {

std::vector<fs::path> entries_of(fs::path const& folder, std::string_view extension)
{
    std::vector<fs::path> found;
    if (fs::is_directory(folder)) {
        for (auto const& entry : fs::directory_iterator(folder)) {
            if (entry.path().extension() == extension)
                found.push_back(entry.path());
        }
    }
    std::sort(found.begin(), found.end());
    return found;
}

fs::path fixtures()
{
    return source_path("fixtures");
}

struct Fixture {
    Policy policy = reference_policy();
    std::vector<json> objects;
};

Policy policy_in(std::string const& text)
{
    auto const start = text.find("apiVersion: slicegate.dev/");
    auto const policy = parse_policy(text.substr(start, text.find("\n---", start) - start));
    INFO((policy ? std::string() : policy.error().message));
    REQUIRE(policy.has_value());
    return *policy;
}

Fixture read_fixture(fs::path const& path)
{
    auto const text = read_text(path);
    INFO("the first line says why");
    REQUIRE(text.starts_with("# "));
    Fixture fixture;
    for (json const& document : parse_documents(text)) {
        if (document.at("kind") == "GpuPolicy")
            fixture.policy = policy_in(text);
        else
            fixture.objects.push_back(document);
    }
    REQUIRE_FALSE(fixture.objects.empty());
    REQUIRE(fixture.objects.size() <= 2);
    return fixture;
}

// One object is created; of two the first is updated to the second.
Response judge(Fixture const& fixture)
{
    if (fixture.objects.size() == 1)
        return ask(Request{.object = fixture.objects[0]}, Stage::validate, fixture.policy);
    return ask(
        Request{.object = fixture.objects[1], .old = fixture.objects[0], .operation = "UPDATE"},
        Stage::validate, fixture.policy);
}

bool is_rewriting()
{
    char const* const wanted = std::getenv("SLICEGATE_REWRITE");
    return wanted != nullptr && std::string_view(wanted) == "1";
}

bool has_warning(Response const& response, std::string_view rule)
{
    auto const warnings = response.warnings();
    return std::any_of(warnings.begin(), warnings.end(), [&](std::string const& warning) {
        return warning.starts_with('[' + std::string(rule) + ']');
    });
}

// Its action where the policy says nothing, and then the words of a refusal.
void expect_refusal(fs::path const& path, Rule const& rule)
{
    auto fixture = read_fixture(path);
    auto const by_default = judge(fixture);
    INFO(by_default.raw);
    if (rule.default_action == Action::warn) {
        CHECK(block_of(by_default.message(), rule.id).empty());
        CHECK(has_warning(by_default, rule.id));
    }
    fixture.policy.actions[static_cast<std::size_t>(&rule - rules().data())] = Action::deny;
    auto const response = judge(fixture);
    INFO(response.raw);
    REQUIRE_FALSE(response.is_allowed());
    auto const block = block_of(response.message(), rule.id);
    CHECK_FALSE(block.empty());
    auto expected = path;
    expected.replace_extension(".txt");
    if (is_rewriting())
        std::ofstream(expected, std::ios::binary) << block;
    CHECK(block == read_text(expected));
}

void expect_silence(fs::path const& path, std::string const& rule)
{
    auto const response = judge(read_fixture(path));
    INFO(response.raw);
    CHECK(block_of(response.message(), rule).empty());
    CHECK_FALSE(has_warning(response, rule));
}

}  // namespace

TEST_CASE("fixtures: every rule refuses what its failing fixtures show, in these words")
{
    for (Rule const& rule : rules()) {
        std::string const id(rule.id);
        for (fs::path const& path : entries_of(fixtures() / id / "fail", ".yaml"))
            DYNAMIC_SECTION(id << " refuses " << path.stem().string())
            {
                expect_refusal(path, rule);
            }
    }
}

TEST_CASE("fixtures: every rule leaves its passing fixtures alone")
{
    for (Rule const& rule : rules()) {
        std::string const id(rule.id);
        for (fs::path const& path : entries_of(fixtures() / id / "pass", ".yaml"))
            DYNAMIC_SECTION(id << " allows " << path.stem().string())
            {
                expect_silence(path, id);
            }
    }
}

TEST_CASE("fixtures: every rule has two of each kind at least")
{
    for (Rule const& rule : rules()) {
        CAPTURE(rule.id);
        CHECK(entries_of(fixtures() / rule.id / "pass", ".yaml").size() >= 2);
        CHECK(entries_of(fixtures() / rule.id / "fail", ".yaml").size() >= 2);
    }
}

TEST_CASE("fixtures: every folder is that of a rule, every text that of a manifest")
{
    auto const table = rules();
    for (auto const& entry : fs::directory_iterator(fixtures())) {
        auto const name = entry.path().filename().string();
        CAPTURE(name);
        CHECK(std::any_of(table.begin(), table.end(), [&](Rule const& rule) { return rule.id == name; }));
        for (auto path : entries_of(entry.path() / "fail", ".txt"))
            CHECK(fs::exists(path.replace_extension(".yaml")));
    }
}

TEST_CASE("README: a row for every rule, with its default action")
{
    auto const readme = read_text(source_path("../../README.md"));
    for (Rule const& rule : rules()) {
        std::string const id(rule.id);
        std::string const action = rule.default_action == Action::deny ? "deny" : "warn";
        CAPTURE(rule.id);
        CHECK(
            readme.find("| [`" + id + "`](docs/rules/" + id + ".md) | " + action + " | ") !=
            std::string::npos);
    }
}
