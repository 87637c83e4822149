// SPDX-License-Identifier: Apache-2.0
#include "cli/diff.hpp"
#include "cli/mutate_command.hpp"
#include "cli/write_yaml.hpp"
#include "cli/yaml_json.hpp"
#include "tests/cli/folder.hpp"

#include <catch2/catch_test_macros.hpp>
#include <nlohmann/json.hpp>

#include <sstream>

using namespace slicegate::cli;
using nlohmann::json;
using slicegate::cli::test::Folder;

namespace {

struct Ran {
    int status;
    std::string out;
    std::string err;
};

Ran mutate(std::vector<std::string> const& files, bool is_diff = false)
{
    std::ostringstream out;
    std::ostringstream err;
    MutateOptions const options{.files = files, .config = {}, .is_diff = is_diff};
    int const status = run_mutate(options, out, err);
    return {status, out.str(), err.str()};
}

json from_yaml(std::string const& text)
{
    JsonFromYaml to;
    auto const fault = read_yaml(text, to);
    INFO((fault ? fault->what : std::string()));
    REQUIRE_FALSE(fault);
    return json::parse(to.json);
}

std::string pod(std::string const& name, int slices)
{
    return R"({"apiVersion":"v1","kind":"Pod","metadata":{"name":")" + name +
           R"("},"spec":{"containers":[{"name":"a","resources":{"limits":{"nvidia.com/gpu":)" +
           std::to_string(slices) + "}}}]}}";
}

std::string const service = "apiVersion: v1\nkind: Service   # as it is\nmetadata: {name: s}\n";
std::string const yaml_pod = R"(# Source: chart/pod.yaml
apiVersion: v1
kind: Pod
metadata:
  name: trainer
spec:
  containers:
  - name: a
    image: a
    resources: {limits: {nvidia.com/gpu: 1}}
)";

}  // namespace

TEST_CASE("mutate: YAML stays YAML, and what is left alone comes out as it is")
{
    Folder const folder;
    auto const ran = mutate({folder.write("a.yaml", service + "---\n" + yaml_pod + "---\n" + service)});
    CHECK(ran.status == 0);
    CHECK(ran.err.empty());
    REQUIRE(ran.out.starts_with(service + "---\n# Source: chart/pod.yaml\napiVersion: v1\nkind: Pod\n"));
    REQUIRE(ran.out.ends_with("---\n" + service));
    auto const from = service.size();
    auto const mutated = from_yaml(ran.out.substr(from, ran.out.size() - from - service.size() - 4));
    CHECK(mutated.at("metadata").at("labels").at("slicegate.dev/gpu") == "share");
    CHECK(mutated.at("spec").at("containers").at(0).at("resources").at("limits").at("nvidia.com/gpu") == 1);
}

TEST_CASE("mutate: what it prints is admitted as it is")
{
    Folder const folder;
    auto const once = mutate({folder.write("a.yaml", yaml_pod)}).out;
    auto const twice = mutate({folder.write("b.yaml", once)});
    CHECK(twice.status == 0);
    CHECK(twice.out == once);
}

TEST_CASE("mutate: JSON stays JSON, on one line or indented as it was")
{
    Folder const folder;
    auto const flat = mutate({folder.write("a.json", pod("p", 1) + '\n')});
    CHECK(flat.out.find('\n') == flat.out.size() - 1);
    auto const indented = mutate({folder.write("b.json", json::parse(pod("p", 1)).dump(4) + '\n')});
    CHECK(indented.out.starts_with("{\n    \"apiVersion\": \"v1\",\n"));
    for (Ran const& ran : {flat, indented})
        CHECK(json::parse(ran.out).at("metadata").at("labels").at("slicegate.dev/gpu") == "share");
}

TEST_CASE("mutate: the items of a List are changed in their place, and what is refused is left out")
{
    Folder const folder;
    auto const config = std::string(R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"c"}})");
    struct {
        std::string name;
        std::vector<std::string> items;
        std::vector<std::string> kept;
        int status;
    } const cases[] = {
        {"all", {pod("a", 1), config, pod("b", 1)}, {"a", "c", "b"}, 0},
        {"first refused", {pod("a", 2), config, pod("b", 1)}, {"c", "b"}, 1},
        {"middle refused", {config, pod("a", 2), pod("b", 1)}, {"c", "b"}, 1},
        {"last refused", {pod("b", 1), config, pod("a", 2)}, {"b", "c"}, 1},
        {"first two refused", {pod("a", 2), pod("b", 2), config}, {"c"}, 1},
        {"all refused", {pod("a", 2), pod("b", 2)}, {}, 1},
    };
    for (auto const& each : cases) {
        std::string items;
        for (std::string const& item : each.items)
            items += (items.empty() ? "" : ",\n") + item;
        auto const list = R"({"apiVersion":"v1","kind":"List","items":[)" + items + R"(],"metadata":{}})";
        // In a YAML file behind a separator the same text is one YAML document.
        for (std::string const name : {"a.json", "a.yaml"}) {
            DYNAMIC_SECTION(each.name << " in " << name)
            {
                auto const ran =
                    mutate({folder.write(name, (name == "a.yaml" ? "---\n" : "") + list + '\n')});
                CAPTURE(ran.out);
                CHECK(ran.status == each.status);
                auto const out = name == "a.yaml" ? from_yaml(ran.out) : json::parse(ran.out);
                std::vector<std::string> names;
                for (auto const& item : out.at("items"))
                    names.push_back(item.at("metadata").at("name"));
                CHECK(names == each.kept);
                CHECK(out.at("metadata") == json::object());
            }
        }
    }
}

