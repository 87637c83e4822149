// SPDX-License-Identifier: Apache-2.0
// One engine, one set of words: whatever the server says to a manifest, check says too. The manifests are the
// fixtures of all rules; the server's side reads them by yaml-cpp and wraps them as kube-apiserver was seen
// to do.
#include "cli/examine.hpp"
#include "policy/policy_file.hpp"
#include "policy/rules.hpp"
#include "tests/policy/support.hpp"

#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <filesystem>

using namespace slicegate;
namespace fs = std::filesystem;

namespace {

struct Words {
    std::string refusal;
    std::vector<std::string> warnings;
    bool operator==(Words const&) const = default;
};

policy::Policy policy_in(std::string const& text)
{
    auto const start = text.find("apiVersion: slicegate.dev/");
    if (start == std::string::npos)
        return policy::test::reference_policy();
    auto const policy = policy::parse_policy(text.substr(start, text.find("\n---", start) - start));
    REQUIRE(policy.has_value());
    return *policy;
}

Words of_server(nlohmann::json const& object, policy::Policy const& policy)
{
    auto const stage = object.at("kind") == "Pod" ? policy::Stage::mutate : policy::Stage::validate;
    auto const response = policy::test::ask(policy::test::Request{.object = object}, stage, policy);
    Words words{response.message(), response.warnings()};
    std::sort(words.warnings.begin(), words.warnings.end());  // they follow the order of the manifest's keys
    return words;
}

Words of_check(std::string const& text, policy::Policy const& policy)
{
    cli::Examiner examiner(policy, "team-a", cli::Purpose::check);
    cli::Document document;
    document.text = text;
    auto const& examined = examiner.examine(document);
    REQUIRE(examined.troubles.empty());
    Words words;
    for (cli::ObjectFindings const& each : examined.objects) {
        words.refusal += each.message;
        for (cli::Notice const& notice : each.notices) {
            if (notice.level == cli::Level::warning)
                words.warnings.push_back(notice.text);
        }
    }
    std::sort(words.warnings.begin(), words.warnings.end());
    return words;
}

std::vector<fs::path> fixtures()
{
    std::vector<fs::path> found;
    for (auto const& entry : fs::recursive_directory_iterator(policy::test::source_path("fixtures"))) {
        if (entry.path().extension() == ".yaml")
            found.push_back(entry.path());
    }
    std::sort(found.begin(), found.end());
    return found;
}

}  // namespace

TEST_CASE("words: check says of every fixture what the server says")
{
    std::size_t refused = 0;
    for (fs::path const& path : fixtures()) {
        auto const text = policy::test::read_text(path.string());
        auto const policy = policy_in(text);
        auto objects = policy::test::parse_documents(text);
        std::erase_if(objects, [](auto const& each) { return each.at("kind") == "GpuPolicy"; });
        INFO(path.string());
        for (auto const& object : objects) {
            auto const expected = of_server(object, policy);
            CHECK(of_check(object.dump(), policy) == expected);
            if (objects.size() == 1 && text.find("\n---") == std::string::npos)
                CHECK(of_check(text, policy) == expected);
            refused += expected.refusal.empty() ? 0u : 1u;
        }
    }
    CHECK(refused > 50);
}