TEST_CASE("mutate: a refused document is left out and told on standard error")
{
    Folder const folder;
    auto const ran = mutate({folder.write("a.yaml", service + "---\n" + pod("bad", 2) + '\n')});
    CHECK(ran.status == 1);
    CHECK(ran.out == service);
    CHECK(ran.err.find("a.yaml:5: pod default/bad was refused by 1 GPU rule:\n") != std::string::npos);
}

TEST_CASE("mutate: documents of several files stay apart")
{
    Folder const folder;
    auto const ran = mutate({folder.write("a.yaml", "a: 1"), folder.write("b.yaml", "b: 2\n")});
    CHECK(ran.out == "a: 1\n---\nb: 2\n");
}

TEST_CASE("mutate: --diff shows the change alone")
{
    Folder const folder;
    auto const file = folder.write("a.yaml", service + "---\n" + yaml_pod);
    auto const ran = mutate({file}, true);
    CHECK(ran.status == 0);
    CHECK(ran.out.starts_with(
        "--- " + file + " pod trainer\n+++ " + file + " pod trainer (as admitted)\n@@ -"));
    CHECK(ran.out.find("\n+  labels:\n+    slicegate.dev/gpu: share\n") != std::string::npos);
    CHECK(ran.out.find("\n-") == std::string::npos);
    CHECK(mutate({folder.write("b.yaml", service)}, true).out.empty());
}

TEST_CASE("mutate: --diff of a pod whose name is null says that it has none")
{
    Folder const folder;
    auto text = yaml_pod;
    text.replace(text.find("trainer"), 7, "null");
    auto const file = folder.write("a.yaml", text);
    CHECK(mutate({file}, true).out.starts_with("--- " + file + " pod (no name)\n"));
}

TEST_CASE("mutate: an output that cannot be written is status 2")
{
    Folder const folder;
    std::ostringstream out;
    out.setstate(std::ios::badbit);
    std::ostringstream err;
    MutateOptions const options{.files = {folder.write("a.yaml", service)}, .config = {}};
    CHECK(run_mutate(options, out, err) == 2);
    CHECK(err.str() == "slicegate mutate: standard output cannot be written\n");
}

TEST_CASE("diff: hunks have three lines of context and their numbers")
{
    CHECK(unified_diff("x", "a\nb\n", "a\nb\n").empty());
    CHECK(
        unified_diff("x", "a\nb\nc\n", "a\nX\nc\n") ==
        "--- x\n+++ x (as admitted)\n@@ -1,3 +1,3 @@\n a\n-b\n+X\n c\n");
    CHECK(unified_diff("x", "", "a\n") == "--- x\n+++ x (as admitted)\n@@ -0,0 +1,1 @@\n+a\n");
    CHECK(
        unified_diff("x", "1\n2\n3\n4\n5\n6\n7\n8\n9\n", "0\n1\n2\n3\n4\n5\n6\n7\n8\n") ==
        "--- x\n+++ x (as admitted)\n@@ -1,3 +1,4 @@\n+0\n 1\n 2\n 3\n@@ -6,4 +7,3 @@\n 6\n 7\n 8\n-9\n");
}

TEST_CASE("yaml: what is written reads as the same value")
{
    json const texts = {"",           "plain",
                        "two words",  "no",
                        "Yes",        "~",
                        "null",       "1",
                        "1e3",        "0x10",
                        "1_000",      "20Gi",
                        "1.5Gi",      "100m",
                        "2001-01-01", "1:30",
                        "-",          "- a",
                        "a: b",       "a #b",
                        "#a",         "a:",
                        " a",         "a ",
                        "'a'",        "\"a\"",
                        "\\",         "*a",
                        "&a",         "!a",
                        "%a",         "@a",
                        "`a",         "{a}",
                        "[a]",        "|",
                        ">",          "?",
                        "? a",        "<<",
                        "=",          ".inf",
                        "...",        "---",
                        "a\nb",       "a\nb\n",
                        "a\n\nb\n\n", " a\nb",
                        "a \nb",      "a\tb",
                        "\n",         "--x=y",
                        "/bin/sh",    "caf\u00e9",
                        "\u0001",     "nginx:1.25",
                        "1e5Gi",      "set -e\nif true; then\n  echo \"x: y\" # z\nfi\n",
                        "0b1",        "0o7",
                        "12E3",       "e",
                        "y",          "$(A)",
                        "a,b",        "~/x"};
    json object = {
        {"list", texts}, {"nested", json::array({json::array({1, json::array()}), json::object()})}};
    for (auto const& text : texts)
        object["keys"][text.get<std::string>()] = text;
    object["keys"].erase("<<");  // quoted it is a key like any other; see the merge tests
    auto const written = write_yaml(nlohmann::ordered_json(object));
    CAPTURE(written);
    CHECK(from_yaml(written) == object);
}
